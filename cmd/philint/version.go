package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"

	"github.com/seed-a76b335c/philint/analyzers"
	"github.com/seed-a76b335c/philint/analyzers/config"
)

// fullVersion is the answer to -V=full. The go command keeps a tool's verdicts under it, and does not know of the files
// that the tool reads: so it holds a hash of the program, of every configuration and of every baseline that may decide.
// That one call gets no flags and no package, only the working directory and the environment.
func fullVersion(dir string) (string, error) {
	exe, err := os.Executable()
	if err != nil {
		return "", err
	}
	h := sha256.New()
	f, err := os.Open(exe)
	if err != nil {
		return "", err
	}
	defer f.Close()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	if err := checkFiles(dir, true); err != nil {
		return "", err
	}
	files, _, err := config.Fingerprint(dir)
	if err != nil {
		return "", err
	}
	_, _ = io.WriteString(h, files) // a hash takes everything
	return fmt.Sprintf("%s version devel comments-go-here buildID=%x", os.Args[0], h.Sum(nil)), nil
}

// checkFiles reports the first thing wrong with the configurations in force in a directory's modules and, if they are
// wanted, with the baselines.
func checkFiles(dir string, withBaselines bool) error {
	roots, err := config.ModuleRoots(dir)
	if err != nil {
		return err
	}
	if len(roots) == 0 {
		roots = []string{dir}
	}
	for _, root := range roots {
		if _, err := config.ForDir(root); err != nil {
			return err
		}
		if !withBaselines {
			continue
		}
		if _, err := analyzers.ModuleBaseline(root); err != nil {
			return err
		}
	}
	return nil
}

// versionText is the version of the program as Go's build information has it.
func versionText() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "(devel)"
	}
	return info.Main.Version
}

func (c *command) version(_ context.Context, args []string) int {
	if len(args) > 0 {
		return c.fail(errors.New("version takes no argument"))
	}
	fmt.Fprintf(c.stdout, "philint %s\n", versionText())
	print, files, err := config.Fingerprint(".")
	if err != nil {
		return c.fail(err)
	}
	fmt.Fprintf(c.stdout, "fingerprint %s\n", print)
	for _, f := range files {
		fmt.Fprintf(c.stdout, "reads %s\n", relative(f))
	}
	return clean
}
