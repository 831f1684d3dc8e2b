package ingest

import (
	"slices"
	"strings"
)

// Joined are the texts of a list, without empty ones and repetitions.
func Joined(separator string, texts ...string) string {
	var out []string
	for _, t := range texts {
		if t = strings.TrimSpace(t); t != "" && !slices.Contains(out, t) {
			out = append(out, t)
		}
	}
	return strings.Join(out, separator)
}

// Labelled is a fact that a draft has no field for, as a line of its comment under the source's name of it.
func Labelled(name, text string) string {
	if text == "" {
		return ""
	}
	return name + ": " + text
}
