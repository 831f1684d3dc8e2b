package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/seed-a76b335c/philint/analyzers"
	"github.com/seed-a76b335c/philint/analyzers/baseline"
	"github.com/seed-a76b335c/philint/analyzers/config"
)

// A run is what one look at some packages, in one build configuration, has found.
type run struct {
	Build    build         `json:"build"`
	Judged   baseline.Run  `json:"run"`
	Escapes  []escape      `json:"escapes,omitempty"`
	Lines    []line        `json:"lines,omitempty"` // of every finding
	findings []*finding    // in file order
	packages []packageView // in the order of their paths
	selection
}

// A build says which files were seen.
type build struct {
	GOOS   string `json:"goos"`
	GOARCH string `json:"goarch"`
	Tags   string `json:"tags,omitempty"`
}

// A line is what a person reads of a finding, beside what the baseline compares.
type line struct {
	File    string `json:"file"`
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	Offset  int    `json:"offset"`
	Class   string `json:"class"`
	Message string `json:"message"`
}

// An escape is one //philint:ok.
type escape struct {
	Package string `json:"package"`
	File    string `json:"file"`
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	Reason  string `json:"reason"`
	Used    bool   `json:"used"`
}

// A packageView is one judged package.
type packageView struct {
	analyzers.PackageRecord
	ID         string
	statements []*analyzers.StatementRecord
}

// A finding is a diagnostic with what the baseline knows it by.
type finding struct {
	diagnostic
	id       string // of the package, as the driver names it
	pkg      string
	analyzer string
	place
	end    place
	record *analyzers.FindingRecord
	hidden bool // held by the baseline
}

// A place is a position; lines and columns count from 1, columns in bytes.
type place struct {
	file         string
	line, column int
}

func (p place) String() string { return fmt.Sprintf("%s:%d:%d", p.file, p.line, p.column) }

func (p place) compare(q place) int {
	return cmp.Or(strings.Compare(p.file, q.file), cmp.Compare(p.line, q.line), cmp.Compare(p.column, q.column))
}

// parsePlace is the inverse of [place.String], and of what the drivers print.
func parsePlace(posn string) place {
	var p place
	rest := posn
	for _, to := range []*int{&p.column, &p.line} {
		i := strings.LastIndexByte(rest, ':')
		if i < 0 {
			return place{file: posn}
		}
		n, err := strconv.Atoi(rest[i+1:])
		if err != nil {
			return place{file: posn}
		}
		*to, rest = n, rest[:i]
	}
	p.file = rest
	return p
}

// look judges what the patterns name.
func (t *goTool) look(ctx context.Context, patterns []string) (*run, error) {
	sel, err := t.choose(ctx, patterns)
	if err != nil {
		return nil, err
	}
	r := &run{selection: *sel, Build: build{cmp.Or(os.Getenv("GOOS"), runtime.GOOS), cmp.Or(os.Getenv("GOARCH"), runtime.GOARCH), t.tags}}
	if len(sel.asked) > 0 {
		paths := make([]string, len(sel.asked))
		for i, p := range sel.asked {
			paths[i] = p.ImportPath
		}
		if paths[0] == "command-line-arguments" {
			paths = patterns
		}
		trees, problems, err := t.vet(ctx, paths)
		if err != nil {
			return nil, err
		}
		r.problems = append(r.problems, problems...)
		if err := r.read(trees); err != nil {
			return nil, err
		}
		r.missing(len(problems) > 0)
	}
	r.sum()
	return r, nil
}

// read takes the run's packages and findings from what the vet tool printed.
func (r *run) read(trees []tree) error {
	asked := map[string]bool{}
	for _, p := range r.asked {
		asked[p.ImportPath] = true
	}
	units := map[string]map[string]json.RawMessage{} // by import path
	ids := map[string]string{}
	for _, t := range trees {
		for id, byAnalyzer := range t {
			path, _, variant := strings.Cut(id, " [")
			if !asked[path] {
				continue // imported by what was asked for, or an external test
			}
			if _, seen := units[path]; seen && !variant {
				continue
			}
			units[path], ids[path] = byAnalyzer, id
		}
	}
	for path, byAnalyzer := range units {
		if err := r.unit(path, ids[path], byAnalyzer); err != nil {
			return err
		}
	}
	slices.SortFunc(r.packages, func(a, b packageView) int { return strings.Compare(a.Path, b.Path) })
	slices.SortFunc(r.findings, func(a, b *finding) int {
		return cmp.Or(a.place.compare(b.place), a.end.compare(b.end), strings.Compare(a.Category, b.Category), strings.Compare(a.Message, b.Message))
	})
	return nil
}

func (r *run) unit(path, id string, byAnalyzer map[string]json.RawMessage) error {
	var view packageView
	records := map[string][]*analyzers.FindingRecord{}
	var found []*finding
	for name, raw := range byAnalyzer {
		var ds []diagnostic
		if err := json.Unmarshal(raw, &ds); err != nil {
			var failure struct {
				Error string `json:"error"`
			}
			if json.Unmarshal(raw, &failure) == nil && failure.Error != "" {
				r.problems = append(r.problems, fmt.Sprintf("%s: %s", path, failure.Error))
				continue
			}
			return fmt.Errorf("%s: %w", path, err)
		}
		for _, d := range ds {
			if d.Category != analyzers.RecordCategory {
				found = append(found, &finding{diagnostic: d, id: id, pkg: path, analyzer: name, place: parsePlace(d.Posn), end: parsePlace(d.End)})
				continue
			}
			var rec analyzers.Record
			if err := json.Unmarshal([]byte(d.Message), &rec); err != nil {
				return fmt.Errorf("%s: %w", path, err)
			}
			switch {
			case rec.Package != nil:
				view.PackageRecord, view.ID = *rec.Package, id
			case rec.Statement != nil:
				view.statements = append(view.statements, rec.Statement)
			case rec.Finding != nil:
				key := rec.Finding.Class + "\x00" + rec.Finding.Message
				records[key] = append(records[key], rec.Finding)
			}
		}
	}
	for _, f := range found {
		for _, rec := range records[f.Category+"\x00"+f.Message] {
			if rec.Line == f.line && rec.Column == f.column {
				f.record = rec
			}
		}
		if f.record == nil {
			return errors.New(f.Posn + ": a finding without a record; is the vet tool of another version?")
		}
	}
	r.findings = append(r.findings, found...)
	if view.ID != "" {
		r.packages = append(r.packages, view)
	}
	return nil
}

// missing names every package that was asked for and of which nothing was heard.
func (r *run) missing(explained bool) {
	heard := map[string]bool{}
	for _, p := range r.packages {
		heard[p.Path] = true
	}
	for _, p := range r.asked {
		if heard[p.ImportPath] {
			continue
		}
		r.broken = append(r.broken, p.ImportPath)
		if !explained {
			r.problems = append(r.problems, p.ImportPath+": not judged: the go command gave no account of it")
		}
	}
}

// sum makes of the findings what the baseline compares.
func (r *run) sum() {
	j := &r.Judged
	j.Packages = []string{}
	for _, p := range r.packages {
		j.Packages = append(j.Packages, p.Path)
		for _, e := range p.Escapes {
			r.Escapes = append(r.Escapes, escape{p.Path, fromRoot(e.File), e.Line, e.Column, e.Reason, e.Used})
		}
	}
	j.Packages = append(j.Packages, r.testOnly...)
	slices.Sort(j.Packages)
	j.Broken = slices.Clone(r.broken)
	slices.Sort(j.Broken)
	j.Broken = slices.Compact(j.Broken)
	j.Whole = r.whole
	j.Findings = []baseline.Finding{}
	for _, f := range r.findings {
		r.Lines = append(r.Lines, line{fromRoot(f.file), f.line, f.column, f.record.Offset, f.Category, f.Message})
		if analyzers.Baselined(f.Category) {
			j.Findings = append(j.Findings, f.identify())
		}
	}
}

func (f *finding) identify() baseline.Finding {
	id := analyzers.Identify(f.pkg, f.record)
	id.File = fromRoot(id.File)
	return id
}

// fromRoot names a file as seen from the module's root, so that runs of one module fit together wherever they were made.
func fromRoot(file string) string {
	root, err := config.ModuleRoot(".")
	if err != nil || root == "" || !filepath.IsAbs(file) {
		return filepath.ToSlash(relative(file))
	}
	rel, err := filepath.Rel(root, file)
	if err != nil {
		return filepath.ToSlash(file)
	}
	return filepath.ToSlash(rel)
}

// toHere is the inverse, as seen from the working directory.
func toHere(file string) string {
	root, err := config.ModuleRoot(".")
	if err != nil || root == "" || filepath.IsAbs(filepath.FromSlash(file)) {
		return filepath.FromSlash(file)
	}
	return relative(filepath.Join(root, filepath.FromSlash(file)))
}

func (r *run) statements() (n int) {
	for _, p := range r.packages {
		n += p.Statements
	}
	return n
}

func (r *run) operands() (n int) {
	for _, p := range r.packages {
		n += p.Operands
	}
	return n
}
