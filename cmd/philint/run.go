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
	Source   source        `json:"source"`
	Build    build         `json:"build"`
	Judged   baseline.Run  `json:"run"`
	Excluded []string      `json:"excluded,omitempty"` // by the configuration
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

// here is where it stands as seen from the working directory.
func (l line) here() place { return place{toHere(l.File), l.Line, l.Column} }

// An escape is one //philint:ok.
type escape struct {
	Package string `json:"package"`
	File    string `json:"file"`
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	Reason  string `json:"reason"`
	Used    bool   `json:"used"`
	// Excluded says that the package is not judged, so that nothing is known of the use.
	Excluded bool `json:"excluded,omitempty"`
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
	known  baseline.Finding // as the baseline sees it
	hidden bool             // held by the baseline
}

// A place is a position; lines and columns count from 1, columns in bytes.
type place struct {
	file         string
	line, column int
}

// String is what [go/token.Position] makes of it: a //line directive may leave the column out.
func (p place) String() string {
	if p.column == 0 {
		return fmt.Sprintf("%s:%d", p.file, p.line)
	}
	return fmt.Sprintf("%s:%d:%d", p.file, p.line, p.column)
}

func (p place) compare(q place) int {
	return cmp.Or(strings.Compare(p.file, q.file), cmp.Compare(p.line, q.line), cmp.Compare(p.column, q.column))
}

// parsePlace is the inverse of [place.String], and of what the drivers print.
func parsePlace(posn string) place {
	file, last, ok := cutNumber(posn)
	if !ok {
		return place{file: posn}
	}
	if f, line, ok := cutNumber(file); ok {
		return place{f, line, last}
	}
	return place{file: file, line: last}
}

// cutNumber cuts the number off after the last colon.
func cutNumber(s string) (before string, n int, ok bool) {
	i := strings.LastIndexByte(s, ':')
	if i < 0 {
		return s, 0, false
	}
	n, err := strconv.Atoi(s[i+1:])
	if err != nil {
		return s, 0, false
	}
	return s[:i], n, true
}

// placeOf is a record's place, which needs no parsing.
func placeOf(p analyzers.Place) place { return place{p.File, p.Line, p.Column} }

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
		if err := r.judged(ctx, t, paths); err != nil {
			return nil, err
		}
	}
	r.sum()
	return r, nil
}

// judged runs the vet tool. When the go command keeps a package's verdict but not what was printed of it, as a kill at the
// wrong moment can leave its cache, it is asked once more in words that it has not heard before.
func (r *run) judged(ctx context.Context, t *goTool, paths []string) error {
	for _, again := range []bool{false, true} {
		trees, problems, err := t.vet(ctx, paths, again)
		if err != nil {
			return err
		}
		r.packages, r.findings = nil, nil
		before := len(r.problems)
		r.problems = append(r.problems, problems...)
		if err := r.read(trees); err != nil {
			return err
		}
		silent := r.silent()
		if len(silent) == 0 {
			return nil
		}
		if len(r.problems) == before && !again {
			continue
		}
		r.broken = append(r.broken, silent...)
		if len(problems) == 0 {
			for _, p := range silent {
				r.problems = append(r.problems, p+": not judged: the go command gave no account of it; go clean -cache may help")
			}
		}
		return nil
	}
	return nil
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
	slices.SortStableFunc(r.findings, func(a, b *finding) int {
		return cmp.Or(a.place.compare(b.place), cmp.Compare(a.record.Offset, b.record.Offset), a.end.compare(b.end),
			strings.Compare(a.Category, b.Category), strings.Compare(a.Message, b.Message))
	})
	return nil
}

func (r *run) unit(path, id string, byAnalyzer map[string]json.RawMessage) error {
	var view packageView
	records := map[findingKey][]*analyzers.FindingRecord{} // in the order in which they were made
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
				key := recordKey(rec.Finding)
				records[key] = append(records[key], rec.Finding)
			}
		}
	}
	for _, f := range found {
		// Findings and records come in one order, and each record belongs to one finding: two files may claim the same
		// place by //line.
		key := findingKey{f.analyzer, f.Category, f.Posn, f.Message}
		list := records[key]
		if len(list) == 0 {
			return errors.New(f.Posn + ": a finding without a record; is the vet tool of another version?")
		}
		f.record, records[key] = list[0], list[1:]
		f.place = placeOf(f.record.Place)
	}
	for _, list := range records {
		for _, rec := range list {
			if !rec.Hidden {
				return fmt.Errorf("%s: a record without a finding; is the vet tool of another version?", placeOf(rec.Place))
			}
		}
	}
	r.findings = append(r.findings, found...)
	if view.ID != "" {
		r.packages = append(r.packages, view)
	}
	return nil
}

// A findingKey is what a diagnostic and its record have in common.
type findingKey struct{ analyzer, class, posn, message string }

func recordKey(rec *analyzers.FindingRecord) findingKey {
	return findingKey{analyzers.Reporting(rec), rec.Class, placeOf(rec.Place).String(), rec.Message}
}

// silent are the packages that were asked for and of which nothing was heard.
func (r *run) silent() (paths []string) {
	heard := map[string]bool{}
	for _, p := range r.packages {
		heard[p.Path] = true
	}
	for _, p := range r.asked {
		if !heard[p.ImportPath] {
			paths = append(paths, p.ImportPath)
		}
	}
	return paths
}

// sum makes of the findings what the baseline compares.
func (r *run) sum() {
	j := &r.Judged
	j.Packages = []string{}
	for _, p := range r.packages {
		if p.PackageRecord.Excluded {
			// As one that does not compile: it is there, and nothing is said of its entries.
			r.Excluded = append(r.Excluded, p.Path)
		} else {
			j.Packages = append(j.Packages, p.Path)
		}
		for _, e := range p.Escapes {
			r.Escapes = append(r.Escapes, escape{Package: p.Path, File: fromRoot(e.File), Line: e.Line, Column: e.Column, Reason: e.Reason, Used: e.Used})
		}
	}
	j.Packages = append(j.Packages, r.testOnly...)
	slices.Sort(j.Packages)
	j.Broken = slices.Concat(r.broken, r.Excluded)
	slices.Sort(j.Broken)
	j.Broken = slices.Compact(j.Broken)
	j.Whole = r.whole
	j.Findings = []baseline.Finding{}
	taken := map[spot]bool{}
	for _, f := range r.findings {
		f.known = analyzers.Identify(f.pkg, f.record)
		f.known.File = fromRoot(f.known.File)
		// The baseline counts equal findings at one place once. A run has each finding once, so these are of two files
		// that claim one place by //line.
		for taken[spotOf(f.known)] {
			f.known.Offset += 1 << 30
		}
		taken[spotOf(f.known)] = true
		r.Lines = append(r.Lines, line{fromRoot(f.file), f.line, f.column, f.known.Offset, f.Category, f.Message})
		if analyzers.Baselined(f.Category) {
			j.Findings = append(j.Findings, f.known)
		}
	}
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

// forwarded counts the operands that are not judged where they stand but at the calls of the function around them.
func (r *run) forwarded() (n int) {
	for _, p := range r.packages {
		for _, s := range p.statements {
			for _, o := range s.Operands {
				if o.OK && o.Forwarded {
					n++
				}
			}
		}
	}
	return n
}

func (r *run) operands() (n int) {
	for _, p := range r.packages {
		n += p.Operands
	}
	return n
}
