package answers

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store"
	"github.com/seed-a76b335c/philint/internal/terminology"
)

// notesAtOnce is how many notes are read at a time to look for words in them.
const notesAtOnce = 256

// notesWith are the notes with a keyword in their words, the newest first: as many as there are in the query's window
// from its place on, at most so many (most < 0: all). The words of a note are its name in the catalogue, and are stored
// as its value, which is not folded.
func (u *subject) notesWith(ctx context.Context, q store.EntryQuery, key string, most int) ([]store.Line, error) {
	q.Kinds, q.Keyword, q.Series, q.Limit = []record.Kind{record.Note}, "", nil, notesAtOnce
	q.Said = true // so they are, and there is an index of it
	var out []store.Line
	for {
		notes, err := u.data.Entries(ctx, q)
		if err != nil {
			return nil, err
		}
		for i := range notes {
			if !strings.Contains(terminology.NameKey(notes[i].Value), key) {
				continue
			}
			if out = append(out, notes[i]); len(out) == most {
				return out, nil
			}
		}
		if len(notes) < notesAtOnce {
			return out, nil
		}
		q.Before = notes[len(notes)-1].ID
	}
}

// noted is a keyword that stands in the words of notes.
type noted struct {
	keyword string
	notes   int
	newest  record.Day
}

// inNotes looks in the words of notes for keywords that no series is called by, or none just so. On a surface that has
// another place for notes they are on record as reported.
func (u *subject) inNotes(ctx context.Context, entries []entry, found *selection, l Limits) error {
	if !slices.ContainsFunc(entries, func(e entry) bool { return e.note }) {
		return nil
	}
	most := -1
	if l.MeasuredOnly {
		most = 1
	}
	there := map[string]bool{}
	for _, text := range slices.Concat(found.unmatched, found.loose) {
		key := terminology.NameKey(text)
		if key == "" {
			continue
		}
		notes, err := u.notesWith(ctx, store.EntryQuery{}, key, most)
		if err != nil {
			return err
		}
		if len(notes) == 0 {
			continue
		}
		there[text] = true
		if l.MeasuredOnly {
			found.reported = append(found.reported, text)
			continue
		}
		w := noted{keyword: text, notes: len(notes), newest: notes[0].LocalDay}
		for i := range notes {
			w.newest = max(w.newest, notes[i].LocalDay)
		}
		found.written = append(found.written, w)
	}
	found.unmatched = slices.DeleteFunc(found.unmatched, func(text string) bool { return there[text] })
	return nil
}

func noteWritten(list []noted) string {
	var parts []string
	for _, w := range list {
		parts = append(parts, fmt.Sprintf("%s (%s, the newest of %s)", short(w.keyword), counted(w.notes, "note"), w.newest))
	}
	return "not the name of a series, but in the words of notes, which indicators=[" + quotation(noteTitle) + "] has: " + enumerate(parts)
}

// merged are two lists of entries, each the newest first, as one without what stands in both.
func merged(a, b []store.Line) []store.Line {
	if len(b) == 0 {
		return a
	}
	out := slices.Concat(a, b)
	slices.SortStableFunc(out, func(x, y store.Line) int { return slices.Compare(y.ID[:], x.ID[:]) })
	return slices.CompactFunc(out, func(x, y store.Line) bool { return x.ID == y.ID })
}
