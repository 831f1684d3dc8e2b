package units

import "github.com/seed-a76b335c/philint/internal/terminology/ucum"

// byDimension finds the family of a unit that no table of this package knows, from a unit of the same dimension that
// it does know: [degRe] is a temperature, [fur_us] a length.
func byDimension(code string) []string {
	u, err := ucum.Parse(code)
	if err != nil || u.Arbitrary() {
		return nil
	}
	for _, known := range [...]struct{ code, form string }{
		{"m", "len"},
		{"m2", "area"},
		{"m3", "vol"},
		{"g", "mass"},
		{"s", "time"},
		{"K", "temp"},
		{"Pa", "pres"},
		{"J", "energy"},
		{"W", "power"},
		{"V", "elpot"},
		{"A", "elcur"},
		{"N", "force"},
		{"g/L", "mass/vol"},
		{"L/s", "vol/time"},
		{"g/s", "mass/time"},
		{"m/s", "len/time"},
		{"m/s2", "len/time2"},
	} {
		k, err := ucum.Parse(known.code)
		if err == nil && k.Dimension() == u.Dimension() {
			return formTable()[known.form]
		}
	}
	return nil
}
