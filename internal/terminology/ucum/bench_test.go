package ucum

import (
	"strings"
	"testing"
)

func BenchmarkParse(b *testing.B) {
	for _, code := range []string{"mg/dL", "10*9/L", "mmol/L", "mm[Hg]", "[degF]", "[IU]/mL", "4.[pi].10*-7.N/A2", "kg{wet}.m/(s2.mol)", "[lb_av].[ft_i]2/[gal_us]"} {
		b.Run(code, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Parse(code); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkNewConverter(b *testing.B) {
	for _, c := range [][2]string{{"mg/dL", "g/L"}, {"[degF]", "Cel"}, {"[pH]", "nmol/L"}, {"deg", "rad"}} {
		from, to := mustParse(b, c[0]), mustParse(b, c[1])
		b.Run(c[0]+" to "+c[1], func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := NewConverter(from, to); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkConvert(b *testing.B) {
	for _, c := range []struct {
		name, from, to string
		v              float64
	}{
		{"a decimal by a power of ten", "mg/dL", "g/L", 98.6},
		{"a decimal by a fraction", "mm[Hg]", "kPa", 121.5},
		{"a shift", "[degF]", "Cel", 98.6},
		{"seventeen digits", "mm[Hg]", "kPa", 100.0 / 3},
		{"seventeen digits and a shift", "[degF]", "Cel", 298.0 / 3},
		{"pi, in big numbers", "deg", "rad", 45},
		{"a logarithm", "nmol/L", "[pH]", 40},
	} {
		conv, err := NewConverter(mustParse(b, c.from), mustParse(b, c.to))
		if err != nil {
			b.Fatal(err)
		}
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := conv.Convert(c.v); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkTable(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := loadTables(unitsTSV, prefixesTSV); err != nil {
			b.Fatal(err)
		}
	}
}

func mustParse(t testing.TB, code string) Unit {
	t.Helper()
	u, err := Parse(code)
	if err != nil {
		t.Fatalf("%s: %v", code, err)
	}
	return u
}

// What a hostile code can cost: products that come as near to the bounds as they can.
func BenchmarkParseHostile(b *testing.B) {
	for _, code := range []string{
		strings.Repeat("[HP]99.", 36)[:251],
		strings.Repeat("[HP]99/[lbf_av]99.", 14)[:251],
		strings.Repeat("[HP]9.", 42)[:251],
		strings.Repeat("999999999999999999.", 13)[:246],
	} {
		b.Run(code[:12], func(b *testing.B) {
			for b.Loop() {
				_, _ = Parse(code)
			}
		})
	}
}
