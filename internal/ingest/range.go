package ingest

import "github.com/seed-a76b335c/philint/internal/record"

// plausible refuses numbers that cannot be. What a person types or a program sends one by one is held against what the
// quantity can have at all, since a slip of the decimal point is likelier than a record; devices and documents are
// stored as they are, and their days are checked when one of their values is elected.
func (c *coder) plausible(o *record.Observation, a *decision, typed bool) Reason {
	if !o.HasNumber {
		return ""
	}
	n, unit, _ := o.Comparable()
	if a.fraction && unit == "%" && (n < 0 || n > 100) {
		return BadPercentage
	}
	if !typed || o.Coding.Outcome != record.Coded {
		return ""
	}
	if m := a.metric; m != nil {
		if unit == m.Unit && m.Max > m.Min && (n < m.Min || n > m.Max) {
			return OutOfRange
		}
		return ""
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
