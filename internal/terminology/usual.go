package terminology

import "strings"

// usualSystemOrder are the specimens that a report means when it names none, the likeliest first. Cord, capillary,
// venous, arterial and dialysis specimens are named when they are meant.
var usualSystemOrder = map[string]int{
	"^Patient": 0, "Ser/Plas": 1, "Ser": 2, "Ser/Plas/Bld": 3, "PPP": 4, "Bld": 5, "Plas": 6, "RBC": 7, "": 8,
}

const usualSystems = 9

// usualSystem ranks a specimen; usualSystems and above have to be named.
func usualSystem(s string) int {
	if n, ok := usualSystemOrder[s]; ok {
		return n
	}
	return usualSystems
}

// scaleOrder prefers numbers to words where a name does not say which.
func scaleOrder(s string) int {
	switch s {
	case "Qn":
		return 0
	case "", "OrdQn", "SemiQn":
		return 1
	case "Ord":
		return 2
	case "Nom":
		return 3
	}
	return 4
}

func timeOrder(s string) int {
	switch s {
	case "Pt", "":
		return 0
	case "24H":
		return 1
	}
	return 2
}

// methodOrder prefers the row without a method, then the method that machines report today.
func methodOrder(s string) int {
	switch s {
	case "":
		return 0
	case "Automated count":
		return 1
	}
	return 2
}

// unasked are properties that say something about a measurement and are not it: a percentile is not the height.
func unasked(property string) bool {
	switch property {
	case "Susc", "Imp", "Prctl", "MoM", "Likelihood":
		return true
	}
	return false
}

// moreCommon is positive where a is commoner: by the rank of a release where there is one, else how many sources named the code.
func moreCommon(a, b *entry) int {
	ra, rb := a.row.Rank, b.row.Rank
	switch {
	case ra > 0 && rb > 0:
		return rb - ra
	case ra > 0:
		return 1
	case rb > 0:
		return -1
	}
	return len(a.row.Sources) - len(b.row.Sources)
}

// compareUsual is negative where a comes before b as the meaning of a bare name.
func compareUsual(a, b *entry) int {
	for _, d := range [...]int{
		usualSystem(a.system) - usualSystem(b.system),
		timeOrder(a.time) - timeOrder(b.time),
		scaleOrder(a.row.Scale) - scaleOrder(b.row.Scale),
		-moreCommon(a, b),
		methodOrder(a.method) - methodOrder(b.method),
	} {
		if d != 0 {
			return d
		}
	}
	return strings.Compare(a.row.Code, b.row.Code)
}
