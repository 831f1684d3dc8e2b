package loinc

import "testing"

func TestTheCoreTableIsWholeAndSound(t *testing.T) {
	tab, err := parseTable(coreTSV)
	if err != nil {
		t.Fatal(err)
	}
	if got := digestRows(tab.Rows(), nil); got != tab.Digest() {
		t.Errorf("digest is %s, the file says %s", got, tab.Digest())
	}
	if tab.Len() < 3269 {
		t.Errorf("%d rows", tab.Len())
	}
	for i := range tab.Rows() {
		r := &tab.Rows()[i]
		if r.LongName == "" {
			t.Errorf("%s has no long name", r.Code)
		}
		if !CheckDigit(r.Code) {
			t.Errorf("%s has a wrong check digit", r.Code)
		}
		if got, ok := tab.Row(r.Code); !ok || got != r {
			t.Errorf("%s is not found under its own code", r.Code)
		}
	}
}

func BenchmarkCoreParse(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := parseTable(coreTSV); err != nil {
			b.Fatal(err)
		}
	}
}
