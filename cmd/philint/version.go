package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"

	"golang.org/x/mod/modfile"

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
	files, err := decisive(dir)
	if err != nil {
		return "", err
	}
	for _, path := range files {
		text, err := os.ReadFile(path)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(h, "%q %d\n", path, len(text))
		h.Write(text)
	}
	fmt.Fprintf(h, "baseline %q", os.Getenv(baselineEnv))
	return fmt.Sprintf("%s version devel comments-go-here buildID=%x", os.Args[0], h.Sum(nil)), nil
}

// decisive lists the configurations and baselines in force in a directory's modules. They must be readable.
func decisive(dir string) ([]string, error) {
	roots, err := moduleRoots(dir)
	if err != nil {
		return nil, err
	}
	if len(roots) == 0 {
		roots = []string{dir}
	}
	var files []string
	for _, root := range roots {
		path, err := config.Find(root)
		if err != nil {
			return nil, err
		}
		if path != "" {
			if _, err := config.Load(path); err != nil {
				return nil, err
			}
			files = append(files, path)
		}
		b, err := moduleBaseline(root)
		if err != nil {
			return nil, err
		}
		if b != nil {
			path, _, _ := baselinePath(root)
			files = append(files, path)
		}
	}
	slices.Sort(files)
	return slices.Compact(files), nil
}

// moduleRoots returns the directories of the modules under work in a directory: those of go.work, else the one of go.mod.
func moduleRoots(dir string) ([]string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	root, err := config.ModuleRoot(dir)
	if err != nil {
		return nil, err
	}
	var roots []string
	if root != "" {
		roots = append(roots, root)
	}
	work, err := workFile(dir)
	if err != nil || work == "" {
		return roots, err
	}
	text, err := os.ReadFile(work)
	if err != nil {
		return nil, err
	}
	file, err := modfile.ParseWork(work, text, nil)
	if err != nil {
		return nil, err
	}
	for _, use := range file.Use {
		path := filepath.FromSlash(use.Path)
		if !filepath.IsAbs(path) {
			path = filepath.Join(filepath.Dir(work), path)
		}
		roots = append(roots, path)
	}
	slices.Sort(roots)
	return slices.Compact(roots), nil
}

// workFile returns the path of the go.work in force, or "".
func workFile(dir string) (string, error) {
	switch env := os.Getenv("GOWORK"); env {
	case "off":
		return "", nil
	case "":
	default:
		return env, nil
	}
	for {
		path := filepath.Join(dir, "go.work")
		_, err := os.Stat(path)
		if err == nil {
			return path, nil
		}
		if !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, fs.ErrPermission) {
			return "", err
		}
		up := filepath.Dir(dir)
		if up == dir {
			return "", nil
		}
		dir = up
	}
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
	files, err := decisive(".")
	if err != nil {
		return c.fail(err)
	}
	for _, f := range files {
		fmt.Fprintf(c.stdout, "reads %s\n", f)
	}
	return clean
}
