package mcpserver

import (
	"context"

	"github.com/seed-a76b335c/philint/internal/fhir"
)

// Terminology is what the vocabulary tools stand on. Nothing behind it knows a person.
type Terminology struct {
	Names   Resolver
	Units   UnitNormalizer
	Convert Converter
	Code    Standardizer
	Reports ReportReader
}

// Resolver finds what a printed name of a measurement means.
type Resolver interface {
	Resolve(name string) ResolvedName
}

// ResolvedName is a name and its code, or no code.
type ResolvedName struct {
	Name       string `json:"name"` // as it was given
	Resolved   bool   `json:"resolved"`
	LOINC      string `json:"loinc"`
	Canonical  string `json:"canonical"`
	Candidates int    `json:"candidates"` // rows that matched; many of them: a default was chosen
	// Of a name without a code: why, and, where it means several things, their codes.
	Reason string   `json:"reason,omitempty"` // no-match, ambiguous, too-broad, complaint, empty, too-long
	Codes  []string `json:"codes,omitempty"`
}

// UnitNormalizer finds the UCUM code of a printed unit.
type UnitNormalizer interface {
	NormalizeUnit(printed string) NormalizedUnit
}

// NormalizedUnit is a unit and its code, or no code.
type NormalizedUnit struct {
	Unit   string `json:"unit"` // as it was given
	UCUM   string `json:"ucum"`
	Family string `json:"family"` // the LOINC PROPERTY that it measures first of all
}

// Converter converts a value between units. The LOINC code is needed between mass and substance only.
type Converter interface {
	Convert(value float64, from, to, loinc string) Conversion
}

// Conversion is a converted value, or why there is none.
type Conversion struct {
	Converted *float64 // nil: these do not convert
	From, To  string   // UCUM, or as given
	Reason    string   // why nil
	Refused   string   // why the question has no answer at all: a result that is not finite
}

// Reading is a measurement as it is printed.
type Reading struct{ Name, Value, Unit string }

// Standardizer makes FHIR R4 Observations.
type Standardizer interface {
	Reading(Reading) (o fhir.Observation, coded bool)
	// Complaint takes the kinds that [ComplaintKinds] names.
	Complaint(text, kind string) fhir.Observation
}

// ComplaintKinds are the two axes that words about oneself can stand on.
var ComplaintKinds = []string{"symptom", "condition"}

// ReportReader has a language model list the rows of a report. Errors for the model are of type [Failure].
type ReportReader interface {
	ReadReport(context.Context, ReportSource) (Report, error)
}

// ReportSource is where the report is: one of the two.
type ReportSource struct{ Path, Text string }

// Report is what was read.
type Report struct {
	Observations []fhir.Observation
	Coded        int
	Note         string
}
