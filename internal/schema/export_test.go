package schema

// NormaliseList is normaliseList for tests.
func NormaliseList(v any, rule List) any {
	out, _ := normaliseList(v, rule, func(where) {})
	return out
}
