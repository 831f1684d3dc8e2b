package alias

import (
	"strings"

	"github.com/seed-a76b335c/philint/internal/terminology/fold"
	"github.com/seed-a76b335c/philint/internal/terminology/lookup"
)

// Index finds the meaning of a name.
type Index struct {
	meanings []Meaning
	targets  *lookup.Table // of the meanings
	written  *lookup.Table // keys as written
	means    []int32       // the meaning of each
	// folded has the names whose folded form no other name is written in: 血红素 is not what 血紅素 means in Taiwan.
	folded      *lookup.Table
	foldedMeans []int32
}

func newIndex(names, targets int) *Index {
	return &Index{
		meanings: make([]Meaning, 0, targets), targets: lookup.New(targets),
		written: lookup.New(names), means: make([]int32, 0, names),
	}
}

// NewIndex takes entries that Load has checked.
func NewIndex(entries []Entry) *Index {
	x := newIndex(len(entries), 0)
	for i := range entries {
		e := &entries[i]
		x.add(x.meaning(e.Target), e.KeyAsWritten)
	}
	x.fold()
	return x
}

// With is the index with more names in it. They have been checked against it.
func (x *Index) With(extra []Entry) *Index {
	y := &Index{
		meanings: append([]Meaning(nil), x.meanings...), targets: x.targets.Clone(),
		written: x.written.Clone(), means: append([]int32(nil), x.means...),
	}
	for i := range extra {
		y.add(y.meaning(extra[i].Target), extra[i].KeyAsWritten)
	}
	y.fold()
	return y
}

// meaning is the place of a target among the meanings.
func (x *Index) meaning(target string) int32 {
	n, added := x.targets.Add(target)
	if added {
		x.meanings = append(x.meanings, Meaning{Target: target, Codes: codesOf(target)})
	}
	return n
}

// codesOf are the codes of a target that has been checked.
func codesOf(target string) []string {
	if target == TooBroad {
		return nil
	}
	return strings.Split(strings.TrimPrefix(target, ambiguousPrefix), ",")
}

// add gives a key its meaning. The first one stays.
func (x *Index) add(meaning int32, key string) {
	if _, added := x.written.Add(key); added {
		x.means = append(x.means, meaning)
	}
}

// fold comes after the last name was added.
func (x *Index) fold() {
	x.folded = lookup.New(0)
	for n, key := range x.written.Texts() {
		simple := fold.Hans(key)
		if simple == key {
			continue
		}
		if _, owned := x.written.Find(simple); owned {
			continue
		}
		if _, added := x.folded.Add(simple); added {
			x.foldedMeans = append(x.foldedMeans, x.means[n])
		}
	}
}

// Find looks the name up as it is written, then with traditional Chinese folded.
func (x *Index) Find(name string) (*Meaning, bool) {
	key := fold.KeyAsWritten(name)
	if n, ok := x.written.Find(key); ok {
		return &x.meanings[x.means[n]], true
	}
	simple := fold.Hans(key)
	if simple != key {
		if n, ok := x.written.Find(simple); ok {
			return &x.meanings[x.means[n]], true
		}
	}
	if n, ok := x.folded.Find(simple); ok {
		return &x.meanings[x.foldedMeans[n]], true
	}
	return nil, false
}

// Written is the meaning of a name that is written exactly so, once it is a key.
func (x *Index) Written(key string) (*Meaning, bool) {
	n, ok := x.written.Find(key)
	if !ok {
		return nil, false
	}
	return &x.meanings[x.means[n]], true
}

// Target is the meaning that has a target, nil when no name has it.
func (x *Index) Target(target string) *Meaning {
	n, ok := x.targets.Find(target)
	if !ok {
		return nil
	}
	return &x.meanings[n]
}
