package baseline

import (
	"fmt"
	"strings"
)

// A Reason says how a finding stands to a baseline.
type Reason uint8

const (
	Known        Reason = iota // counted: not to be reported
	Unseen                     // the baseline has nothing like it in this declaration
	Elsewhere                  // nor has it, but it has the same in another declaration or package: it may have moved
	Beyond                     // there are more than the baseline counts; this is one of the last in file order
	Reshaped                   // the same operand, but its type has gained or lost fields
	Opaque                     // the same operand, but its type no longer tells its fields
	Reclassified               // the same operand, but the policy now gives it another class
)

var reasonWords = map[Reason]string{
	Known: "known", Unseen: "unseen", Elsewhere: "elsewhere", Beyond: "beyond", Reshaped: "reshaped", Opaque: "opaque", Reclassified: "reclassified",
}

func (r Reason) String() string { return reasonWords[r] }

// A Verdict is how one finding stands to a baseline, and what to say about it.
type Verdict struct {
	Reason       Reason
	From         Identity // Elsewhere: where
	Counted      int      // Beyond: how many the baseline counts
	Gained, Lost []string // Reshaped: the leaves
	Was          string   // Reclassified: the class that the baseline has
}

// Explain completes a diagnostic: "its type gained Email string since the baseline".
// It is empty for a known finding and for one that is just new.
func (v Verdict) Explain() string {
	switch v.Reason {
	case Elsewhere:
		return "the baseline has it in " + v.From.Package + " " + v.From.Decl + ": if it moved, run philint baseline prune"
	case Beyond:
		return fmt.Sprintf("the baseline counts %d of these here, this is one more", v.Counted)
	case Reshaped:
		var parts []string
		if len(v.Gained) > 0 {
			parts = append(parts, "gained "+strings.Join(v.Gained, ", "))
		}
		if len(v.Lost) > 0 {
			parts = append(parts, "lost "+strings.Join(v.Lost, ", "))
		}
		s := "its type " + strings.Join(parts, " and ") + " since the baseline"
		if len(v.Gained) == 0 {
			s += ": run philint baseline prune"
		}
		return s
	case Opaque:
		return "the baseline knows the fields of its type, which are not known any more"
	case Reclassified:
		return "the baseline has it as " + v.Was
	}
	return ""
}

// Judge tells known findings from surplus ones; verdicts are in the order of the findings.
// When there are more of one identity than the baseline counts, the last ones in file order are the surplus.
//
// It looks at each identity alone. A finding that moved is a surplus here, and [Elsewhere]: only [Compare], which sees the whole module,
// can know that it is gone from its old place.
func Judge(b Baseline, findings []Finding) []Verdict {
	idx := newIndex(b)
	surplus := map[Identity]map[position]bool{}
	for id, fs := range group(findings) {
		surplus[id] = map[position]bool{}
		for _, f := range fs[min(b.Count(id), len(fs)):] {
			surplus[id][position{f.File, f.Offset}] = true
		}
	}
	verdicts := make([]Verdict, len(findings))
	for i, f := range findings {
		id := f.Identity()
		if surplus[id][position{f.File, f.Offset}] {
			verdicts[i] = idx.explain(id)
		}
	}
	return verdicts
}

type position struct {
	file   string
	offset int
}

// An operandKey is an operand at its place, whatever its class and fields.
type operandKey struct{ pkg, decl, sink, operand, typ string }

func (id Identity) operandKey() operandKey {
	return operandKey{id.Package, id.Decl, id.Sink, id.Operand, id.Type}
}

// A movable is what a finding and the place it moved to have in common.
type movable struct {
	Kin
	Fields
}

// An index finds the entries that are like a finding.
type index struct {
	b       Baseline
	here    map[operandKey][]Identity
	movable map[movable][]Identity
}

func newIndex(b Baseline) index {
	idx := index{b, map[operandKey][]Identity{}, map[movable][]Identity{}}
	for _, e := range b.entries {
		key, m := e.operandKey(), movable{e.Kin(), e.Fields}
		idx.here[key] = append(idx.here[key], e.Identity)
		idx.movable[m] = append(idx.movable[m], e.Identity)
	}
	return idx
}

// explain compares a surplus finding with the entry at its place that is most like it, or else with its equals elsewhere.
func (idx index) explain(id Identity) Verdict {
	if n := idx.b.Count(id); n > 0 {
		return Verdict{Reason: Beyond, Counted: n}
	}
	best, bestDistance := Verdict{Reason: Unseen}, 0
	for _, was := range idx.here[id.operandKey()] {
		gained, lost := was.Fields.diff(id.Fields)
		distance := 2 * (len(gained) + len(lost))
		if was.Class != id.Class {
			distance++
		}
		v := Verdict{Reason: Reshaped, Gained: gained, Lost: lost}
		switch {
		case was.Class != id.Class && was.Fields.covers(id.Fields):
			v = Verdict{Reason: Reclassified, Was: was.Class}
		case was.Fields != "" && id.Fields == "":
			v = Verdict{Reason: Opaque}
		}
		if best.Reason == Unseen || distance < bestDistance {
			best, bestDistance = v, distance
		}
	}
	if best.Reason != Unseen {
		return best
	}
	for _, from := range idx.movable[movable{id.Kin(), id.Fields}] {
		if best.Reason == Unseen || from.Package == id.Package && best.From.Package != id.Package {
			best = Verdict{Reason: Elsewhere, From: from}
		}
	}
	return best
}
