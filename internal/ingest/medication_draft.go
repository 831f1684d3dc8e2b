package ingest

import (
	"math"
	"slices"
	"strings"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/terminology/units"
)

// MedicationKind is what a source says about a medication.
type MedicationKind string

// Kinds. A dispense is none of them: filling an order again does not make another medication.
const (
	MedicationOrder MedicationKind = "order"     // somebody prescribed or planned it
	MedicationUse   MedicationKind = "statement" // somebody says that it is taken
	MedicationTaken MedicationKind = "taken"     // one intake, at Draft.When
)

// Standing is how a medication stands by the source's own word. Ended by somebody and run to its end are different,
// and neither is guessed from dates.
type Standing string

// Standings.
const (
	StandingUnknown   Standing = "unknown"
	StandingIntended  Standing = "intended"
	StandingActive    Standing = "active"
	StandingOnHold    Standing = "on-hold"
	StandingCompleted Standing = "completed"
	StandingStopped   Standing = "stopped"
	StandingNotTaken  Standing = "not-taken" // never begun: an order that was cancelled, a dose that was not given
)

// MedicationDraft is a medication as a source gives it. Text is verbatim.
//
// A draft is one order, statement or intake. Orders of one drug, as repeat prescriptions make them, are courses of one
// plan: see ConceptKey.
type MedicationDraft struct {
	Kind                        MedicationKind
	Name, Strength, Form, Route string
	Codes                       []SourceCode
	Instructions                []InstructionDraft

	// Start and End are the first and the last day or moment; zero where the source is silent or not exact to the day.
	// The texts are what it printed.
	Start, End         When
	StartText, EndText string

	Status       string // as printed
	Standing     Standing
	StatusReason string
	Reason       string // what it is taken for

	// Orders are the source's ids of the orders that this one renews, or that the statement or the intake is about.
	Orders []string
	// Removed says that the source took it back, or that it never came to pass.
	Removed bool
	// Repeats is how often the order may be filled again, as printed. It is not a number of medications.
	Repeats string
}

// InstructionDraft is one instruction. Structure is there where the source's can be said exactly; Text holds the words.
type InstructionDraft struct {
	record.Instruction

	Sequence    int  // steps that follow one another have different numbers
	From, Until When // the days of this step, zero where the source is silent
}

// ConceptKey says which drafts are of one medication.
func (m *MedicationDraft) ConceptKey() string {
	codes := make([]record.MedicationCode, 0, len(m.Codes))
	for _, c := range m.Codes {
		codes = append(codes, record.MedicationCode{System: c.System, Code: c.Code, Display: c.Display})
	}
	return record.ConceptKey(codes, m.Name)
}

var periodHours = map[string]float64{"h": 1, "d": 24, "wk": 7 * 24}

// Repeated is the instruction for so many doses in a period of h, d or wk. It is made only where it can be said exactly:
// three times a week, or a dose each month, cannot. Clock times are never made up: every 8 hours is 3 doses a day.
func Repeated(times, period float64, unit string) (in record.Instruction, ok bool) {
	hours := period * periodHours[unit]
	if hours <= 0 || times < 1 || times != math.Trunc(times) {
		return in, false
	}
	if hours <= 24 {
		n := times * 24 / hours
		if n != math.Trunc(n) || n > 24 {
			return in, false
		}
		in.DosesPerDay = int(n)
		return in, true
	}
	days := hours / 24
	if times > 1 || days != math.Trunc(days) || days > 365 {
		return in, false
	}
	in.PeriodDays = int(days)
	return in, true
}

// timingCodes are the codes of HL7's GTSAbbreviation that say a number of doses a day, or days between doses.
var timingCodes = map[string]record.Instruction{
	"QD": {DosesPerDay: 1}, "BID": {DosesPerDay: 2}, "TID": {DosesPerDay: 3}, "QID": {DosesPerDay: 4},
	"AM": {DosesPerDay: 1}, "PM": {DosesPerDay: 1}, "BED": {DosesPerDay: 1},
	"Q1H": {DosesPerDay: 24}, "Q2H": {DosesPerDay: 12}, "Q3H": {DosesPerDay: 8}, "Q4H": {DosesPerDay: 6},
	"Q6H": {DosesPerDay: 4}, "Q8H": {DosesPerDay: 3}, "Q12H": {DosesPerDay: 2}, "Q24H": {DosesPerDay: 1},
	"QOD": {PeriodDays: 2}, "WK": {PeriodDays: 7},
}

// TimingCode is the instruction that a timing code such as BID says.
func TimingCode(code string) (in record.Instruction, ok bool) {
	in, ok = timingCodes[strings.ToUpper(code)]
	return in, ok
}

// dailyEvents are the events of HL7's TimingEvent that come once a day. With a meal is no number of doses.
var dailyEvents = []string{
	"MORN", "MORN.early", "MORN.late", "NOON", "AFT", "AFT.early", "AFT.late", "EVE", "EVE.early", "EVE.late", "NIGHT",
	"PHS", "HS", "WAKE", "ACM", "ACD", "ACV", "CM", "CD", "CV", "PCM", "PCD", "PCV",
}

// EventTiming is the instruction for a dose at each of the day's events, such as before breakfast and at bedtime.
func EventTiming(events []string) (in record.Instruction, ok bool) {
	var seen []string
	for _, e := range events {
		if !slices.Contains(dailyEvents, e) || slices.Contains(seen, e) {
			return in, false
		}
		seen = append(seen, e)
	}
	in.DosesPerDay = len(seen)
	return in, len(seen) > 0
}

// DoseUnit is a dose's unit as the record has it: an annotation for forms that are counted, UCUM, or else the print.
func DoseUnit(printed string) string {
	word := strings.ToLower(strings.TrimSpace(printed))
	for _, end := range []string{"", "(s)", "s"} {
		form := "{" + strings.TrimSuffix(word, end) + "}"
		if slices.Contains(record.DoseForms(), form) {
			return form
		}
	}
	if code, ok := units.Normalize(printed); ok {
		return code
	}
	return printed
}
