package units

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"
)

//go:embed data/forms.tsv
var formsTSV string

//go:embed data/atoms.tsv
var atomsTSV string

//go:embed data/properties.tsv
var propertiesTSV string

// Families lists the LOINC PROPERTY codes a UCUM code can carry, the main one first. It says which of several rows a
// unit fits; it does not say that two units convert: kg/m2 and U/m2 never do, U/L and [IU]/L may not.
func Families(code string) []string {
	return slices.Clone(families(code))
}

// Family is the main property of a unit, "" if there is none.
func Family(code string) string {
	if f := families(code); len(f) > 0 {
		return f[0]
	}
	return ""
}

// Fits reports whether a row with a LOINC property may carry a unit. A row whose property is not known may carry any
// unit; a row with a property of no quantity (PrThr, Prid) may carry none.
func Fits(property, code string) bool {
	if property == "" || code == "" {
		return true
	}
	f := families(code)
	if slices.Contains(f, property) {
		return true
	}
	same := alternates()[property]
	for _, p := range same {
		if slices.Contains(f, p) {
			return true
		}
	}
	return false
}

// families answers from the table of units, else from the form of the code.
func families(code string) []string {
	if code == "" {
		return nil
	}
	if t, err := table(); err == nil {
		if f := t.families[code]; len(f) > 0 {
			return f
		}
	}
	return byForm(code)
}

// byForm answers from what the factors of a code measure.
func byForm(code string) []string {
	f, ok := formOf(code)
	if !ok {
		return byDimension(code)
	}
	forms := formTable()
	key := f.String()
	if list, ok := forms[key]; ok {
		return list
	}
	return forms[strings.ReplaceAll(key, "*", "")]
}

// Dim is the class of properties that make one series. The concentrations by mass and by substance are one class, as
// are their rates and their ratios, because a molar mass leads from one to the other. Everything else is a class of
// its own, also the count of cells: no factor leads there.
func Dim(property string) string {
	if d, ok := dims()[property]; ok {
		return d
	}
	return property
}

var formTable = sync.OnceValue(func() map[string][]string {
	out := map[string][]string{}
	for _, line := range lines(formsTSV) {
		if f := strings.Split(line, "\t"); len(f) == 2 {
			out[f[0]] = strings.Split(f[1], ",")
		}
	}
	return out
})

var atomKinds = sync.OnceValue(func() map[string]string {
	out := map[string]string{}
	for _, line := range lines(atomsTSV) {
		f := strings.Split(line, "\t")
		if len(f) != 2 {
			continue
		}
		for a := range strings.FieldsSeq(f[1]) {
			out[a] = f[0]
		}
	}
	return out
})

// property is one LOINC PROPERTY: its class in a series, and the older names for the same thing.
type property struct {
	name string
	dim  string
	same []string
}

func loadProperties() ([]property, error) {
	var out []property
	for n, line := range lines(propertiesTSV) {
		f := strings.Split(line, "\t")
		if len(f) != 4 {
			return nil, fmt.Errorf("properties line %d: %d columns, want 4", n, len(f))
		}
		p := property{name: f[0], dim: f[1]}
		if f[2] != "" {
			p.same = strings.Split(f[2], ",")
		}
		out = append(out, p)
	}
	return out, nil
}

var dims = sync.OnceValue(func() map[string]string {
	out := map[string]string{}
	list, err := loadProperties()
	if err != nil {
		return out
	}
	for _, p := range list {
		if p.dim != "" {
			out[p.name] = p.dim
		}
		for _, s := range p.same {
			out[s] = p.name
			if p.dim != "" {
				out[s] = p.dim
			}
		}
	}
	return out
})

// alternates leads from an older name of a property to the present one and back.
var alternates = sync.OnceValue(func() map[string][]string {
	out := map[string][]string{}
	list, err := loadProperties()
	if err != nil {
		return out
	}
	for _, p := range list {
		for _, s := range p.same {
			out[s] = append(out[s], p.name)
			out[p.name] = append(out[p.name], s)
		}
	}
	return out
})
