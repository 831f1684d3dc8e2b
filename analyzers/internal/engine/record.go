package engine

import (
	"encoding/json"
	"fmt"
	"go/token"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/seed-a76b335c/philint/analyzers/internal/policy"
	"github.com/seed-a76b335c/philint/analyzers/internal/sink"
)

// RecordCategory is the category of the diagnostics that carry a [Record] as their message.
const RecordCategory = "record"

// A Record is what the driver tells the stand-alone command about a package beyond its findings, one JSON object a
// diagnostic. They come as diagnostics because those are what "go vet -json" prints and what its cache keeps.
// Exactly one member is set.
type Record struct {
	Package   *PackageRecord   `json:"package,omitempty"`
	Statement *StatementRecord `json:"statement,omitempty"`
	Finding   *FindingRecord   `json:"finding,omitempty"`
}

// A PackageRecord is there once for every package that was looked at.
type PackageRecord struct {
	Path       string         `json:"path"`
	Excluded   bool           `json:"excluded,omitempty"`
	Files      int            `json:"files"`      // without tests
	Statements int            `json:"statements"` // that write, without the binders and builders of fields
	Operands   int            `json:"operands"`
	KeysJudged bool           `json:"keys_judged,omitempty"`
	KeysReason string         `json:"keys_reason,omitempty"`
	Escapes    []EscapeRecord `json:"escapes,omitempty"`
}

// An EscapeRecord is one //philint:ok.
type EscapeRecord struct {
	Place
	Reason string `json:"reason"`
	Used   bool   `json:"used"`
}

// A StatementRecord is one log statement.
type StatementRecord struct {
	Place
	Sink     string          `json:"sink"`
	Surface  string          `json:"surface"`
	Kind     string          `json:"kind"`
	Level    string          `json:"level,omitempty"`
	Message  string          `json:"message,omitempty"`
	Decl     string          `json:"decl,omitempty"`
	Wrapper  bool            `json:"wrapper,omitempty"`
	Escape   string          `json:"escape,omitempty"`
	Operands []OperandRecord `json:"operands,omitempty"`
}

// An OperandRecord is one operand of a statement.
type OperandRecord struct {
	Place
	Text      string `json:"text"`
	Key       string `json:"key,omitempty"`
	Type      string `json:"type,omitempty"`
	OK        bool   `json:"ok"`
	Forwarded bool   `json:"forwarded,omitempty"` // judged at the callers
	Shape     string `json:"shape,omitempty"`
	Class     string `json:"class,omitempty"`
	Why       string `json:"why,omitempty"`
}

// A FindingRecord is what a baseline knows a finding by. The diagnostic of the same place, class and message has the rest.
type FindingRecord struct {
	Place
	Surface string   `json:"surface"`
	Class   string   `json:"class"`
	Message string   `json:"message"`
	Operand string   `json:"operand"`
	Sink    string   `json:"sink"`
	Decl    string   `json:"decl"`
	Type    string   `json:"type"`
	Leaves  []string `json:"leaves,omitempty"`
	Hidden  bool     `json:"hidden,omitempty"`
}

// A Place is where something stands.
type Place struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
	Offset int    `json:"offset"`
}

// deliver reports what belongs to no surface, and the records if they are asked for.
func deliver(pass *analysis.Pass, opts *Options, res *Result) {
	if standard(pass) || opts.FactsOnly {
		return
	}
	for _, f := range res.Findings {
		if (f.Class == policy.Escape || f.Class == policy.Internal) && !f.Hidden {
			pass.Report(f.Diagnostic())
		}
	}
	if opts.Records {
		r := recorder{pass}
		r.all(opts, res)
	}
}

var (
	surfaces = [...]string{sink.Log: "log", sink.Telemetry: "telemetry", sink.Stream: "stream"}
	kinds    = [...]string{sink.Statement: "statement", sink.Binder: "binder", sink.Field: "field"}
)

type recorder struct{ *analysis.Pass }

func (r recorder) all(opts *Options, res *Result) {
	pkg := &PackageRecord{Path: r.Pkg.Path()}
	first := token.NoPos
	for _, f := range r.Files {
		name := r.Fset.File(f.FileStart).Name()
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		if pkg.Files == 0 {
			first = f.Package
			if opts.KeysReason != nil {
				pkg.KeysJudged, pkg.KeysReason = opts.KeysReason(filepath.Dir(name))
			}
		}
		pkg.Files++
	}
	if pkg.Files == 0 {
		return // tests only: nothing of it is judged
	}
	pkg.Excluded = opts.Exclude != nil && opts.Exclude(r.Pkg.Path())
	for _, s := range res.Statements {
		if s.Kind == sink.Statement {
			pkg.Statements++
		}
		pkg.Operands += len(s.Operands)
	}
	for _, e := range res.Escapes {
		pkg.Escapes = append(pkg.Escapes, EscapeRecord{r.place(e.Pos), e.Reason, e.Used})
	}
	r.emit(first, Record{Package: pkg})
	for _, s := range res.Statements {
		r.emit(s.Pos, Record{Statement: r.statement(s)})
	}
	for _, f := range res.Findings {
		r.emit(f.Pos, Record{Finding: &FindingRecord{
			Place: r.place(f.Pos), Surface: surfaces[f.Surface], Class: string(f.Class), Message: f.Message, Operand: f.Operand,
			Sink: f.Sink, Decl: f.Decl, Type: f.Type, Leaves: f.Leaves, Hidden: f.Hidden,
		}})
	}
}

func (r recorder) statement(s Statement) *StatementRecord {
	st := &StatementRecord{
		Place: r.place(s.Pos), Sink: s.Sink, Surface: surfaces[s.Surface], Kind: kinds[s.Kind], Level: s.Level, Message: s.Message,
		Decl: s.Decl, Wrapper: s.Wrapper, Escape: s.Escape,
	}
	for _, o := range s.Operands {
		st.Operands = append(st.Operands, OperandRecord{
			Place: r.place(o.Pos), Text: o.Text, Key: o.Key, Type: o.Type, OK: o.OK, Forwarded: o.Forwarded,
			Shape: string(o.Shape), Class: string(o.Class), Why: o.Why,
		})
	}
	return st
}

func (r recorder) place(pos token.Pos) Place {
	p := r.Fset.Position(pos)
	return Place{p.Filename, p.Line, p.Column, p.Offset}
}

func (r recorder) emit(pos token.Pos, rec Record) {
	text, err := json.Marshal(rec)
	if err != nil {
		panic(fmt.Sprintf("record: %T", err)) // strings, numbers and flags always marshal
	}
	r.Report(analysis.Diagnostic{Pos: pos, End: pos, Category: RecordCategory, Message: string(text)})
}
