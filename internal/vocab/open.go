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
)

// Vocabulary is a table in use.
type Vocabulary struct {
	Name     string // LOINC, ICPC-3, UCUM
	Version  string
	Rows     int
	Source   Source
	Imported time.Time // zero for embedded tables
	Digest   string    // SHA-256 of the file's content, or of the embedded table; empty where the version is one
	Notice   string
}

// Vocabularies are the tables in use.
type Vocabularies struct {
	Codes      *loinc.Table
	Complaints *icpc3.Table
	List       []Vocabulary
}

// Open reads the tables that were imported, and takes the embedded ones for the others, or for all where dataDir is
// empty. A file that is damaged is an
// error: a site that has imported a release must not fall back to fewer codes without a word.
func Open(dataDir string) (*Vocabularies, error) {
	v := &Vocabularies{Codes: loinc.Core()}
	var err error
	if v.Complaints, err = icpc3.Load(); err != nil {
		return nil, fmt.Errorf("the embedded table: %w", err)
	}
	codes := Vocabulary{Name: "LOINC", Source: Embedded, Digest: v.Codes.Digest()}
	complaints := Vocabulary{Name: "ICPC-3", Source: Embedded}
	var problems []error
	for _, k := range Kinds() {
		s, err := load(dataDir, k)
		switch {
		case err != nil:
			problems = append(problems, err)
		case s == nil:
		case k == LOINC:
			v.Codes = s.table.(*loinc.Table)
			codes.Source, codes.Imported, codes.Digest = Imported, s.imported, s.digest
		case k == ICPC3:
			v.Complaints = s.table.(*icpc3.Table)
			complaints.Source, complaints.Imported, complaints.Digest = Imported, s.imported, s.digest
		}
	}
	if len(problems) > 0 {
		return nil, errors.Join(problems...)
	}
	v.List = []Vocabulary{
		of(codes, v.Codes), of(complaints, v.Complaints),
		{Name: "UCUM", Version: ucum.Version(), Rows: len(ucum.Atoms()), Source: Embedded, Notice: ucum.Notice()},
	}
	return v, nil
}

func of(v Vocabulary, t table) Vocabulary {
	v.Version, v.Rows, v.Notice = t.Version(), t.Len(), t.Notice()
	return v
}

// Set puts the tables together to be asked.
func (v *Vocabularies) Set() (*terminology.Set, error) {
	s, err := terminology.New(v.Codes, v.Complaints)
	if err != nil {
		return nil, fmt.Errorf("put the vocabularies together: %w", err)
	}
	return s, nil
}
