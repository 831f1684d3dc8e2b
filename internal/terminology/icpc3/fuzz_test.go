package icpc3

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func FuzzMatch(f *testing.F) {
	for _, s := range []string{"headache", "有点头痛", "mild  HEADACHE today.", "了了了了了", "a a a a a a", "　疼　", "\xff\xfe", "ﬁt", "𝐟𝐞𝐯𝐞𝐫"} {
		f.Add(s, true)
	}
	table, err := Load()
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string, symptom bool) {
		k := Condition
		if symptom {
			k = Symptom
		}
		m := table.Match(text, k)
		switch m.Outcome {
		case Coded:
			if len(m.Codes) != 1 || m.Reason != "" || m.Rule == "" {
				t.Errorf("%+v", m)
			}
		case NeedsInput:
			if m.Reason != ReasonNoMatch && (m.Reason != ReasonAmbiguous || len(m.Codes) < 2) {
				t.Errorf("%+v", m)
			}
		case Refused:
			if m.Reason != ReasonTooBroad && m.Reason != ReasonEmpty || len(m.Codes) != 0 {
				t.Errorf("%+v", m)
			}
		default:
			t.Errorf("%+v", m)
		}
		// What is around a term by mistake, and how it is written, changes nothing.
		if again := table.Match(" "+strings.ToUpper(text)+"\n", k); utf8.ValidString(text) && isASCII(text) && !slices.Equal(again.Codes, m.Codes) {
			t.Errorf("%q: %v, in capitals %v", text, m.Codes, again.Codes)
		}
	})
}

func isASCII(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r >= utf8.RuneSelf })
}

func FuzzReadRelease(f *testing.F) {
	f.Add(smallRelease)
	f.Add(releaseHeadShort + "S\tA\tAS03\tsymptom\tFever\t;\t ;\t0\n")
	f.Fuzz(func(t *testing.T, text string) {
		table, report, err := ReadRelease(strings.NewReader(text))
		if err != nil {
			if table != nil || report != nil {
				t.Error("a table with an error")
			}
			return
		}
		var out strings.Builder
		if err := WriteTable(&out, table); err != nil {
			t.Fatal(err)
		}
		again, err := ReadTable(strings.NewReader(out.String()))
		if err != nil || again.Version() != table.Version() {
			t.Errorf("what was read does not survive writing: %v", err)
		}
	})
}
