package main

import (
	"cmp"
	"context"
	_ "embed"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"io"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/seed-a76b335c/philint/analyzers"
	"github.com/seed-a76b335c/philint/analyzers/config"
)

// An inventory lists every log statement of some packages.
type inventory struct {
	Build      build       `json:"build"`
	Packages   int         `json:"packages"`
	Excluded   []string    `json:"excluded,omitempty"`
	TestOnly   []string    `json:"imported_only_by_tests,omitempty"`
	Statements int         `json:"statements"` // that write, without binders and builders of fields
	Operands   int         `json:"operands"`
	Log        []statement `json:"log"`
}

// A statement is one row of it.
type statement struct {
	Package  string    `json:"package"`
	File     string    `json:"file"`
	Line     int       `json:"line"`
	Column   int       `json:"column"`
	Decl     string    `json:"decl,omitempty"`
	Sink     string    `json:"sink"`
	Surface  string    `json:"surface"`
	Kind     string    `json:"kind"`
	Level    string    `json:"level,omitempty"`
	Message  string    `json:"message,omitempty"`
	Wrapper  bool      `json:"wrapper,omitempty"`
	Escape   string    `json:"escape,omitempty"`
	Operands []operand `json:"operands"`
}

// An operand is one value that a statement writes.
type operand struct {
	Text     string `json:"text"`
	Key      string `json:"key,omitempty"`
	Type     string `json:"type,omitempty"`
	Standing string `json:"standing"` // allowed, callers, finding, baseline, escaped
	Shape    string `json:"shape,omitempty"`
	Class    string `json:"class,omitempty"`
	Why      string `json:"why,omitempty"`
}

// The standings of an operand.
const (
	allowed   = "allowed"
	atCallers = "judged at the callers"
	isFinding = "finding"
	held      = "in the baseline"
	escaped   = "escaped"
)

func (c *command) inventory(ctx context.Context, args []string) int {
	var o options
	patterns, err := o.parse(o.flagsOf("inventory"), args)
	if err == nil && (o.json && o.csv || o.json && o.html || o.csv && o.html) {
		err = errors.New("-json, -csv and -html cannot be used together")
	}
	if err != nil {
		return c.fail(err)
	}
	r, err := o.look(ctx, everything(patterns))
	if err != nil {
		return c.fail(err)
	}
	v, err := judge(r)
	if err != nil {
		return c.fail(err)
	}
	inv, err := takeInventory(r)
	if err != nil {
		return c.fail(err)
	}
	switch {
	case o.csv:
		err = inv.csv(c.stdout)
	case o.html:
		err = inv.html(ctx, c.stdout)
	default:
		err = inv.json(c.stdout)
	}
	if err != nil {
		return c.fail(err)
	}
	return c.close(r, v, clean)
}

// takeInventory lists what was judged, and makes sure that it is all of it.
func takeInventory(r *run) (*inventory, error) {
	inv := &inventory{Build: r.Build, Packages: len(r.packages), TestOnly: r.testOnly, Log: []statement{}}
	type key struct {
		place
		class string
	}
	found := map[key]*finding{}
	for _, f := range r.findings {
		found[key{f.place, f.Category}] = f
	}
	standing := func(s *analyzers.StatementRecord, o analyzers.OperandRecord) string {
		f := found[key{place{o.File, o.Line, o.Column}, o.Class}]
		switch {
		case o.OK && o.Forwarded:
			return atCallers
		case o.OK:
			return allowed
		case f != nil && f.hidden:
			return held
		case f != nil:
			return isFinding
		}
		return escaped
	}
	for _, p := range r.packages {
		if p.Excluded {
			inv.Excluded = append(inv.Excluded, p.Path)
		}
		writing, operands := 0, 0
		for _, s := range p.statements {
			row := statement{
				Package: p.Path, File: fromRoot(s.File), Line: s.Line, Column: s.Column, Decl: s.Decl, Sink: s.Sink, Surface: s.Surface, Kind: s.Kind,
				Level: s.Level, Message: s.Message, Wrapper: s.Wrapper, Escape: s.Escape, Operands: []operand{},
			}
			if s.Kind == "statement" {
				writing++
			}
			operands += len(s.Operands)
			for _, o := range s.Operands {
				row.Operands = append(row.Operands, operand{o.Text, o.Key, o.Type, standing(s, o), o.Shape, o.Class, o.Why})
			}
			inv.Log = append(inv.Log, row)
		}
		if writing != p.Statements || operands != p.Operands {
			return nil, fmt.Errorf("%s: %d statements with %d operands were judged, but %d with %d are listed", p.Path, p.Statements, p.Operands, writing, operands)
		}
		inv.Statements += writing
		inv.Operands += operands
	}
	slices.SortStableFunc(inv.Log, func(a, b statement) int {
		return cmp.Or(strings.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	return inv, nil
}

func (inv *inventory) json(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "\t")
	enc.SetEscapeHTML(false)
	return enc.Encode(inv)
}

// csv writes one line an operand, and one for a statement without any.
func (inv *inventory) csv(w io.Writer) error {
	out := csv.NewWriter(w)
	write := func(fields ...string) {
		for i := range fields {
			fields[i] = inert(fields[i])
		}
		_ = out.Write(fields) // its error stays for Error
	}
	write("package", "file", "line", "column", "declaration", "sink", "surface", "kind", "level", "message", "escape",
		"operand", "key", "type", "standing", "shape", "class", "why")
	for _, s := range inv.Log {
		ops := s.Operands
		if len(ops) == 0 {
			ops = []operand{{}}
		}
		for _, o := range ops {
			write(s.Package, s.File, strconv.Itoa(s.Line), strconv.Itoa(s.Column), s.Decl, s.Sink, s.Surface, s.Kind, s.Level, s.Message, s.Escape,
				o.Text, o.Key, o.Type, o.Standing, o.Shape, o.Class, o.Why)
		}
	}
	out.Flush()
	return out.Error()
}

// inert keeps a spreadsheet from taking a text for a formula.
func inert(s string) string {
	if s != "" && strings.ContainsRune("=+-@\t\r", rune(s[0])) {
		return "'" + s
	}
	return s
}

//go:embed inventory.html
var page string

// pageTemplate is parsed when asked for: the vet tool is started for every package, and has no page.
var pageTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("inventory").Funcs(pageFuncs).Parse(page))
})

var pageFuncs = template.FuncMap{
	"standingsOf": func(s statement) string { return strings.Join(s.standings(), "|") },
	"standings":   func() []string { return []string{isFinding, held, escaped, atCallers, allowed} },
	"slug":        func(s string) string { return strings.ReplaceAll(s, " ", "-") },
}

// standings are those of all operands, so that no operand hides another from the reader who filters by it.
func (s statement) standings() []string {
	set := map[string]bool{}
	for _, o := range s.Operands {
		set[o.Standing] = true
	}
	if s.Escape != "" {
		set[escaped] = true
	}
	if len(set) == 0 {
		set[allowed] = true // constants only
	}
	return sorted(set)
}

// A provenance says of a page what it shows. The other forms go without, so that equal code gives equal text.
type provenance struct {
	*inventory
	Date, Revision, Version, Fingerprint string
}

func (inv *inventory) html(ctx context.Context, w io.Writer) error {
	p := provenance{inventory: inv, Date: time.Now().UTC().Format("2006-01-02 15:04 MST"), Revision: revision(ctx), Version: versionText()}
	var err error
	if p.Fingerprint, _, err = config.Fingerprint("."); err != nil {
		return err
	}
	return pageTemplate().Execute(w, p)
}

// revision is the commit of the working directory, "" if there is none.
func revision(ctx context.Context) string {
	commit, err := exec.CommandContext(ctx, "git", "rev-parse", "--verify", "--quiet", "HEAD").Output()
	if err != nil {
		return ""
	}
	rev := strings.TrimSpace(string(commit))
	changes, err := exec.CommandContext(ctx, "git", "status", "--porcelain", "--untracked-files=normal").Output()
	if err != nil || len(changes) > 0 {
		rev += " with uncommitted changes"
	}
	return rev
}
