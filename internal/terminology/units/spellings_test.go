package units

import (
	_ "embed"
	"strings"
	"testing"
)

//go:embed testdata/spellings.tsv
var spellingsTSV string

func TestEverySpellingOfTheTableIsReadAsExpected(t *testing.T) {
	n := 0
	for line, s := range lines(spellingsTSV) {
		printed, want, found := strings.Cut(s, "\t")
		if !found {
			t.Fatalf("line %d has no tab", line)
		}
		n++
		got, ok := Normalize(printed)
		if got != want || ok != (want != "") {
			t.Errorf("line %d: Normalize(%q) = %q, %v; want %q", line, printed, got, ok, want)
		}
	}
	if n < 400 {
		t.Errorf("%d spellings, want 400 at least", n)
	}
}
