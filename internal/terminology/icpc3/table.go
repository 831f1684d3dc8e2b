package icpc3

import (
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"fmt"
	"strings"
	"sync"

	"github.com/seed-a76b335c/philint/internal/terminology/lookup"
)

// System is the address of the code system on every surface.
const System = "http://terminology.hl7.org/CodeSystem/ICPC-3"

// Table is ICPC-3 with its two indexes. It does not change once it is made.
type Table struct {
	rubrics []Rubric
	byCode  *lookup.Table // numbered as the rubrics
	version func() string
	report  Report

	own      [kinds]surfaceSet // our names, the same under every table
	curated  [kinds][]*Match   // what each line of them is under this one, nil when its rubric is gone
	licensed [kinds]licensed   // the table's own terms

	codes, preferred []string // of the rubrics, for matches to share
}

//go:embed data/rubrics.tsv
var coreFile string

var core = sync.OnceValues(loadCore)

// Load is the project's own table, or what is wrong with it.
func Load() (*Table, error) { return core() }

// Core is the project's own table. Were its files broken it would be empty and know nothing; the tests ask Load.
func Core() *Table {
	t, err := core()
	if err != nil {
		return &Table{}
	}
	return t
}

func loadCore() (*Table, error) {
	_, body, _ := strings.Cut(coreFile, "\n") // its digest is checked by the tests, not at every start
	t, err := readRows(body)
	if err != nil {
		return nil, fmt.Errorf("icpc3: own table: %w", err)
	}
	if lost := t.report.Lost; len(lost) > 0 {
		l := lost[0]
		return nil, fmt.Errorf("icpc3: %s line %d: code %s is not in the table", l.File, l.Line, l.Code)
	}
	if _, err := modifiers(); err != nil {
		return nil, err
	}
	return t, nil
}

// Notice is the attribution that every copy must show.
func (t *Table) Notice() string {
	return "Contains ICPC-3, International Classification of Primary Care, 3rd revision, © WONCA, used under CC BY-ND; www.icpc-3.info"
}

// Version names the table and our own names together. The data carries no release number, so it is a digest: two
// tables that could answer differently have two versions.
func (t *Table) Version() string {
	if t.version == nil {
		return "" // the empty table
	}
	return t.version()
}

// Len is the number of rubrics, the extension rows among them.
func (t *Table) Len() int { return len(t.rubrics) }

// Rubrics are all rows in the order of the table. The slice belongs to the table.
func (t *Table) Rubrics() []Rubric { return t.rubrics }

// Rubric finds a row by its code.
func (t *Table) Rubric(code string) (Rubric, bool) {
	i, ok := t.byCode.Find(code)
	if !ok {
		return Rubric{}, false
	}
	return t.rubrics[i], true
}

// Report says what became of our own names under a table that is not ours.
type Report struct {
	Rubrics  int           // rows read
	Surfaces int           // own names in use
	Lost     []LostSurface // own names that lost a code
}

// LostSurface is an own name one of whose codes the table does not have.
type LostSurface struct {
	Surface string
	Code    string
	File    string
	Line    int
}

// Report says what became of our own names under this table.
func (t *Table) Report() Report { return t.report }

// newTable indexes rows that have been checked. The rows from later on are those of a table behind this one: their
// terms count where no row before them has the term.
func newTable(rubrics []Rubric, byCode *lookup.Table, later int) (*Table, error) {
	own, err := ownSurfaces()
	if err != nil {
		return nil, err
	}
	t := &Table{
		rubrics: rubrics, byCode: byCode, own: own,
		codes: make([]string, len(rubrics)), preferred: make([]string, len(rubrics)),
	}
	for i := range rubrics {
		t.codes[i], t.preferred[i] = rubrics[i].Code, rubrics[i].Preferred
	}
	t.report.Rubrics = len(rubrics)
	for k := range kinds {
		t.addCurated(Kind(k))
		t.licensed[k] = licensed{names: lookup.New(2 * len(rubrics)), matches: make([]*Match, 0, 2*len(rubrics))}
	}
	for _, part := range [...]struct{ from, to int }{{0, later}, {later, len(rubrics)}} {
		t.addLicensed(RulePreferred, part.from, part.to, func(r *Rubric) []string { return []string{r.Preferred} })
		t.addLicensed(RuleInclusion, part.from, part.to, func(r *Rubric) []string { return r.Inclusions })
	}
	t.version = sync.OnceValue(func() string { return stamp(rubrics, own) })
	return t, nil
}

// stamp is the version: a digest over the parsed fields and our own names, not over a file's bytes, so that the same
// table in another layout is the same version.
func stamp(rubrics []Rubric, own [kinds]surfaceSet) string {
	text := make([]byte, 0, 1<<19)
	field := func(f string) { text = append(append(text, f...), 0x1f) }
	for _, r := range rubrics {
		text = append(text, r.Component, '0'+byte(r.Depth))
		for _, f := range [...]string{r.Chapter, r.Code, r.Kind, r.Preferred} {
			field(f)
		}
		for _, list := range [...][]string{r.Inclusions, r.Exclusions} {
			for _, f := range list {
				field(f)
			}
			text = append(text, 0x1e)
		}
	}
	for k := range own {
		o := &own[k]
		for i := range o.lines {
			for _, name := range o.lines[i].at(o) {
				text = append(text, '0'+byte(k))
				field(name)
				for _, c := range o.lines[i].codes {
					field(c)
				}
				text = append(text, 0x1e)
			}
		}
	}
	sum := sha256.Sum256(text)
	return "icpc-3+" + hex.EncodeToString(sum[:])[:12]
}
