package units

import "testing"

func BenchmarkNormalize(b *testing.B) {
	for _, c := range []struct{ name, printed string }{
		{"code", "mg/dL"},
		{"alias", "mm Hg"},
		{"capitals", "MG/DL"},
		{"composed", "10^9/L"},
		{"micro sign", "µmol/L"},
		{"chinese", "毫摩尔/升"},
		{"russian", "ммоль/л"},
		{"filtration", "ml/min/1.73 m²"},
		{"day", "mg/24 h"},
		{"ucum only", "m3.kg-1.s-2"},
		{"unknown", "no such unit"},
	} {
		b.Run(c.name, func(b *testing.B) {
			Normalize(c.printed)
			b.ReportAllocs()
			for b.Loop() {
				Normalize(c.printed)
			}
		})
	}
}

func BenchmarkParseValue(b *testing.B) {
	for _, c := range []struct{ name, printed string }{
		{"number", "5.4"},
		{"comparator", "<0.01"},
		{"unit", "12.3 mg/dL"},
		{"flag", "5.6 H"},
		{"comma", "5,4"},
		{"word", "negative"},
		{"chinese word", "阴性"},
		{"power", "240 10⁹/L"},
		{"range", "3.5-5.1"},
		{"pair", "120/80"},
		{"prose", "see the note below, sample was haemolysed"},
	} {
		b.Run(c.name, func(b *testing.B) {
			ParseValue(c.printed)
			b.ReportAllocs()
			for b.Loop() {
				ParseValue(c.printed)
			}
		})
	}
}

func BenchmarkFamilies(b *testing.B) {
	for _, code := range []string{"mg/dL", "mg/hL"} {
		b.Run(code, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				Fits("MCnc", code)
			}
		})
	}
}
