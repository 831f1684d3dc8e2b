package ingest

import (
	"crypto/sha256"
	"math"
	"strings"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/terminology"
	"github.com/seed-a76b335c/philint/internal/terminology/fold"
	"github.com/seed-a76b335c/philint/internal/terminology/icpc3"
	"github.com/seed-a76b335c/philint/internal/terminology/units"
)

// Rules of decisions that are made here.
const (
	ruleMetric = "device:metric"
	ruleNote   = "note:never"
	ruleSource = "source:code"
)

// reasonNote is why a note has no code.
const reasonNote = "note:not-coded"

// coder says what observations mean. Files have few names and many values, so a decision is made once for a name, a
// unit and a kind of value.
type coder struct {
	set       *terminology.Set
	aliases   terminology.ConfirmedAliases
	series    *series
	decisions cache[question, *decision]
}

func newCoder(set *terminology.Set, aliases terminology.ConfirmedAliases) *coder {
	return &coder{set: set, aliases: aliases, series: newSeries(tables(), set), decisions: newCache[question, *decision](20_000)}
}

// question is all that a decision depends on.
type question struct {
	kind               record.Kind
	name, unit, ucum   string
	column             string // the unit that is printed beside the value, which may have another one in it
	source, complaint  string
	metric             *record.Metric
	value              units.Kind
	valueKind          record.ValueKind
	words              string // what the value says beyond its number: see wordsOf
	valued, unitInside bool
}

// mostWords is from how many bytes on a text is held by its digest.
const mostWords = 96

// wordsOf is what a printed value says beyond a number at its beginning: a unit, a power of ten, an answer. Numbers alike
// in this mean the same.
func wordsOf(printed string, kind units.Kind) string {
	s := strings.TrimSpace(printed)
	if kind == units.Quantity {
		rest := strings.TrimLeft(s, "<>≤≥=+-−.,0123456789 ")
		s = s[strings.LastIndexAny(s[:len(s)-len(rest)], "0123456789")+1:]
	}
	if len(s) > mostWords {
		sum := sha256.Sum256([]byte(s))
		return string(sum[:])
	}
	return s
}

// decision is an answer, with what turns a number into the unit of its series.
type decision struct {
	coding   record.Coding // without the canonical number
	fraction bool          // of a whole: a percentage lies within 0 and 100
	amount   bool          // not below nothing
	metric   *record.Metric
	canon    cache[float64, canonical]
	from     string
}

type canonical struct {
	number float64
	ok     bool
}

// code fills in an observation's coding.
func (c *coder) code(o *record.Observation, d *Draft, p *parsed, m *record.Metric) *decision {
	q := question{
		kind: o.Kind, name: d.Name, unit: p.unit, ucum: p.ucum, source: codeIn(o.SourceCode, terminology.SystemLOINC), complaint: codeIn(o.SourceCode, terminology.SystemICPC3),
		metric: m, value: p.Kind, valueKind: o.ValueKind, valued: d.Value != "", unitInside: p.Unit != "", column: strings.TrimSpace(d.Unit),
	}
	if _, is := plain(d.Value); !is {
		q.words = wordsOf(underSign(d.Value, d.Decimal), p.Kind)
	}
	a := c.decisions.get(q, func() *decision { return c.decide(q, o, d, p) })
	o.Coding = a.coding
	if p.Kind == units.Quantity && o.HasNumber && a.coding.CanonicalUnit != "" {
		v := a.canonical(c.set, o.Number)
		o.Coding.Canonical, o.Coding.HasCanonical = v.number, v.ok
	}
	if !o.Coding.HasCanonical {
		o.Coding.CanonicalUnit = ""
	}
	return a
}

// canonical is a number in the series' unit.
func (a *decision) canonical(set *terminology.Set, n float64) canonical {
	if a.from == a.coding.CanonicalUnit {
		return canonical{number: n, ok: true}
	}
	return a.canon.get(n, func() canonical {
		code := a.coding.Code
		if a.coding.System != terminology.SystemLOINC {
			code = ""
		}
		v := set.Convert(n, a.from, a.coding.CanonicalUnit, code)
		if v.Value == nil || math.IsInf(*v.Value, 0) {
			return canonical{}
		}
		return canonical{number: *v.Value, ok: true}
	})
}

func (c *coder) decide(q question, o *record.Observation, d *Draft, p *parsed) *decision {
	a := &decision{from: p.ucum, canon: newCache[float64, canonical](4096)}
	switch {
	case o.Kind == record.Note:
		c.refuse(a, o, ruleNote, reasonNote)
	case o.Kind != record.Measurement:
		c.complaint(a, o, q)
	default:
		if q.metric == nil || c.confirmed(o.NameKey) || !c.device(a, o, q) {
			c.reading(a, o, d, q)
		}
		c.settle(a, p)
	}
	return a
}

// refuse leaves an observation without a code on purpose.
func (c *coder) refuse(a *decision, o *record.Observation, rule, reason string) {
	a.coding = record.Coding{
		Outcome: record.Refused, Reason: reason, Series: localSeries(o.NameKey, ""), Release: c.set.Release(),
		Decision: terminology.DecisionID(o.NameKey, "", kindOf(o), c.set.Release(), rule),
	}
}

func kindOf(o *record.Observation) terminology.ValueKind {
	if o.ValueKind == record.Absent {
		return terminology.KindNone
	}
	return terminology.ValueKind(o.ValueKind)
}

func (c *coder) confirmed(key string) bool {
	if c.aliases == nil {
		return false
	}
	for _, scope := range [...]terminology.Scope{terminology.ScopeUser, terminology.ScopeGlobal} {
		if _, ok := c.aliases.Confirmed(scope, key); ok {
			return true
		}
	}
	return false
}

// complaint codes symptoms and conditions. LOINC is never asked: a fever is no antibody.
func (c *coder) complaint(a *decision, o *record.Observation, q question) {
	if c.confirmed(o.NameKey) {
		if d := c.set.Code(terminology.Draft{Name: q.name, Aliases: c.aliases}); d.System == terminology.SystemICPC3 {
			a.coding = codingOf(&d, o)
			return
		}
	}
	a.coding = record.Coding{Outcome: record.NeedsInput, Series: localSeries(o.NameKey, ""), Release: c.set.Release()}
	rule := ruleSource
	if rubric, ok := c.set.Complaints().Rubric(q.complaint); ok && q.complaint != "" {
		a.coding.Outcome, a.coding.Code = record.Coded, rubric.Code
	} else {
		kind := icpc3.Symptom
		if o.Kind == record.Condition {
			kind = icpc3.Condition
		}
		m := c.set.Complaint(q.name, kind)
		a.coding.Outcome, a.coding.Reason, a.coding.Code = record.Outcome(m.Outcome), string(m.Reason), m.Code()
		if rule = string(m.Rule); rule == "" {
			rule = "icpc3:none"
		}
	}
	if a.coding.Code != "" {
		a.coding.System, a.coding.Series = terminology.SystemICPC3, terminology.ComplaintSeries(a.coding.Code)
	}
	a.coding.Decision = terminology.DecisionID(o.NameKey, "", kindOf(o), c.set.Release(), rule)
}

// device takes the code of the metric that the device measured. A unit that the metric does not have leaves the reading
// for a person to decide.
func (c *coder) device(a *decision, o *record.Observation, q question) bool {
	m := q.metric
	spanned := m.Policy == record.PolicyDurationUnion
	if !o.HasNumber && !spanned {
		return false
	}
	a.coding = record.Coding{
		Outcome: record.Coded, System: terminology.SystemLOINC, Code: m.Code(), Series: c.series.id(m, c.set), Release: c.set.Release(),
		Decision: terminology.DecisionID(o.NameKey, q.ucum, kindOf(o), c.set.Release(), ruleMetric),
	}
	if a.coding.Code == "" {
		a.coding.System, a.coding.Code = systemDevice, m.Key
	}
	if !o.HasNumber {
		return true
	}
	if q.ucum == m.Unit {
		return true
	}
	code := m.Code()
	if v := c.set.Convert(1, q.ucum, m.Unit, code); v.Value == nil {
		a.coding = record.Coding{
			Outcome: record.NeedsInput, Reason: terminology.ReasonUnitConflict, Series: localSeries(o.NameKey, unitKey(q)),
			Release: a.coding.Release, Decision: a.coding.Decision,
		}
		if q.unit == "" && !spanned {
			a.coding.Reason = terminology.ReasonUnitMissing
		}
	}
	return true
}

// reading asks the vocabulary.
func (c *coder) reading(a *decision, o *record.Observation, d *Draft, q question) {
	v := c.set.Code(terminology.Draft{Name: d.Name, Value: underSign(d.Value, d.Decimal), Unit: d.Unit, Source: q.source, Aliases: c.aliases})
	a.coding = codingOf(&v, o)
	if v.Outcome != terminology.OutcomeCoded {
		a.coding.Series = localSeries(o.NameKey, unitKey(q))
	}
	a.coding.CanonicalUnit = v.CanonicalUnit
	if row, ok := c.set.Row(v.Code); ok && v.System == terminology.SystemLOINC {
		a.fraction, a.amount = isFraction(row.Property), isAmount(row.Property, row.Component)
	}
}

func codingOf(v *terminology.Decision, o *record.Observation) record.Coding {
	c := record.Coding{
		Outcome: record.Outcome(v.Outcome), Reason: v.Reason, System: v.System, Code: v.Code, Series: v.Series, Decision: v.ID, Release: v.Release,
	}
	if v.Outcome != terminology.OutcomeCoded {
		c.System, c.Code, c.Series = "", "", localSeries(o.NameKey, "")
	}
	return c
}

// settle puts the numbers of a series that devices fill into the unit of its metric.
func (c *coder) settle(a *decision, p *parsed) {
	if a.coding.Outcome != record.Coded {
		return
	}
	a.metric = c.series.of(a.coding.Series)
	if a.metric == nil || p.ucum == "" {
		return
	}
	a.fraction = a.fraction || a.metric.Unit == "%"
	code := a.coding.Code
	if a.coding.System != terminology.SystemLOINC {
		code = ""
	}
	if p.ucum == a.metric.Unit || c.set.Convert(1, p.ucum, a.metric.Unit, code).Value != nil {
		a.coding.CanonicalUnit = a.metric.Unit
	}
}

// localSeries is the series of what has no code: the same name in the same unit.
func localSeries(nameKey, unit string) string { return terminology.LocalSeries(nameKey + "|" + unit) }

// unitKey is the unit of a local series: as UCUM where it is known, else as printed.
func unitKey(q question) string {
	if q.ucum != "" {
		return q.ucum
	}
	return fold.Key(q.unit)
}

// isFraction says that a LOINC property is a share of a whole, which cannot be more than it.
func isFraction(property string) bool {
	switch property {
	case "MFr", "VFr", "NFr", "SFr", "MFr.DF", "VFr.DF", "NFr.DF", "SFr.DF":
		return true
	}
	return false
}
