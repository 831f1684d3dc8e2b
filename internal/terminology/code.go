package terminology

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"github.com/seed-a76b335c/philint/internal/terminology/fold"
	"github.com/seed-a76b335c/philint/internal/terminology/loinc"
	"github.com/seed-a76b335c/philint/internal/terminology/units"
)

// Outcome is what became of a reading that is stored.
type Outcome string

// The outcomes.
const (
	OutcomeCoded      Outcome = "coded"
	OutcomeNeedsInput Outcome = "needs-input" // a person can say more
	OutcomeRefused    Outcome = "refused"     // it has no code on purpose
)

// Reasons of a decision that is not "coded". Two more carry what they speak of: "axes:unknown-code:<code>" and
// "scale:<kind>-vs-<SCALE>".
const (
	ReasonAliasNotStandard = "alias:not-standard"
	ReasonEngineRefused    = "engine:refused"
	ReasonNameAmbiguous    = "name:ambiguous"
	ReasonEngineNoMatch    = "engine:no-match"
	ReasonUnitMissing      = "unit:missing"
	unknownCodePrefix      = "axes:unknown-code:"
	unknownComplaintPrefix = "icpc3:unknown-code:"
)

// Code systems.
const (
	SystemLOINC = "http://loinc.org"
	SystemICPC3 = "http://terminology.hl7.org/CodeSystem/ICPC-3"
)

// Scope is whose alias it is. A person's own goes first.
type Scope string

// The scopes, in their order.
const (
	ScopeUser   Scope = "user"
	ScopeGlobal Scope = "global"
)

// Rules of decisions that no alias made.
const (
	ruleLexical = "engine:lexical"
	ruleSource  = "source:code"
)

// Confirmed is a name that a person has confirmed the meaning of.
type Confirmed struct {
	System string // empty is LOINC
	Code   string
}

// ConfirmedAliases finds confirmed names by their key, which is NameKey of the name.
type ConfirmedAliases interface {
	Confirmed(scope Scope, key string) (Confirmed, bool)
}

// Draft is a reading before it has a code.
type Draft struct {
	Name  string
	Value string
	Unit  string
	// Source is the LOINC code that the source itself gives, empty for none.
	Source string
	// Aliases are confirmed names; nil is none.
	Aliases ConfirmedAliases
}

// Decision says what a reading is stored as. The reading itself stays as it was recorded.
type Decision struct {
	Outcome   Outcome
	Reason    string // empty where it is coded
	System    string // of the code
	Code      string
	Display   string
	Codes     []string // the rivals of an ambiguous name
	Series    string   // what it is charted with
	Rule      string
	Release   string
	NameKey   string
	UnitUCUM  string
	ValueKind ValueKind
	ID        string // the same inputs make the same decision
	Evidence  []string
	// CanonicalValue and CanonicalUnit put all readings of a series in one unit. Without a code there are none.
	CanonicalValue *float64
	CanonicalUnit  string
}

// NameKey is the key of a name in confirmed aliases and local series.
func NameKey(name string) string { return fold.Key(name) }

// Code decides what a reading is stored as: a confirmed alias of the person, then one of everybody, then the code that
// the source gives, then the resolver; and last whether the value is of a kind that the code holds.
func (s *Set) Code(d Draft) Decision {
	out := Decision{Release: s.release(), NameKey: NameKey(d.Name), Rule: ruleLexical}
	if rule, c, ok := confirmed(d.Aliases, out.NameKey); ok {
		out.Rule = rule
		s.codeAlias(&out, d, c)
	} else if !s.codeSource(&out, d) {
		s.codeName(&out, d)
	}
	out.Series = s.series(&out)
	out.ID = DecisionID(out.NameKey, out.UnitUCUM, out.ValueKind, out.Release, out.Rule)
	return out
}

func confirmed(aliases ConfirmedAliases, key string) (rule string, c Confirmed, ok bool) {
	if aliases == nil || key == "" {
		return "", c, false
	}
	for _, scope := range [...]Scope{ScopeUser, ScopeGlobal} {
		if c, ok := aliases.Confirmed(scope, key); ok {
			return "alias:" + string(scope), c, true
		}
	}
	return "", c, false
}

func (d *Decision) needs(reason string) { d.Outcome, d.Reason = OutcomeNeedsInput, reason }
func (d *Decision) refuse(reason string) {
	d.Outcome, d.Reason = OutcomeRefused, reason
}

// codeAlias takes the analyte from the alias. The unit may still choose a sibling of its code.
func (s *Set) codeAlias(out *Decision, d Draft, c Confirmed) {
	r := s.readValue(d.Name, d.Value, d.Unit)
	out.UnitUCUM, out.ValueKind = r.UnitUCUM, kindOf(r.Value)
	switch c.System {
	case "", SystemLOINC:
	case SystemICPC3:
		rubric, ok := s.complaints().Rubric(c.Code)
		if !ok {
			out.needs(unknownComplaintPrefix + c.Code)
			return
		}
		out.Outcome, out.System, out.Code, out.Display = OutcomeCoded, SystemICPC3, rubric.Code, rubric.Preferred
		return
	default:
		out.refuse(ReasonAliasNotStandard)
		return
	}
	base := s.index.byCode(c.Code)
	if base == nil {
		out.needs(unknownCodePrefix + c.Code)
		return
	}
	r.Resolution = Resolution{Name: d.Name, Method: MethodAlias, Evidence: nameEvidence}
	s.settle(out, &r, base)
}

// codeSource takes the code that the source gives as it is: the unit and the value must fit it, and choose no sibling. A
// code that is not in the table is believed where its check digit is right; what it means is then not known, so nothing
// can be held against it. Anything else is no code, and the name decides.
func (s *Set) codeSource(out *Decision, d Draft) bool {
	base := s.index.byCode(d.Source)
	if base == nil && (d.Source == "" || !loinc.CheckDigit(d.Source)) {
		return false
	}
	out.Rule = ruleSource
	r := s.readValue(d.Name, d.Value, d.Unit)
	out.UnitUCUM, out.ValueKind = r.UnitUCUM, kindOf(r.Value)
	switch {
	case r.TwoUnits:
		out.needs(ReasonTwoUnits)
	case base == nil:
		out.Outcome, out.System, out.Code, out.Display = OutcomeCoded, SystemLOINC, d.Source, d.Name
		s.canonicalize(out, &r)
	case !base.row.Panel && r.objection(base) != "":
		out.needs(r.objection(base))
	default:
		r.Resolution = Resolution{Name: d.Name, Method: MethodAlias, Evidence: nameEvidence}
		s.settle(out, &r, base)
	}
	return true
}

func (s *Set) codeName(out *Decision, d Draft) {
	r := s.ResolveReading(d.Name, d.Value, d.Unit)
	out.UnitUCUM, out.ValueKind = r.UnitUCUM, kindOf(r.Value)
	code := r.Code
	if code == "" {
		code = r.RejectedCode
	}
	if base := s.index.byCode(code); base != nil {
		s.settle(out, &r, base)
		return
	}
	switch r.Reason {
	case ReasonAmbiguous:
		out.Codes = r.Codes
		out.needs(ReasonNameAmbiguous)
	case ReasonTooBroad, ReasonComplaint:
		out.refuse(ReasonEngineRefused)
	default:
		out.needs(ReasonEngineNoMatch)
	}
}

// settle weighs the reading against the row and goes through the last gates.
func (s *Set) settle(out *Decision, r *Reading, base *entry) {
	s.weigh(r, base)
	kind := kindOf(r.Value)
	out.UnitUCUM, out.ValueKind = r.UnitUCUM, kind
	if r.Verdict == VerdictAxisConflict {
		out.needs(r.RejectedReason)
		return
	}
	e := s.index.byCode(r.Code)
	if !e.row.Panel && !admits(e, &r.Value) {
		out.needs(scaleReason(kind, e.row.Scale))
		return
	}
	if kind == KindQuantity && !r.hasUnit && s.index.massOrMoles(e) {
		out.needs(ReasonUnitMissing)
		return
	}
	out.Outcome, out.System, out.Code, out.Display = OutcomeCoded, SystemLOINC, e.row.Code, e.row.LongName
	out.Evidence = r.Evidence
	s.canonicalize(out, r)
}

// massOrMoles says that the analyte is reported in mass and in moles: a bare number is then neither.
func (x *index) massOrMoles(e *entry) bool {
	if e.row.Property == "" {
		return false
	}
	dim := units.Dim(e.row.Property)
	for _, o := range x.siblings(e) {
		if o.group == e.group && o.row.Property != "" && o.row.Property != e.row.Property && units.Dim(o.row.Property) == dim {
			return true
		}
	}
	return false
}

// series is what a decision is charted with.
func (s *Set) series(d *Decision) string {
	if d.Outcome != OutcomeCoded {
		return LocalSeries(d.NameKey)
	}
	if d.System == SystemICPC3 {
		return ComplaintSeries(d.Code)
	}
	if series := s.SeriesOf(d.Code); series != "" {
		return series
	}
	return "loinc:" + d.Code // the source's own, of a release that is not here
}

// DecisionID names a decision: the same inputs under the same rules have the same.
func DecisionID(nameKey, unitUCUM string, kind ValueKind, release, rule string) string {
	h := sha256.Sum256([]byte(strings.Join([]string{nameKey, unitUCUM, string(kind), release, rule}, "\x1f")))
	return hex.EncodeToString(h[:8])
}
