package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// tags are those of a server with leaks.
const tags = "canaryhook,canaryleak"

// leakPackage is where they are, below the module's root.
const leakPackage = "internal/hook/leak"

// undropped is the class of a finding about a key: that the filter drops what stands under it says nothing of the value.
const undropped = "unregistered-key"

// lint has the linter look at the leaks' source: by number, the classes of what it says about their values, sorted.
func lint(ctx context.Context, program, root string) (map[int][]string, error) {
	var said bytes.Buffer
	cmd := exec.CommandContext(ctx, program, "-C", root, "-tags", tags, "-baseline", "off", "-json", "./"+leakPackage)
	cmd.Stdout, cmd.Env = &said, append(os.Environ(), "GOFLAGS=", "GOWORK=off")
	err := cmd.Run()
	// Status 1 is that there are findings.
	if exit, ok := errors.AsType[*exec.ExitError](err); err != nil && (!ok || exit.ExitCode() != 1) {
		return nil, fmt.Errorf("the linter failed: %w", err)
	}
	var report map[string]map[string][]struct{ Category, Posn string }
	if err := json.Unmarshal(said.Bytes(), &report); err != nil {
		return nil, fmt.Errorf("the linter's report: %w", err)
	}
	files := &sources{set: token.NewFileSet(), parsed: map[string]*ast.File{}}
	out := map[int][]string{}
	for _, analyzers := range report {
		for _, findings := range analyzers {
			for _, f := range findings {
				number, err := files.leakAt(f.Posn)
				if err != nil {
					return nil, err
				}
				if f.Category != undropped && !slices.Contains(out[number], f.Category) {
					out[number] = append(out[number], f.Category)
				}
			}
		}
	}
	for _, classes := range out {
		slices.Sort(classes)
	}
	return out, nil
}

// sources are files that findings are in.
type sources struct {
	set    *token.FileSet
	parsed map[string]*ast.File
}

// numbered are the names of what belongs to one leak: leak07, leak07Rows, leak36Converts.
var numbered = regexp.MustCompile(`^leak(\d\d)`)

// leakAt is the number of the leak whose source is at a position, file:line:column.
func (s *sources) leakAt(position string) (int, error) {
	parts := strings.Split(position, ":")
	if len(parts) < 3 {
		return 0, errors.New("the linter's report has a finding without a position")
	}
	name := strings.Join(parts[:len(parts)-2], ":")
	line, err := strconv.Atoi(parts[len(parts)-2])
	if err != nil {
		return 0, fmt.Errorf("the linter's report has a finding at no line: %w", err)
	}
	file := s.parsed[name]
	if file == nil {
		if file, err = parser.ParseFile(s.set, name, nil, parser.SkipObjectResolution); err != nil {
			return 0, err
		}
		s.parsed[name] = file
	}
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || line < s.set.Position(f.Pos()).Line || line > s.set.Position(f.End()).Line {
			continue
		}
		names := []string{f.Name.Name}
		if f.Recv != nil {
			ast.Inspect(f.Recv, func(n ast.Node) bool {
				if id, ok := n.(*ast.Ident); ok {
					names = append(names, id.Name)
				}
				return true
			})
		}
		for _, n := range names {
			if m := numbered.FindStringSubmatch(n); m != nil {
				return strconv.Atoi(m[1])
			}
		}
	}
	return 0, fmt.Errorf("%s:%d: the linter has a finding in no leak: name the function or its type after the leak, leakNN", filepath.Base(name), line)
}
