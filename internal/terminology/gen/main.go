// Command gen writes the files of this vocabulary that are computed from others, so that a program need not compute
// them at every start. With -check it writes nothing and exits with 1 where one of them is not what it should be, where
// a name has two meanings, or where a name's code is not in the table.
//
//	go run ./internal/terminology/gen [-check]
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/seed-a76b335c/philint/internal/terminology"
	"github.com/seed-a76b335c/philint/internal/terminology/alias"
	"github.com/seed-a76b335c/philint/internal/terminology/icpc3"
	"github.com/seed-a76b335c/philint/internal/terminology/loinc"
)

func main() { os.Exit(tool(os.Args[1:], os.Stderr)) }

// tool is one run of the program; its exit status comes back.
func tool(args []string, messages io.Writer) int {
	flags := flag.NewFlagSet("gen", flag.ContinueOnError)
	flags.SetOutput(messages)
	dir := flags.String("dir", filepath.Join("internal", "terminology"), "directory of the vocabulary")
	check := flags.Bool("check", false, "write nothing, only say what is wrong")
	if err := flags.Parse(args); err != nil {
		return 2
	}
	if err := run(*dir, *check); err != nil {
		fmt.Fprintln(messages, "terminology:", err)
		return 1
	}
	return 0
}

func run(dir string, check bool) error {
	if err := sources(); err != nil {
		return err
	}
	files, err := terminology.Generated()
	if err != nil {
		return err
	}
	var errs []error
	for name, want := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		got, err := os.ReadFile(path)
		switch {
		case err == nil && string(got) == want:
		case check && err != nil:
			errs = append(errs, err)
		case check:
			errs = append(errs, fmt.Errorf("%s is stale: run go run ./internal/terminology/gen", path))
		default:
			errs = append(errs, os.WriteFile(path, []byte(want), 0o644)) //nolint:gosec // A source file, for all to read.
		}
	}
	return errors.Join(errs...)
}

// sources reports names with two meanings and names whose code is not in its table.
func sources() error {
	codes := loinc.Core()
	_, err := icpc3.Load()
	return errors.Join(err, alias.Check(func(code string) bool { _, ok := codes.Row(code); return ok }))
}
