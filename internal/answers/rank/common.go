package rank

// common are words that stand in one of twenty of LOINC's long names or more: they say how and in what something is
// measured, which is true of everything else as well. Singular, as a name's words are.
var common = map[string]bool{
	"in": true, "by": true, "or": true, "of": true,
	"serum": true, "plasma": true, "blood": true, "urine": true, "fluid": true, "body": true, "cell": true,
	"mass": true, "mole": true, "unit": true, "volume": true, "hour": true, "100": true, "presence": true, "ab": true,
}

// glue are words of sentences.
var glue = map[string]bool{
	"the": true, "a": true, "an": true, "and": true, "my": true, "for": true, "with": true, "to": true, "on": true, "at": true, "from": true,
	"is": true, "was": true, "what": true, "how": true, "test": true, "level": true, "result": true,
}

// Common says whether a word, in the singular, stands in the names of so many tests that it tells none from another, or in sentences.
func Common(word string) bool { return common[word] || glue[word] }
