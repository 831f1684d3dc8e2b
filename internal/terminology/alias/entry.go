package alias

import (
	"slices"
	"strings"

	"github.com/seed-a76b335c/philint/internal/terminology/fold"
)

// Targets that are no code.
const (
	TooBroad        = "!too-broad"
	ambiguousPrefix = "!ambiguous:"
)

// Entry is one surface of one line.
type Entry struct {
	Surface      string   // as the file has it
	Key          string   // fold.Key: traditional Chinese folded to simplified
	KeyAsWritten string   // fold.KeyAsWritten: in the script of the file
	Target       string   // as the file has it
	Codes        []string // one for a code, several for an ambiguous name, none for a name that is too broad
	Lang         string   // "en"; device names are English
	File         string
	Line         int
}

// Broad says that the name is a category and never a code.
func (e *Entry) Broad() bool { return e.Target == TooBroad }

// Ambiguous says that the name means any of several codes.
func (e *Entry) Ambiguous() bool { return len(e.Codes) > 1 }

// Index finds entries by name.
type Index struct {
	asWritten map[string]*Entry
	// folded has the names whose folded form no other name is written in: 血红素 is not what 血紅素 means in Taiwan.
	folded map[string]*Entry
}

// NewIndex takes entries that Load has checked.
func NewIndex(entries []Entry) *Index {
	x := &Index{asWritten: make(map[string]*Entry, len(entries)), folded: map[string]*Entry{}}
	for i := range entries {
		e := &entries[i]
		if _, ok := x.asWritten[e.KeyAsWritten]; !ok {
			x.asWritten[e.KeyAsWritten] = e
		}
	}
	for i := range entries {
		e := &entries[i]
		if _, owned := x.asWritten[e.Key]; owned {
			continue
		}
		if _, ok := x.folded[e.Key]; !ok {
			x.folded[e.Key] = e
		}
	}
	return x
}

// Find looks the name up as it is written, then with traditional Chinese folded.
func (x *Index) Find(name string) (*Entry, bool) {
	key := fold.KeyAsWritten(name)
	if e, ok := x.asWritten[key]; ok {
		return e, true
	}
	key = fold.Hans(key)
	if e, ok := x.asWritten[key]; ok {
		return e, true
	}
	e, ok := x.folded[key]
	return e, ok
}

// sameTarget ignores the order in which an ambiguous name lists its codes.
func sameTarget(a, b *Entry) bool {
	if a.Target == b.Target {
		return true
	}
	return len(a.Codes) > 1 && slices.Equal(sorted(a.Codes), sorted(b.Codes))
}

func sorted(codes []string) []string {
	c := slices.Clone(codes)
	slices.SortFunc(c, strings.Compare)
	return c
}
