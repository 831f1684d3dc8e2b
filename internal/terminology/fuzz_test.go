package terminology

import (
	"math"
	"testing"
	"unicode/utf8"
)

// Whatever is asked, an answer is whole: a code with its display, or a reason, never both.
func FuzzResolveReading(f *testing.F) {
	for _, n := range mixedNames {
		f.Add(n, "5.2", "mmol/L")
	}
	f.Add("\xff\xfe_A", "\x00", "%%%")
	f.Add("a(b)c(d", ")(", "[")
	f.Add("((((((((((", "<<5", "{")
	s, err := Core()
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, name, value, unit string) {
		r := s.ResolveReading(name, value, unit)
		if (r.Code == "") == (r.Reason == "") {
			t.Fatalf("code %q and reason %q", r.Code, r.Reason)
		}
		if r.Code != "" {
			if row, ok := s.Row(r.Code); !ok || row.LongName != r.Display || r.Method == "" || len(r.Evidence) == 0 {
				t.Fatalf("%q: %q by %q on %v", r.Code, r.Display, r.Method, r.Evidence)
			}
		}
		if r.Reason == ReasonAmbiguous && len(r.Codes) < 2 {
			t.Fatalf("ambiguous among %v", r.Codes)
		}
		d := s.Code(Draft{Name: name, Value: value, Unit: unit})
		if (d.Outcome == OutcomeCoded) != (d.Code != "") || len(d.ID) != 16 || d.Series == "" {
			t.Fatalf("%s %q %q %q", d.Outcome, d.Code, d.ID, d.Series)
		}
		if d.CanonicalValue != nil && (math.IsInf(*d.CanonicalValue, 0) || math.IsNaN(*d.CanonicalValue)) {
			t.Fatalf("canonical value %v", *d.CanonicalValue)
		}
		if c := s.Convert(1, unit, value, name); (c.Value == nil) == (c.Reason == "") {
			t.Fatalf("value %v and reason %q", c.Value, c.Reason)
		}
		if p := parted(name); p != "" && utf8.ValidString(name) && !utf8.ValidString(p) {
			t.Fatalf("%q came apart badly", p)
		}
	})
}
