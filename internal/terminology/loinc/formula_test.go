package loinc

import (
	"math"
	"testing"
)

func TestA1cBetweenItsTwoStandards(t *testing.T) {
	there, back := pairOf(t, "4548-4", "59261-8"), pairOf(t, "59261-8", "4548-4")
	for _, c := range []struct{ ngsp, ifcc float64 }{
		{4.0, 20}, {5.0, 31}, {5.7, 39}, {6.0, 42}, {6.5, 48}, {7.0, 53}, {7.5, 58}, {8.0, 64}, {9.0, 75}, {10.0, 86}, {12.0, 108},
	} {
		if got := math.Round(there.Apply(c.ngsp)); got != c.ifcc {
			t.Errorf("%v %% is %v mmol/mol, want %v", c.ngsp, got, c.ifcc)
		}
		if got := math.Round(back.Apply(c.ifcc)*10) / 10; got != c.ngsp {
			t.Errorf("%v mmol/mol is %v %%, want %v", c.ifcc, got, c.ngsp)
		}
	}
}

func TestA1cGoesAndReturnsUnchanged(t *testing.T) {
	there, back := pairOf(t, "17856-6", "59261-8"), pairOf(t, "59261-8", "17856-6")
	for v := 3.0; v <= 20; v += 0.1 {
		if got := back.Apply(there.Apply(v)); math.Abs(got-v) > 1e-12 {
			t.Errorf("%v returns as %v", v, got)
		}
		if d := math.Abs(there.Apply(v) - (v-2.15)*10.929); d > 0.03 {
			t.Errorf("%v %% is %v mmol/mol away from the formula that reports quote", v, d)
		}
	}
}

func TestEveryFormulaNamesKnownCodesAndItsSource(t *testing.T) {
	for _, p := range FormulaPairs() {
		a, okA := Core().Row(p.From)
		b, okB := Core().Row(p.To)
		if !okA || !okB || p.Source == "" || p.Scale == 0 {
			t.Errorf("%+v is not whole", p)
			continue
		}
		if a.Component != b.Component || a.System != b.System || a.Time != b.Time {
			t.Errorf("%s and %s are different quantities", p.From, p.To)
		}
		if p.From == "27353-2" || p.To == "27353-2" || p.To == "53553-4" {
			t.Errorf("average glucose is not another scale of A1c")
		}
	}
}

func pairOf(t *testing.T, from, to string) FormulaPair {
	t.Helper()
	for _, p := range FormulaPairs() {
		if p.From == from && p.To == to {
			return p
		}
	}
	t.Fatalf("no formula from %s to %s", from, to)
	return FormulaPair{}
}
