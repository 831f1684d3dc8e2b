package loinc

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

// Over is a release with the core table behind it: the rows of the release, and those of the core table whose code the
// release does not have at all, because it is older or a part. What the release has and leaves out, as a retired code,
// does not come back. Own names, devices and formulas point at codes of the core table, so they must be there whatever
// a site imports.
//
// The version says that there are such rows, and which; without any the release is returned as it is.
func (t *Table) Over(core *Table) *Table {
	kept := t.absent(core)
	if len(kept) == 0 {
		return t
	}
	digest := digestRows(kept, nil)
	both := sha256.Sum256([]byte(t.digest + "+" + digest))
	merged := newTable(t.version+"+core."+digest[:12], hex.EncodeToString(both[:]), merge(t.rows, kept))
	merged.withdrawn = t.withdrawn
	return merged
}

// has says whether the release has a code: as a row, or as one that it leaves out.
func (t *Table) has(code string) bool {
	if _, ok := t.codes.Find(code); ok {
		return true
	}
	for _, w := range t.withdrawn {
		if w == code {
			return true
		}
	}
	return false
}

func (t *Table) absent(core *Table) []Row {
	var out []Row
	for i := range core.rows {
		if !t.has(core.rows[i].Code) {
			out = append(out, core.rows[i])
		}
	}
	return out
}

// before is the order of codes: by number, so that 718-7 stands before 1558-6.
func before(a, b string) int {
	if d := len(a) - len(b); d != 0 {
		return d
	}
	return strings.Compare(a, b)
}

// merge puts two lists in code order into one.
func merge(a, b []Row) []Row {
	out := make([]Row, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		if before(a[0].Code, b[0].Code) < 0 {
			out, a = append(out, a[0]), a[1:]
		} else {
			out, b = append(out, b[0]), b[1:]
		}
	}
	return append(append(out, a...), b...)
}
