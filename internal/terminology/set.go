package terminology

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"sync"

	"github.com/seed-a76b335c/philint/internal/terminology/alias"
	"github.com/seed-a76b335c/philint/internal/terminology/icpc3"
	"github.com/seed-a76b335c/philint/internal/terminology/loinc"
)

// Set is one state of the vocabularies: codes, complaints and own names. It never changes, and any number of
// goroutines may ask it.
type Set struct {
	loinc      *loinc.Table
	complaints func() *icpc3.Table
	index      *index
	aliases    *alias.Index
	release    func() string
	parsers    sync.Pool
	seriesRows func() *seriesRows
	units      seriesUnits
}

var core = sync.OnceValues(func() (*Set, error) { return New(nil, nil) })

// Core is the set of the built-in tables. It is put together once, at the first call.
func Core() (*Set, error) { return core() }

// New puts a set together. A nil table is the built-in one; extra aliases stand beside the built-in ones and must not
// contradict them.
func New(codes *loinc.Table, complaints *icpc3.Table, extra ...alias.Entry) (*Set, error) {
	table := icpc3.Core // parsed when the first complaint is looked up
	if complaints != nil {
		table = func() *icpc3.Table { return complaints }
	}
	var parsed sync.WaitGroup
	if codes == nil {
		parsed.Go(func() { // beside the own names: the two are most of what a start costs
			codes = loinc.Core()
			_, _ = baseLexicon() // newIndex asks again
		})
	}
	names, err := ownNames(extra)
	parsed.Wait()
	if err != nil {
		return nil, err
	}
	x, err := newIndex(codes, names, extra)
	if err != nil {
		return nil, fmt.Errorf("modifiers: %w", err)
	}
	s := &Set{loinc: codes, complaints: table, index: x, aliases: names}
	s.release = sync.OnceValue(func() string { return codes.Version() + "+" + rulesDigest(extra) })
	s.seriesRows = sync.OnceValue(func() *seriesRows { return newSeriesRows(codes.Rows()) })
	s.parsers.New = func() any { return &parser{x: x} }
	return s, nil
}

// ownNames are the built-in names and the extra ones, if they go together.
func ownNames(extra []alias.Entry) (*alias.Index, error) {
	names, err := alias.BuiltIn()
	if err != nil {
		return nil, fmt.Errorf("own names: %w", err)
	}
	if len(extra) == 0 {
		return names, nil
	}
	first := make(map[string]*alias.Entry, len(extra))
	for i := range extra {
		e := &extra[i]
		if old, ok := names.Written(e.KeyAsWritten); ok && old.Target != e.Target {
			return nil, twoMeanings(e, alias.Place(e.KeyAsWritten))
		}
		if old := first[e.KeyAsWritten]; old != nil && old.Target != e.Target {
			return nil, twoMeanings(e, old)
		}
		first[e.KeyAsWritten] = e
	}
	return names.With(extra), nil
}

func twoMeanings(e, old *alias.Entry) error {
	where := "elsewhere"
	if old != nil {
		where = fmt.Sprintf("at %s:%d", old.File, old.Line)
	}
	return fmt.Errorf("%s:%d: the name has another meaning %s; remove one of them", e.File, e.Line, where)
}

// rulesDigest changes when an own name, a modifier or the rule of canonical units does: decisions made before can then
// be told from those after.
func rulesDigest(extra []alias.Entry) string {
	text := make([]byte, 0, 1<<20)
	add := func(key, target string) { text = append(append(append(append(text, key...), 0x1f), target...), '\n') }
	for key, target := range alias.BuiltInKeys() {
		add(key, target)
	}
	for i := range extra {
		add(extra[i].KeyAsWritten, extra[i].Target)
	}
	sum := sha256.Sum256(append(append(text, modifiersTSV...), canonicalRules...))
	return hex.EncodeToString(sum[:6])
}

// Codes is the LOINC table of the set.
func (s *Set) Codes() *loinc.Table { return s.loinc }

// Complaints is the ICPC-3 table of the set.
func (s *Set) Complaints() *icpc3.Table { return s.complaints() }

// Release names the state: the LOINC table's version and a digest over own names and modifiers.
func (s *Set) Release() string { return s.release() }

// Row finds a row of the LOINC table.
func (s *Set) Row(code string) (*loinc.Row, bool) { return s.loinc.Row(code) }

// Complaint looks a term up among the complaints or the diagnoses.
func (s *Set) Complaint(text string, kind icpc3.Kind) icpc3.Match {
	return s.complaints().Match(text, kind)
}
