package schema

// NormaliseList is normaliseList for tests.
func NormaliseList(v any, rule List) any { return normaliseList(v, rule, func(where) {}) }
