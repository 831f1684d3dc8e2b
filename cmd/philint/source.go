package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"

	"github.com/seed-a76b335c/philint/analyzers/config"
)

// A source says what a run looked at, so that it is not compared with the baseline of something else.
type source struct {
	Modules []string `json:"modules"` // under work, the first one that of the working directory
	Hash    string   `json:"hash"`    // of their Go files, go.mod and configuration
}

// fits says what keeps a run of s from being one of the present source.
func (s source) fits(now source) error {
	switch {
	case s.Hash == "":
		return errors.New("does not say what it looked at; make it again")
	case !slices.Equal(s.Modules, now.Modules):
		return fmt.Errorf("is a run of %s, and this is %s", strings.Join(s.Modules, " "), strings.Join(now.Modules, " "))
	case s.Hash != now.Hash:
		return errors.New("is a run of other sources: Go files, go.mod or the configuration have changed since; make it again")
	}
	return nil
}

// presentSource hashes the files of the modules under work, whatever the build configuration: every Go file, go.mod and
// go.sum, and the configuration. Line ends do not count, as git may change them on the way to another machine.
func presentSource(dir string) (source, error) {
	own, err := config.ModuleRoot(dir)
	if err != nil {
		return source{}, err
	}
	roots, err := config.ModuleRoots(dir)
	if err != nil {
		return source{}, err
	}
	slices.SortStableFunc(roots, func(a, b string) int {
		switch {
		case a == b:
			return 0
		case a == own:
			return -1
		case b == own:
			return 1
		}
		return strings.Compare(a, b)
	})
	s := source{Modules: []string{}}
	h := sha256.New()
	add := func(name, path string) error {
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		sum := sha256.Sum256(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")))
		fmt.Fprintf(h, "%q %x\n", name, sum)
		return nil
	}
	for i, root := range roots {
		text, err := os.ReadFile(filepath.Join(root, "go.mod"))
		if err != nil {
			return source{}, err
		}
		s.Modules = append(s.Modules, modfile.ModulePath(text))
		files, err := moduleFiles(root)
		if err != nil {
			return source{}, err
		}
		for _, f := range files {
			if err := add(fmt.Sprintf("%d/%s", i, f), filepath.Join(root, filepath.FromSlash(f))); err != nil {
				return source{}, err
			}
		}
		cfg, err := config.Find(root)
		if err != nil {
			return source{}, err
		}
		if cfg != "" {
			if err := add(fmt.Sprintf("%d configuration", i), cfg); err != nil {
				return source{}, err
			}
		}
	}
	s.Hash = hex.EncodeToString(h.Sum(nil))
	return s, nil
}

// moduleFiles lists the files of a module that decide what the go command finds in it, in order, without those of modules
// within it.
func moduleFiles(root string) (files []string, err error) {
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := d.Name()
		if !d.IsDir() {
			if strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_") {
				return nil // the go command passes over them, and editors leave links to nowhere
			}
			rel, err := filepath.Rel(root, path)
			if err == nil && (strings.HasSuffix(name, ".go") || path == filepath.Join(root, "go.mod") || path == filepath.Join(root, "go.sum")) {
				files = append(files, filepath.ToSlash(rel))
			}
			return err
		}
		if path == root {
			return nil
		}
		if name == "vendor" || name == "testdata" || strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_") {
			return fs.SkipDir
		}
		if _, err := os.Stat(filepath.Join(path, "go.mod")); err == nil {
			return fs.SkipDir
		}
		return nil
	})
	slices.Sort(files)
	return files, err
}
