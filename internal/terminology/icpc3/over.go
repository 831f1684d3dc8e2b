package icpc3

import (
	"slices"

	"github.com/seed-a76b335c/philint/internal/terminology/lookup"
)

// Over is a release with the project's own table behind it: the rows of the release, and after them those of the core
// table whose code the release does not have, because it is another edition or a part. Our own names point at codes of
// the core table, so these must be there whatever a site imports. A term that the release has means what it means there.
//
// Without any such rows the release is returned as it is.
func (t *Table) Over(core *Table) (*Table, error) {
	list := slices.Clip(t.rubrics)
	for _, r := range core.rubrics {
		if _, ok := t.byCode.Find(r.Code); !ok {
			list = append(list, r)
		}
	}
	if len(list) == len(t.rubrics) {
		return t, nil
	}
	byCode := lookup.New(len(list))
	for i := range list {
		byCode.Add(list[i].Code)
	}
	return newTable(list, byCode, len(t.rubrics))
}

// Shared counts the codes of another table that this one has.
func (t *Table) Shared(other *Table) int {
	n := 0
	for i := range other.rubrics {
		if _, ok := t.byCode.Find(other.rubrics[i].Code); ok {
			n++
		}
	}
	return n
}
