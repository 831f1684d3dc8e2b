package canarycheck

import (
	"regexp"

	"github.com/seed-a76b335c/philint/canary"
)

// Shapes are those of what this server answers: the compact table that a model reads, and the rows of the others. They are
// found in what is not meant to have any data, whosever data it is.
func Shapes() []canary.Shape {
	return []canary.Shape{
		canary.Pattern("compact table", regexp.MustCompile(`\(constants: |\(window=[^)]*, tz=|indicator\|[a-z_|]*(value|avg|count|min)|medication\|[a-z_|]*(schedule|status|dose)`)),
		canary.Pattern("row of an answer", regexp.MustCompile(`\\?"(row_id|plan_id|value_canonical|unit_canonical|source_kind|code_system|day_known|provenance)\\?"\s*:`)),
		canary.Pattern("envelope", regexp.MustCompile(`\\?"(result|rows|days)\\?"\s*:\s*(\\?"|\[).*\\?"(status|has_more|truncated|count)\\?"\s*:`)),
	}
}
