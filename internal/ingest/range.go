package ingest

import (
	"strings"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/terminology/fold"
)

// reasonImpossible is why a coded value of a document or a device is left without its code.
const reasonImpossible = "value:impossible"

// plausible says why a number cannot be. The bounds are those of package record's metrics for what devices measure, by
// which days are elected too, and the table below for the rest; time that somebody spent is no longer than it took, and
// what is an amount or a concentration is not below nothing.
func (c *coder) plausible(o *record.Observation, a *decision) Reason {
	if !o.HasNumber {
		return ""
	}
	n, unit, _ := o.Comparable()
	if a.fraction && unit == "%" && (n < 0 || n > 100) {
		return BadPercentage
	}
	if o.Coding.Outcome != record.Coded {
		return ""
	}
	if m := a.metric; m != nil {
		if unit == m.Unit && m.Max > m.Min && (n < m.Min || n > m.Max) || m.Duration && unit == "min" && longerThanItself(o, n) {
			return OutOfRange
		}
		return ""
	}
	if a.amount && o.Number < 0 {
		return OutOfRange
	}
	r, ok := possible[o.Coding.Code]
	if !ok {
		return ""
	}
	if v := c.set.Convert(o.Number, o.UCUM, r.unit, o.Coding.Code).Value; v != nil && (*v < r.low || *v > r.high) {
		return OutOfRange
	}
	return ""
}

// longerThanItself says that more minutes are said to have been spent than lie between start and end.
func longerThanItself(o *record.Observation, minutes float64) bool {
	return o.End > o.Start && minutes > o.End.Sub(o.Start).Minutes()*1.02+1
}

// judge refuses what cannot be where a person types it or a program sends it one by one, since a slip of the decimal point
// is likelier than a record. What a document or a device says is kept as it is, but means nothing: without a code it is in
// no series of good numbers. A day's own figures are judged when the day is elected, where they are said to have failed.
func (c *coder) judge(o *record.Observation, a *decision, typed bool) Reason {
	reason := c.plausible(o, a)
	if reason != OutOfRange || typed {
		return reason
	}
	if o.Modality == record.DeviceSensed && o.Grain == record.OfDay {
		return ""
	}
	unit := o.UCUM
	if unit == "" {
		unit = fold.Key(o.Unit)
	}
	o.Coding = record.Coding{
		Outcome: record.Refused, Reason: reasonImpossible, Series: localSeries(o.NameKey, unit), Decision: o.Coding.Decision, Release: o.Coding.Release,
	}
	return ""
}

// isAmount says that a LOINC row is of something of which there cannot be less than nothing. Differences and balances can
// be negative, and so can logarithms and temperatures.
func isAmount(property, component string) bool {
	switch property {
	case "MCnc", "SCnc", "CCnc", "NCnc", "ACnc", "MRat", "SRat", "NRat", "Mass", "Len", "Vol", "EntVol", "EntMass", "Num", "MCnt", "SCnt", "Titr":
	default:
		return false
	}
	name := strings.ToLower(component)
	for _, word := range [...]string{"excess", "deficit", "gap", "difference", "change", "delta", "balance", "score", "deviation"} {
		if strings.Contains(name, word) {
			return false
		}
	}
	return true
}

// bounds are what a quantity can have in a living person, in a unit: not what is healthy.
type bounds struct {
	unit      string
	low, high float64
}

// possible are bounds by LOINC code. Wide on purpose: what is refused here is a wrong unit or a lost decimal point.
var possible = rows([]struct {
	codes []string
	bounds
}{
	{[]string{"2951-2", "2947-0"}, bounds{"mmol/L", 80, 220}},             // sodium
	{[]string{"2823-3", "6298-4"}, bounds{"mmol/L", 0.5, 20}},             // potassium
	{[]string{"2075-0", "2069-3"}, bounds{"mmol/L", 40, 180}},             // chloride
	{[]string{"2345-7", "14749-6", "1558-6"}, bounds{"mmol/L", 0.2, 150}}, // glucose
	{[]string{"2160-0", "14682-9"}, bounds{"mmol/L", 0.005, 5}},           // creatinine
	{[]string{"17861-6", "2000-8"}, bounds{"mmol/L", 0.5, 8}},             // calcium
	{[]string{"2093-3", "14647-2"}, bounds{"mmol/L", 0.2, 60}},            // cholesterol
	{[]string{"2085-9", "14646-4"}, bounds{"mmol/L", 0.02, 10}},           // HDL
	{[]string{"2089-1", "13457-7", "22748-8", "39469-2"}, bounds{"mmol/L", 0.02, 40}},
	{[]string{"2571-8", "14927-8"}, bounds{"mmol/L", 0.05, 200}}, // triglycerides
	{[]string{"718-7"}, bounds{"g/L", 5, 300}},                   // haemoglobin
	{[]string{"4544-3"}, bounds{"%", 3, 85}},                     // haematocrit
	{[]string{"4548-4", "17856-6"}, bounds{"%", 1, 30}},          // HbA1c
	{[]string{"6690-2", "26464-8"}, bounds{"10*9/L", 0, 1000}},   // leukocytes
	{[]string{"777-3", "26515-7"}, bounds{"10*9/L", 0, 5000}},    // platelets
	{[]string{"789-8", "26453-1"}, bounds{"10*9/L", 200, 15000}}, // erythrocytes
	{[]string{"1751-7"}, bounds{"g/L", 2, 90}},                   // albumin
	{[]string{"2885-2"}, bounds{"g/L", 10, 200}},                 // protein
})

func rows(in []struct {
	codes []string
	bounds
},
) map[string]bounds {
	out := map[string]bounds{}
	for _, r := range in {
		for _, code := range r.codes {
			out[code] = r.bounds
		}
	}
	return out
}
