package loinc

import (
	_ "embed" // The core table.
	"sync"
)

//go:embed core.tsv
var coreTSV string

// Core is the built-in table. Its version is this project's own: it is not a LOINC release. The long names are those
// of LOINC 2.40 to 2.83, as the public sources gave them.
//
// It is parsed once. Its digest is checked by the tests, not at every start.
func Core() *Table { return core() }

var core = sync.OnceValue(func() *Table {
	t, err := parseTable(coreTSV)
	if err != nil {
		// The tests parse the same bytes, so this cannot happen in a program that was built from tested sources. An
		// empty table makes every name unresolved, which is safe.
		return newTable("core-unreadable", "", nil)
	}
	return t
})
