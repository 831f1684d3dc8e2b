package ingest

import (
	"context"
	"errors"
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
	Kind      record.Kind
	Coding    record.Coding
	Duplicate bool // it was there already
	Hidden    bool // a duplicate that has been corrected or removed since: readers do not see it
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
	return addOne(ctx, o, "manual", d)
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
	return addOne(ctx, o, "journal", d)
}

func addOne(ctx context.Context, o Options, source string, d Draft) (Added, error) {
	if o.Source == "" {
		o.Source = source
	}
	out, err := Add(ctx, o, d)
	if err != nil {
		return Added{}, err
	}
	return out[0], nil
}

// Add stores drafts of o.Source that are in no file, in one transaction: all of them, or none and the *Refusal of the
// first that is refused.
func Add(ctx context.Context, o Options, drafts ...Draft) ([]Added, error) {
	o.Document = nil
	p, err := newPipe(ctx, &o)
	if err != nil {
		return nil, err
	}
	rows := make([]record.Observation, len(drafts))
	for i := range drafts {
		if reason := p.prepare(&rows[i], &drafts[i]); reason != "" {
			return nil, &Refusal{Reason: reason}
		}
	}
	var out []Added
	err = p.change(ctx, func(tx *store.Tx, w *writer) error {
		out = make([]Added, len(rows))
		for i := range rows {
			before := w.counts
			if err := w.store(ctx, rows[i:i+1]); err != nil {
				return err
			}
			out[i] = Added{ID: rows[i].ID, Kind: rows[i].Kind, Coding: rows[i].Coding, Duplicate: w.counts.duplicate > before.duplicate}
			if !out[i].Duplicate {
				continue
			}
			switch was, err := tx.Find(ctx, rows[i].ID); {
			case errors.Is(err, store.ErrNoReading):
				out[i].Hidden = true
			case err != nil:
				return err
			default:
				out[i].Coding = was.Coding // which may have been decided again since
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return out, nil
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
