package baseline

import (
	"cmp"
	"fmt"
)

// A ChangeKind says what became of findings that the baseline counts and the module no longer has.
type ChangeKind uint8

const (
	Gone     ChangeKind = iota // the identity is no longer produced
	Vanished                   // nor is there a package of this path any more
	Lowered                    // it is produced less often
	Moved                      // it is in another declaration or package now
	Narrowed                   // its type lost fields and gained none
)

var changeWords = map[ChangeKind]string{
	Gone: "gone", Vanished: "package vanished", Lowered: "lowered", Moved: "moved", Narrowed: "narrowed",
}

func (k ChangeKind) String() string { return changeWords[k] }

// A Change is one way in which a baseline is behind the module. [Prune] applies it.
type Change struct {
	Kind  ChangeKind
	Entry Entry    // as the baseline has it
	Count int      // how many of its findings this is about
	To    Identity // Moved and Narrowed: what they are now
}

// String is for messages.
func (c Change) String() string {
	s := c.Entry.Identity.String()
	switch c.Kind {
	case Lowered:
		return fmt.Sprintf("%s: %d in the baseline, %d fewer now", s, c.Entry.Count, c.Count)
	case Moved:
		return fmt.Sprintf("%s: %d moved to %s %s", s, c.Count, c.To.Package, c.To.Decl)
	case Narrowed:
		_, lost := c.Entry.Fields.diff(c.To.Fields)
		return fmt.Sprintf("%s: %d narrowed, fields lost: %d", s, c.Count, len(lost))
	}
	return s + ": " + c.Kind.String()
}

func compareChanges(a, b Change) int {
	return cmp.Or(compareIdentities(a.Entry.Identity, b.Entry.Identity), cmp.Compare(a.Kind, b.Kind), compareIdentities(a.To, b.To))
}
