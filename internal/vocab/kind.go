package vocab

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/seed-a76b335c/philint/internal/terminology/icpc3"
	"github.com/seed-a76b335c/philint/internal/terminology/loinc"
)

// Kind is a vocabulary that can be imported.
type Kind string

// The kinds.
const (
	LOINC Kind = "loinc"
	ICPC3 Kind = "icpc3"
)

// Kinds are all that can be imported.
func Kinds() []Kind { return []Kind{LOINC, ICPC3} }

// ParseKind reads a kind by its name.
func ParseKind(name string) (Kind, bool) {
	k := Kind(strings.ToLower(name))
	return k, slices.Contains(Kinds(), k)
}

// Official is the name of the file that a release is published in.
func (k Kind) Official() string { return formats[k].official }

// table is what the two vocabularies have in common.
type table interface {
	Version() string
	Digest() string
	Notice() string
	Len() int
}

// Report says what an import took and left, in numbers. No row is quoted.
type Report struct {
	Kind    Kind
	Version string
	Rows    int            // in the file
	Kept    int            // in the table
	Dropped map[string]int // by reason
	// Of the codes that are built in:
	Core      int // how many there are
	Absent    int // how many are not in the file; their built-in rows stay in use
	Withdrawn int // how many the file has as retired; they are in use no longer
}

// format is how one vocabulary is read and written.
type format struct {
	official string
	most     int64 // bytes of an official file, unpacked
	release  func(io.Reader) (table, Report, error)
	read     func(io.Reader) (table, error)
	write    func(io.Writer, table) error
}

var formats = map[Kind]format{
	LOINC: {
		official: "Loinc.csv",
		most:     1 << 30,
		release: func(r io.Reader) (table, Report, error) {
			t, rep, err := loinc.ReadRelease(r)
			if err != nil {
				return nil, Report{}, fmt.Errorf("read the release: %w", err)
			}
			core := loinc.Core().Len()
			return t, Report{
				Rows: rep.Rows, Kept: rep.Kept, Dropped: rep.Dropped, Core: core, Absent: core - rep.Core, Withdrawn: rep.Withdrawn,
			}, nil
		},
		read: func(r io.Reader) (table, error) { return loinc.ReadTable(r) },
		write: func(w io.Writer, t table) error {
			return loinc.WriteTable(w, t.(*loinc.Table))
		},
	},
	ICPC3: {
		official: "icpc3.tsv",
		most:     64 << 20,
		release: func(r io.Reader) (table, Report, error) {
			t, rep, err := icpc3.ReadRelease(r)
			if err != nil {
				return nil, Report{}, fmt.Errorf("read the release: %w", err)
			}
			core := icpc3.Core()
			return t, Report{Rows: rep.Rubrics, Kept: t.Len(), Core: core.Len(), Absent: core.Len() - t.Shared(core)}, nil
		},
		read: func(r io.Reader) (table, error) { return icpc3.ReadTable(r) },
		write: func(w io.Writer, t table) error {
			return icpc3.WriteTable(w, t.(*icpc3.Table))
		},
	},
}
