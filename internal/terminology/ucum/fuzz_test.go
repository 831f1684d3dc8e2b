package ucum

import (
	"errors"
	"math"
	"strings"
	"testing"
)

func FuzzParse(f *testing.F) {
	for _, s := range []string{
		"", "m", "mg/dL", "10*-7", "4.[pi].10*-7.N/A2", "{a}.rad2{b}", "dB[SPL]", "m[IU]/mL", "(m/(s.g))2", "%[slope]",
		"[m/s2/Hz^(1/2)]", "10*999999999", "g%", "''", "/(8.h)", strings.Repeat("(", 60), strings.Repeat("[HP]99.", 30) + "m",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, code string) {
		u, err := Parse(code)
		if err != nil {
			var s *SyntaxError
			if !errors.As(err, &s) || s.Offset < 0 || s.Offset > len(code) || s.Kind == "" {
				t.Fatalf("%q: %v", code, err)
			}
			return
		}
		if u.String() != code || u.Name() == "" || len(code) > maxLength {
			t.Fatalf("%q: %q %q", code, u.String(), u.Name())
		}
		if u.Special() && u.Arbitrary() {
			t.Fatalf("%q is special and arbitrary", code)
		}
		canonical, err := Parse(u.Canonical().String())
		if err != nil {
			// powers beyond those that may be written
			var s *SyntaxError
			if !errors.As(err, &s) || s.Kind != Exponent {
				t.Fatalf("%q: canonical: %v", code, err)
			}
			return
		}
		if canonical.Dimension() != u.Dimension() || canonical.Special() {
			t.Fatalf("%q: canonical: %s", code, canonical)
		}
		if !Commensurable(u, u) {
			t.Fatalf("%q is not commensurable with itself", code)
		}
		v, err := Convert(1, u, u)
		if err != nil || v != 1 {
			t.Fatalf("%q: 1 becomes %v: %v", code, v, err)
		}
		if r, err := Convert(2.5, u, canonical); err == nil && (math.IsNaN(r) || math.IsInf(r, 0)) {
			t.Fatalf("%q: %v", code, r)
		}
	})
}
