//go:build canaryhook

// Faults prints the names of all faults, as a list in JSON.
package main

import (
	"encoding/json"
	"os"

	"github.com/seed-a76b335c/philint/internal/hook"
)

func main() {
	if err := json.NewEncoder(os.Stdout).Encode(hook.Names()); err != nil {
		os.Exit(1)
	}
}
