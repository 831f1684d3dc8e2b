package units

import "testing"

func TestThePrintedUnitBecomesItsCode(t *testing.T) {
	for _, c := range []struct{ printed, code string }{
		{"mg/dl", "mg/dL"},
		{"MG/DL", "mg/dL"},
		{"×10⁹/L", "10*9/L"},
		{"℃", "Cel"},
		{"步", "{steps}"},
		{"次/分", "/min"},
		{"bpm", "{beats}/min"},
		{"K/uL", "10*3/uL"},
		{"毫摩尔/升", "mmol/L"},
		{"мм рт.ст.", "mm[Hg]"},
	} {
		t.Run(c.printed, func(t *testing.T) {
			if got, ok := Normalize(c.printed); !ok || got != c.code {
				t.Errorf("Normalize(%q) = %q, %v; want %q", c.printed, got, ok, c.code)
			}
		})
	}
}
