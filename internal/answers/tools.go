package answers

import (
	"maps"
	"slices"
	"strings"

	"github.com/seed-a76b335c/philint/internal/schema"
)

// The tools.
const (
	ReadingsTool    = "query_health_indicators"
	MedicationsTool = "query_medications"
)

// Tool is a tool as every surface publishes it: one schema, one description, for a client's model and for a chat turn.
type Tool struct {
	Name        string
	Title       string
	Description string // when to use it, when not, and what comes back
	Schema      *schema.Closed
}

// Tools are the tools, in the order in which they are listed.
func Tools() []Tool {
	return []Tool{
		{Name: ReadingsTool, Title: "Readings and journal", Description: readingsDescription, Schema: schemas[ReadingsTool]},
		{Name: MedicationsTool, Title: "Medications", Description: medicationsDescription, Schema: schemas[MedicationsTool]},
	}
}

const readingsDescription = `Reads the person's own record over time: what was measured (laboratory results, vital signs, devices) and what they said themselves (symptoms, diagnoses they were given, notes), which stands in a table of its own.

Use it for every question about this person's own values or complaints. Do not use it for medications (query_medications), for what a test means, for reference ranges in general or for medical knowledge.

Which series: leave out keywords and indicators to get the catalogue of everything on record, reported entries first; that is the right first call where names are not known. keywords search this person's series in any language, and reach an entry by its code: "headache" finds 头疼. indicators are exact: copy series ids, codes or names from an earlier answer. Give keywords or indicators, not both.

Which shape (view): stats for change, a baseline, extremes or "how often"; day, week or month for a course; latest for "now"; hour or minute within a day; raw for single readings with their report and printed range. Ask for the shape that is needed: never fetch raw rows to count or average them. A view other than raw needs keywords or indicators.

Which time: start and end are local dates of the person, both included. Leave both out for the whole record.

What comes back: rows and, below them, the window that was used, notes and next steps. At most 50 readings of a series (raw), its 92 newest points (minute to month), 200 series of the catalogue. What was cut says so before the rows: it exists, and a narrower window or view=stats shows it.

Reading the answer: what is not there was never recorded; it is not shown to be absent. Quote reported entries in the person's own words. A reported condition is what the person says they were told, not a finding. Take codes, units and printed ranges from the rows, never from memory. Do not repeat a call with the same arguments: the answer will be the same.`

const medicationsDescription = `Reads the medications that the person keeps in their own record: the list (plan), the doses that were recorded (log), and the stretches of time in which something was in effect (history).

Use it for what they take, took, stopped or changed. history says when they switched: take its date as start or end of a query_health_indicators call to see what a value did then. Do not use it for readings, for what a drug is for, for doses in general or for interactions. It changes nothing.

plan is what the person means to take; it says nothing about what was taken, so never answer from it whether doses were taken. log has the recorded doses: a dose that is not in it may have been taken. history has courses with their start, end and how they ended.

keywords narrow to drug names or codes as the record has them, in whatever language that is, also parts of names; a name in another language finds nothing. Leave them out for all. start and end are local dates of the person, both included: for plan and history whatever was in effect on some day between them, for log what was recorded in them. Without dates plan and history are complete and log has the last 30 days.

At most 200 rows come back, with the window that was used, notes and next steps. Do not repeat a call with the same arguments: the answer will be the same.`

// The bounds of selectors. A name on a report has never been seen longer.
const (
	maxKeywords   = 20
	maxIndicators = 50
	maxKeyword    = 200
	maxIndicator  = 600 // a series id holds a name of a report
)

const (
	dateForm = `^\d{4}-\d{2}-\d{2}$`
	dateText = "must be a date of the form YYYY-MM-DD"
)

var (
	readingViews    = []View{Raw, Minute, Hour, Day, Week, Month, Stats, Latest}
	medicationViews = []View{Plan, Log, History}
)

// schemas are the closed schemas of the tools' arguments.
var schemas = map[string]*schema.Closed{
	ReadingsTool: schema.Must(
		selectors("keywords", maxKeywords, maxKeyword, "Words to find series of this person by, in any language: names of tests, devices' measures, symptoms, diagnoses. Not together with indicators."),
		selectors("indicators", maxIndicators, maxIndicator, "Exact selectors copied from an earlier answer: a series id, a code, a display name, or a name as printed on a report. Not together with keywords."),
		date("start", "The first local date of the person, included. Left out: from the beginning."),
		date("end", "The last local date of the person, included. Left out: to the newest."),
		views(readingViews, "The shape of the answer. raw without keywords and indicators is the catalogue; every other view needs one of them."),
	),
	MedicationsTool: schema.Must(
		views(medicationViews, "plan: the list that the person keeps. log: doses that were recorded. history: when something was in effect."),
		selectors("keywords", maxKeywords, maxKeyword, "Drug names or codes to narrow the answer to, as the record has them, also parts of names. Left out: all."),
		date("start", "The first local date, included. plan and history: in effect on or after it. log: recorded on or after it."),
		date("end", "The last local date, included."),
	),
}

func selectors(name string, items, length int, description string) schema.Property {
	return schema.Property{Name: name, Schema: schema.Schema{
		Types: []schema.Type{schema.Array}, Description: description, MaxItems: items, List: schema.Selectors,
		Items: &schema.Schema{Types: []schema.Type{schema.String}, MaxLength: length},
	}}
}

func date(name, description string) schema.Property {
	return schema.Property{Name: name, Schema: schema.Schema{Types: []schema.Type{schema.String}, Description: description, Pattern: dateForm}}
}

func views(list []View, description string) schema.Property {
	s := schema.Schema{Types: []schema.Type{schema.String}, Description: description, Default: string(list[0])}
	for _, v := range list {
		s.Enum = append(s.Enum, string(v))
	}
	return schema.Property{Name: "view", Schema: s}
}

func toolNames() string { return strings.Join(slices.Sorted(maps.Keys(schemas)), ", ") }
