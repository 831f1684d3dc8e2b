package icpc3

// Outcome is what became of a term.
type Outcome string

// The outcomes.
const (
	Coded      Outcome = "coded"
	NeedsInput Outcome = "needs-input" // a person can say more
	Refused    Outcome = "refused"     // the term names no one complaint
)

// Rule is the tier that a code came from.
type Rule string

// The tiers, first to last.
const (
	RuleCurated   Rule = "icpc3:curated"
	RulePreferred Rule = "icpc3:preferred"
	RuleInclusion Rule = "icpc3:inclusion"
)

// Reason is why there is no code.
type Reason string

// The reasons.
const (
	ReasonNoMatch   Reason = "icpc3:no-match"
	ReasonAmbiguous Reason = "icpc3:ambiguous"
	ReasonTooBroad  Reason = "icpc3:too-broad"
	ReasonEmpty     Reason = "icpc3:empty"
)

// Match is the answer for one term. Its slices belong to the table and are not to be changed.
type Match struct {
	Outcome   Outcome
	Codes     []string // one when coded, the rivals when ambiguous
	Preferred []string // the licensed English term of each code
	Rule      Rule     // the tier; empty for no match
	Reason    Reason   // empty when coded
	Modified  bool     // words around the complaint were taken off
}

// Code is the one code of a coded match, else empty.
func (m Match) Code() string {
	if m.Outcome == Coded {
		return m.Codes[0]
	}
	return ""
}

// Match looks one term up among the complaints or the diagnoses.
func (t *Table) Match(text string, k Kind) Match {
	if len(text) > maxText || int(k) >= kinds {
		return noMatch
	}
	term := written(text)
	if term == "" {
		return Match{Outcome: Refused, Reason: ReasonEmpty}
	}
	if m, ok := t.lookup(term, k); ok {
		return *m
	}
	term = folded(term)
	if m, ok := t.lookup(term, k); ok {
		return *m
	}
	if m := t.unmodified(term, k); m != nil {
		found := *m
		found.Modified = true
		return found
	}
	return noMatch
}

// maxText is the length in bytes above which a text is no term. The longest surface is far shorter; the limit keeps
// a pasted page from being folded and searched.
const maxText = 1 << 10

var noMatch = Match{Outcome: NeedsInput, Reason: ReasonNoMatch}

// Known says whether a text is a complaint or diagnosis at all: coded, ambiguous or too broad. A name of a test must
// not be known.
func (t *Table) Known(text string, k Kind) bool {
	switch t.Match(text, k).Reason {
	case ReasonNoMatch, ReasonEmpty:
		return false
	}
	return true
}
