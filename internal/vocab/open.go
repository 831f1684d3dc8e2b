package vocab

import (
	"errors"
	"fmt"
	"time"

	"github.com/seed-a76b335c/philint/internal/terminology"
	"github.com/seed-a76b335c/philint/internal/terminology/icpc3"
	"github.com/seed-a76b335c/philint/internal/terminology/loinc"
	"github.com/seed-a76b335c/philint/internal/terminology/ucum"
)

// Source says where a table in use comes from.
type Source string

// The sources.
const (
	Embedded Source = "embedded"
	Imported Source = "imported"
	Damaged  Source = "damaged" // imported, and not readable: it is not in use, and nothing is in its place
)

// Vocabulary is a table in use.
type Vocabulary struct {
	Name     string // LOINC, ICPC-3, UCUM
	Version  string
	Rows     int // with the built-in ones behind a release
	BuiltIn  int // built-in rows behind a release, whose codes it does not have
	Source   Source
	Imported time.Time // zero for embedded tables
	Digest   string    // SHA-256 of the imported file's content, or of the embedded table
	Notice   string
}

// Vocabularies are the tables in use.
type Vocabularies struct {
	Codes      *loinc.Table
	Complaints *icpc3.Table
	List       []Vocabulary

	whole map[Kind]table // each as it was read, without the one behind it
}

var names = map[Kind]string{LOINC: "LOINC", ICPC3: "ICPC-3"}

// Open reads the tables that were imported, and takes the embedded ones for the others, or for all where dataDir is
// empty. A file that is damaged is an error: a site that has imported a release must not fall back to fewer codes
// without a word.
func Open(dataDir string) (*Vocabularies, error) {
	v, problems, err := Inspect(dataDir)
	if err = errors.Join(append([]error{err}, problems...)...); err != nil {
		return nil, err
	}
	return v, nil
}

// Inspect is Open for somebody who looks what is there. A damaged table is one of the problems, and stands in the list as
// such; the others are there.
func Inspect(dataDir string) (v *Vocabularies, problems []error, err error) {
	complaints, err := icpc3.Load()
	if err != nil {
		return nil, nil, fmt.Errorf("the embedded table: %w", err)
	}
	v = &Vocabularies{Codes: loinc.Core(), Complaints: complaints}
	v.whole = map[Kind]table{LOINC: v.Codes, ICPC3: v.Complaints}
	for _, k := range Kinds() {
		e := Vocabulary{Name: names[k], Source: Embedded, Digest: v.whole[k].Digest()}
		s, err := load(dataDir, k)
		if err == nil && s != nil {
			e.Source, e.Imported, e.Digest = Imported, s.imported, s.digest
			v.whole[k] = s.table
			err = v.use(s.table)
		}
		if err != nil {
			problems = append(problems, err)
			v.List = append(v.List, Vocabulary{Name: names[k], Source: Damaged, Notice: v.whole[k].Notice()})
			continue
		}
		t := v.inUse(k)
		e.Version, e.Rows, e.Notice = t.Version(), t.Len(), t.Notice()
		if e.Source == Imported {
			e.BuiltIn = t.Len() - s.table.Len()
		}
		v.List = append(v.List, e)
	}
	v.List = append(v.List, unitsInUse())
	return v, problems, nil
}

// use puts an imported table over the embedded one.
func (v *Vocabularies) use(t table) (err error) {
	switch t := t.(type) {
	case *loinc.Table:
		v.Codes = t.Over(v.Codes)
	case *icpc3.Table:
		v.Complaints, err = t.Over(v.Complaints)
	}
	return err
}

func (v *Vocabularies) inUse(k Kind) table {
	if k == LOINC {
		return v.Codes
	}
	return v.Complaints
}

// unitsInUse is the table of units, which nobody imports.
func unitsInUse() Vocabulary {
	return Vocabulary{
		Name: "UCUM", Version: ucum.Version(), Rows: len(ucum.Atoms()), Source: Embedded, Digest: unitsDigest(), Notice: ucum.Notice(),
	}
}

// Set puts the tables together to be asked.
func (v *Vocabularies) Set() (*terminology.Set, error) {
	s, err := terminology.New(v.Codes, v.Complaints)
	if err != nil {
		return nil, fmt.Errorf("put the vocabularies together: %w", err)
	}
	return s, nil
}
