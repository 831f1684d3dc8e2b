package journal

import (
	"strings"
	"time"
	"unicode/utf8"

	"github.com/seed-a76b335c/philint/internal/ingest"
	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/terminology/icpc3"
)

// Bounds of what is typed, in characters.
const (
	MaxText = 200
	MaxNote = 2000
	maxUnit = 64
)

// Reading is a typed measurement.
type Reading struct {
	Name, Value, Unit string
	At                ingest.When
	Note              string
}

// Draft is the reading as a draft. The error is a *ingest.Problem whose Where names the field.
func (r Reading) Draft() (ingest.Draft, error) {
	d := manual(record.Measurement, record.Manual, r.At)
	d.Name, d.Value, d.Unit, d.Comment = strings.TrimSpace(r.Name), strings.TrimSpace(r.Value), strings.TrimSpace(r.Unit), strings.TrimSpace(r.Note)
	return d, check(d.When,
		field{"name", d.Name, MaxText, ingest.NoName},
		field{"value", d.Value, MaxText, ingest.NoValue},
		field{"unit", d.Unit, maxUnit, ""},
		field{"note", d.Comment, MaxNote, ""},
	)
}

// Entry is a typed complaint, condition or note.
type Entry struct {
	Kind record.Kind // Symptom, Condition or Note
	Text string
	At   ingest.When
	Note string // what else there is to say about it
}

// Known says whether a text is a complaint or a condition.
type Known func(text string, kind record.Kind) bool

// Vocabulary asks a table of complaints.
func Vocabulary(t *icpc3.Table) Known {
	return func(text string, kind record.Kind) bool {
		switch kind {
		case record.Symptom:
			return t.Known(text, icpc3.Symptom)
		case record.Condition:
			return t.Known(text, icpc3.Condition)
		}
		return false
	}
}

// Draft is the entry as one draft. The error is a *ingest.Problem whose Where names the field.
func (e Entry) Draft(known Known) (ingest.Draft, error) {
	text, note := strings.TrimSpace(e.Text), strings.TrimSpace(e.Note)
	kind := e.Kind
	switch kind {
	case record.Symptom, record.Condition:
		if Denied(text, kind, known) {
			kind = record.Note
		}
	case record.Note:
	default:
		return ingest.Draft{}, &ingest.Problem{Reason: ingest.BadElement, Where: "kind"}
	}
	d := manual(kind, record.SelfReported, e.At)
	d.Name, d.Comment = text, note
	most, missing := MaxText, ingest.NoName
	if kind == record.Note {
		d.Name, d.Value = "", text
		missing = ingest.NoValue
		if e.Kind == record.Note {
			most = MaxNote
		}
	}
	return d, check(d.When, field{"text", text, most, missing}, field{"note", note, MaxNote, ""})
}

// Drafts is the entry as a draft for each of its complaints, where it can be taken apart, else as one.
func (e Entry) Drafts(known Known) ([]ingest.Draft, error) {
	var out []ingest.Draft
	for _, piece := range Split(e.Text, e.Kind, known) {
		part := e
		part.Text = piece
		d, err := part.Draft(known)
		if err != nil {
			return nil, err
		}
		out = append(out, d)
	}
	return out, nil
}

func manual(kind record.Kind, modality record.Modality, at ingest.When) ingest.Draft {
	return ingest.Draft{Position: 1, Kind: kind, Modality: modality, SourceKind: record.FromManual, SourceClass: record.ByHand, When: at}
}

// field is one field of a form.
type field struct {
	name, text string
	most       int
	missing    ingest.Reason // why it cannot be empty; "" where it can
}

func check(at ingest.When, fields ...field) error {
	for _, f := range fields {
		switch {
		case f.text == "" && f.missing != "":
			return &ingest.Problem{Reason: f.missing, Where: f.name}
		case utf8.RuneCountInString(f.text) > f.most:
			return &ingest.Problem{Reason: ingest.TooLong, Where: f.name}
		case !utf8.ValidString(f.text) || strings.ContainsRune(f.text, 0):
			return &ingest.Problem{Reason: ingest.BadText, Where: f.name}
		}
	}
	if at.Start.IsZero() {
		return &ingest.Problem{Reason: ingest.NoTime, Where: "at"}
	}
	return nil
}

// clocks are the forms of a time in a form. Those without an offset are read in the form's zone, or the person's.
var clocks = [...]struct {
	layout             string
	floating, dateOnly bool
}{
	{time.RFC3339Nano, false, false},
	{"2006-01-02T15:04:05.999999999", true, false},
	{"2006-01-02T15:04", true, false},
	{time.DateOnly, true, true},
}

// ParseWhen reads the time of a form: a day, a day and a clock time, or an instant with its offset; zone is what the form
// says of the place, and may be empty. The error is a *ingest.Problem.
func ParseWhen(text, zone string) (ingest.When, error) {
	s := strings.TrimSpace(text)
	if s == "" {
		return ingest.When{}, &ingest.Problem{Reason: ingest.NoTime, Where: "at"}
	}
	for _, c := range clocks {
		if t, err := time.Parse(c.layout, s); err == nil {
			return ingest.When{Start: t, Floating: c.floating, DateOnly: c.dateOnly, Zone: strings.TrimSpace(zone)}, nil
		}
	}
	return ingest.When{}, &ingest.Problem{Reason: ingest.BadTime, Where: "at"}
}
