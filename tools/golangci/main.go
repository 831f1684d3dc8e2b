// Golangci is golangci-lint with philint built in. "golangci-lint custom" makes nearly the same, but clones
// golangci-lint from its git host to do so; this needs the module proxy alone.
package main

import (
	"fmt"
	"os"

	"github.com/golangci/golangci-lint/v2/pkg/commands"

	"github.com/seed-a76b335c/philint/analyzers/plugin"
)

func main() {
	// golangci-lint keeps results under its version, its settings and the code, and knows of no file that a plugin
	// reads. So the version says them too.
	print, err := plugin.Fingerprint()
	if err == nil {
		err = commands.Execute(commands.BuildInfo{Version: "2.15.0-philint." + print})
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "golangci-lint:", err)
		os.Exit(3)
	}
}
