package answers

import (
	"errors"
	"fmt"
	"slices"
)

// Status of an answer.
type Status string

// Statuses. An answer is partial when rows that belong to it were left out.
const (
	OK      Status = "ok"
	Partial Status = "partial"
	Error   Status = "error"
)

// ErrorClass says whether asking again, in other words, can help.
type ErrorClass string

// Classes of errors.
const (
	Recoverable   ErrorClass = "recoverable"
	Unrecoverable ErrorClass = "unrecoverable"
)

// ErrorKind is what kept a question from being answered.
type ErrorKind string

// The kinds of errors. There are no others.
const (
	InvalidArguments ErrorKind = "invalid_arguments"
	Unavailable      ErrorKind = "unavailable" // a timeout, a busy or unreachable store
	NoData           ErrorKind = "no_data"
	Denied           ErrorKind = "denied"
	Internal         ErrorKind = "internal"
	RepeatedCall     ErrorKind = "repeated_call" // refused before it ran, by what governs a chat turn
)

var errorKinds = []ErrorKind{InvalidArguments, Unavailable, NoData, Denied, Internal, RepeatedCall}

// NextStep is a call that would help the reader of an answer. None is ever named that would be refused.
type NextStep string

// The next steps. There are no others.
const (
	NarrowWindow    NextStep = "narrow_window"
	ViewStats       NextStep = "view_stats"
	UseIndicators   NextStep = "use_indicators"
	PickFromCatalog NextStep = "pick_from_catalog"
	ProbeUnmapped   NextStep = "probe_unmapped"
)

var nextSteps = []NextStep{NarrowWindow, ViewStats, UseIndicators, PickFromCatalog, ProbeUnmapped}

// Provenance is where a row's value comes from.
type Provenance string

// Provenances. Elected values were chosen by the write side among what several sources say of a day.
const (
	Measured Provenance = "measured"
	Computed Provenance = "computed"
	Elected  Provenance = "elected:day_authority"
	Reported Provenance = "reported" // by the person, in their own words
	Unknown  Provenance = "unknown"
)

// Semantics says how a window's days were matched.
type Semantics string

// Semantics of windows.
const (
	TZExact         Semantics = "tz_exact"          // each row has the local day that was decided when it was stored
	DatePaddedNaive Semantics = "date_padded_naive" // some row's day is not known: it may belong to a neighbouring one
)

// Meta is how an answer was made, never what it says.
type Meta struct {
	// Start and End are the window as it was named, local dates; empty where a side was not named.
	Start, End string
	TZ         string // the person's zone; empty for what has no time
	Semantics  Semantics
	View       View // empty for the catalogue and where a tool has none
	RowCount   int
	Truncated  bool
	Cut        string // what is shown and how to get the rest, a sentence; stands before the rows
	// CatalogTotal is the number of series there are; 0 unless the answer is a catalogue.
	CatalogTotal int
}

// Envelope is an answer with all that a program needs to know about it.
type Envelope struct {
	Status     Status
	Data       Rows // nil on errors
	Meta       Meta
	ErrorClass ErrorClass // of errors only
	ErrorKind  ErrorKind  // of errors only
	// Provenance is keyed by series, plan or rsid: two series can have one name.
	Provenance  map[string]Provenance
	Assumptions []string // how to read the answer; of an error, the reasons
	NextSteps   []NextStep
}

// Answer makes the envelope of a question that was answered: partial exactly if it is truncated.
func Answer(data Rows, m Meta, p map[string]Provenance, assumptions []string, next ...NextStep) (Envelope, error) {
	e := Envelope{Status: OK, Data: data, Meta: m, Provenance: p, Assumptions: assumptions, NextSteps: once(next)}
	if m.Truncated {
		e.Status = Partial
	}
	if data == nil {
		return Envelope{}, errors.New("an answer without rows, not even none")
	}
	e.Meta.RowCount = data.Len()
	return e, e.check()
}

// Refusal makes the envelope of a question that was not answered. The reasons are the program's own words.
func Refusal(kind ErrorKind, class ErrorClass, reasons []string, next ...NextStep) (Envelope, error) {
	e := Envelope{Status: Error, ErrorKind: kind, ErrorClass: class, Assumptions: reasons, NextSteps: once(next)}
	return e, e.check()
}

// check holds an envelope to its closed sets. The texts are the program's own, so they may be quoted.
func (e *Envelope) check() error {
	failed := e.Status == Error
	switch {
	case failed && e.ErrorClass != Recoverable && e.ErrorClass != Unrecoverable:
		return fmt.Errorf("an error of class %q", e.ErrorClass)
	case !failed && (e.ErrorClass != "" || e.ErrorKind != ""):
		return errors.New("an answer with an error's class or kind")
	case failed && !slices.Contains(errorKinds, e.ErrorKind):
		return fmt.Errorf("an error of kind %q", e.ErrorKind)
	}
	for _, s := range e.NextSteps {
		if !slices.Contains(nextSteps, s) {
			return fmt.Errorf("no such next step: %q", s)
		}
	}
	return nil
}

func once(steps []NextStep) []NextStep {
	var out []NextStep
	for _, s := range steps {
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}
