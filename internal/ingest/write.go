package ingest

import (
	"context"
	"encoding/hex"
	"slices"
	"strings"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store"
)

// insertRows is how many observations go into one statement at most.
const insertRows = 5000

// counts are what became of the observations of a transaction.
type counts struct {
	stored, duplicate, changed int64
	removed                    int64 // rows that the source took back
}

// writer stores observations in one transaction and keeps what they touched.
type writer struct {
	tx     *store.Tx
	series *series
	counts counts
	cells  map[store.Cell]struct{}
	fresh  map[record.ObsID]bool // rows that were not there, of records that an origin numbers
	origin map[record.ObsID]string
}

func newWriter(tx *store.Tx, s *series) *writer {
	return &writer{tx: tx, series: s, cells: map[store.Cell]struct{}{}, fresh: map[record.ObsID]bool{}}
}

func (w *writer) changes() bool { return w.counts.stored+w.counts.changed+w.counts.removed > 0 }

// touch remembers the cell of an observation, if devices fill its series: no other day is aggregated.
func (w *writer) touch(o *record.Observation) {
	if w.series.of(o.Coding.Series) != nil {
		w.cells[store.Cell{Series: o.Coding.Series, Day: o.LocalDay}] = struct{}{}
	}
}

// touched are the cells in key order.
func (w *writer) touched() []store.Cell {
	out := make([]store.Cell, 0, len(w.cells))
	for c := range w.cells {
		out = append(out, c)
	}
	slices.SortFunc(out, compareCells)
	return out
}

// store adds observations, and amends those that came again with another content.
func (w *writer) store(ctx context.Context, rows []record.Observation) error {
	for len(rows) > 0 {
		part := rows[:min(insertRows, len(rows))]
		rows = rows[len(part):]
		added, err := w.tx.InsertObservations(ctx, part)
		if err != nil {
			return err
		}
		var again []*record.Observation
		for i := range part {
			if added[i] {
				w.counts.stored++
				w.touch(&part[i])
				if w.origin[part[i].ID] != "" {
					w.fresh[part[i].ID] = true
				}
				continue
			}
			again = append(again, &part[i])
		}
		for len(again) > 0 {
			if again, err = w.again(ctx, again); err != nil {
				return err
			}
		}
	}
	return nil
}

// again deals with observations whose id is there: each is a duplicate, or changes what is there. Of several with one
// id the first is dealt with; the others come back.
func (w *writer) again(ctx context.Context, rows []*record.Observation) (later []*record.Observation, err error) {
	first := make(map[record.ObsID]*record.Observation, len(rows))
	var ids []record.ObsID
	for _, o := range rows {
		if _, ok := first[o.ID]; ok {
			later = append(later, o)
			continue
		}
		first[o.ID] = o
		ids = append(ids, o.ID)
	}
	ends, err := w.chains(ctx, ids, first)
	if err != nil {
		return nil, err
	}
	var amendments []record.Observation
	var olds []record.Observation
	for _, id := range ids {
		end, ok := ends[id]
		if !ok {
			w.counts.duplicate++
			continue
		}
		amendments = append(amendments, amending(first[id], &end))
		olds = append(olds, record.Observation{ID: end.ID, Start: end.Start, LocalDay: end.Day, Coding: record.Coding{Series: end.Series}})
	}
	return later, w.amend(ctx, olds, amendments)
}

// chains follows what became of rows that came again, and returns the last row of those that the new one amends. A
// content that was there before changes nothing, and neither does anything once a person has corrected or removed the
// row: what they say stands over what is sent again. What its source took back stands again with a content that it never
// had.
func (w *writer) chains(ctx context.Context, ids []record.ObsID, sent map[record.ObsID]*record.Observation) (map[record.ObsID]store.Trace, error) {
	ends := map[record.ObsID]store.Trace{}
	at := make(map[record.ObsID]record.ObsID, len(ids)) // the row to look at, and whose chain it is
	for _, id := range ids {
		at[id] = id
	}
	for len(at) > 0 {
		look := make([]record.ObsID, 0, len(at))
		for id := range at {
			look = append(look, id)
		}
		slices.SortFunc(look, compareIDs)
		found, err := w.tx.Traces(ctx, look)
		if err != nil {
			return nil, err
		}
		next := map[record.ObsID]record.ObsID{}
		for id, head := range at {
			t, ok := found[id]
			o := sent[head]
			if !ok || t.Fingerprint == o.Fingerprint || strings.HasPrefix(t.SourceRef, correctionPrefix) {
				continue
			}
			// A source may say something new of what it took back; it need not take it back twice.
			if t.Status != record.Final && (!strings.HasPrefix(t.SourceRef, recallPrefix) || t.By.IsZero() && o.Fingerprint == [16]byte{}) {
				continue
			}
			if t.By.IsZero() {
				ends[head] = t
			} else {
				next[t.By] = head
			}
		}
		at = next
	}
	return ends, nil
}

func compareIDs(a, b record.ObsID) int { return slices.Compare(a[:], b[:]) }

// amending is an observation as the row that amends another. The content is part of its id, so that sending it again
// finds it.
func amending(o *record.Observation, end *store.Trace) record.Observation {
	n := *o
	n.Amends = end.ID
	n.ID = record.Identity{
		NameKey: n.NameKey, Start: n.Start, End: n.End, SourceRef: "amends", SourceRecordID: hex.EncodeToString(n.Fingerprint[:]), Amends: end.ID,
	}.ID()
	return n
}

func (w *writer) amend(ctx context.Context, olds, news []record.Observation) error {
	if len(news) == 0 {
		return nil
	}
	if _, err := w.tx.InsertObservations(ctx, news); err != nil {
		return err
	}
	if err := w.tx.SupersedeAll(ctx, olds, news); err != nil {
		return err
	}
	for i := range news {
		w.counts.changed++
		w.touch(&olds[i])
		w.touch(&news[i])
	}
	return nil
}

// takeBack removes the visible rows of records that the source took back.
func (w *writer) takeBack(ctx context.Context, rows []record.Observation, now record.Instant) error {
	for len(rows) > 0 {
		part := rows[:min(insertRows, len(rows))]
		rows = rows[len(part):]
		sent := make(map[record.ObsID]*record.Observation, len(part))
		var ids []record.ObsID
		for i := range part {
			part[i].Fingerprint = [16]byte{} // a removal is like no content
			if sent[part[i].ID] == nil {
				ids = append(ids, part[i].ID)
			}
			sent[part[i].ID] = &part[i]
		}
		ends, err := w.chains(ctx, ids, sent)
		if err != nil {
			return err
		}
		for _, id := range ids {
			end, ok := ends[id]
			if !ok {
				continue
			}
			was, err := w.tx.Find(ctx, end.ID)
			if err != nil {
				return err
			}
			if was.SourceRecordID != sent[id].SourceRecordID {
				continue // another record, which says the same
			}
			if err := w.hide(ctx, &was.Observation, recallPrefix, now); err != nil {
				return err
			}
		}
	}
	return nil
}

// recallPrefix begins the SourceRef of a row by which its source took a record back: it can say something of it again. What
// a person removed stays removed.
const recallPrefix = "recall:"

// remove hides a visible row behind one that removes it.
func (w *writer) remove(ctx context.Context, id record.ObsID, who string, now record.Instant) error {
	was, err := w.tx.Find(ctx, id)
	if err != nil {
		return err
	}
	return w.hide(ctx, &was.Observation, who, now)
}

func (w *writer) hide(ctx context.Context, was *record.Observation, who string, now record.Instant) error {
	gone := removal(was, now)
	gone.SourceRef = who + gone.SourceRef
	gone.ID = record.Identity{NameKey: gone.NameKey, Start: gone.Start, End: gone.End, SourceRef: string(gone.Status), Amends: gone.Amends}.ID()
	if _, err := w.tx.InsertObservations(ctx, []record.Observation{gone}); err != nil {
		return err
	}
	w.counts.removed++
	w.touch(was)
	return w.tx.Supersede(ctx, *was, gone)
}
