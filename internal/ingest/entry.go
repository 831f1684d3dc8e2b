package ingest

import (
	"context"
	"strings"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store"
)

// Refusal is one reading or entry that a gate refused. It quotes nothing.
type Refusal struct{ Reason Reason }

func (r *Refusal) Error() string { return "this is not stored: " + says[r.Reason] }

// Added is what became of one reading or entry.
type Added struct {
	ID        record.ObsID
	Coding    record.Coding
	Duplicate bool // it was there already
}

// TypedReading is a reading that a person typed, or that a program sent by itself.
type TypedReading struct {
	Name, Value, Unit, Comment string
	When                       When
	FromAPI                    bool
}

// AddReading stores one reading. It must be possible for its quantity; else it is a *Refusal.
func AddReading(ctx context.Context, o Options, r TypedReading) (Added, error) {
	d := Draft{
		Kind: record.Measurement, Modality: record.Manual, SourceKind: record.FromManual, SourceClass: record.ByHand,
		Name: r.Name, Value: r.Value, Unit: r.Unit, Comment: r.Comment, When: r.When,
	}
	if r.FromAPI {
		d.SourceKind = record.FromAPI
	}
	return add(ctx, o, "manual", d)
}

// Entry is a line of the journal: a symptom, a condition, or a note.
type Entry struct {
	Kind    record.Kind
	Text    string // the complaint in the person's words, or the note
	Comment string
	When    When
}

// AddEntry stores one line of the journal. A symptom is never taken for a test, and a note means nothing but itself.
func AddEntry(ctx context.Context, o Options, e Entry) (Added, error) {
	d := Draft{
		Kind: e.Kind, Modality: record.SelfReported, SourceKind: record.FromManual, SourceClass: record.ByHand,
		Name: e.Text, Comment: e.Comment, When: e.When,
	}
	switch e.Kind {
	case record.Note:
		d.Name, d.Value = "", e.Text
	case record.Symptom, record.Condition:
	default:
		return Added{}, &Refusal{Reason: NotSupported}
	}
	return add(ctx, o, "journal", d)
}

// add takes one draft all the way.
func add(ctx context.Context, o Options, source string, d Draft) (Added, error) {
	if o.Document = nil; o.Source == "" {
		o.Source = source
	}
	p, err := newPipe(ctx, &o)
	if err != nil {
		return Added{}, err
	}
	var row record.Observation
	if reason := p.prepare(&row, &d); reason != "" {
		return Added{}, &Refusal{Reason: reason}
	}
	out := Added{ID: row.ID, Coding: row.Coding}
	err = p.change(ctx, func(tx *store.Tx, w *writer) error {
		if err := w.store(ctx, []record.Observation{row}); err != nil {
			return err
		}
		out.Duplicate = !w.changes()
		return nil
	})
	return out, err
}

// change runs one change in a transaction, with the days that it touches.
func (p *pipe) change(ctx context.Context, fn func(*store.Tx, *writer) error) error {
	return p.person.Write(ctx, func(tx *store.Tx) error {
		if err := tx.Lock(ctx); err != nil {
			return err
		}
		w := newWriter(tx, p.coder.series)
		if err := fn(tx, w); err != nil {
			return err
		}
		if err := p.elector.settle(ctx, tx, w.touched()); err != nil {
			return err
		}
		return p.elector.drain(ctx, tx)
	})
}

// draftOf is a stored row as the draft that it came from.
func draftOf(o *record.Observation, m *record.Metric, zones *zones) Draft {
	d := Draft{
		Kind: o.Kind, Modality: o.Modality, SourceKind: o.SourceKind, SourceClass: o.SourceClass, SourceRecordID: o.SourceRecordID,
		Vendor: o.Vendor, VendorField: o.VendorField,
		Name: o.Name, Value: o.Value, Unit: o.Unit, Ref: o.Ref, Flag: o.Flag, Method: o.Method, Specimen: o.Specimen, Comment: o.Comment,
		AbsentReason: o.AbsentReason, Grain: o.Grain, Stat: o.Stat,
	}
	if strings.TrimSpace(o.Value) != "" {
		d.AbsentReason = ""
	}
	if m != nil && o.Modality == record.DeviceSensed {
		d.Metric = m.Key
	}
	if system, code, ok := cutLast(o.SourceCode, '|'); ok {
		d.Codes = []SourceCode{{System: system, Code: code}}
	}
	zone, _ := zones.find(o.Zone)
	d.When = When{Start: o.Start.Time().In(zone.Location()), Zone: o.Zone}
	if o.End != o.Start {
		d.When.End = o.End.Time().In(zone.Location())
	}
	return d
}
