package terminology

import (
	_ "embed"
	"strings"
	"testing"
)

//go:embed testdata/concepts.tsv
var conceptsTSV string

func TestAnAnalyteHasOneCodeInAllLanguages(t *testing.T) {
	s := coreSet(t)
	var langs []string
	concepts := 0
	for line := range strings.Lines(conceptsTSV) {
		if line[0] == '#' {
			continue
		}
		cells := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if langs == nil {
			langs = cells
			continue
		}
		if len(cells) != len(langs) {
			t.Fatalf("%q has %d cells, want %d", cells[1], len(cells), len(langs))
		}
		concepts++
		value, first := cells[0], cells[1]
		want := s.ResolveReading(first, value, "")
		if want.Code == "" {
			t.Errorf("%s is unresolved: %s %v", first, want.Reason, want.Codes)
			continue
		}
		for i, name := range cells[2:] {
			if name == "" {
				continue
			}
			if r := s.ResolveReading(name, value, ""); r.Code != want.Code {
				t.Errorf("%s is %s %q; %s %q is %s %q %s %v",
					first, want.Code, want.Display, langs[i+2], name, r.Code, r.Display, r.Reason, r.Codes)
			}
		}
	}
	if concepts < 150 {
		t.Errorf("%d concepts", concepts)
	}
}
