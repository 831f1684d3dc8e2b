// Beside runs a command of the record server with something beside it that the driver cannot reach into a container for.
//
//	beside model SCRIPT COMMAND [ARG…]   with a language model that answers as the script has it
//	beside end REQUEST COMMAND [ARG…]    a server, with a request that does not end while it is told to
//
// The command has this program's standard streams, and its status is this program's.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"

	"github.com/seed-a76b335c/philint/tools/canary/internal/model"
)

// failed is the status where the command could not be run as it should be. The record server has none that is as high.
const failed = 99

func main() {
	if len(os.Args) < 4 {
		fmt.Fprintln(os.Stderr, "usage: beside model|end FILE COMMAND [ARG…]")
		os.Exit(failed)
	}
	given, err := os.ReadFile(os.Args[2])
	if err == nil {
		cmd := exec.Command(os.Args[3], os.Args[4:]...)
		cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
		switch os.Args[1] {
		case "model":
			var s model.Script
			if err = json.Unmarshal(given, &s); err == nil {
				err = withModel(cmd, &model.Model{Script: s}, os.Stdin)
			}
		case "end":
			err = whileAsked(cmd, given)
		default:
			err = errors.ErrUnsupported
		}
		var exit *exec.ExitError
		if errors.As(err, &exit) && exit.ExitCode() >= 0 {
			os.Exit(exit.ExitCode())
		}
	}
	if err != nil { // it may quote what it was given
		fmt.Fprintf(os.Stderr, "beside: %T\n", err)
		os.Exit(failed)
	}
}
