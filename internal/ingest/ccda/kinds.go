package ccda

import (
	"maps"
	"slices"
)

// Sections are the kinds of sections whose entries are read, as [Counts] names them.
func Sections() []string {
	var out []string
	for _, k := range sectionCodes {
		if k.read != nil && !slices.Contains(out, k.name) {
			out = append(out, k.name)
		}
	}
	slices.Sort(out)
	return out
}

// Values are the types of values that an observation can have, as xsi:type has them.
func Values() []string { return slices.Sorted(maps.Keys(valueReaders)) }
