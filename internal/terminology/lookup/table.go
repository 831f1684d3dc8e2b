// Package lookup numbers texts and finds their numbers again. The tables of names have tens of thousands of keys that
// are parts of embedded files and that never change; a table of numbers beside them is built several times faster than
// a map, and there is little in it for the garbage collector to follow.
package lookup

import "hash/maphash"

// Table numbers texts from 0, in the order in which they are added. Once it is filled, any number of goroutines may ask.
type Table struct {
	texts []string
	// A slot has the number of a text, one more than it is, in its lower bits: as many as the mask has, for there are
	// fewer texts than slots. The upper bits are those of the hash, which spare most comparisons. 0 is free.
	slots []uint32
	mask  uint32
}

var seed = maphash.MakeSeed()

const minSlots = 16

// New makes room for so many texts. It grows when there are more.
func New(n int) *Table {
	size := minSlots
	for tooFull(n, size) {
		size *= 2
	}
	return &Table{texts: make([]string, 0, n), slots: make([]uint32, size), mask: uint32(size - 1)} //nolint:gosec // Far fewer than 2^31 texts.
}

func tooFull(n, size int) bool { return 4*n > 3*size }

func hash(text string) uint32 { return half(maphash.String(seed, text)) }

func half(h uint64) uint32 { return uint32(h ^ h>>32) } //nolint:gosec // Half of the bits are enough.

// Add numbers a text, unless it has a number already.
func (t *Table) Add(text string) (number int32, added bool) {
	if tooFull(len(t.texts)+1, len(t.slots)) {
		t.grow()
	}
	h := hash(text)
	for i := h & t.mask; ; i = (i + 1) & t.mask {
		s := t.slots[i]
		if s == 0 {
			t.texts = append(t.texts, text)
			t.slots[i] = h&^t.mask | uint32(len(t.texts)) //nolint:gosec // As above.
			return int32(len(t.texts) - 1), true          //nolint:gosec // As above.
		}
		if s&^t.mask == h&^t.mask && t.texts[s&t.mask-1] == text {
			return int32(s&t.mask - 1), false //nolint:gosec // As above.
		}
	}
}

func (t *Table) grow() {
	size := 2 * len(t.slots)
	t.slots, t.mask = make([]uint32, size), uint32(size-1) //nolint:gosec // As above.
	for n, text := range t.texts {
		h := hash(text)
		i := h & t.mask
		for t.slots[i] != 0 {
			i = (i + 1) & t.mask
		}
		t.slots[i] = h&^t.mask | uint32(n+1) //nolint:gosec // As above.
	}
}

// Find is the number of a text. A nil table has none.
func (t *Table) Find(text string) (number int32, ok bool) {
	if t == nil {
		return 0, false
	}
	h := hash(text)
	for i := h & t.mask; ; i = (i + 1) & t.mask {
		s := t.slots[i]
		if s == 0 {
			return 0, false
		}
		if s&^t.mask == h&^t.mask && t.texts[s&t.mask-1] == text {
			return int32(s&t.mask - 1), true //nolint:gosec // As above.
		}
	}
}

// FindBytes is Find for a text in a buffer.
func (t *Table) FindBytes(text []byte) (number int32, ok bool) {
	if t == nil {
		return 0, false
	}
	h := half(maphash.Bytes(seed, text))
	for i := h & t.mask; ; i = (i + 1) & t.mask {
		s := t.slots[i]
		if s == 0 {
			return 0, false
		}
		if s&^t.mask == h&^t.mask && t.texts[s&t.mask-1] == string(text) {
			return int32(s&t.mask - 1), true //nolint:gosec // As above.
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
	return &Table{
		texts: append(make([]string, 0, len(t.texts)+minSlots), t.texts...), slots: append([]uint32(nil), t.slots...), mask: t.mask,
	}
}
