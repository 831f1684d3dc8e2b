package main

import (
	"go/ast"
	"go/build/constraint"
	"go/parser"
	"go/token"
	"path/filepath"
	"runtime"
	"strings"
)

// plainTest reports whether a test file is of the package it tests, and in it whatever the build configuration.
func plainTest(name string) bool {
	parts := strings.Split(strings.TrimSuffix(filepath.Base(name), "_test.go"), "_")
	for _, p := range parts[1:] {
		if platforms[p] {
			return false
		}
	}
	f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.PackageClauseOnly|parser.ParseComments)
	if err != nil || strings.HasSuffix(f.Name.Name, "_test") {
		return false
	}
	return !constrained(f)
}

func constrained(f *ast.File) bool {
	for _, g := range f.Comments {
		for _, c := range g.List {
			if constraint.IsGoBuild(c.Text) || constraint.IsPlusBuild(c.Text) {
				return true
			}
		}
	}
	return false
}

// platforms are the words that, after an underscore in a file's name, tie it to some systems. One too many does no
// harm: the package is then judged when it need not be.
var platforms = func() map[string]bool {
	m := map[string]bool{runtime.GOOS: true, runtime.GOARCH: true}
	for _, s := range strings.Fields(`aix android darwin dragonfly freebsd hurd illumos ios js linux nacl netbsd openbsd plan9 solaris wasip1 windows zos
386 amd64 arm arm64 loong64 mips mips64 mips64le mipsle ppc ppc64 ppc64le riscv riscv64 s390x sparc sparc64 wasm`) {
		m[s] = true
	}
	return m
}()
