package answers

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store"
)

// method answers one view from the series that were chosen.
type method func(s *Service, ctx context.Context, u *subject, q *Question, found *selection, l Limits) (*body, error)

// methods are the views of readings: each has one method, and a view that is not here cannot be asked for. Without a
// selector the answer is the catalogue.
var methods = map[View]method{
	Raw:    rawReadings,
	Minute: timeBuckets,
	Hour:   timeBuckets,
	Day:    dayBuckets,
	Week:   dayBuckets,
	Month:  dayBuckets,
	Stats:  statistics,
	Latest: latestReadings,
}

// body is what a method found, before it is said how to read it.
type body struct {
	rows       Rows
	provenance map[string]Provenance // of series
	unknownDay bool                  // of some row
	reported   bool                  // some row is what the person said
	conditions bool                  // and some of that a diagnosis
	truncated  bool
	cut        string
	steps      []NextStep      // towards what was cut
	hidden     map[string]bool // series that there was no room for
	computed   int             // rows that pass for readings and are not
	computedOf []string        // and the titles of their series
	notes      []string        // on how the numbers were made
	subDay     bool            // the rows are of less than a day
	timeless   map[string]int  // readings of series that have no number or no time of day, which a view is made of
}

// saw takes a row into account. A series of which one value was elected is said to be elected.
func (b *body) saw(series string, k record.Kind, p Provenance, dayKnown bool) {
	if b.provenance == nil {
		b.provenance = map[string]Provenance{}
	}
	if b.provenance[series] != Elected {
		b.provenance[series] = p
	}
	b.unknownDay = b.unknownDay || !dayKnown
	b.reported = b.reported || isReported(k)
	b.conditions = b.conditions || k == record.Condition
}

// leftOut takes into account what an answer has no room for.
func (b *body) leftOut(c *cuts, what string, q *Question) {
	if !c.none() {
		b.truncated, b.cut, b.steps = true, c.sentence(what, q), c.steps()
	}
}

// readings answers [ReadingsTool].
func (s *Service) readings(ctx context.Context, u *subject, q *Question, l Limits) (Envelope, error) {
	if !q.selected() {
		return s.catalogue(ctx, u, q, l, nil)
	}
	found, err := s.choose(ctx, u, q, l)
	if err != nil {
		return Envelope{}, err
	}
	if len(found.series) == 0 {
		return s.catalogue(ctx, u, q, l, found)
	}
	b, err := methods[q.View](s, ctx, u, q, found, l)
	if err != nil {
		return Envelope{}, err
	}
	notes := q.notes()
	if l.Hints && !open(q.Window) {
		notes = append(notes, said(noteOutside(found, q.Window))...)
	}
	notes = append(notes, found.notes("")...)
	notes = append(notes, b.missing(q, found)...)
	if len(found.more) > 0 {
		b.truncated, b.cut, b.steps = true, strings.TrimSpace(cutMatches(found)+" "+b.cut), append(b.steps, UseIndicators)
	}
	m := Meta{View: q.View, Truncated: b.truncated, Cut: b.cut}
	var next []NextStep
	switch {
	case b.truncated:
		next = b.steps
	case b.rows.Len() == 0:
		next = []NextStep{PickFromCatalog}
	}
	return b.envelope(u, q, m, append(notes, b.notes...), next)
}

// envelope puts the notes that every answer ends with behind the answer's own.
func (b *body) envelope(u *subject, q *Question, m Meta, notes []string, next []NextStep) (Envelope, error) {
	m.Start, m.End = named(q.Window)
	m.TZ, m.Semantics = u.zone.String(), TZExact
	if b.unknownDay {
		m.Semantics = DatePaddedNaive
		notes = append(notes, notePadded)
	}
	notes = append(notes, noteAbsence)
	if b.reported {
		notes = append(notes, noteWords)
	}
	if b.conditions {
		notes = append(notes, noteGiven)
	}
	return Answer(b.rows, m, b.provenance, notes, next...)
}

// named are a window's ends as an answer prints them: empty where none was named.
func named(w record.Window) (start, end string) { return dayText(w.From), dayText(w.To) }

// open says that a question names no window.
func open(w record.Window) bool { return w.From == nil && w.To == nil }

// missing are the notes on what was found and is in no row: series of which there is nothing in the window, or nothing
// that the view can show, and readings that it cannot.
func (b *body) missing(q *Question, found *selection) []string {
	var empty, numberless, some []string
	left := 0
	for _, name := range found.series {
		title := found.titles[name]
		switch _, there := b.provenance[name]; {
		case b.hidden[name]:
		case there && b.timeless[name] > 0:
			some = append(some, title)
			left += b.timeless[name]
		case there:
		case b.timeless[name] > 0:
			numberless = append(numberless, title)
		default:
			empty = append(empty, title)
		}
	}
	var out []string
	if len(empty) > 0 {
		out = append(out, noteEmpty(empty, q.Window))
	}
	if len(numberless) > 0 {
		out = append(out, noteNoNumber(numberless, q.View))
	}
	if left > 0 {
		out = append(out, noteTimeless(left, some, q.View))
	}
	return out
}

// part is the rows of one series that stand together: what was measured, or what was said.
type part[R any] struct {
	series   string
	reported bool
	rows     []R
}

// parted are rows by part, in the order of the selection, the rows of each in the order in which they came.
func parted[R any](rows []R, found *selection, l Limits, of func(*R) (series string, k record.Kind)) []part[R] {
	type key struct {
		series   string
		reported bool
	}
	if series, reported, ok := onePart(rows, of); ok && slices.Contains(found.series, series) {
		if reported && l.MeasuredOnly {
			return nil
		}
		return []part[R]{{series, reported, rows}} // mostly there is one: its rows stay where they are
	}
	by := map[key][]R{}
	for i := range rows {
		series, kind := of(&rows[i])
		k := key{series, isReported(kind)}
		if k.reported && l.MeasuredOnly {
			continue
		}
		by[k] = append(by[k], rows[i])
	}
	var out []part[R]
	for _, name := range found.series {
		for _, reported := range [...]bool{false, true} {
			if list := by[key{name, reported}]; len(list) > 0 {
				out = append(out, part[R]{name, reported, list})
			}
		}
	}
	return out
}

// onePart says whether all rows, of which there are some, are of one part.
func onePart[R any](rows []R, of func(*R) (string, record.Kind)) (series string, reported, ok bool) {
	for i := range rows {
		s, k := of(&rows[i])
		if i > 0 && (s != series || isReported(k) != reported) {
			return "", false, false
		}
		series, reported = s, isReported(k)
	}
	return series, reported, len(rows) > 0
}

func ofLine(r *store.Line) (string, record.Kind)   { return r.Coding.Series, r.Kind }
func ofPoint(r *store.Point) (string, record.Kind) { return r.Series, r.Kind }

// identity names a series as the answer's rows do, by the code and name of one of them.
func (s *Service) identity(series, system, code, name string, k record.Kind) Identity {
	id := Identity{Indicator: s.names.Display(system, code), Series: series, System: system, Code: code}
	switch {
	case id.Indicator != "":
	case k == record.Note:
		id.Indicator = noteTitle
	default:
		id.Indicator = name
	}
	return id
}

// sortedRows are rows in the order of their names, and of their series where two have one name. Rows for which first is
// true come before the others.
func sortedRows[R any](rows []R, id func(*R) *Identity, first func(*R) bool) []R {
	type place struct {
		last bool
		name string
		id   *Identity
		at   int
	}
	places := make([]place, len(rows))
	for i := range rows {
		of := id(&rows[i])
		places[i] = place{!first(&rows[i]), strings.ToLower(of.Indicator), of, i}
	}
	slices.SortFunc(places, func(a, b place) int {
		if a.last != b.last {
			if b.last {
				return -1
			}
			return 1
		}
		return cmp.Or(strings.Compare(a.name, b.name), strings.Compare(a.id.Indicator, b.id.Indicator), strings.Compare(a.id.Series, b.id.Series), cmp.Compare(a.at, b.at))
	})
	out := make([]R, len(rows))
	for i, p := range places {
		out[i] = rows[p.at]
	}
	return out
}
