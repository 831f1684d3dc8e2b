package loinc

import (
	_ "embed" // The molar masses.
	"strconv"
	"strings"
	"sync"
)

//go:embed molar.tsv
var molarTSV string

// molarRow is one line of the table of molar masses.
type molarRow struct {
	components []string
	gPerMol    float64
	formula    string // empty where the mass is a convention
}

func parseMolar(text string) []molarRow {
	var rows []molarRow
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		if line == "" || line[0] == '#' {
			continue
		}
		f := strings.Split(line, "\t")
		if len(f) < 3 {
			continue // The tests refuse such a line.
		}
		m, err := strconv.ParseFloat(f[1], 64)
		if err != nil || m <= 0 {
			continue // The tests refuse such a line.
		}
		rows = append(rows, molarRow{components: strings.Split(f[0], "|"), gPerMol: m, formula: f[2]})
	}
	return rows
}

// molarByComponent is keyed by the component without its challenge.
var molarByComponent = sync.OnceValue(func() map[string]float64 {
	m := make(map[string]float64, 256)
	for _, r := range parseMolar(molarTSV) {
		for _, c := range r.components {
			m[c] = r.gPerMol
		}
	}
	return m
})

// molarProperties are the properties in which an amount of the component stands as a mass or as moles. A fraction
// (MFr, SFr) is neither: it names two substances.
var molarProperties = map[string]bool{
	"MCnc": true, "SCnc": true, "MSCnc": true, "MRat": true, "SRat": true, "MCnt": true, "SCnt": true,
	"Mass": true, "Sub": true, "EntMass": true, "EntSub": true,
}

// MolarMass is the mass in grams of one mole of what a code of the core table reports, for the codes in mass units and
// the codes in moles alike. It answers nothing for codes that report neither, and for substances without one agreed
// mass.
func MolarMass(code string) (gPerMol float64, ok bool) {
	r, found := Core().Row(code)
	if !found {
		return 0, false
	}
	return r.MolarMass()
}

// MolarMass is the same for a row of any table.
func (r *Row) MolarMass() (gPerMol float64, ok bool) {
	if !molarProperties[r.Property] {
		return 0, false
	}
	gPerMol, ok = molarByComponent()[r.Analyte()]
	return gPerMol, ok
}

// RatioMolarMasses are the molar masses on both sides of a ratio such as Albumin/Creatinine: mg/g becomes mg/mmol with
// the mass of the lower side alone, so each side is answered on its own and is 0 where it has no agreed mass.
func RatioMolarMasses(code string) (upper, lower float64, ok bool) {
	r, found := Core().Row(code)
	if !found {
		return 0, 0, false
	}
	return r.RatioMolarMasses()
}

// RatioMolarMasses is the same for a row of any table.
func (r *Row) RatioMolarMasses() (upper, lower float64, ok bool) {
	switch r.Property {
	case "MRto", "SRto", "Ratio":
	default:
		return 0, 0, false
	}
	a, b, two := strings.Cut(r.Analyte(), "/")
	if !two {
		return 0, 0, false
	}
	m := molarByComponent()
	upper, lower = m[a], m[b]
	return upper, lower, upper > 0 || lower > 0
}
