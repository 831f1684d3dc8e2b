package terminology

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
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
	if codes == nil {
		// Own names and codes are parsed side by side: together they are most of what a start costs.
		parsed := make(chan *loinc.Table, 1)
		go func() { parsed <- loinc.Core() }()
		defer func() { <-parsed }()
	}
	entries, names, err := ownNames(extra)
	if err != nil {
		return nil, err
	}
	if codes == nil {
		codes = loinc.Core()
	}
	x, err := newIndex(codes, entries)
	if err != nil {
		return nil, fmt.Errorf("modifiers: %w", err)
	}
	s := &Set{loinc: codes, complaints: table, index: x, aliases: names}
	s.release = sync.OnceValue(func() string { return codes.Version() + "+" + rulesDigest(entries) })
	s.parsers.New = func() any { return &parser{x: x} }
	return s, nil
}

func ownNames(extra []alias.Entry) ([]alias.Entry, *alias.Index, error) {
	entries, err := alias.Load()
	if err != nil {
		return nil, nil, fmt.Errorf("own names: %w", err)
	}
	if len(extra) > 0 {
		if entries, err = join(entries, extra); err != nil {
			return nil, nil, err
		}
		return entries, alias.NewIndex(entries), nil
	}
	names, err := alias.BuiltIn()
	if err != nil {
		return nil, nil, fmt.Errorf("own names: %w", err)
	}
	return entries, names, nil
}

func join(entries, extra []alias.Entry) ([]alias.Entry, error) {
	known := make(map[string]*alias.Entry, len(entries))
	for i := range entries {
		known[entries[i].KeyAsWritten] = &entries[i]
	}
	joined := append(make([]alias.Entry, 0, len(entries)+len(extra)), entries...)
	for i := range extra {
		e := &extra[i]
		if old := known[e.KeyAsWritten]; old != nil && old.Target != e.Target {
			return nil, fmt.Errorf("%s:%d: the name has another meaning at %s:%d; remove one of them", e.File, e.Line, old.File, old.Line)
		}
		known[e.KeyAsWritten] = e
		joined = append(joined, *e)
	}
	return joined, nil
}

// rulesDigest changes when an own name or a modifier does: decisions made before can then be told from those after.
func rulesDigest(entries []alias.Entry) string {
	h := sha256.New()
	for i := range entries {
		_, _ = io.WriteString(h, entries[i].KeyAsWritten+"\x1f"+entries[i].Target+"\n") // A hash never fails.
	}
	_, _ = io.WriteString(h, modifiersTSV)
	return hex.EncodeToString(h.Sum(nil)[:6])
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
