package alias

import (
	"slices"
	"strings"
)

// Targets that are no code.
const (
	TooBroad        = "!too-broad"
	ambiguousPrefix = "!ambiguous:"
)

// Meaning is what a name stands for.
type Meaning struct {
	Target string   // as the file has it
	Codes  []string // one for a code, several for an ambiguous name, none for a name that is too broad
}

// Entry is one surface of one line.
type Entry struct {
	Surface      string // as the file has it
	Key          string // fold.Key: traditional Chinese folded to simplified
	KeyAsWritten string // fold.KeyAsWritten: in the script of the file
	Meaning
	Lang string // "en"; device names are English
	File string
	Line int
}

// Broad says that the name is a category and never a code.
func (m *Meaning) Broad() bool { return m.Target == TooBroad }

// Ambiguous says that the name means any of several codes.
func (m *Meaning) Ambiguous() bool { return len(m.Codes) > 1 }

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
