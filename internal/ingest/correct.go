package ingest

import (
	"context"
	"errors"
	"strings"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store"
)

// correctionPrefix begins the SourceRef of what a person corrected; what the row came from stands after it.
const correctionPrefix = "correction:"

// ErrComputed is a correction of a value that was computed: it follows its samples.
var ErrComputed = errors.New("this value is computed from samples: correct or remove those")

// Change is what a correction changes; nil leaves a field as it is.
type Change struct {
	Name, Value, Unit, Comment *string
	When                       *When
}

// Correct puts a corrected observation in the place of one. Both stay in the store; readers see the new one. What cannot
// be is a *Refusal, what is not there (any more) store.ErrNoReading.
func Correct(ctx context.Context, o Options, id record.ObsID, c Change) (Added, error) {
	o.Document = nil
	p, err := newPipe(ctx, &o)
	if err != nil {
		return Added{}, err
	}
	var out Added
	err = p.change(ctx, func(tx *store.Tx, w *writer) error {
		old, err := tx.Find(ctx, id)
		if err != nil {
			return err
		}
		row, err := p.corrected(&old.Observation, c)
		if err != nil {
			return err
		}
		out = Added{ID: row.ID, Coding: row.Coding}
		if err := w.amend(ctx, []record.Observation{old.Observation}, []record.Observation{row}); err != nil {
			return err
		}
		return tx.AppendHistory(ctx, row.ID, row.Coding, "correct", p.now)
	})
	return out, err
}

// corrected is a row with a change, through the same gates.
func (p *pipe) corrected(old *record.Observation, c Change) (record.Observation, error) {
	if strings.HasPrefix(old.SourceRef, record.AggregatePrefix) {
		return record.Observation{}, ErrComputed
	}
	d := draftOf(old, p.coder.series.of(old.Coding.Series), p.gate.zones)
	for _, f := range [...]struct {
		to   *string
		from *string
	}{{&d.Name, c.Name}, {&d.Value, c.Value}, {&d.Unit, c.Unit}, {&d.Comment, c.Comment}} {
		if f.from != nil {
			*f.to = *f.from
		}
	}
	if c.Name != nil {
		d.Codes = nil // they spoke of the old name
	}
	if d.Decimal = 0; c.Value == nil {
		d.Decimal = p.gate.signOf(old)
	}
	if c.When != nil {
		d.When, d.Grain, d.Stat = *c.When, "", ""
	}
	var row record.Observation
	value, reason := p.gate.admit(&row, &d)
	if reason != "" {
		return row, &Refusal{Reason: reason}
	}
	a := p.coder.code(&row, &d, &value, p.gate.metrics.of(&d))
	if reason := p.coder.judge(&row, a, true); reason != "" {
		return row, &Refusal{Reason: reason}
	}
	if c.When == nil {
		// The day was decided when the row was stored, and nothing is said against it.
		row.Start, row.End, row.Zone, row.TZSource = old.Start, old.End, old.Zone, old.TZSource
		row.LocalDay, row.DayKnown, row.Grain, row.Stat = old.LocalDay, old.DayKnown, old.Grain, old.Stat
	}
	row.RefLow, row.RefHigh = old.RefLow, old.RefHigh // as it was read, which the printed range alone may not tell
	row.MemberOf, row.Amends = old.MemberOf, old.ID
	row.SourceRef = correctionPrefix + strings.TrimPrefix(old.SourceRef, correctionPrefix)
	row.Fingerprint = p.gate.fingerprint(&row, row.SourceRef)
	row.StreamKey = p.gate.streamOf(&row)
	row.ID = record.Identity{
		NameKey: row.NameKey, Start: row.Start, End: row.End, SourceRef: row.SourceRef, SourceRecordID: row.SourceRecordID, MemberOf: row.MemberOf, Amends: row.Amends,
	}.ID()
	return row, nil
}

// Remove hides an observation behind a row that says it was entered in error. It returns store.ErrNoReading where there
// is none (any more).
func Remove(ctx context.Context, o Options, id record.ObsID) error {
	o.Document = nil
	p, err := newPipe(ctx, &o)
	if err != nil {
		return err
	}
	return p.change(ctx, func(tx *store.Tx, w *writer) error {
		old, err := tx.Find(ctx, id)
		if err != nil {
			return err
		}
		if strings.HasPrefix(old.SourceRef, record.AggregatePrefix) {
			return ErrComputed
		}
		return w.remove(ctx, id, "", p.now)
	})
}
