package mcpserver

import (
	"context"
	"fmt"
	"strings"

	"github.com/seed-a76b335c/philint/internal/fhir"
	"github.com/seed-a76b335c/philint/internal/schema"
)

// MaxBatch is the most names, units or readings of one call.
const MaxBatch = 200

// Bounds of what is printed on a page.
const (
	maxName   = 500
	maxValue  = 4000
	maxUnit   = 100
	maxText   = 4000
	maxPath   = 4096
	maxReport = 400_000
)

// TerminologyTools are the vocabularies' tools.
func TerminologyTools(t Terminology) []Tool {
	return []Tool{
		readingTool(t.Code), complaintTool(t.Code), reportTool(t.Reports),
		resolveTool(t.Names, besideCoding), unitTool(t.Units), convertTool(t.Convert),
	}
}

// LookupTools are those of the vocabularies' tools that stand beside the tools of a person's record: what is already in
// a record has its codes.
func LookupTools(t Terminology) []Tool {
	return []Tool{resolveTool(t.Names, besideRecord), unitTool(t.Units), convertTool(t.Convert)}
}

func text(description string, limit int) schema.Schema {
	return schema.Schema{Types: []schema.Type{schema.String}, Description: description, MaxLength: limit}
}

func batch(description string, limit int) schema.Schema {
	return schema.Schema{
		Types: []schema.Type{schema.Array}, Description: description, MinItems: 1, MaxItems: MaxBatch,
		Items: &schema.Schema{Types: []schema.Type{schema.String}, MaxLength: limit}, List: schema.Names,
	}
}

type resolved struct {
	Success bool           `json:"success"`
	Message string         `json:"message"`
	Results []ResolvedName `json:"results"`
}

// What resolve_indicator is not for depends on the tools beside it.
const (
	besideCoding = `Do not use it for symptoms or diagnoses (standardize_complaint), nor for a name that has a value and a unit beside it: standardize_reading chooses the code that fits the unit.`
	besideRecord = `Do not use it for symptoms or diagnoses, nor to find what is on record of a person: query_health_indicators finds that by its own keywords, in any language.`
)

func resolveTool(r Resolver, notFor string) Tool {
	return Tool{
		Name:  ResolveIndicator,
		Title: "Find the code of a measurement's name",
		Description: `Finds the LOINC code of laboratory tests, vital signs and device measurements by their names as printed, in any language.
Use it to learn whether two names mean the same test: they do when their codes are equal.
` + notFor + `
Returns one result a name, in order: resolved, loinc, canonical (LOINC's long common name), candidates (how many codes the name fits; with many of them the commonest was chosen).
resolved false is an answer, and reason says why: no-match, too-broad (the name of a whole group of tests), complaint (a symptom or a diagnosis), or ambiguous, with the codes that the name may mean. Do not fill in a code of your own. A panel's name answers with the panel's code.`,
		Schema: schema.Must(schema.Property{Name: "names", Required: true, Schema: batch("Names exactly as printed, 1 to 200.", maxName)}),
		Call: func(ctx context.Context, a schema.Args) (Result, error) {
			out := resolved{Success: true, Results: []ResolvedName{}}
			matched := 0
			for _, name := range a.Strings("names") {
				if err := ctx.Err(); err != nil {
					return Result{}, err
				}
				found := r.Resolve(name)
				if found.Resolved {
					matched++
				}
				out.Results = append(out.Results, found)
			}
			out.Message = fmt.Sprintf("%d/%d resolved", matched, len(out.Results)) + leftOut(a.Dropped("names"))
			return Result{Body: out}, nil
		},
	}
}

// leftOut says of a batch that some of it has no result.
func leftOut(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("; %d left out, in which nothing can be seen", n)
}

type normalized struct {
	Success bool             `json:"success"`
	Message string           `json:"message"`
	Results []NormalizedUnit `json:"results"`
}

func unitTool(u UnitNormalizer) Tool {
	return Tool{
		Name:  NormalizeUnit,
		Title: "Find the UCUM code of a unit",
		Description: `Finds the UCUM code of units as printed: "mg/dl", "×10⁹/L", "℃", "bpm", full-width letters, Chinese and other spellings.
Use it to learn whether two printed units are the same unit. Do not use it to convert a value (convert_unit), nor to learn whether two units convert: equal families do not mean that they do (kg/m2 and mg/dL are both MCnc).
Returns one result a unit, in order: unit (as given), ucum ("" when the spelling is not known), family (the LOINC PROPERTY that the unit measures, "" when there is none).`,
		Schema: schema.Must(schema.Property{Name: "units", Required: true, Schema: batch("Units exactly as printed, 1 to 200.", maxUnit)}),
		Call: func(ctx context.Context, a schema.Args) (Result, error) {
			out := normalized{Success: true, Results: []NormalizedUnit{}}
			matched := 0
			for _, unit := range a.Strings("units") {
				if err := ctx.Err(); err != nil {
					return Result{}, err
				}
				found := u.NormalizeUnit(unit)
				if found.UCUM != "" {
					matched++
				}
				out.Results = append(out.Results, found)
			}
			out.Message = fmt.Sprintf("%d/%d normalized", matched, len(out.Results)) + leftOut(a.Dropped("units"))
			return Result{Body: out}, nil
		},
	}
}

// converted is the answer of convert_unit. A null is an answer.
type converted struct {
	Success   bool     `json:"success"`
	Converted *float64 `json:"converted"`
	From      string   `json:"from_ucum"`
	To        string   `json:"to_ucum"`
	Reason    string   `json:"reason,omitempty"`
}

func convertTool(c Converter) Tool {
	return Tool{
		Name:  ConvertUnit,
		Title: "Convert a value to another unit",
		Description: `Converts one value from one unit to another, exactly and without rounding: mg/dL to mmol/L, °F to °C, lb to kg, kcal to kJ.
Use it instead of a factor from memory. Between mass and amount of substance (mg/dL, mmol/L) the factor is the molar mass of the substance: give the test's loinc_code, which resolve_indicator finds.
Do not use it between different quantities; it will not guess.
Returns converted, from_ucum and to_ucum. converted null is an answer, with a reason: the two do not convert, or no molar mass is known for the code.`,
		Schema: schema.Must(
			schema.Property{Name: "value", Required: true, Schema: schema.Schema{Types: []schema.Type{schema.Number}, Description: "The value, a number."}},
			schema.Property{Name: "from_unit", Required: true, Schema: text("The value's unit, as printed or in UCUM.", maxUnit)},
			schema.Property{Name: "to_unit", Required: true, Schema: text("The unit to convert to, as printed or in UCUM.", maxUnit)},
			schema.Property{Name: "loinc_code", Schema: schema.Schema{
				Types: []schema.Type{schema.String}, Default: "", MaxLength: 10,
				Description: "The LOINC code of the test. Only needed between mass and amount of substance.",
			}},
		),
		Call: func(_ context.Context, a schema.Args) (Result, error) {
			value, ok := a.Float("value")
			if !ok {
				return Result{}, schema.Refuse("value", schema.OutOf, "must be a finite number")
			}
			r := c.Convert(value, a.String("from_unit"), a.String("to_unit"), strings.TrimSpace(a.String("loinc_code")))
			if r.Refused != "" {
				return Result{Body: refused{Error: r.Refused, Kind: "no_answer"}, Failed: true}, nil
			}
			return Result{Body: converted{Success: true, Converted: r.Converted, From: r.From, To: r.To, Reason: r.Reason}}, nil
		},
	}
}

// observations is the answer about readings.
type observations struct {
	Observations []fhir.Observation `json:"observations"`
	Coded        int                `json:"coded"`
	Of           int                `json:"of"`
	Note         string             `json:"note,omitempty"`
}

func readingTool(s Standardizer) Tool {
	name := text("The measurement's name exactly as printed.", maxName)
	value := schema.Schema{
		Types: []schema.Type{schema.String, schema.Number}, MaxLength: maxValue,
		Description: "The value exactly as printed, with a comparator or flag if there is one. A blood pressure such as 120/80 is one value and becomes two components.",
	}
	unit := text("The unit exactly as printed, if it stands in a place of its own.", maxUnit)
	return Tool{
		Name:  StandardizeReading,
		Title: "Standardize readings",
		Description: `Turns readings as printed on a report, or as a device shows them, into FHIR R4 Observations with LOINC and UCUM codes.
Use it for one reading (name, value, unit) or for up to 200 at once (readings), never both. Pass names, values and units exactly as printed, in any language: the unit decides between codes of one test.
Do not use it for complaints and diagnoses in words (standardize_complaint), nor for a whole document (standardize_report).
Returns observations in order, coded (how many have a code) and of (how many there are). An observation without a coding was not recognised, or fits two tests: its extension says how the answer was reached. Do not fill in a code of your own.`,
		Schema: schema.Must(
			schema.Property{Name: "name", Schema: name},
			schema.Property{Name: "value", Schema: value},
			schema.Property{Name: "unit", Schema: unit},
			schema.Property{Name: "readings", Schema: schema.Schema{
				Types: []schema.Type{schema.Array}, Description: "Several readings, 1 to 200, in place of name, value and unit.",
				MinItems: 1, MaxItems: MaxBatch, List: schema.Names,
				Items: &schema.Schema{Types: []schema.Type{schema.Object}, Properties: []schema.Property{
					{Name: "name", Required: true, Schema: name}, {Name: "value", Schema: value}, {Name: "unit", Schema: unit},
				}},
			}},
		),
		Call: func(ctx context.Context, a schema.Args) (Result, error) {
			readings, err := readingsOf(a)
			if err != nil {
				return Result{}, err
			}
			out := observations{Observations: []fhir.Observation{}, Of: len(readings)}
			for _, r := range readings {
				if err := ctx.Err(); err != nil {
					return Result{}, err
				}
				o, coded := s.Reading(r)
				if coded {
					out.Coded++
				}
				out.Observations = append(out.Observations, o)
			}
			return Result{Body: out}, nil
		},
	}
}

// readingsOf is one reading or a list of them: what a closed schema without alternatives cannot say.
func readingsOf(a schema.Args) ([]Reading, error) {
	if !a.Has("readings") {
		if !a.Has("name") {
			return nil, schema.Refuse("name", schema.Required, "required: the name of one reading, or a list in readings")
		}
		return []Reading{readingOf(a)}, nil
	}
	for _, single := range []string{"name", "value", "unit"} {
		if a.Has(single) {
			return nil, schema.Refuse(single, schema.Conflict, "give one reading in name, value and unit, or several in readings, not both")
		}
	}
	var out []Reading
	for _, r := range a.Objects("readings") {
		out = append(out, readingOf(r))
	}
	return out, nil
}

func readingOf(a schema.Args) Reading {
	return Reading{Name: a.String("name"), Value: a.Text("value"), Unit: a.String("unit")}
}

func complaintTool(s Standardizer) Tool {
	return Tool{
		Name:  StandardizeComplaint,
		Title: "Standardize a symptom or a diagnosis",
		Description: `Finds the ICPC-3 code of a symptom or a diagnosis in a few words ("headache", 发烧, "type 2 diabetes") and returns a FHIR R4 Observation.
Use kind symptom for what a person feels, and kind condition for the name of a diagnosis: the two have separate codes.
Do not use it for measurements (standardize_reading), nor for whole sentences: pass one complaint, without its story.
Without a coding in the answer the words were not found, are too broad ("pain"), or fit several codes: the extension gives outcome and reason. Ask the person; do not fill in a code of your own.`,
		Schema: schema.Must(
			schema.Property{Name: "text", Required: true, Schema: text("The complaint in the person's own words, a few of them.", maxText)},
			schema.Property{Name: "kind", Schema: schema.Schema{
				Types: []schema.Type{schema.String}, Enum: ComplaintKinds, Default: ComplaintKinds[0],
				Description: "What the words are: a symptom, or a condition that has been diagnosed.",
			}},
		),
		Call: func(_ context.Context, a schema.Args) (Result, error) {
			return Result{Body: s.Complaint(a.String("text"), a.String("kind"))}, nil
		},
	}
}

func reportTool(r ReportReader) Tool {
	document := text("The report's text. Give either path or text.", maxReport)
	document.Pages = true
	return Tool{
		Name:      StandardizeReport,
		Title:     "Standardize a whole report",
		OpenWorld: true,
		Description: `Reads a laboratory report, from a file (path: text, or PDF with a text layer) or from text, and returns its readings as FHIR R4 Observations.
The rows are listed by the language model that this server is set up with, so the document goes to that model; codes are chosen here, by the vocabularies. Without a model set up the answer says what to set.
Use it for a document. Do not use it for readings that you can already see one by one: standardize_reading needs no model.
Returns observations in order of the document (effectiveDateTime when a collection date was read), coded, of, and note. Rows without a name, or that do not stand in the document as the model gave them, are left out, and the note says so.`,
		Schema: schema.Must(
			schema.Property{Name: "path", Schema: text("The file's path on the machine where this server runs. Give either path or text.", maxPath)},
			schema.Property{Name: "text", Schema: document},
		),
		Call: func(ctx context.Context, a schema.Args) (Result, error) {
			if a.Has("path") == a.Has("text") {
				return Result{}, schema.Refuse("", schema.Conflict, "give exactly one of path and text")
			}
			rep, err := r.ReadReport(ctx, ReportSource{Path: a.String("path"), Text: a.String("text")})
			if err != nil {
				return Result{}, err
			}
			if rep.Observations == nil {
				rep.Observations = []fhir.Observation{}
			}
			return Result{Body: observations{
				Observations: rep.Observations, Coded: rep.Coded, Of: len(rep.Observations), Note: rep.Note,
			}}, nil
		},
	}
}
