package units

// accepted lists the kinds of values a LOINC SCALE takes.
var accepted = map[string][]Kind{
	"Qn":     {Quantity, Range, Titer},
	"OrdQn":  {Quantity, Range, Titer, Ordinal, Nominal},
	"SemiQn": {Quantity, Range, Titer, Ordinal},
	"Ord":    {Ordinal, Nominal},
	"Nom":    {Nominal},
	"Nar":    {Narrative},
	"Doc":    {Narrative},
}

// Accepts reports whether a row with a LOINC SCALE takes a value of a kind. An absent value and a scale that is not
// known are no constraint. A pair is two values: no row takes it.
func Accepts(scale string, k Kind) bool {
	if k == None || scale == "" {
		return true
	}
	for _, a := range accepted[scale] {
		if a == k {
			return true
		}
	}
	return false
}
