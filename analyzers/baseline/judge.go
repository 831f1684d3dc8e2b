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
	Beyond                     // there are more than the baseline counts; this is one of the last in file order
	Reshaped                   // the same operand, but its type has gained or lost fields
	Opaque                     // the same operand, but its type no longer tells its fields
	Reclassified               // the same operand, but the policy now gives it another class
)

var reasonWords = map[Reason]string{
	Known: "known", Unseen: "unseen", Beyond: "beyond", Reshaped: "reshaped", Opaque: "opaque", Reclassified: "reclassified",
}

func (r Reason) String() string { return reasonWords[r] }

// A Verdict is how one finding stands to a baseline, and what to say about it.
type Verdict struct {
	Reason       Reason
	Counted      int      // Beyond: how many the baseline counts
	Gained, Lost []string // Reshaped: the leaves
	Was          string   // Reclassified: the class that the baseline has
}

// Explain completes a diagnostic: "its type gained Email string since the baseline".
// It is empty for a known finding and for one that is just new.
func (v Verdict) Explain() string {
	switch v.Reason {
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
// It looks at each identity alone. A finding that moved is [Unseen] here: only [Compare], which sees the whole module, can know
// that it is gone from its old place.
func Judge(b Baseline, findings []Finding) []Verdict {
	places := byOperand(b)
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
			verdicts[i] = explain(b, places, id)
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

func byOperand(b Baseline) map[operandKey][]Identity {
	m := map[operandKey][]Identity{}
	for _, e := range b.entries {
		m[e.operandKey()] = append(m[e.operandKey()], e.Identity)
	}
	return m
}

// explain compares a surplus finding with the entry at its place that is most like it.
func explain(b Baseline, places map[operandKey][]Identity, id Identity) Verdict {
	if n := b.Count(id); n > 0 {
		return Verdict{Reason: Beyond, Counted: n}
	}
	best, bestDistance := Verdict{Reason: Unseen}, 0
	for _, was := range places[id.operandKey()] {
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
	return best
}
