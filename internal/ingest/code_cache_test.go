package ingest

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/seed-a76b335c/philint/internal/record"
)

// TestADecisionThatIsKeptIsTheOneThatWouldBeMade asks the same questions of a coder that has answered others before and
// of one that has not.
func TestADecisionThatIsKeptIsTheOneThatWouldBeMade(t *testing.T) {
	names := []string{"Glucose", "Protein", "WBC", "HBsAg", "Antibody", "Body weight", "ANA", "Urine glucose (mg/dL)", "CYP2C19 genotype", "Blood pressure"}
	units := []string{"", "mg/dL", "mmol/L", "10*9/L", "kg", "%", " mg/dL ", "blorbs"}
	insides := []string{"", " mg/dL", " mmol/L", "mmol/L", " x10^9/L", "x10^9", " L", "L", " H", " kg"}
	words := []string{"negative", "2+", "none seen", "*1/*2", "1:40", "1:160", "120/80", "1,234", "see note", "<", "-", "detected mmol/L", "97 mg/dL", "5-7"}
	codes := []string{"", "2345-7", "5196-1", "2885-2"}
	r := rand.New(rand.NewPCG(7, 21))
	when := When{Start: at(t, "2026-03-02T08:30:00+01:00")}
	var ds []Draft
	for range 4000 {
		d := Draft{Name: names[r.IntN(len(names))], Unit: units[r.IntN(len(units))], When: when}
		if r.IntN(3) == 0 {
			d.Value = words[r.IntN(len(words))]
		} else {
			d.Value = []string{"", "", "<", ">= ", "-"}[r.IntN(5)] + []string{"97", "5.4", "5,4", "250.000", "1,234", "1,234.5"}[r.IntN(6)] + insides[r.IntN(len(insides))]
		}
		if c := codes[r.IntN(len(codes))]; c != "" {
			d.Codes = []SourceCode{{System: "http://loinc.org", Code: c}}
		}
		d.Decimal = []byte{0, ',', '.', DecimalUnclear}[r.IntN(4)]
		ds = append(ds, d)
	}
	o := options(t, nil)
	kept := newCoder(o.Set, nil)
	g := newGate(o.Person, record.InstantOf(o.Now()))
	for i := range ds {
		fresh := newCoder(o.Set, nil)
		fresh.series = kept.series
		var a, b record.Observation
		one, two := ds[i], ds[i]
		if x, y := prepare(g, kept, "s", &a, &one), prepare(g, fresh, "s", &b, &two); x != y || a.Coding != b.Coding {
			t.Fatalf("question %d: %s\nkept  %v %+v\nfresh %v %+v", i, fmt.Sprintf("%q %q %q %c %v", ds[i].Name, ds[i].Value, ds[i].Unit, ds[i].Decimal, ds[i].Codes), x, a.Coding, y, b.Coding)
		}
	}
}
