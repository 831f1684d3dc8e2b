// Package lookup numbers texts and finds their numbers again. The tables of names have tens of thousands of keys that
// are parts of embedded files and that never change; a table of numbers beside them is built several times faster than
// a map, and there is little in it for the garbage collector to follow.
package lookup

import "hash/maphash"

// Table numbers texts from 0, in the order in which they are added. Once it is filled, any number of goroutines may ask.
type Table struct {
	texts []string
	slots []slot
}

// slot has the number of a text, one more than it is; 0 is free. The hash spares most comparisons.
type slot struct {
	hash   uint32
	number int32
}

var seed = maphash.MakeSeed()

const minSlots = 16

// New makes room for so many texts. It grows when there are more.
func New(n int) *Table {
	size := minSlots
	for tooFull(n, size) {
		size *= 2
	}
	return &Table{texts: make([]string, 0, n), slots: make([]slot, size)}
}

func tooFull(n, size int) bool { return 4*n > 3*size }

func fold(h uint64) uint32 { return uint32(h ^ h>>32) } //nolint:gosec // Half of the bits are enough.

// Add numbers a text, unless it has a number already.
func (t *Table) Add(text string) (number int32, added bool) {
	if tooFull(len(t.texts)+1, len(t.slots)) {
		t.grow()
	}
	h := fold(maphash.String(seed, text))
	mask := uint32(len(t.slots) - 1) //nolint:gosec // A table has far fewer than 2^31 texts.
	for i := h & mask; ; i = (i + 1) & mask {
		s := &t.slots[i]
		if s.number == 0 {
			t.texts = append(t.texts, text)
			*s = slot{h, int32(len(t.texts))} //nolint:gosec // As above.
			return s.number - 1, true
		}
		if s.hash == h && t.texts[s.number-1] == text {
			return s.number - 1, false
		}
	}
}

func (t *Table) grow() {
	old := t.slots
	t.slots = make([]slot, 2*len(old))
	mask := uint32(len(t.slots) - 1) //nolint:gosec // As above.
	for _, s := range old {
		if s.number == 0 {
			continue
		}
		i := s.hash & mask
		for t.slots[i].number != 0 {
			i = (i + 1) & mask
		}
		t.slots[i] = s
	}
}

// Find is the number of a text. A nil table has none.
func (t *Table) Find(text string) (number int32, ok bool) {
	if t == nil {
		return 0, false
	}
	h := fold(maphash.String(seed, text))
	mask := uint32(len(t.slots) - 1) //nolint:gosec // As above.
	for i := h & mask; ; i = (i + 1) & mask {
		s := t.slots[i]
		if s.number == 0 {
			return 0, false
		}
		if s.hash == h && t.texts[s.number-1] == text {
			return s.number - 1, true
		}
	}
}

// FindBytes is Find for a text in a buffer.
func (t *Table) FindBytes(text []byte) (number int32, ok bool) {
	if t == nil {
		return 0, false
	}
	h := fold(maphash.Bytes(seed, text))
	mask := uint32(len(t.slots) - 1) //nolint:gosec // As above.
	for i := h & mask; ; i = (i + 1) & mask {
		s := t.slots[i]
		if s.number == 0 {
			return 0, false
		}
		if s.hash == h && t.texts[s.number-1] == string(text) {
			return s.number - 1, true
		}
	}
}

// Text is the text that has a number.
func (t *Table) Text(number int32) string { return t.texts[number] }

// Texts are all texts by number. The slice is the table's own.
func (t *Table) Texts() []string { return t.texts }

// Len is how many texts there are.
func (t *Table) Len() int { return len(t.texts) }

// Clone is a table that more texts can be added to.
func (t *Table) Clone() *Table {
	return &Table{texts: append(make([]string, 0, len(t.texts)+minSlots), t.texts...), slots: append([]slot(nil), t.slots...)}
}
