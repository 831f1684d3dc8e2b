package apple

import (
	"maps"
	"slices"
)

// Elements are those of an export that are read, at its top and within.
func Elements() []string {
	out := []string{metadataEntry, workoutStatistics}
	for name := range maps.Keys(elements) {
		if elements[name] != unsupported {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}
