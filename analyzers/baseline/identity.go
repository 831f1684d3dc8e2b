package baseline

import (
	"cmp"
	"strings"
)

// A Finding is one operand of one log statement that the policy refuses.
type Finding struct {
	Package string   `json:"package"`          // import path, without a test variant's suffix
	Decl    string   `json:"decl"`             // enclosing declaration: "(*Service).UpdateEmail", "main", "var handlers"
	Sink    string   `json:"sink"`             // what is called: "slog.Info"
	Class   string   `json:"class"`            // the policy's class: "personal"
	Operand string   `json:"operand"`          // the expression as written
	Type    string   `json:"type"`             // its type, qualified by package name rather than path, so that it survives a move
	Fields  []string `json:"fields,omitempty"` // the leaves of a composite type, see [MakeFields]

	// File and Offset order findings and tell two equal ones apart; they are no part of the identity.
	File   string `json:"file"`
	Offset int    `json:"offset"`
}

// Identity returns what the baseline knows the finding by.
func (f Finding) Identity() Identity {
	return Identity{f.Package, f.Decl, f.Sink, f.Class, f.Operand, f.Type, MakeFields(f.Fields...)}
}

// compareFindings orders by file, then offset, then identity.
func compareFindings(f, g Finding) int {
	if c := cmp.Or(strings.Compare(f.File, g.File), cmp.Compare(f.Offset, g.Offset)); c != 0 {
		return c
	}
	return compareIdentities(f.Identity(), g.Identity())
}

// An Identity names equal findings.
type Identity struct {
	Package, Decl, Sink, Class, Operand, Type string
	Fields                                    Fields
}

// Kin returns what stays the same when the finding moves.
func (id Identity) Kin() Kin { return Kin{id.Sink, id.Class, id.Operand, id.Type} }

// String is for messages: "example.com/shop/user (*Service).UpdateEmail: slog.Info u.Email (personal, string)".
func (id Identity) String() string {
	return id.Package + " " + id.Decl + ": " + id.Kin().String()
}

// columns returns the identity as the file spells it.
func (id Identity) columns() string {
	fields := "-"
	if id.Fields != "" {
		fields = id.Fields.Digest() + ":" + string(id.Fields)
	}
	return strings.Join([]string{
		escape(id.Package), escape(id.Decl), escape(id.Sink), escape(id.Class), escape(id.Operand), escape(id.Type), fields,
	}, "\t")
}

// compareIdentities is the order of the file: the order of its bytes.
func compareIdentities(a, b Identity) int {
	if a == b {
		return 0
	}
	return strings.Compare(a.columns(), b.columns())
}

// A Kin is what a finding is, wherever it is.
type Kin struct{ Sink, Class, Operand, Type string }

// String is for messages: "slog.Info u.Email (personal, string)".
func (k Kin) String() string {
	return k.Sink + " " + k.Operand + " (" + k.Class + ", " + k.Type + ")"
}

// An Entry is an identity and how many findings have it.
type Entry struct {
	Identity
	Count int
}
