package record

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	"github.com/seed-a76b335c/philint/internal/terminology/fold"
)

// PlanStatus is what is stored about a plan. What a reader is shown also depends on the day, see Plan.Effective.
type PlanStatus string

// Statuses of a plan. PlanVoided is the end: the plan should never have been there.
const (
	PlanActive  PlanStatus = "active"
	PlanStopped PlanStatus = "stopped"
	PlanVoided  PlanStatus = "entered_in_error"
)

// EffectiveStatus is a plan's status on a day.
type EffectiveStatus string

// Effective statuses.
const (
	EffectiveIntended  EffectiveStatus = "intended"  // begins later
	EffectiveActive    EffectiveStatus = "active"    // in effect
	EffectiveCompleted EffectiveStatus = "completed" // ran to its planned end
	EffectiveStopped   EffectiveStatus = "stopped"   // ended by somebody
	EffectiveVoided    EffectiveStatus = "entered_in_error"
	EffectiveOnHold    EffectiveStatus = "on_hold" // interrupted, on a day that nobody says
	EffectiveUnknown   EffectiveStatus = "unknown" // not known to be taken
)

// Code systems of medications. No drug database is shipped: codes are kept as they came.
const (
	RxNorm = "http://www.nlm.nih.gov/research/umls/rxnorm"
	ATC    = "http://www.whocc.no/atc"
	SNOMED = "http://snomed.info/sct"
	NDC    = "http://hl7.org/fhir/sid/ndc"
)

// MedicationCode is one code of a medication.
type MedicationCode struct {
	System  string `json:"system"`
	Code    string `json:"code"`
	Display string `json:"display,omitempty"`
	TTY     string `json:"tty,omitempty"` // RxNorm's type of term
}

// Plan is one medication as a person intends to take it. It is not a record of doses taken.
type Plan struct {
	ID         string
	ConceptKey string // see ConceptKey
	Name       string // as written
	Strength   string
	Form       string
	Codes      []MedicationCode

	Instructions []Instruction // of now; what was in effect before stands in the courses

	Start     Day
	End       *Day // the planned last day
	StoppedOn *Day
	Status    PlanStatus

	Classification string
	Confirmed      bool // by the person; false for what was extracted or imported
	OrderID        string
	Source         string // web, record, journal, fhir:…
	SourceRecordID string

	CreatedAt Instant
	ChangedAt Instant
}

// ConceptKey says which plans are of one medication: rxnorm: and the sorted RxNorm codes, or text: and 16 hexadecimal
// digits of a digest of the name. It is safe to log. A coded and a written medication never have one key, even where
// they are the same drug: that would be a guess.
func ConceptKey(codes []MedicationCode, name string) string {
	var rx []string
	for _, c := range codes {
		if c.System == RxNorm && c.Code != "" {
			rx = append(rx, c.Code)
		}
	}
	if len(rx) > 0 {
		slices.Sort(rx)
		return "rxnorm:" + strings.Join(slices.Compact(rx), ",")
	}
	sum := sha256.Sum256([]byte(MedicationNameKey(name)))
	return "text:" + hex.EncodeToString(sum[:8])
}

// MedicationNameKey is a name or a search word folded for comparing: as terminology folds names, and without spaces.
func MedicationNameKey(s string) string { return strings.ReplaceAll(fold.Key(s), " ", "") }

// Effective is the plan's status on a day of the person's.
func (p *Plan) Effective(today Day) EffectiveStatus {
	switch {
	case p.Status == PlanVoided:
		return EffectiveVoided
	case p.Status == PlanStopped:
		return EffectiveStopped
	case today < p.Start:
		return EffectiveIntended
	case p.End != nil && *p.End < today:
		return EffectiveCompleted
	default:
		return EffectiveActive
	}
}

// Until is the last day of the plan: the day it was stopped on, else its planned end, else nil.
func (p *Plan) Until() *Day {
	if p.StoppedOn != nil {
		return p.StoppedOn
	}
	return p.End
}

// Limits of what a plan may hold.
const (
	maxName           = 500
	maxStrength       = 200
	maxForm           = 100
	maxCodes          = 20
	maxInstructions   = 12
	maxTimes          = 12
	maxDosesPerDay    = 24
	maxPeriodDays     = 365
	maxDoseValue      = 100_000
	maxInstructionLen = 500
)

// Validate checks a plan by itself. The error is a *MedicationError.
func (p *Plan) Validate() error {
	switch {
	case p.ID == "" || strings.ContainsAny(p.ID, ":"):
		return refuse(BadField, "plan_id")
	case !sized(p.Name, 1, maxName) || strings.TrimSpace(p.Name) == "":
		return refuse(BadField, "name")
	case !sized(p.Strength, 0, maxStrength):
		return refuse(BadField, "strength")
	case !sized(p.Form, 0, maxForm):
		return refuse(BadField, "form")
	case len(p.Codes) > maxCodes:
		return refuse(BadField, "codes")
	case len(p.Instructions) == 0 || len(p.Instructions) > maxInstructions:
		return refuse(BadField, "schedule")
	case p.Status != PlanActive && p.Status != PlanStopped && p.Status != PlanVoided:
		return refuse(BadField, "status")
	case p.Start < MinDay || p.Start > MaxDay:
		return refuse(BadField, "start_date")
	case p.End != nil && (*p.End < p.Start || *p.End > MaxDay):
		return refuse(EndBeforeStart, "end_date")
	case p.Status == PlanStopped && p.StoppedOn == nil, p.Status == PlanActive && p.StoppedOn != nil:
		return refuse(BadField, "stopped_on")
	case p.StoppedOn != nil && (*p.StoppedOn < p.Start || *p.StoppedOn > MaxDay):
		return refuse(BeforeStart, "stopped_on")
	}
	for _, c := range p.Codes {
		if c.System == "" || c.Code == "" {
			return refuse(BadField, "codes")
		}
	}
	for i := range p.Instructions {
		if err := p.Instructions[i].Validate(); err != nil {
			return err
		}
	}
	return nil
}

// sized counts characters, not bytes.
func sized(s string, least, most int) bool {
	n := len([]rune(s))
	return n >= least && n <= most
}

// MedicationErrorKind is why something about medications is refused.
type MedicationErrorKind string

// Kinds of refusals.
const (
	BadField         MedicationErrorKind = "bad-field"
	TwoShapes        MedicationErrorKind = "two-shapes"
	NotActive        MedicationErrorKind = "not-active"
	NotStopped       MedicationErrorKind = "not-stopped"
	Voided           MedicationErrorKind = "voided"
	BeforeStart      MedicationErrorKind = "before-start"
	AfterToday       MedicationErrorKind = "after-today"
	EndBeforeStart   MedicationErrorKind = "end-before-start"
	OverClosedCourse MedicationErrorKind = "over-closed-course"
	BrokenHistory    MedicationErrorKind = "broken-history"
	ProjectionLong   MedicationErrorKind = "projection-too-long"
)

var medicationSays = map[MedicationErrorKind]string{
	BadField:         "the field is missing, too long or out of its range",
	TwoShapes:        "an instruction has one timing only: clock times, doses a day, a period, weekdays, or as needed",
	NotActive:        "only a plan that is in effect can be changed so",
	NotStopped:       "only a stopped plan can be resumed",
	Voided:           "the plan was entered in error and can no longer be changed",
	BeforeStart:      "the day lies before the start",
	AfterToday:       "the day lies after today",
	EndBeforeStart:   "the end lies before the start",
	OverClosedCourse: "the start cannot move over a course that is closed",
	BrokenHistory:    "a course that is closed cannot be changed",
	ProjectionLong:   "doses are projected over 62 days at most: ask for a shorter window",
}

// MedicationError is a refusal. It names a field, never what was in it.
type MedicationError struct {
	Kind  MedicationErrorKind
	Field string // "" where the refusal is about no one field
}

func (e *MedicationError) Error() string {
	if e.Field == "" {
		return medicationSays[e.Kind]
	}
	return e.Field + ": " + medicationSays[e.Kind]
}

func refuse(kind MedicationErrorKind, field string) error {
	return &MedicationError{Kind: kind, Field: field}
}

// Imported says that a plan came from a file and that no person has had a hand in it since.
func (p *Plan) Imported() bool {
	kind, _, ok := strings.Cut(p.Source, ":")
	return ok && kind != "" && !p.Confirmed && p.CreatedAt == p.ChangedAt
}
