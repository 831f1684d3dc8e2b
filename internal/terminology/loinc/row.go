// Package loinc holds the LOINC codes that a reading can carry.
//
// Two tables have the same form. The core table is built in: a few thousand codes with their axes, collected from
// public sources and from common use. A release table is read from the official Loinc.csv that a site downloads under
// its own licence.
//
// Axes use LOINC's own abbreviations (Ser/Plas, Bld, Pt, 24H, Qn), because a unit moves a reading between the rows
// that agree in component, system and time and differ only in property or scale. Those three are therefore spelled
// alike in every row of the core table, even where the long names come from different LOINC versions.
package loinc

import (
	"slices"
	"strings"

	"github.com/seed-a76b335c/philint/internal/terminology/lookup"
)

// Kinds of rows.
const (
	KindLab    = "lab"
	KindVital  = "vital"
	KindDevice = "device"
	KindPanel  = "panel"
	KindOther  = "other"
)

// Row is one LOINC code. Rows are shared by everyone who asks: read them, never change them.
type Row struct {
	Code      string
	Component string // with challenge and adjustment: "Glucose^2H post 75 g glucose PO"
	Property  string // MCnc, SCnc, NCnc; empty where it is not known, "-" in panels
	Time      string // Pt, 24H
	System    string // Ser/Plas, Bld, Urine
	Scale     string // Qn, Ord, Nom
	Method    string // empty in most rows
	Class     string
	LongName  string
	// Names are further designations of a release (short, display and consumer names). The core table has none.
	Names        []string
	ExampleUnits []string // UCUM
	Rank         int      // 1 is the commonest, 0 is not ranked
	Panel        bool
	Kind         string
	// Sources are short ids of where the core table saw the code. A release has none.
	Sources []string
}

// Challenge is the part of the component that says what was done before: "post CFst" of "Glucose^post CFst".
func (r *Row) Challenge() string {
	_, after, _ := strings.Cut(r.Component, "^")
	return after
}

// Analyte is the component without challenge and adjustment.
func (r *Row) Analyte() string {
	before, _, _ := strings.Cut(r.Component, "^")
	return before
}

// Table is a set of rows in code order. It never changes after it was made.
type Table struct {
	rows    []Row
	codes   *lookup.Table // numbered as the rows
	version string
	digest  string
	// withdrawn are the codes of the core table that the release has and leaves out, as retired, in code order.
	withdrawn []string
}

func newTable(version, digest string, rows []Row) *Table {
	t := &Table{rows: rows, codes: lookup.New(len(rows)), version: version, digest: digest}
	for i := range rows {
		t.codes.Add(rows[i].Code)
	}
	return t
}

// Row finds a row by its code.
func (t *Table) Row(code string) (*Row, bool) {
	i, ok := t.Place(code)
	if !ok {
		return nil, false
	}
	return &t.rows[i], true
}

// Place is where among the rows a code stands.
func (t *Table) Place(code string) (int, bool) {
	i, ok := t.codes.Find(code)
	return int(i), ok
}

// Rows are all rows in code order. The slice is the table's own.
func (t *Table) Rows() []Row { return t.rows }

// Len is the number of rows.
func (t *Table) Len() int { return len(t.rows) }

// Version names the table: "core-…" for the built-in one, "loinc-…" for a release.
func (t *Table) Version() string { return t.version }

// Digest is the SHA-256 of the table's own form, in hexadecimal.
func (t *Table) Digest() string { return t.digest }

// Notice is the text that has to go with every copy of the table.
func (t *Table) Notice() string { return notice }

// sortRows puts rows in code order.
func sortRows(rows []Row) {
	slices.SortFunc(rows, func(a, b Row) int { return before(a.Code, b.Code) })
}
