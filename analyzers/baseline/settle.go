package baseline

// A looseEntry is an entry with some findings that are no longer produced.
type looseEntry struct {
	Entry
	free int
}

// pairings are the ways in which a surplus finding can be a loose one, best first.
// Each is exhausted before the next begins, so that pruning again finds nothing more to do.
var pairings = []struct {
	kind ChangeKind
	held bool // the finding stays a surplus, and the entry stays as it is
	fits func(was, is Identity) bool
}{
	{kind: Moved, fits: func(was, is Identity) bool {
		return was.Package == is.Package && was.Kin() == is.Kin() && was.Fields == is.Fields
	}},
	{kind: Moved, fits: func(was, is Identity) bool {
		return was.Kin() == is.Kin() && was.Fields == is.Fields
	}},
	{kind: Narrowed, fits: func(was, is Identity) bool {
		return was.samePlace(is) && was.Kin() == is.Kin() && was.Fields.covers(is.Fields)
	}},
	{kind: Narrowed, fits: func(was, is Identity) bool {
		return was.Kin() == is.Kin() && was.Fields.covers(is.Fields)
	}},
	{held: true, fits: func(was, is Identity) bool {
		return was.operandKey() == is.operandKey()
	}},
}

// settle pairs surplus findings, the first in file order first, with loose entries, in the order of the file.
// It takes what it pairs from the loose entries and returns the surplus that is left and the changes made.
func settle(loose []*looseEntry, open []Surplus) (surplus []Surplus, changes []Change) {
	type likeness struct{ sink, operand, typ string } // what every pairing asks for
	alike := map[likeness][]*looseEntry{}
	for _, l := range loose {
		key := likeness{l.Sink, l.Operand, l.Type}
		alike[key] = append(alike[key], l)
	}
	type transfer struct {
		kind     ChangeKind
		from, to Identity
	}
	index := map[transfer]int{} // where in changes
	settled, held := make([]bool, len(open)), make([]bool, len(open))
	for _, rule := range pairings {
		for i, s := range open {
			if settled[i] || held[i] {
				continue
			}
			is := s.Identity()
			for _, l := range alike[likeness{is.Sink, is.Operand, is.Type}] {
				if l.free == 0 || !rule.fits(l.Identity, is) {
					continue
				}
				l.free--
				if held[i] = rule.held; held[i] {
					break
				}
				settled[i] = true
				key := transfer{rule.kind, l.Identity, is}
				at, ok := index[key]
				if !ok {
					at = len(changes)
					index[key] = at
					changes = append(changes, Change{Kind: rule.kind, Entry: l.Entry, To: is})
				}
				changes[at].Count++
				break
			}
		}
	}
	for i, s := range open {
		if !settled[i] {
			surplus = append(surplus, s)
		}
	}
	return surplus, changes
}
