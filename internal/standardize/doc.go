// Package standardize turns readings and complaints as they are printed or said into FHIR R4 Observations.
//
// What was printed stays in the resource as it was. A code stands beside it only where the vocabularies know one, and
// an extension says how it was reached, or why there is none.
package standardize

import (
	"strconv"
	"strings"

	"github.com/seed-a76b335c/philint/internal/fhir"
	"github.com/seed-a76b335c/philint/internal/terminology"
)

// DecisionURL is the extension that says how a code was chosen.
const DecisionURL = "https://github.com/seed-a76b335c/philint/fhir/StructureDefinition/coding-decision"

// Standardizer makes Observations with one set of vocabularies.
type Standardizer struct {
	set *terminology.Set
}

// New returns a Standardizer.
func New(set *terminology.Set) *Standardizer { return &Standardizer{set: set} }

// decision is the extension under construction; what is empty is left out.
type decision []fhir.Extension

func (d *decision) text(name string, values ...string) {
	for _, v := range values {
		if v != "" {
			*d = append(*d, fhir.Extension{URL: name, ValueString: v})
		}
	}
}

func (d *decision) truth(name string, v bool) {
	*d = append(*d, fhir.Extension{URL: name, ValueBoolean: &v})
}

func (d decision) extension() []fhir.Extension {
	return []fhir.Extension{{URL: DecisionURL, Extension: d}}
}

// decimal is a number as FHIR writes it: without the exponents that JSON allows and people do not expect, and with the
// digits that were printed, since 5.20 says more than 5.2.
func decimal(f float64, printed string) string {
	if n := strings.Replace(plainNumber(printed), ",", ".", 1); n != "" {
		if g, err := strconv.ParseFloat(n, 64); err == nil && g == f {
			return n
		}
	}
	return strconv.FormatFloat(f, 'f', -1, 64)
}

// plainNumber is a JSON number at the beginning of a printed value, after its comparator, or "".
func plainNumber(printed string) string {
	s := strings.TrimLeft(printed, "<>=≤≥＜＞ \t")
	end := 0
	for end < len(s) && (s[end] >= '0' && s[end] <= '9' || end == 0 && s[end] == '-' || end > 0 && (s[end] == '.' || s[end] == ',')) {
		end++
	}
	s = s[:end]
	whole, fraction, dotted := strings.Cut(strings.Replace(s, ",", ".", 1), ".")
	digits := strings.TrimPrefix(whole, "-")
	if digits == "" || len(digits) > 1 && digits[0] == '0' || dotted && (fraction == "" || strings.ContainsAny(fraction, ".,")) {
		return ""
	}
	return s
}
