// Beside runs a command of the record server with something beside it that the driver cannot reach into a container for.
//
//	beside model SCRIPT COMMAND [ARG…]   with a language model that answers as the script has it
//	beside end REQUEST COMMAND [ARG…]    a server, with a request that does not end while it is told to
//
// The command has this program's standard streams, and its status is this program's.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"syscall"

	"github.com/seed-a76b335c/philint/tools/canary/internal/model"
)

// failed is the status where the command could not be run as it should be. The record server has none that is as high.
const failed = 99

func main() {
	if len(os.Args) < 4 {
		fmt.Fprintln(os.Stderr, "usage: beside model|end FILE COMMAND [ARG…]")
		os.Exit(failed)
	}
	err := beside(os.Args[1], os.Args[2], os.Args[3:])
	var exit *exec.ExitError
	switch {
	case err == nil:
	case errors.As(err, &exit) && exit.ExitCode() >= 0:
		os.Exit(exit.ExitCode())
	default: // it may quote what it was given
		fmt.Fprintf(os.Stderr, "beside: %T\n", err)
		os.Exit(failed)
	}
}

// beside runs a command, which does not outlive this program.
func beside(how, file string, command []string) error {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, os.Interrupt)
	defer stop()
	given, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	switch how {
	case "model":
		var m model.Model
		if err := json.Unmarshal(given, &m.Script); err != nil {
			return err
		}
		return withModel(cmd, &m, os.Stdin)
	case "end":
		return whileAsked(cmd, given)
	}
	return errors.ErrUnsupported
}
