package baseline

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// A Growth is what a baseline holds beyond an older one.
type Growth struct {
	Kin
	Fields   Fields
	By       int      // how many findings too many
	Old, New int      // how many of this kin there are, whatever their fields
	Gained   []string // leaves that no older entry of this kin has; only when it is the fields that grew
}

// String is for messages.
func (g Growth) String() string {
	s := fmt.Sprintf("%s: %d more than before (%d, was %d)", g.Kin, g.By, g.New, g.Old)
	if len(g.Gained) > 0 {
		s += ", with new fields " + strings.Join(g.Gained, ", ")
	}
	return s
}

// Since proves that a baseline is not larger than an older one, per [Kin]: every finding in it can be paired with
// one in the older baseline that has the same fields, or those and more. It returns what cannot be paired; nothing is the proof.
// An edit of an entry's fields is therefore growth, unless it only takes fields away.
func Since(older, newer Baseline) []Growth {
	var growth []Growth
	before, now := byKin(older), byKin(newer)
	for _, kin := range slices.SortedFunc(maps.Keys(now), compareKin) {
		was, is := before[kin], now[kin]
		excess := unpaired(was, is)
		for _, fields := range slices.Sorted(maps.Keys(excess)) {
			growth = append(growth, Growth{
				Kin: kin, Fields: fields, By: excess[fields], Old: was.total(), New: is.total(), Gained: was.gained(fields),
			})
		}
	}
	return growth
}

func compareKin(a, b Kin) int {
	return compareIdentities(Identity{Sink: a.Sink, Class: a.Class, Operand: a.Operand, Type: a.Type},
		Identity{Sink: b.Sink, Class: b.Class, Operand: b.Operand, Type: b.Type})
}

// shapes counts the findings of one kin by their fields.
type shapes map[Fields]int

func byKin(b Baseline) map[Kin]shapes {
	kins := map[Kin]shapes{}
	for _, e := range b.entries {
		if kins[e.Kin()] == nil {
			kins[e.Kin()] = shapes{}
		}
		kins[e.Kin()][e.Fields] += e.Count
	}
	return kins
}

func (s shapes) total() int {
	n := 0
	for _, count := range s {
		n += count
	}
	return n
}

// gained returns the leaves of f beyond the shape that is nearest to it.
func (s shapes) gained(f Fields) []string {
	var best []string
	first := true
	for _, was := range slices.Sorted(maps.Keys(s)) {
		if gained, _ := was.diff(f); first || len(gained) < len(best) {
			best, first = gained, false
		}
	}
	return best
}

// unpaired returns what of "now" finds no place in "before". A shape of before takes as many as it counts, of those it covers.
//
// Equal shapes are paired first, which costs nothing: covering is transitive, so whoever would have sat there can sit elsewhere.
// The rest is a largest matching, found by letting those already placed move over.
func unpaired(before, now shapes) shapes {
	places, guests := shapes{}, shapes{}
	maps.Copy(places, before)
	for f, n := range now {
		same := min(n, places[f])
		if places[f] -= same; n > same {
			guests[f] = n - same
		}
	}
	order := slices.Sorted(maps.Keys(before))
	seated := map[Fields]shapes{} // by place, by guest
	var seat func(guest Fields, want int, seen map[Fields]bool) int
	seat = func(guest Fields, want int, seen map[Fields]bool) int {
		for _, place := range order {
			if seen[place] || !place.covers(guest) {
				continue
			}
			seen[place] = true
			if seated[place] == nil {
				seated[place] = shapes{}
			}
			if n := min(want, places[place]); n > 0 {
				places[place] -= n
				seated[place][guest] += n
				return n
			}
			for _, other := range slices.Sorted(maps.Keys(seated[place])) {
				if there := seated[place][other]; there > 0 {
					if n := seat(other, min(want, there), seen); n > 0 {
						seated[place][other] -= n
						seated[place][guest] += n
						return n
					}
				}
			}
		}
		return 0
	}
	excess := shapes{}
	for _, guest := range slices.Sorted(maps.Keys(guests)) {
		want := guests[guest]
		for want > 0 {
			n := seat(guest, want, map[Fields]bool{})
			if n == 0 {
				excess[guest] = want
				break
			}
			want -= n
		}
	}
	return excess
}
