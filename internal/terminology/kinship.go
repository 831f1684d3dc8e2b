package terminology

import (
	"slices"
	"strings"

	"github.com/seed-a76b335c/philint/internal/terminology/units"
)

// Kinship says what a series has in common with another that is asked for, the nearer the higher.
type Kinship int

// The kinships.
const (
	Unrelated  Kinship = iota
	OneAnalyte         // another quantity of one analyte: its share of a whole, what is found of it in 24 hours, after a meal, with another
	OtherUnits         // the concentration in this specimen, in units of another kind: international ones, and not by mass
	Challenged         // the quantity after something was done: glucose, asked for, and fasting glucose
	OtherFluid         // the quantity in another specimen
	OtherBlood         // the quantity in blood, serum or plasma, where another of these is asked for
	Itself
)

// bloods are specimens of blood, of whichever vessel, and of its fluid.
var bloods = map[string]bool{
	"Ser/Plas": true, "Ser": true, "Plas": true, "Bld": true, "BldA": true, "BldV": true, "BldC": true, "BldMV": true, "PPP": true,
	"Ser/Plas/Bld": true, "Plas/Bld": true,
}

// concentrations are the classes of properties in which laboratories give one and the same concentration: by mass or
// substance, and in units that somebody agreed on. A pressure, a share or an activity is another quantity.
var concentrations = map[string]bool{units.Dim("MCnc"): true, units.Dim("ACnc"): true}

// KinshipOf says what held has in common with asked. Both are series as [Set.SeriesOf] has them; what is not of codes is
// related to itself alone.
func KinshipOf(asked, held string) Kinship {
	if asked == held {
		return Itself
	}
	mine, its := stemOf(asked), stemOf(held)
	summed := inSum(mine, its)
	if mine != its && len(alsoMeant[mine]) == 0 && !summed {
		return Unrelated // most are: a question looks through all of a record
	}
	a, ok := axesOf(asked)
	b, also := axesOf(held)
	if !ok || !also {
		return Unrelated
	}
	analyteA, challengeA, _ := strings.Cut(a.component, "^")
	analyteB, challengeB, _ := strings.Cut(b.component, "^")
	switch {
	case analyteA != analyteB && !summed && wholeOf(analyteA) != wholeOf(analyteB) && !slices.Contains(alsoMeant[analyteA], analyteB):
		return Unrelated
	case analyteA != analyteB || a.time != b.time || a.scale != b.scale:
		return OneAnalyte
	case a.dim != b.dim:
		if concentrations[a.dim] && concentrations[b.dim] && challengeA == challengeB && (a.system == b.system || bloods[a.system] && bloods[b.system]) {
			return OtherUnits
		}
		return OneAnalyte
	case challengeA == challengeB && bloods[a.system] && bloods[b.system]:
		return OtherBlood
	case challengeA == challengeB:
		return OtherFluid
	case challengeA == "" && (a.system == b.system || bloods[a.system] && bloods[b.system]):
		return Challenged
	default:
		return OneAnalyte
	}
}

// stemOf is where two series that have anything in common are alike: the component up to what a share, a challenge or
// another axis says.
func stemOf(series string) string {
	series = strings.TrimPrefix(series, "loinc:")
	for i := range len(series) {
		switch series[i] {
		case '|', '^', '/':
			return series[:i]
		}
	}
	return series
}

// inSum says that one of two components is part of the other, which is a sum: 25-hydroxyvitamin D3, and D2 and D3 together.
func inSum(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	return a != "" && a != b && !strings.Contains(a, "+") && strings.Contains(b, "+") && slices.Contains(strings.Split(b, "+"), a)
}

// wholeOf is the analyte that a share is of: Neutrophils of Neutrophils/100 leukocytes.
func wholeOf(analyte string) string {
	first, _, _ := strings.Cut(analyte, "/")
	return first
}

type seriesAxes struct{ component, system, time, scale, dim string }

func axesOf(series string) (a seriesAxes, ok bool) {
	text, ok := strings.CutPrefix(series, "loinc:")
	if !ok {
		return a, false
	}
	for _, part := range [...]*string{&a.dim, &a.scale, &a.time, &a.system} { // from the end: a component may hold anything
		i := strings.LastIndexByte(text, '|')
		if i < 0 {
			return a, false
		}
		*part, text = text[i+1:], text[:i]
	}
	a.component = text
	return a, true
}
