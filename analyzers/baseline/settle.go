package baseline

import "slices"

// A looseEntry is an entry with some findings that are no longer produced.
type looseEntry struct {
	Entry
	free int
}

// A pairing is a way in which a surplus finding can be a loose one.
type pairing struct {
	kind ChangeKind
	held bool                       // the finding stays a surplus, and the entry stays as it is
	key  func(id Identity) Identity // what must be equal; the rest is blank
	fits func(was, is Fields) bool  // what else must hold
}

// pairings are in order, best first. Each is exhausted before the next begins, so that pruning again finds nothing more to do.
var pairings = []pairing{
	{kind: Moved, key: anyDecl, fits: anyFields},
	{kind: Moved, key: anyPlace, fits: anyFields},
	{kind: Narrowed, key: blankFields, fits: Fields.covers},
	{kind: Narrowed, key: func(id Identity) Identity { return blankFields(anyPlace(id)) }, fits: Fields.covers},
	{held: true, key: func(id Identity) Identity { return blankFields(anyClass(id)) }, fits: anyFields},
}

func anyDecl(id Identity) Identity {
	id.Decl = ""
	return id
}

func anyPlace(id Identity) Identity {
	id.Package, id.Decl = "", ""
	return id
}

func anyClass(id Identity) Identity {
	id.Class = ""
	return id
}

func blankFields(id Identity) Identity {
	id.Fields = ""
	return id
}

func anyFields(_, _ Fields) bool { return true }

// A transfer is a change as it is counted.
type transfer struct {
	kind     ChangeKind
	from, to Identity
}

// settle pairs surplus findings, the first in file order first, with loose entries, in the order of the file.
// It takes what it pairs from the loose entries and returns the surplus that is left and the changes made.
func settle(loose []*looseEntry, open []Surplus) (surplus []Surplus, changes []Change) {
	where := map[transfer]int{} // in changes
	var held []Surplus
	for _, rule := range pairings {
		alike := map[Identity][]*looseEntry{}
		for _, l := range loose {
			if l.free > 0 {
				alike[rule.key(l.Identity)] = append(alike[rule.key(l.Identity)], l)
			}
		}
		var rest []Surplus
		for _, s := range open {
			is := s.Identity()
			key := rule.key(is)
			l := take(alike, key, func(l *looseEntry) bool { return rule.fits(l.Fields, is.Fields) })
			switch {
			case l == nil:
				rest = append(rest, s)
			case rule.held:
				held = append(held, s)
			default:
				t := transfer{rule.kind, l.Identity, is}
				if _, ok := where[t]; !ok {
					where[t] = len(changes)
					changes = append(changes, Change{Kind: rule.kind, Entry: l.Entry, To: is})
				}
				changes[where[t]].Count++
			}
		}
		open = rest
	}
	surplus = append(held, open...)
	slices.SortFunc(surplus, func(a, b Surplus) int { return compareFindings(a.Finding, b.Finding) })
	return surplus, changes
}

// take uses up one finding of the first entry under the key that fits. Entries that are used up are dropped from the front.
func take(alike map[Identity][]*looseEntry, key Identity, fits func(*looseEntry) bool) *looseEntry {
	list := alike[key]
	for len(list) > 0 && list[0].free == 0 {
		list = list[1:]
	}
	alike[key] = list
	for _, l := range list {
		if l.free > 0 && fits(l) {
			l.free--
			return l
		}
	}
	return nil
}
