package ingest

import (
	"context"
	"strings"

	"github.com/seed-a76b335c/philint/internal/record"
)

// Days around a new row in which the same record is looked for at another time. The series of devices have many rows a day.
const (
	movedDays       = 3660
	movedDeviceDays = 31
)

// moved finds records that their source has given another time, since its files were last read: the row of the old time is
// superseded by the new one. Only what stands in no doubt counts: an id that the file uses once for a name, of which
// earlier files left one visible row of that name.
func (w *writer) moved(ctx context.Context, rows []record.Observation) error {
	origins := w.origin
	type key struct{ origin, id, name string }
	keyOf := func(o *record.Observation) key { return key{origins[o.ID], o.SourceRecordID, o.NameKey} }
	fresh := map[string][]*record.Observation{} // by series
	ids := map[key]record.ObsID{}
	twice := map[key]bool{}
	for i := range rows {
		o := &rows[i]
		if origins[o.ID] == "" {
			continue
		}
		k := keyOf(o)
		if other, ok := ids[k]; ok && other != o.ID {
			twice[k] = true
		}
		if ids[k] = o.ID; w.fresh[o.ID] {
			fresh[o.Coding.Series] = append(fresh[o.Coding.Series], o)
		}
	}
	for series, list := range fresh {
		at, err := w.sameIDs(ctx, series, list)
		if err != nil {
			return err
		}
		for _, o := range list {
			old := at[o.SourceRecordID]
			if len(old) != 1 || twice[keyOf(o)] {
				continue
			}
			if err := w.move(ctx, old[0], o, origins[o.ID]); err != nil {
				return err
			}
		}
	}
	return nil
}

// sameIDs are the visible rows of a series that other documents left under the ids of new ones.
func (w *writer) sameIDs(ctx context.Context, series string, list []*record.Observation) (map[string][]record.ObsID, error) {
	wanted := make(map[string]*record.Observation, len(list))
	from, to := list[0].LocalDay, list[0].LocalDay
	for _, o := range list {
		wanted[o.SourceRecordID] = o
		from, to = min(from, o.LocalDay), max(to, o.LocalDay)
	}
	around := record.Day(movedDays)
	if w.series.of(series) != nil {
		around = movedDeviceDays
	}
	found := map[string][]record.ObsID{}
	err := w.tx.EachDay(ctx, series, max(from-around, record.MinDay), min(to+around, record.MaxDay), func(_ record.Day, rows []record.Observation) {
		for i := range rows {
			was := &rows[i]
			o := wanted[was.SourceRecordID]
			if o == nil || was.ID == o.ID || was.SourceRef == o.SourceRef || strings.HasPrefix(was.SourceRef, correctionPrefix) || strings.HasPrefix(was.SourceRef, record.AggregatePrefix) {
				continue
			}
			found[was.SourceRecordID] = append(found[was.SourceRecordID], was.ID)
		}
	})
	return found, err
}

// move hides a row behind the new one of the same record, if it is of that record.
func (w *writer) move(ctx context.Context, id record.ObsID, o *record.Observation, origin string) error {
	was, err := w.tx.Find(ctx, id)
	if err != nil {
		return err
	}
	r := recall{origin: origin, id: o.SourceRecordID}
	root, ok := r.root(&was.Observation)
	if !ok || was.NameKey != o.NameKey || was.SourceRecordID != o.SourceRecordID {
		return nil
	}
	if root != was.ID {
		// It amends another: it is of the record if that one is there.
		if found, err := w.tx.Traces(ctx, []record.ObsID{root}); err != nil || len(found) == 0 {
			return err
		}
	}
	w.counts.stored--
	w.counts.changed++
	w.touch(&was.Observation)
	return w.tx.Supersede(ctx, was.Observation, *o)
}
