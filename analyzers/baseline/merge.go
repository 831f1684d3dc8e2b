package baseline

// Merge returns what both sides agree on: of each identity, the smaller count. It is commutative and associative, and below both sides.
//
// A finding that moved on one branch only is in neither place afterwards: the old place is missing on one side, the new one on the other.
// [Merge3] knows better, because it has the common ancestor.
func Merge(a, b Baseline) Baseline {
	counts := map[Identity]int{}
	for _, e := range a.entries {
		counts[e.Identity] = min(e.Count, b.Count(e.Identity))
	}
	return fromCounts(counts)
}

// Merge3 merges two sides that both come from base. It is [Merge], and keeps a finding that one side moved or narrowed
// when the other left it alone, as long as the result is above neither side: Since(a, m) and Since(b, m) are empty.
// It is commutative in its sides. If both sides moved one finding to different places, the first in the order of the file stays.
func Merge3(base, a, b Baseline) Baseline {
	merged := Merge(a, b)
	counts := map[Identity]int{}
	for _, e := range merged.entries {
		counts[e.Identity] = e.Count
	}
	inA, inB, inMerged := byKin(a), byKin(b), byKin(merged)
	union := New(append(a.Entries(), b.Entries()...)...)
	for _, e := range union.entries {
		id, kin := e.Identity, e.Kin()
		na, nb := a.Count(id), b.Count(id)
		// Both edits applied to the base, but never more than the larger side.
		want := min(na+nb-base.Count(id), max(na, nb))
		for n := want - counts[id]; n > 0; n-- {
			tried := shapes{id.Fields: n}
			for f, count := range inMerged[kin] {
				tried[f] += count
			}
			if len(unpaired(inA[kin], tried)) == 0 && len(unpaired(inB[kin], tried)) == 0 {
				counts[id] += n
				inMerged[kin] = tried
				break
			}
		}
	}
	return fromCounts(counts)
}
