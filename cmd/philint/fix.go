package main

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ast/astutil"

	"github.com/seed-a76b335c/philint/analyzers/config"
)

// A patch is what the suggested fixes make of some files.
type patch struct {
	files   map[string]change
	applied int
	later   int // fixes that overlap with another: the next round may apply them
	foreign int // fixes that need a package which the module does not have
}

type change struct{ before, after string }

// choose returns the edits of the first fix that can compile. foreign says that there is none because
// it would import redact, which the module does not require.
func choose(fixes []suggestedFix) (edits []textEdit, foreign bool) {
	for _, f := range fixes {
		if len(f.Edits) == 0 {
			continue
		}
		imports := slices.ContainsFunc(f.Edits, func(e textEdit) bool { return strings.Contains(e.New, `"`+config.Module+`/`) })
		if !imports || config.CanImport(filepath.Dir(f.Edits[0].Filename)) {
			return f.Edits, false
		}
		foreign = true
	}
	return nil, foreign
}

// fixes merges the first fix of every finding. A fix is taken whole or not at all.
func fixes(shown []*finding) (*patch, error) {
	p := &patch{files: map[string]change{}}
	taken := map[string][]textEdit{}
	for _, f := range shown {
		edits, foreign := choose(f.Fixes)
		if foreign {
			p.foreign++
		}
		if len(edits) == 0 {
			continue
		}
		fresh, ok := fits(taken, edits)
		if !ok {
			p.later++
			continue
		}
		for _, e := range fresh {
			taken[e.Filename] = append(taken[e.Filename], e)
		}
		p.applied++
	}
	for file, edits := range taken {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		after, err := apply(string(text), edits)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		if after != string(text) {
			p.files[file] = change{string(text), after}
		}
	}
	return p, nil
}

// fits returns those of the edits that are not taken already, and whether none overlaps with a taken one.
func fits(taken map[string][]textEdit, edits []textEdit) (fresh []textEdit, ok bool) {
	for _, e := range edits {
		known := false
		for _, t := range taken[e.Filename] {
			switch {
			case e == t:
				known = true // two fixes that add the same import
			case e.Start < t.End && t.Start < e.End, e.Start == t.Start && (e.End > e.Start || t.End > t.Start):
				return nil, false
			}
		}
		if !known {
			fresh = append(fresh, e)
		}
	}
	return fresh, true
}

// apply edits a file, formats it, and removes the imports that the edits made needless.
func apply(text string, edits []textEdit) (string, error) {
	slices.SortStableFunc(edits, func(a, b textEdit) int { return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End)) })
	var b strings.Builder
	at := 0
	for _, e := range edits {
		if e.Start < at || e.End < e.Start || e.End > len(text) {
			return "", fmt.Errorf("a fix does not fit the file; did it change meanwhile?")
		}
		b.WriteString(text[at:e.Start])
		b.WriteString(e.New)
		at = e.End
	}
	b.WriteString(text[at:])
	after, err := tidy(text, b.String())
	if err != nil {
		return "", fmt.Errorf("a fix makes what does not parse: %w", err)
	}
	return after, nil
}

// tidy formats the new text and removes the imports that the old text used and the new one does not.
func tidy(before, after string) (string, error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "fixed.go", after, parser.ParseComments)
	if err != nil {
		return "", err
	}
	old, err := parser.ParseFile(token.NewFileSet(), "old.go", before, 0)
	if err != nil {
		return "", err
	}
	used, needed := free(old), free(file)
	type spec struct{ name, path string }
	var needless []spec
	for _, i := range file.Imports {
		importPath, err := strconv.Unquote(i.Path.Value)
		if err != nil {
			continue
		}
		name, explicit := guessName(importPath), ""
		if i.Name != nil {
			name, explicit = i.Name.Name, i.Name.Name
		}
		if used[name] && !needed[name] {
			needless = append(needless, spec{explicit, importPath})
		}
	}
	for _, s := range needless {
		astutil.DeleteNamedImport(fset, file, s.name, s.path)
	}
	ast.SortImports(fset, file)
	var b strings.Builder
	if err := format.Node(&b, fset, file); err != nil {
		return "", err
	}
	return b.String(), nil
}

// free are the names that a file does not declare itself: those of other files, of the universe, and of imports.
func free(f *ast.File) map[string]bool {
	m := map[string]bool{}
	for _, id := range f.Unresolved {
		m[id.Name] = true
	}
	return m
}

// guessName is what an import path most often declares. A wrong guess keeps an import, as it is then not in use before.
func guessName(importPath string) string {
	base := path.Base(importPath)
	if v, ok := strings.CutPrefix(base, "v"); ok && v != "" && strings.Trim(v, "0123456789") == "" {
		base = path.Base(path.Dir(importPath))
	}
	base, _, _ = strings.Cut(base, ".")
	return strings.TrimPrefix(base, "go-")
}

// names are the files of the patch in order.
func (p *patch) names() []string {
	names := make([]string, 0, len(p.files))
	for f := range p.files {
		names = append(names, f)
	}
	slices.Sort(names)
	return names
}

// write puts the patch into effect: each file whole or not at all.
func (p *patch) write() error {
	for _, name := range p.names() {
		if err := replaceFile(name, []byte(p.files[name].after)); err != nil {
			return err
		}
	}
	return nil
}

func replaceFile(name string, text []byte) error {
	mode := os.FileMode(0o644)
	if info, err := os.Stat(name); err == nil {
		mode = info.Mode().Perm()
	}
	f, err := os.CreateTemp(filepath.Dir(name), ".philint-*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // in vain when all went well
	_, err = f.Write(text)
	if err == nil {
		err = f.Chmod(mode)
	}
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		return err
	}
	return os.Rename(f.Name(), name)
}

// diff is the patch as a text.
func (p *patch) diff() string {
	var b strings.Builder
	for _, name := range p.names() {
		rel := filepath.ToSlash(relative(name))
		b.WriteString(unified("a/"+rel, "b/"+rel, p.files[name].before, p.files[name].after))
	}
	return b.String()
}

// readLines returns the lines of a file, none if it cannot be read.
func readLines(name string) []string {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil
	}
	return strings.Split(string(text), "\n")
}
