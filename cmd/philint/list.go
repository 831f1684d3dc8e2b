package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/seed-a76b335c/philint/analyzers/config"
)

// A listed package is what the go command says of one.
type listed struct {
	ImportPath   string
	Name         string
	Dir          string
	Match        []string
	Module       *struct{ Main bool }
	Standard     bool
	GoFiles      []string
	CgoFiles     []string
	Imports      []string
	TestImports  []string
	XTestImports []string
	Error        *struct{ Pos, Err string }
	DepsErrors   []struct{ Pos, Err string }
}

func (p *listed) hasCode() bool { return len(p.GoFiles)+len(p.CgoFiles) > 0 }

// A selection is which packages to judge, and which not.
type selection struct {
	patterns []string
	asked    []*listed // named by the patterns, with code, loadable
	testOnly []string  // named, but imported only by tests
	broken   []string  // named, but not loadable
	whole    bool      // every package of the modules under work is named
	problems []string  // why, one line each
}

// choose asks the go command what the patterns name. It looks at all packages of the modules under work, because whether
// one is imported only by tests depends on the others.
func (t *goTool) choose(ctx context.Context, patterns []string) (*selection, error) {
	roots, err := config.ModuleRoots(".")
	if err != nil {
		return nil, err
	}
	all := slices.Clone(patterns)
	var modules []string
	files := slices.ContainsFunc(patterns, func(p string) bool { return strings.HasSuffix(p, ".go") })
	if !files {
		for _, r := range roots {
			modules = append(modules, filepath.Join(r, "..."))
		}
		all = append(all, modules...)
	}
	pkgs, warnings, err := t.list(ctx, all)
	if err != nil {
		return nil, err
	}
	s := &selection{patterns: patterns}
	named := map[string]bool{}
	for _, p := range pkgs {
		for _, m := range p.Match {
			named[m] = true
		}
	}
	for _, p := range patterns {
		if !named[p] && !files {
			s.problems = append(s.problems, fmt.Sprintf("%q matched no packages", p))
		}
	}
	_ = warnings
	s.whole = len(modules) > 0
	tests := onlyTests(pkgs)
	for _, p := range pkgs {
		asked := files || slices.ContainsFunc(p.Match, func(m string) bool { return slices.Contains(patterns, m) })
		switch {
		case !asked:
			s.whole = s.whole && !p.hasCode()
		case p.Error != nil:
			s.broken = append(s.broken, p.ImportPath)
			s.problems = append(s.problems, problemLine(p.ImportPath, p.Error.Pos, p.Error.Err))
		case len(p.DepsErrors) > 0 && p.hasCode():
			s.broken = append(s.broken, p.ImportPath)
			e := p.DepsErrors[0]
			s.problems = append(s.problems, problemLine(p.ImportPath, e.Pos, e.Err))
		case tests[p.ImportPath]:
			s.testOnly = append(s.testOnly, p.ImportPath)
		case p.hasCode():
			s.asked = append(s.asked, p)
		}
	}
	return s, nil
}

// problemLine is one line about a package that cannot be loaded.
func problemLine(pkg, pos, text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if pos != "" && !strings.Contains(text, pos) {
		text = pos + ": " + text
	}
	return fmt.Sprintf("%s: %s", pkg, text)
}

// onlyTests tells the packages that tests import, directly or through one another, and nothing else does.
func onlyTests(pkgs []*listed) map[string]bool {
	importedBy := map[string][]string{} // by code that is no test
	byTests := map[string]bool{}
	for _, p := range pkgs {
		for _, i := range p.Imports {
			importedBy[i] = append(importedBy[i], p.ImportPath)
		}
		for _, i := range slices.Concat(p.TestImports, p.XTestImports) {
			if i != p.ImportPath { // a package's own tests say nothing of it
				byTests[i] = true
			}
		}
	}
	only := map[string]bool{}
	for changed := true; changed; {
		changed = false
		for _, p := range pkgs {
			path := p.ImportPath
			if only[path] || p.Name == "main" {
				continue
			}
			users := importedBy[path]
			if len(users) == 0 && !byTests[path] {
				continue // nobody's in this module: somebody else's
			}
			if !slices.ContainsFunc(users, func(u string) bool { return !only[u] }) {
				only[path], changed = true, true
			}
		}
	}
	return only
}

// A goTool runs the go command with one set of build flags.
type goTool struct {
	tags   string
	config string // absolute, or ""
}

func (t *goTool) buildFlags() []string {
	if t.tags == "" {
		return nil
	}
	return []string{"-tags=" + t.tags}
}

// environ is for the go command and, through it, for the vet tool. The baseline is applied here, on what the tool says,
// so that an edit of it costs nothing.
func (t *goTool) environ() []string {
	env := append(os.Environ(), config.BaselineEnv+"=off")
	if t.config != "" {
		env = append(env, config.Env+"="+t.config)
	}
	return env
}

func (t *goTool) command(ctx context.Context, args ...string) (*exec.Cmd, *bytes.Buffer, *bytes.Buffer) {
	cmd := exec.CommandContext(ctx, "go", args...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr, cmd.Env = &stdout, &stderr, t.environ()
	return cmd, &stdout, &stderr
}

func (t *goTool) list(ctx context.Context, patterns []string) ([]*listed, string, error) {
	args := append([]string{"list", "-e", "-json=ImportPath,Name,Dir,Match,Module,Standard,GoFiles,CgoFiles,Imports,TestImports,XTestImports,Error,DepsErrors"}, t.buildFlags()...)
	cmd, stdout, stderr := t.command(ctx, append(append(args, "--"), patterns...)...)
	if err := cmd.Run(); err != nil {
		if text := strings.TrimSpace(stderr.String()); text != "" {
			return nil, "", errors.New(text)
		}
		return nil, "", fmt.Errorf("go list: %w", err)
	}
	var pkgs []*listed
	for dec := json.NewDecoder(stdout); ; {
		p := new(listed)
		switch err := dec.Decode(p); {
		case errors.Is(err, io.EOF):
			return pkgs, stderr.String(), nil
		case err != nil:
			return nil, "", fmt.Errorf("go list: %w", err)
		}
		pkgs = append(pkgs, p)
	}
}
