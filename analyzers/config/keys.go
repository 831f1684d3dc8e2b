package config

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"golang.org/x/mod/modfile"
)

// Module is the module whose handler and field registry the keys are checked against.
const Module = "github.com/seed-a76b335c/philint"

// JudgesKeys says whether the constant keys of the package in a directory must be registered, and why.
//
// Under [KeysAuto] they must when the file registers fields, and when the module that holds the directory is this one
// or imports it: a requirement marked "// indirect", as "go get -tool" leaves it, is no use of the handler.
func (c *Config) JudgesKeys(dir string) (judged bool, reason string) {
	switch c.Keys {
	case KeysAlways:
		return true, "keys: always"
	case KeysNever:
		return false, "keys: never"
	}
	if len(c.Fields) > 0 {
		return true, "the configuration registers fields"
	}
	return usesRedact(dir)
}

// CanImport reports whether code in a directory can import the packages of [Module]: go.mod requires it or is its own, or
// go.work has it.
func CanImport(dir string) bool {
	roots, err := ModuleRoots(dir)
	if err != nil {
		return false
	}
	own, err := ModuleRoot(dir)
	if err != nil {
		return false
	}
	for _, root := range roots {
		mod := readMod(root)
		if mod == nil {
			continue
		}
		if mod.Module != nil && mod.Module.Mod.Path == Module {
			return true
		}
		if root == own && slices.ContainsFunc(mod.Require, func(r *modfile.Require) bool { return r.Mod.Path == Module }) {
			return true
		}
	}
	return false
}

// readMod reads the go.mod of a directory; nil says that it cannot be read.
func readMod(root string) *modfile.File {
	path := filepath.Join(root, "go.mod")
	text, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	mod, err := modfile.ParseLax(path, text, nil)
	if err != nil {
		return nil
	}
	return mod
}

type usage struct {
	judged bool
	reason string
}

// usages remembers what go.mod files say: a driver asks for every file of every package.
var usages sync.Map // directory of a package → usage

func usesRedact(dir string) (bool, string) {
	if u, ok := usages.Load(dir); ok {
		return u.(usage).judged, u.(usage).reason
	}
	judged, reason := readUsage(dir)
	usages.Store(dir, usage{judged, reason})
	return judged, reason
}

func readUsage(dir string) (bool, string) {
	root, err := ModuleRoot(dir)
	if err != nil || root == "" {
		return false, "there is no go.mod"
	}
	mod := readMod(root)
	if mod == nil {
		return false, "go.mod cannot be read"
	}
	if mod.Module != nil && mod.Module.Mod.Path == Module {
		return true, "the module is " + Module
	}
	for _, r := range mod.Require {
		if r.Mod.Path == Module && !r.Indirect {
			return true, "go.mod requires " + Module
		}
	}
	name := "the module"
	if mod.Module != nil {
		name = mod.Module.Mod.Path
	}
	return false, fmt.Sprintf("%s neither requires %s nor registers fields", name, Module)
}
