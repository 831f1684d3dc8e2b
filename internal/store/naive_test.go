package store

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/seed-a76b335c/philint/internal/record"
)

// naive is a person's record as plain lists, which every read is held against.
type naive struct {
	rows []Reading // visible, in any order
	docs map[string]string
}

func (n *naive) remove(id record.ObsID) {
	n.rows = slices.DeleteFunc(n.rows, func(r Reading) bool { return r.ID == id })
}

// in are the rows that match a window, in key order.
func (n *naive) in(w record.Window) []Reading {
	var out []Reading
	for _, r := range n.rows {
		d := r.LocalDay
		if w.Holds(d) || !r.DayKnown && (w.Holds(d-1) || w.Holds(d+1)) {
			out = append(out, r)
		}
	}
	slices.SortFunc(out, byKey)
	return out
}

func byKey(a, b Reading) int {
	return cmp.Or(cmp.Compare(a.Coding.Series, b.Coding.Series), cmp.Compare(a.LocalDay, b.LocalDay), cmp.Compare(a.Start, b.Start), slices.Compare(a.ID[:], b.ID[:]))
}

func (n *naive) names() []SeriesName {
	sums := map[named]int64{}
	for _, r := range n.rows {
		sums[named{r.Coding.Series, r.Kind, r.NameKey, r.Name}]++
	}
	var out []SeriesName
	for k, v := range sums {
		name := SeriesName{Series: k.series, Kind: k.kind, NameKey: k.nameKey, Name: k.name, Readings: v, First: record.MaxDay, Last: record.MinDay}
		for _, r := range n.rows {
			if r.Coding.Series == k.series && r.Kind == k.kind {
				name.First, name.Last = min(name.First, r.LocalDay), max(name.Last, r.LocalDay)
			}
		}
		out = append(out, name)
	}
	slices.SortFunc(out, func(a, b SeriesName) int {
		return cmp.Or(cmp.Compare(a.Series, b.Series), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.NameKey, b.NameKey), cmp.Compare(a.Name, b.Name))
	})
	return out
}

func (n *naive) catalogue(w record.Window) []SeriesSummary {
	var out []SeriesSummary
	for _, r := range n.in(w) {
		i := slices.IndexFunc(out, func(s SeriesSummary) bool { return s.Series == r.Coding.Series && s.Kind == r.Kind })
		if i < 0 {
			i = len(out)
			out = append(out, SeriesSummary{Series: r.Coding.Series, Kind: r.Kind, FirstDay: r.LocalDay, DayKnown: true})
		}
		s := &out[i]
		s.Readings++
		s.LastDay = r.LocalDay
		s.DayKnown = s.DayKnown && r.DayKnown
		s.Newest = Brief{r.ID, r.Name, r.Value, r.Unit, r.Coding.System, r.Coding.Code, r.Coding.Reason, r.Kind, r.Start, r.LocalDay}
	}
	slices.SortFunc(out, func(a, b SeriesSummary) int {
		return cmp.Or(cmp.Compare(a.Series, b.Series), cmp.Compare(a.Kind, b.Kind))
	})
	return out
}

// beyondALine are the columns that no line has.
var beyondALine = []string{
	"amends", "source_record_id", "source_code", "vendor", "vendor_field", "member_of", "stream_key", "source_class", "tz_source", "stat",
	"method_text", "specimen_text", "name_key", "value_kind", "ucum", "absent_reason", "decision", "release", "fingerprint",
}

func (n *naive) line(r Reading) Line {
	l := Line{Reading: r}
	for _, c := range columns {
		if slices.Contains(beyondALine, c.name) {
			c.take(&l.Observation, &cell{bytes: make([]byte, 16)})
		}
	}
	if id, ok := strings.CutPrefix(strings.TrimPrefix(r.SourceRef, "correction:"), "document:"); ok {
		if name, ok := n.docs[id]; ok {
			l.File, l.FileKey = name, id
		}
	}
	return l
}

// of are the rows of one series, newest first.
func (n *naive) of(series string, w record.Window) []Reading {
	rows := slices.DeleteFunc(n.in(w), func(r Reading) bool { return r.Coding.Series != series })
	slices.Reverse(rows)
	return rows
}

func (n *naive) lines(series []string, w record.Window, most int) []Line {
	var out []Line
	for _, s := range series {
		for i, r := range n.of(s, w) {
			if most < 0 || i < most {
				out = append(out, n.line(r))
			}
		}
	}
	return out
}

func (n *naive) counts(series []string, w record.Window) map[string]int64 {
	out := map[string]int64{}
	for _, s := range series {
		if rows := n.of(s, w); len(rows) > 0 {
			out[s] = int64(len(rows))
		}
	}
	return out
}

// byDay are the rows of a series by local day, in order, newest first in each.
func (n *naive) byDay(series string, w record.Window) [][]Reading {
	var out [][]Reading
	for _, r := range n.of(series, w) {
		if len(out) == 0 || out[len(out)-1][0].LocalDay != r.LocalDay {
			out = append(out, nil)
		}
		out[len(out)-1] = append(out[len(out)-1], r)
	}
	slices.Reverse(out)
	return out
}

// speaker is the elected row of a day, else its newest.
func speaker(day []Reading) Reading {
	for _, r := range day {
		if r.Elected {
			return r
		}
	}
	return day[0]
}

func (n *naive) latest(series []string, w record.Window) []Line {
	var out []Line
	for _, s := range series {
		if days := n.byDay(s, w); len(days) > 0 {
			out = append(out, n.line(speaker(days[len(days)-1])))
		}
	}
	return out
}

func (n *naive) points(series []string, w record.Window, pick func(day []Reading) []Reading) []Point {
	var rows []Reading
	for _, s := range series {
		for _, day := range n.byDay(s, w) {
			rows = append(rows, pick(day)...)
		}
	}
	slices.SortFunc(rows, byKey)
	var out []Point
	for _, r := range rows {
		out = append(out, Point{
			Series: r.Coding.Series, Day: r.LocalDay, Start: r.Start, ID: r.ID, Zone: r.Zone, Kind: r.Kind, Grain: r.Grain, SourceClass: r.SourceClass,
			Name: r.Name, Value: r.Value, Unit: r.Unit, UCUM: r.UCUM, Comparator: r.Comparator, System: r.Coding.System, Code: r.Coding.Code,
			Number: present(&r.Number, r.HasNumber), Canonical: present(&r.Coding.Canonical, r.Coding.HasCanonical), CanonicalUnit: r.Coding.CanonicalUnit,
			Elected: r.Elected, DayKnown: r.DayKnown,
		})
	}
	return out
}

func base(day []Reading) []Reading {
	if r := speaker(day); r.Elected {
		return []Reading{r}
	}
	return day
}

func below(day []Reading) []Reading {
	var out []Reading
	for _, r := range day {
		if !strings.HasPrefix(r.SourceRef, record.AggregatePrefix) {
			out = append(out, r)
		}
	}
	return out
}

func (n *naive) entries(q EntryQuery) []Line {
	var out []Line
	rows := n.in(q.Window)
	slices.SortFunc(rows, func(a, b Reading) int { return slices.Compare(b.ID[:], a.ID[:]) })
	for _, r := range rows {
		switch {
		case q.Limit >= 0 && len(out) == q.Limit,
			!q.Before.IsZero() && slices.Compare(r.ID[:], q.Before[:]) >= 0,
			q.Said && r.Kind == record.Measurement && strings.TrimPrefix(r.SourceRef, "correction:") != "journal",
			len(q.Kinds) > 0 && !slices.Contains(q.Kinds, r.Kind),
			len(q.Modalities) > 0 && !slices.Contains(q.Modalities, r.Modality),
			!strings.Contains(r.NameKey, q.Keyword):
			continue
		}
		out = append(out, n.line(r))
	}
	return out
}

// author does things to a record and to its naive twin at random.
type author struct {
	r    *rand.Rand
	n    naive
	next int64
}

func pick[T any](r *rand.Rand, of ...T) T { return of[r.IntN(len(of))] }

const firstDay = record.Day(20000)

// zones in which a day begins at other instants than in UTC.
var offsets = map[string]int64{"UTC": 0, "UTC+14:00": 14, "UTC-12:00": -12}

func (a *author) observation() record.Observation {
	a.next++
	zone := pick(a.r, "UTC", "UTC+14:00", "UTC-12:00")
	day := firstDay + record.Day(a.r.IntN(12))
	if a.r.IntN(3) > 0 {
		day = firstDay + record.Day(a.r.IntN(3)) // crowded
	}
	o := record.Observation{
		Person: ana, Kind: pick(a.r, record.Measurement, record.Measurement, record.Measurement, record.Symptom), Status: record.Final,
		Modality:  pick(a.r, record.LabReport, record.DeviceSensed, record.SelfReported),
		SourceRef: pick(a.r, "document:d1", "document:gone", "correction:document:d1", "journal", "correction:journal", record.AggregatePrefix+"x", "device:9"), SourceRecordID: fmt.Sprint(a.next),
		LocalDay: day, DayKnown: a.r.IntN(4) > 0, Zone: zone, Grain: pick(a.r, record.AtInstant, record.OverWindow, record.OfDay),
		SourceClass: pick(a.r, record.Measurer, record.ByHand), Value: fmt.Sprint(a.r.IntN(9)), Unit: pick(a.r, "mg/dL", "mmol/L", ""), UCUM: pick(a.r, "mg/dL", ""),
		Comparator: pick(a.r, "", "<"), Comment: "c",
	}
	// One name in several series, several names in one series, two spellings of one key.
	o.Name = pick(a.r, "Glucose", "glucose", "血糖", "Pulse")
	o.NameKey = strings.ToLower(o.Name)
	o.Coding = record.Coding{
		Outcome: record.Coded, Series: pick(a.r, "s1", "s2", "S1", "s"), System: pick(a.r, "http://loinc.org", ""), Code: pick(a.r, "1", "2"), Reason: pick(a.r, "", "why"),
		HasCanonical: a.r.IntN(2) == 0, CanonicalUnit: "g",
	}
	if o.Coding.HasCanonical {
		o.Coding.Canonical = float64(a.r.IntN(5)) / 3
	}
	if o.HasNumber = a.r.IntN(3) > 0; o.HasNumber {
		o.Number = float64(a.r.IntN(100)) / 7
	}
	o.Start = record.Instant((int64(day)*24 - offsets[zone] + int64(a.r.IntN(24))) * 3_600_000_000)
	o.End = o.Start
	o.ID = record.Identity{NameKey: o.NameKey, Start: o.Start, SourceRecordID: o.SourceRecordID}.ID()
	return o
}

var errTakenBack = errors.New("taken back")

// act does one thing in a transaction, which now and then is taken back.
func (a *author) act(ctx context.Context, tx *Tx) (then func(), err error) {
	if len(a.n.rows) == 0 {
		return a.insert(ctx, tx)
	}
	old := a.n.rows[a.r.IntN(len(a.n.rows))]
	switch a.r.IntN(8) {
	case 0: // corrected, perhaps in another series
		by := a.observation()
		by.Amends = old.ID
		if _, err := tx.InsertObservations(ctx, []record.Observation{by}); err != nil {
			return nil, err
		}
		// Of the old row no more is known than its key.
		key := record.Observation{ID: old.ID, Start: old.Start, LocalDay: old.LocalDay, Coding: record.Coding{Series: old.Coding.Series}}
		return func() { a.n.remove(old.ID); a.n.rows = append(a.n.rows, Reading{Observation: by}) }, tx.Supersede(ctx, key, by)
	case 1: // removed
		gone := old.Observation
		gone.Status, gone.Amends = record.EnteredInError, old.ID
		gone.ID = record.Identity{Start: gone.Start, SourceRecordID: "gone", Amends: old.ID}.ID()
		if _, err := tx.InsertObservations(ctx, []record.Observation{gone}); err != nil {
			return nil, err
		}
		return func() { a.n.remove(old.ID) }, tx.Supersede(ctx, old.Observation, gone)
	case 2: // moved
		c := old.Coding
		c.Series = pick(a.r, "s1", "s2", "S1", "s", "s3")
		moved := Reading{Observation: old.Observation}
		moved.Coding = c
		return func() { a.n.remove(old.ID); a.n.rows = append(a.n.rows, moved) }, tx.Recode(ctx, old.Observation, c, "recode-rules", record.Instant(a.next))
	case 3, 4: // published
		return func() {
			for i := range a.n.rows {
				r := &a.n.rows[i]
				if r.Coding.Series == old.Coding.Series && r.LocalDay == old.LocalDay {
					r.Elected = r.ID == old.ID
				}
			}
		}, tx.PutAuthority(ctx, Authority{Cell: Cell{Series: old.Coding.Series, Day: old.LocalDay}, ID: old.ID, Rule: "coverage"})
	default:
		return a.insert(ctx, tx)
	}
}

// insert adds a few rows, some of which are there already.
func (a *author) insert(ctx context.Context, tx *Tx) (then func(), err error) {
	rows := []record.Observation{a.observation(), a.observation(), a.observation()}
	news := slices.Clone(rows)
	rows = append(rows, rows[0])
	if len(a.n.rows) > 0 {
		rows = append(rows, a.n.rows[a.r.IntN(len(a.n.rows))].Observation)
	}
	if _, err = tx.InsertObservations(ctx, rows); err != nil {
		return nil, err
	}
	return func() {
		for i := range news {
			a.n.rows = append(a.n.rows, Reading{Observation: news[i]})
		}
	}, nil
}

func (a *author) write(t *testing.T, p *PersonStore, times int) {
	t.Helper()
	ctx := context.Background()
	for range times {
		kept := a.r.IntN(5) > 0
		var then func()
		err := p.Write(ctx, func(tx *Tx) error {
			var err error
			if then, err = a.act(ctx, tx); err == nil && !kept {
				err = errTakenBack
			}
			return err
		})
		switch {
		case err == nil:
			then()
		case !errors.Is(err, errTakenBack):
			t.Fatal(err)
		}
	}
}

// windows are open on either side, of one day, and of none that anything is on.
func windows() []record.Window {
	day := func(n int) *record.Day { d := firstDay + record.Day(n); return &d }
	return []record.Window{
		{},
		{From: day(1)},
		{To: day(1)},
		{From: day(1), To: day(2)},
		{From: day(0), To: day(0)},
		{From: day(3), To: day(3)},
		{From: day(12), To: day(12)},
		{From: day(50), To: day(60)},
		{To: day(-1)},
		{From: day(2), To: day(9)},
	}
}

// asks holds every read against the naive one.
func (a *author) asks(t *testing.T, p *PersonStore) {
	t.Helper()
	ctx, n := context.Background(), &a.n
	same := func(what string, got any, err error, want any) {
		t.Helper()
		g, err1 := json.Marshal(got)
		w, err2 := json.Marshal(want)
		if err := errors.Join(err, err1, err2); err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		if string(g) != string(w) {
			t.Fatalf("%s\ngot  %.1500s\nwant %.1500s", what, g, w)
		}
	}
	names, err := p.SeriesNames(ctx)
	same("names", names, err, n.names())
	some := []string{"s2", "none", "s1"}
	_, of, err := p.opening(ctx, some)
	same("names of some", of, err, slices.DeleteFunc(n.names(), func(s SeriesName) bool { return !slices.Contains(some, s.Series) }))
	agree, err := p.SeriesNamesAgree(ctx)
	same("the names agree", agree, err, true)
	has, err := p.HasReadings(ctx)
	same("there are readings", has, err, len(n.rows) > 0)
	all := []string{"s2", "s1", "s", "none", "S1", "s3"}
	for _, w := range windows() {
		got, err := p.Catalogue(ctx, w)
		same("catalogue of "+w.String(), got, err, n.catalogue(w))
		some := [][]string{all, {"s1"}, {"none"}, {}}
		for _, series := range some[:1+a.r.IntN(len(some))] {
			what := fmt.Sprint(" of ", series, " in ", w)
			for _, most := range []int{-1, 0, pick(a.r, 1, 3, 1000)} {
				lines, err := p.Lines(ctx, series, w, most)
				same(fmt.Sprint(most, " lines", what), lines, err, n.lines(series, w, most))
			}
			counts, err := p.Counts(ctx, series, w)
			same("counts"+what, counts, err, n.counts(series, w))
			latest, err := p.LatestLines(ctx, series, w)
			same("latest"+what, latest, err, n.latest(series, w))
			points, err := p.DayPoints(ctx, series, w)
			same("days"+what, points, err, n.points(series, w, func(day []Reading) []Reading { return []Reading{speaker(day)} }))
			points, err = p.BasePoints(ctx, series, w)
			same("base"+what, points, err, n.points(series, w, base))
			points, err = p.GivenPoints(ctx, series, w)
			same("what was given"+what, points, err, n.points(series, w, below))
		}
		q := EntryQuery{
			Window: w, Said: a.r.IntN(3) == 0, Limit: pick(a.r, -1, 0, 4), Kinds: pick(a.r, nil, []record.Kind{record.Symptom}), Keyword: pick(a.r, "", "", "gluc", "糖", "%", "_"),
			Modalities: pick(a.r, nil, nil, []record.Modality{record.LabReport, record.SelfReported}),
		}
		if len(n.rows) > 0 && a.r.IntN(2) == 0 {
			q.Before = n.rows[a.r.IntN(len(n.rows))].ID
		}
		entries, err := p.Entries(ctx, q)
		same(fmt.Sprintf("entries %+v", q), entries, err, n.entries(q))
	}
}

func TestReadsAnswerWhatPlainListsAnswerWhateverWasDone(t *testing.T) {
	engines(t, func(t *testing.T, s *Store) {
		ctx := context.Background()
		p := s.Person(ana)
		if err := p.Write(ctx, func(tx *Tx) error {
			_, err := tx.PutDocument(ctx, Document{ID: "d1", Name: "blood.csv"})
			return err
		}); err != nil {
			t.Fatal(err)
		}
		a := &author{r: rand.New(rand.NewPCG(7, 7)), n: naive{docs: map[string]string{"d1": "blood.csv"}}}
		a.asks(t, p) // an empty record
		for range 6 {
			a.write(t, p, 35)
			a.asks(t, p)
		}
		elected := 0
		for _, r := range a.n.rows {
			if r.Elected {
				elected++
			}
		}
		if len(a.n.rows) < 100 || elected < 10 {
			t.Errorf("%d rows, %d elected: too few to say anything", len(a.n.rows), elected)
		}
	})
}
