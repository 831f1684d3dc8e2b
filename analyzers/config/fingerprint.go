package config

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"golang.org/x/mod/modfile"

	"github.com/seed-a76b335c/philint/analyzers/baseline"
)

const (
	// BaselineName is the name of the baseline, beside go.mod.
	BaselineName = baseline.FileName
	// BaselineEnv names another file, by an absolute path, or is "off".
	BaselineEnv = "PHILINT_BASELINE"
)

// BaselinePath returns the path that the baseline in force in a directory has, whether there is one or not. It is ""
// when none is wanted. named says that the environment names it, so that it must be there.
func BaselinePath(dir string) (path string, named bool, err error) {
	switch path := os.Getenv(BaselineEnv); {
	case path == "off":
		return "", false, nil
	case path != "" && !filepath.IsAbs(path):
		return "", false, fmt.Errorf("%s is %q: want an absolute path, because the tool runs in each package's own directory", BaselineEnv, path)
	case path != "":
		return path, true, nil
	}
	root, err := ModuleRoot(dir)
	if err != nil || root == "" {
		return "", false, err
	}
	return filepath.Join(root, BaselineName), false, nil
}

// Fingerprint hashes every configuration and baseline in force in the modules under work in a directory, and lists them.
// A driver that keeps verdicts must keep them under it.
func Fingerprint(dir string) (hash string, files []string, err error) {
	roots, err := ModuleRoots(dir)
	if err != nil {
		return "", nil, err
	}
	if len(roots) == 0 {
		roots = []string{dir}
	}
	for _, root := range roots {
		path, err := Find(root)
		if err != nil {
			return "", nil, err
		}
		if path != "" {
			files = append(files, path)
		}
		path, named, err := BaselinePath(root)
		if err != nil {
			return "", nil, err
		}
		if path != "" && (named || exists(path)) {
			files = append(files, path)
		}
	}
	slices.Sort(files)
	files = slices.Compact(files)
	h := sha256.New()
	for _, path := range files {
		text, err := os.ReadFile(path)
		if err != nil {
			return "", nil, err
		}
		// Not the path, so that the fingerprint is the same in every checkout.
		fmt.Fprintf(h, "%s %d\n", filepath.Base(path), len(text))
		h.Write(text)
	}
	fmt.Fprintf(h, "%t", os.Getenv(BaselineEnv) == "off")
	return hex.EncodeToString(h.Sum(nil)), files, nil
}

// ModuleRoots returns the directories of the modules under work in a directory: those of go.work, else the one of go.mod.
func ModuleRoots(dir string) ([]string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	root, err := ModuleRoot(dir)
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
