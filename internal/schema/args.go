package schema

import (
	"encoding/json"
	"strconv"
	"strings"
)

// Args are arguments that have passed a schema. A parameter that was not given, and has no default, is not there.
type Args struct {
	values  map[string]any
	dropped map[string]int
}

// Len is the number of parameters that were given or have a default.
func (a Args) Len() int { return len(a.values) }

// Has says whether a parameter was given or has a default.
func (a Args) Has(name string) bool {
	_, ok := a.values[name]
	return ok
}

// String is a string parameter, or "".
func (a Args) String(name string) string {
	s, _ := a.values[name].(string)
	return s
}

// Text is a string or number as it is written. A number with an exponent is written out.
func (a Args) Text(name string) string {
	switch v := a.values[name].(type) {
	case string:
		return v
	case json.Number:
		if f, err := v.Float64(); err == nil && strings.ContainsAny(string(v), "eE") {
			return strconv.FormatFloat(f, 'f', -1, 64)
		}
		return string(v)
	}
	return ""
}

// Number is a numeric parameter, exactly as it was sent.
func (a Args) Number(name string) (json.Number, bool) {
	n, ok := a.values[name].(json.Number)
	return n, ok
}

// Float is a numeric parameter as the nearest float.
func (a Args) Float(name string) (float64, bool) {
	n, ok := a.Number(name)
	if !ok {
		return 0, false
	}
	f, err := n.Float64()
	return f, err == nil
}

// Bool is a boolean parameter, or false.
func (a Args) Bool(name string) bool {
	b, _ := a.values[name].(bool)
	return b
}

// Strings is a list of strings.
func (a Args) Strings(name string) []string {
	list, _ := a.values[name].([]any)
	out := make([]string, 0, len(list))
	for _, e := range list {
		if s, ok := e.(string); ok {
			out = append(out, s)
		}
	}
	return out
}

// Dropped is the number of elements of a list of [Names] or [Selectors] that were given and are not in it: what has
// characters and none that can be seen, and of selectors what is no string. Null, white space and the word null are ways to
// give nothing.
func (a Args) Dropped(name string) int { return a.dropped[name] }

// Objects is a list of objects.
func (a Args) Objects(name string) []Args {
	list, _ := a.values[name].([]any)
	out := make([]Args, 0, len(list))
	for _, e := range list {
		if o, ok := e.(Args); ok {
			out = append(out, o)
		}
	}
	return out
}
