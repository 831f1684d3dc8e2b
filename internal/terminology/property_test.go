package terminology

import (
	"strings"
	"testing"

	"github.com/seed-a76b335c/philint/internal/terminology/alias"
)

// A modifier is never ignored: whatever stands beside an own name, the answer has it, or there is no answer.
func TestAModifierBesideAnOwnNameIsInTheAnswer(t *testing.T) {
	s := coreSet(t)
	entries, err := alias.Load()
	if err != nil {
		t.Fatal(err)
	}
	// Own names that have the word in them already: what "tacrolimus trough" means is decided there.
	withWord := map[string]bool{}
	for i := range entries {
		for _, word := range []string{"fasting", "trough"} {
			if strings.Contains(entries[i].Key, word) && len(entries[i].Codes) == 1 {
				withWord[word+analyteOf(s, entries[i].Codes[0])] = true
			}
		}
	}
	type check func(e *entry) bool
	system := func(want ...string) check {
		return func(e *entry) bool {
			for _, w := range want {
				if e.system == w {
					return true
				}
			}
			return false
		}
	}
	for _, m := range []struct {
		before, after string
		holds         check
		word          string
	}{
		{"", " in urine", system("Urine", "Urine sed"), ""},
		{"Urine ", "", system("Urine", "Urine sed"), ""},
		{"", ", CSF", system("CSF"), ""},
		{"", " (sweat)", system("Sweat"), ""},
		{"", " in hair", system("Hair"), ""},
		{"Pleural fluid ", "", system("Plr fld"), ""},
		{"", " [Moles/volume] in Saliva", system("Saliva"), ""},
		{"脑脊液", "", system("CSF"), ""},
		{"尿", "", system("Urine", "Urine sed"), ""},
		{"24h urine ", "", func(e *entry) bool { return e.system == "Urine" && e.time == "24H" }, ""},
		{"Fasting ", "", func(e *entry) bool { return e.challenge == "fasting" || e.challenge == "post 12 hour cfst" }, "fasting"},
		{"", " trough", func(e *entry) bool { return e.challenge == "trough" }, "trough"},
	} {
		answered, asked := 0, 0
		for i := range entries {
			a := &entries[i]
			if len(a.Codes) != 1 || i%9 != 0 {
				continue
			}
			name := m.before + a.Surface + m.after
			if _, known := s.aliases.Find(name); known {
				continue // it has been given a meaning of its own
			}
			asked++
			r := s.Resolve(name)
			if r.Code == "" {
				continue
			}
			answered++
			if r.Method == MethodAlias || m.word != "" && withWord[m.word+analyteOf(s, r.Code)] {
				continue
			}
			e, base := s.index.byCode(r.Code), s.index.byCode(a.Codes[0])
			if !m.holds(e) {
				t.Errorf("%q: %s %s does not say %q", name, r.Code, r.Display, m.before+m.after)
			}
			if base != nil && !sameAnalyte(e, base) {
				t.Errorf("%q: %s %s is another analyte than %s", name, r.Code, r.Display, base.row.LongName)
			}
		}
		t.Logf("%q: %d of %d answered", m.before+"…"+m.after, answered, asked)
	}
}

func analyteOf(s *Set, code string) string {
	row, ok := s.Row(code)
	if !ok {
		return code
	}
	return strings.ToLower(row.Analyte())
}
