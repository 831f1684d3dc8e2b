package ingest

import (
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Tally counts what became of a file's records. Every record that was read is stored, a duplicate, a change or rejected.
type Tally struct {
	Read      int64
	Stored    int64
	Duplicate int64 // there already, or sent again with what was known
	Changed   int64 // sent again with another value: the new row hides the old one
	Rejected  map[Reason]int64
	// Coded and Uncoded are how many observations got a code and how many did not, of those that this run has read and not
	// rejected. Medications are neither.
	Coded, Uncoded int64
	// First are the places of the first records that were rejected, by reason.
	First map[Reason][]int64
}

// places is how many places are kept for a reason.
const places = 5

func (t *Tally) reject(reason Reason, position int64) {
	if t.Rejected == nil {
		t.Rejected, t.First = map[Reason]int64{}, map[Reason][]int64{}
	}
	t.Rejected[reason]++
	if len(t.First[reason]) < places && position > 0 {
		t.First[reason] = append(t.First[reason], position)
	}
}

// AllRejected is how many records were rejected.
func (t *Tally) AllRejected() int64 {
	var n int64
	for _, c := range t.Rejected {
		n += c
	}
	return n
}

// clone is a copy that later counting leaves alone.
func (t *Tally) clone() Tally {
	c := *t
	c.Rejected = maps.Clone(t.Rejected)
	c.First = make(map[Reason][]int64, len(t.First))
	for r, at := range t.First {
		c.First[r] = slices.Clone(at)
	}
	return c
}

// rejected writes the counts as reason=count, sorted.
func (t *Tally) rejected() string {
	parts := make([]string, 0, len(t.Rejected))
	for _, r := range slices.Sorted(maps.Keys(t.Rejected)) {
		parts = append(parts, string(r)+"="+strconv.FormatInt(t.Rejected[r], 10))
	}
	return strings.Join(parts, " ")
}

// countsOf reads what rejected wrote.
func countsOf(s string) map[Reason]int64 {
	out := map[Reason]int64{}
	for part := range strings.FieldsSeq(s) {
		r, n, _ := strings.Cut(part, "=")
		if c, err := strconv.ParseInt(n, 10, 64); err == nil {
			out[Reason(r)] = c
		}
	}
	return out
}
