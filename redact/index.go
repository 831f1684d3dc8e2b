package redact

import (
	"cmp"
	"math/bits"
	"slices"
)

// An index is a hash table from names to entries. It exists beside Go's map because the look-up is most
// of what a clean attribute costs: names are short, so their length and two words are the whole name up to
// 16 bytes, and finding one takes a few nanoseconds.
type index struct {
	slots []slot // a power of two, at most half full
	n     int
}

type slot struct {
	key   key
	name  string
	entry *entry
}

// A key is the length and the first and last bytes of a name.
type key struct {
	a, b uint64
	n    int
}

// find is written out in one piece: as calls it would take twice the time.
func (x *index) find(name string) *entry {
	k := key{n: len(name)}
	if k.n >= 8 {
		k.a, k.b = load64(name), load64(name[k.n-8:])
	} else {
		k.a, k.b = shortKey(name)
	}
	mask := uint64(len(x.slots) - 1)
	for i := k.hash() & mask; i < uint64(len(x.slots)); i = (i + 1) & mask {
		s := &x.slots[i]
		if (s.key.a^k.a)|(s.key.b^k.b)|uint64(s.key.n^k.n) == 0 && (k.n <= 16 || s.name == name) {
			return s.entry
		}
		if s.entry == nil {
			return nil
		}
	}
	return nil
}

func (x *index) put(name string, e *entry) {
	if 2*(x.n+1) > len(x.slots) {
		*x = x.clone(x.n + 1)
	}
	k := keyOf(name)
	mask := uint64(len(x.slots) - 1)
	i := k.hash() & mask
	for x.slots[i].entry != nil {
		if x.slots[i].name == name {
			return // the first spelling stays
		}
		i = (i + 1) & mask
	}
	x.slots[i] = slot{k, name, e}
	x.n++
}

// replace puts a new entry in an old one's places.
func (x *index) replace(old, e *entry) {
	for i := range x.slots {
		if x.slots[i].entry == old {
			x.slots[i].entry = e
		}
	}
}

// clone returns a copy with room for that many more names.
func (x *index) clone(extra int) index {
	size := 1 << bits.Len(uint(2*(x.n+extra)))
	c := index{slots: make([]slot, max(size, 16))}
	for _, s := range x.slots {
		if s.entry != nil {
			c.put(s.name, s.entry)
		}
	}
	return c
}

func (x *index) sorted() []*entry {
	var es []*entry
	for _, s := range x.slots {
		if s.entry != nil {
			es = append(es, s.entry)
		}
	}
	slices.SortFunc(es, func(a, b *entry) int { return cmp.Compare(a.field.Name, b.field.Name) })
	return es
}

func keyOf(s string) key {
	k := key{n: len(s)}
	if k.n >= 8 {
		k.a, k.b = load64(s), load64(s[k.n-8:])
	} else {
		k.a, k.b = shortKey(s)
	}
	return k
}

func shortKey(s string) (a, b uint64) {
	switch n := len(s); {
	case n >= 4:
		return load32(s), load32(s[n-4:])
	case n > 0:
		return uint64(s[0]) | uint64(s[n/2])<<8 | uint64(s[n-1])<<16, 0
	}
	return 0, 0
}

// hash spreads keys over a table. Registered names come from the program, so nobody outside can choose
// them to collide.
func (k key) hash() uint64 {
	h := (k.a ^ bits.RotateLeft64(k.b, 23) ^ uint64(k.n)<<56) * 0x9e3779b97f4a7c15
	return h ^ h>>32
}

// The compiler makes one load of each of these.

func load64(s string) uint64 {
	_ = s[7]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

func load32(s string) uint64 {
	_ = s[3]
	return uint64(uint32(s[0]) | uint32(s[1])<<8 | uint32(s[2])<<16 | uint32(s[3])<<24)
}
