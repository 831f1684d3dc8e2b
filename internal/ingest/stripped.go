package ingest

import (
	"context"
	"strings"

	"github.com/seed-a76b335c/philint/internal/record"
)

// recall is a record that its source took back and of which it says no more than its id, as servers do that delete what
// was entered in error.
type recall struct{ origin, source, id string }

// root is the id under which a row was stored if it is the recalled record, or a part of it; ok is false where it is
// another's.
func (c *recall) root(o *record.Observation) (root record.ObsID, ok bool) {
	rest, found := strings.CutPrefix(o.SourceRecordID, c.id)
	if !found || rest != "" && rest[0] != '#' {
		return root, false
	}
	id := record.Identity{
		NameKey: o.NameKey, Start: o.Start, End: o.End, SourceRef: c.origin, SourceRecordID: o.SourceRecordID, MemberOf: o.MemberOf,
	}
	if c.origin == "" {
		if o.SourceRef == c.source && strings.HasPrefix(c.source, documentPrefix) {
			return o.ID, true
		}
		id.SourceRef = c.source
		if o.Modality == record.DeviceSensed && o.Amends.IsZero() {
			device := id
			if device.SourceRef = "device:" + o.Vendor; device.ID() == o.ID {
				return o.ID, true
			}
		}
	}
	root = id.ID()
	return root, !o.Amends.IsZero() || root == o.ID
}

// recallRows is how many rows are looked at in one go.
const recallRows = 2000

// takeBackByID removes the visible rows of records of which nothing is known but their origin and id. Where a record came
// from is part of the digest in its id only, so the rows are read through; that such a record comes is rare.
func (w *writer) takeBackByID(ctx context.Context, recalls []recall, now record.Instant) error {
	if len(recalls) == 0 {
		return nil
	}
	byID := make(map[string][]recall, len(recalls))
	for _, c := range recalls {
		byID[c.id] = append(byID[c.id], c)
	}
	for after := (record.ObsID{}); ; {
		page, err := w.tx.Page(ctx, after, recallRows)
		if err != nil {
			return err
		}
		for i := range page {
			o := &page[i].Observation
			after = o.ID
			// What a person corrected stands over what is sent.
			if o.SourceRecordID == "" || strings.HasPrefix(o.SourceRef, record.AggregatePrefix) || strings.HasPrefix(o.SourceRef, correctionPrefix) {
				continue
			}
			gone, err := w.recalled(ctx, byID, o)
			if err != nil {
				return err
			}
			if gone {
				if err := w.remove(ctx, o.ID, recallPrefix, now); err != nil {
					return err
				}
			}
		}
		if len(page) < recallRows {
			return nil
		}
	}
}

// recalled says whether a row is of one of the recalled records.
func (w *writer) recalled(ctx context.Context, byID map[string][]recall, o *record.Observation) (bool, error) {
	name, _, _ := strings.Cut(o.SourceRecordID, "#")
	for _, key := range [...]string{name, o.SourceRecordID} {
		for _, c := range byID[key] {
			root, ok := c.root(o)
			if !ok {
				continue
			}
			if root == o.ID {
				return true, nil
			}
			// A row that amends another: it is the recalled record's if that one is there.
			found, err := w.tx.Traces(ctx, []record.ObsID{root})
			if err != nil || len(found) > 0 {
				return err == nil, err
			}
		}
	}
	return false, nil
}
