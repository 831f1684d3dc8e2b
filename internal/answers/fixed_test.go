package answers

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store"
)

// The names of these tests are faults that record servers had. Each is trial of a record that would show it.

const (
	glucoseMass  = "2345-7"
	glucoseMoles = "14749-6"
	headache     = "NS01"
	fever        = "AS03"
)

// trial is a question to a record and what must hold of the answer.
type trial struct {
	name  string
	zone  string
	facts []fact
	args  map[string]any
	check func(t *testing.T, c *chart, e Envelope)
}

func (a trial) run(t *testing.T, s *store.Store) {
	t.Helper()
	zone := a.zone
	if zone == "" {
		zone = "Asia/Shanghai"
	}
	c := newChart(t, s, zone)
	c.add(a.facts...)
	a.check(t, c, c.ask(a.args))
}

// series are the series of an answer's rows, in their order, each once.
func seriesIn(t *testing.T, e Envelope) []string {
	t.Helper()
	var out []string
	add := func(id *Identity) {
		if !slices.Contains(out, id.Series) {
			out = append(out, id.Series)
		}
	}
	switch l := e.Data.(type) {
	case *list[CatalogueRow]:
		for i := range l.rows {
			add(&l.rows[i].Identity)
		}
	case *list[ReadingRow]:
		for i := range l.rows {
			add(&l.rows[i].Identity)
		}
	case *list[BucketRow]:
		for i := range l.rows {
			add(&l.rows[i].Identity)
		}
	case *list[StatsRow]:
		for i := range l.rows {
			add(&l.rows[i].Identity)
		}
	case *list[LatestRow]:
		for i := range l.rows {
			add(&l.rows[i].Identity)
		}
	default:
		t.Fatalf("rows of %T: %s %q", e.Data, e.ErrorKind, e.Assumptions)
	}
	return out
}

func only[R any](t *testing.T, e Envelope) R {
	t.Helper()
	rows := rowsOf[R](t, e)
	if len(rows) != 1 {
		t.Fatalf("%d rows, want one: %+v", len(rows), rows)
	}
	return rows[0]
}

func has(t *testing.T, e Envelope, words string) {
	t.Helper()
	if !slices.ContainsFunc(e.Assumptions, func(n string) bool { return strings.Contains(n, words) }) {
		t.Errorf("no note says %q: %q", words, e.Assumptions)
	}
}

func hasNot(t *testing.T, e Envelope, words string) {
	t.Helper()
	if slices.ContainsFunc(e.Assumptions, func(n string) bool { return strings.Contains(n, words) }) {
		t.Errorf("a note says %q: %q", words, e.Assumptions)
	}
}

// many are n readings of a name, one a day up to a day.
func many(name string, n int, last record.Day) []fact {
	out := make([]fact, n)
	for i := range out {
		out[i] = fact{name: name, value: fmt.Sprint(i % 50), unit: "mmol/L", at: (last - record.Day(n-1-i)).String() + " 08:00"}
	}
	return out
}

func TestFaultsOfSelectorsAreNotOurs(t *testing.T) {
	s := openSQLite(t)
	vitamin := []fact{{name: "1,25-Dihydroxyvitamin D", value: "80", unit: "pmol/L", at: "2026-03-01 08:00"}, {name: "D", value: "1", unit: "1", at: "2026-03-01 08:00"}}
	for _, tt := range []trial{
		{
			name: "a list that came as text is compared with nothing, silently", facts: vitamin, args: map[string]any{"indicators": `["1,25-Dihydroxyvitamin D"]`},
			check: func(t *testing.T, _ *chart, e Envelope) {
				if r := only[ReadingRow](t, e); r.Name != "1,25-Dihydroxyvitamin D" {
					t.Errorf("found %q", r.Name)
				}
			},
		},
		{
			name: "a list that came as one text with commas is compared with nothing", facts: vitamin, args: map[string]any{"indicators": "D, nothing"},
			check: func(t *testing.T, _ *chart, e Envelope) {
				if r := only[ReadingRow](t, e); r.Name != "D" {
					t.Errorf("found %q", r.Name)
				}
				has(t, e, `nothing on record matches: "nothing"`)
			},
		},
		{
			name: "a comma in a name parts it", facts: vitamin, args: map[string]any{"keywords": []string{"1,25-Dihydroxyvitamin D"}},
			check: func(t *testing.T, _ *chart, e Envelope) {
				if r := only[ReadingRow](t, e); r.Name != "1,25-Dihydroxyvitamin D" {
					t.Errorf("found %q", r.Name)
				}
			},
		},
		{
			name: "the plural of a name misses it, and mass misses moles", args: map[string]any{"keywords": []string{"triglycerides"}, "view": "stats"},
			facts: []fact{
				{name: "甘油三酯", value: "1.2", unit: "mmol/L", code: "14927-8", at: "2026-03-01 08:00", canonical: 1.2, canonicalUnit: "mmol/L"},
				{name: "Triglyceride", value: "104", unit: "mg/dL", code: "2571-8", at: "2026-04-01 08:00", canonical: 1.1742, canonicalUnit: "mmol/L"},
			},
			check: func(t *testing.T, _ *chart, e Envelope) {
				if r := only[StatsRow](t, e); r.Count != 2 || r.Unit != "mmol/L" || !r.MixedUnits || r.Change != nil || r.First != "1.2" || r.Last != "1.1742" || r.Code != "14927-8" {
					t.Errorf("%+v", r)
				}
			},
		},
		{
			name: "a word in one language misses the entry in the other", args: map[string]any{"keywords": []string{"headache"}},
			facts: []fact{{name: "头疼", kind: record.Symptom, code: headache, at: "2026-03-01 21:00"}, {name: "头晕", kind: record.Symptom, code: "NS09", at: "2026-03-01 21:00"}},
			check: func(t *testing.T, _ *chart, e Envelope) {
				if r := only[ReadingRow](t, e); r.Name != "头疼" || r.Indicator != "Headache" || r.Provenance != Reported {
					t.Errorf("%+v", r)
				}
			},
		},
		{
			name: "and the other way", args: map[string]any{"keywords": []string{"头疼"}},
			facts: []fact{{name: "my head hurt again", kind: record.Symptom, code: headache, at: "2026-03-01 21:00"}},
			check: func(t *testing.T, _ *chart, e Envelope) {
				if r := only[ReadingRow](t, e); r.Name != "my head hurt again" {
					t.Errorf("%+v", r)
				}
			},
		},
		{
			name: "what the first keyword finds keeps the second from what only its code finds", args: map[string]any{"keywords": []string{"glucose", "fever"}},
			facts: []fact{
				{name: "Glucose", value: "5", unit: "mmol/L", code: glucoseMoles, at: "2026-03-01 08:00"},
				{name: "烧得厉害", kind: record.Symptom, code: fever, at: "2026-03-02 08:00"},
			},
			check: func(t *testing.T, _ *chart, e Envelope) {
				if got := seriesIn(t, e); len(got) != 2 {
					t.Errorf("found %q", got)
				}
			},
		},
		{
			name: "a symptom is taken for a laboratory's analyte", args: map[string]any{"keywords": []string{"发烧"}},
			facts: []fact{
				{name: "发烧", kind: record.Symptom, code: fever, at: "2026-03-01 21:00"},
				{name: "Crimean-Congo fever virus RNA", value: "negative", at: "2026-03-01 08:00"},
			},
			check: func(t *testing.T, _ *chart, e Envelope) {
				if rows := rowsOf[ReadingRow](t, e); rows[0].Kind != "symptom" || rows[0].Name != "发烧" {
					t.Errorf("%+v", rows)
				}
			},
		},
		{
			name: "a name that only the vocabulary knows finds nothing, or all that has one of its words", args: map[string]any{"keywords": []string{"谷丙转氨酶"}},
			facts: []fact{
				{name: "SGPT", value: "21", unit: "U/L", code: "1742-6", at: "2026-03-01 08:00"},
				{name: "SGOT", value: "19", unit: "U/L", code: "1920-8", at: "2026-03-01 08:00"},
			},
			check: func(t *testing.T, _ *chart, e Envelope) {
				if r := only[ReadingRow](t, e); r.Name != "SGPT" {
					t.Errorf("%+v", r)
				}
			},
		},
		{
			name: "a complaint that only the vocabulary knows finds nothing", args: map[string]any{"keywords": []string{"心慌"}},
			facts: []fact{{name: "my heart was racing", kind: record.Symptom, code: "KS02", at: "2026-03-01 08:00"}},
			check: func(t *testing.T, c *chart, e Envelope) {
				if r := only[ReadingRow](t, e); r.Name != "my heart was racing" {
					t.Errorf("%+v", r)
				}
				if page := c.limited(ReadingsTool, map[string]any{"keywords": []string{"心慌"}}, ForBrowser()); page.Data.Len() != 0 {
					t.Errorf("a page has what was said: %s", Compact(page))
				}
			},
		},
		{
			name: "the first of many keywords takes all the room", args: map[string]any{"keywords": []string{"sodium", "weight"}, "view": "latest"},
			facts: append(manyNames("sodium", 14), fact{name: "weight", value: "70", unit: "kg", at: "2026-03-01 08:00"}),
			check: func(t *testing.T, _ *chart, e Envelope) {
				rows := rowsOf[LatestRow](t, e)
				if len(rows) != maxMatches || rows[len(rows)-1].Name != "weight" {
					t.Errorf("%d rows, the last %q", len(rows), rows[len(rows)-1].Name)
				}
				if !strings.HasPrefix(e.Meta.Cut, "Only 12 of 15 series that the keywords match are shown. ") || !strings.HasSuffix(e.Meta.Cut, ` with indicators, or with fewer keywords in one call: "sodium l", "sodium m", "sodium n".`) {
					t.Errorf("%q", e.Meta.Cut)
				}
				if e.Status != Partial || !e.Meta.Truncated || !slices.Equal(e.NextSteps, []NextStep{UseIndicators}) {
					t.Errorf("%s, next %v", e.Status, e.NextSteps)
				}
			},
		},
		{
			name: "what one keyword finds beyond one answer's series vanishes", args: map[string]any{"keywords": []string{"sodium"}, "view": "latest"},
			facts: manyNames("sodium", 30),
			check: func(t *testing.T, _ *chart, e Envelope) {
				if rows := rowsOf[LatestRow](t, e); len(rows) != maxMatches {
					t.Errorf("%d rows", len(rows))
				}
				if !strings.HasPrefix(e.Meta.Cut, "Only 12 of 30 series that the keywords match are shown. ") || !strings.HasSuffix(e.Meta.Cut, `"sodium o", and 10 more.`) {
					t.Errorf("%q", e.Meta.Cut)
				}
				if e.Status != Partial || !e.Meta.Truncated || !slices.Equal(e.NextSteps, []NextStep{UseIndicators}) {
					t.Errorf("%s, next %v", e.Status, e.NextSteps)
				}
			},
		},
		{
			name: "a keyword that is a code finds nothing", args: map[string]any{"keywords": []string{"29463-7", "NS01", "local:mood|1", "hrv_rmssd"}},
			facts: []fact{
				{name: "Gewicht", value: "70", unit: "kg", code: "29463-7", at: "2026-03-01 08:00"},
				{name: "Kopfweh", kind: record.Symptom, code: headache, at: "2026-03-01 21:00"},
				{name: "mood", value: "3", unit: "1", at: "2026-03-01 08:00"},
				{name: "whatever", value: "3", unit: "ms", series: "device:hrv_rmssd", at: "2026-03-01 08:00"},
				{name: "Glucose", value: "5", unit: "mmol/L", code: glucoseMoles, at: "2026-03-01 08:00"},
			},
			check: func(t *testing.T, _ *chart, e Envelope) {
				if got := seriesIn(t, e); len(got) != 4 {
					t.Errorf("found %q", got)
				}
				hasNot(t, e, "nothing on record matches")
			},
		},
		{
			name: "a keyword that is the key of a device's metric does not find what is called so", args: map[string]any{"keywords": []string{"steps"}},
			facts: []fact{
				{name: "whatever", value: "3000", unit: "1", series: "device:steps", at: "2026-03-01 08:00"},
				{name: "Steps to the kitchen", value: "30", unit: "1", at: "2026-03-01 08:00"},
			},
			check: func(t *testing.T, _ *chart, e Envelope) {
				if got := seriesIn(t, e); len(got) != 2 {
					t.Errorf("found %q", got)
				}
			},
		},
		{
			name: "a code's case is not looked at, or a name's is", args: map[string]any{"indicators": []string{"ns01", "GLUCOSE", "headACHE"}},
			facts: []fact{
				{name: "Kopfweh", kind: record.Symptom, code: headache, at: "2026-03-01 21:00"},
				{name: "Glucose", value: "5", unit: "mmol/L", code: glucoseMoles, at: "2026-03-01 08:00"},
			},
			check: func(t *testing.T, _ *chart, e Envelope) {
				has(t, e, `nothing on record matches: "ns01"`)
				if got := rowsOf[ReadingRow](t, e); len(got) != 2 || got[0].Name != "Glucose" || got[1].Name != "Kopfweh" {
					t.Errorf("%+v", got)
				}
			},
		},
		{
			name: "of two series with one display name only one is seen", args: map[string]any{"indicators": []string{"Mood"}, "view": "stats"},
			facts: []fact{{name: "mood", value: "3", unit: "1", at: "2026-03-01 08:00"}, {name: "Mood", value: "4", unit: "%", at: "2026-03-01 08:00"}},
			check: func(t *testing.T, _ *chart, e Envelope) {
				if got := seriesIn(t, e); len(got) != 2 || len(e.Provenance) != 2 {
					t.Errorf("found %q with provenance %v", got, e.Provenance)
				}
			},
		},
		{
			name: "one analyte of two collections is one series", args: map[string]any{"keywords": []string{"protein"}, "view": "stats"},
			facts: []fact{
				{name: "Protein", value: "0.1", unit: "g/L", code: "2888-6", at: "2026-03-01 08:00"},
				{name: "Protein 24h", value: "0.2", unit: "g/L", code: "21482-5", at: "2026-03-02 08:00"},
			},
			check: func(t *testing.T, _ *chart, e Envelope) {
				if got := seriesIn(t, e); len(got) != 2 {
					t.Errorf("found %q", got)
				}
			},
		},
		{
			name: "nothing is found, and an empty table says that nothing is on file", args: map[string]any{"keywords": []string{"ferritin"}, "view": "stats"},
			facts: []fact{{name: "Glucose", value: "5", unit: "mmol/L", code: glucoseMoles, at: "2026-03-01 08:00"}},
			check: func(t *testing.T, _ *chart, e Envelope) {
				if r := only[CatalogueRow](t, e); r.Name != "Glucose" || e.Status != OK || e.Meta.View != "" || e.Meta.CatalogTotal != 1 {
					t.Errorf("%+v", e)
				}
				has(t, e, `nothing on record matches: "ferritin"; this is the catalogue`)
			},
		},
		{
			name: "what is on record and not in the window is said not to be on record", args: map[string]any{"indicators": []string{"Glucose"}, "view": "stats", "start": "2026-05-01"},
			facts: []fact{{name: "Glucose", value: "5", unit: "mmol/L", code: glucoseMoles, at: "2026-03-01 08:00"}},
			check: func(t *testing.T, _ *chart, e Envelope) {
				if len(rowsOf[StatsRow](t, e)) != 0 || !slices.Equal(e.NextSteps, []NextStep{PickFromCatalog}) {
					t.Errorf("%+v", e)
				}
				has(t, e, `on record, but without a reading in the window 2026-05-01..: "Glucose"`)
				has(t, e, `outside of the window: "Glucose" (from 2026-03-01)`)
				hasNot(t, e, "nothing on record matches")
			},
		},
		{
			name: "what has no number is said not to be on record", args: map[string]any{"keywords": []string{"headache"}, "view": "hour"},
			facts: []fact{{name: "headache", kind: record.Symptom, code: headache, at: "2026-03-01 21:00"}},
			check: func(t *testing.T, _ *chart, e Envelope) {
				if len(rowsOf[BucketRow](t, e)) != 0 {
					t.Errorf("%+v", e)
				}
				has(t, e, "on record in the window, but without a number at a time of day")
				hasNot(t, e, "nothing on record matches")
			},
		},
		{
			name: "a view of nothing is refused without a way out", args: map[string]any{"view": "stats"},
			check: func(t *testing.T, _ *chart, e Envelope) {
				if e.Status != Error || e.ErrorKind != InvalidArguments || e.ErrorClass != Recoverable {
					t.Errorf("%+v", e)
				}
				has(t, e, "answers the catalogue, whose names go in indicators")
			},
		},
	} {
		t.Run(tt.name, func(t *testing.T) { tt.run(t, s) })
	}
}

// manyNames are one reading each of n names with one word in them.
func manyNames(word string, n int) []fact {
	out := make([]fact, n)
	for i := range out {
		out[i] = fact{name: fmt.Sprintf("%s %c", word, 'a'+rune(i%26)) + strings.Repeat("x", i/26), value: "1", unit: "1", at: "2026-03-01 08:00"}
	}
	return out
}

func TestFaultsOfWindowsAndDaysAreNotOurs(t *testing.T) {
	s := openSQLite(t)
	spread := []fact{
		{name: "Glucose", value: "5", unit: "mmol/L", code: glucoseMoles, at: "2021-03-01 08:00"},
		{name: "Glucose", value: "6", unit: "mmol/L", code: glucoseMoles, at: "2026-03-01 00:00"},
		{name: "Glucose", value: "7", unit: "mmol/L", code: glucoseMoles, at: "2026-03-31 23:59"},
	}
	for _, tt := range []trial{
		{
			name: "a window that nobody named is applied", facts: spread, args: map[string]any{"indicators": []string{"Glucose"}, "view": "stats"},
			check: func(t *testing.T, _ *chart, e Envelope) {
				if r := only[StatsRow](t, e); r.Count != 3 || r.FirstDate != "2021-03-01" || e.Meta.Start+e.Meta.End != "" || !strings.Contains(Compact(e), "window=all recorded data") {
					t.Errorf("%+v %+v", r, e.Meta)
				}
			},
		},
		{
			name: "the other end of a window that has one is not open", facts: spread, args: map[string]any{"indicators": []string{"Glucose"}, "view": "stats", "end": "2026-03-01"},
			check: func(t *testing.T, _ *chart, e Envelope) {
				if r := only[StatsRow](t, e); r.Count != 2 || e.Meta.Start != "" || e.Meta.End != "2026-03-01" {
					t.Errorf("%+v %+v", r, e.Meta)
				}
			},
		},
		{
			name: "ends the wrong way round become a day that nobody trial for", facts: spread,
			args: map[string]any{"indicators": []string{"Glucose"}, "view": "stats", "start": "2026-03-31", "end": "2026-03-01"},
			check: func(t *testing.T, _ *chart, e Envelope) {
				if r := only[StatsRow](t, e); r.Count != 2 || e.Meta.Start != "2026-03-01" || e.Meta.End != "2026-03-31" {
					t.Errorf("%+v %+v", r, e.Meta)
				}
				has(t, e, "start was after end")
			},
		},
		{
			name: "the last minute of the last day is not in the window", facts: spread, args: map[string]any{"indicators": []string{"Glucose"}, "start": "2026-03-31", "end": "2026-03-31"},
			check: func(t *testing.T, _ *chart, e Envelope) {
				if r := only[ReadingRow](t, e); r.Time != "2026-03-31 23:59:00" || r.Date != "2026-03-31" {
					t.Errorf("%+v", r)
				}
			},
		},
		{
			name: "a window in June has a bucket in May", args: map[string]any{"indicators": []string{"Glucose"}, "view": "day", "start": "2026-06-01", "end": "2026-06-30"},
			facts: []fact{
				{name: "Glucose", value: "5", unit: "mmol/L", code: glucoseMoles, at: "2026-05-31 23:30", dayUnknown: true},
				{name: "Glucose", value: "6", unit: "mmol/L", code: glucoseMoles, at: "2026-06-01 00:30"},
				{name: "Glucose", value: "7", unit: "mmol/L", code: glucoseMoles, at: "2026-05-31 20:00"},
			},
			check: func(t *testing.T, _ *chart, e Envelope) {
				if r := only[BucketRow](t, e); r.Period != "2026-06-01" || r.N != 1 || e.Meta.Semantics != TZExact {
					t.Errorf("%+v %s", r, e.Meta.Semantics)
				}
				has(t, e, "1 reading of a day that is not known for certain, just outside of the window")
			},
		},
		{
			name: "a day that is not known is taken for certain", args: map[string]any{"indicators": []string{"Glucose"}, "start": "2026-06-01", "end": "2026-06-30"},
			facts: []fact{
				{name: "Glucose", value: "5", unit: "mmol/L", code: glucoseMoles, at: "2026-05-31 23:30", dayUnknown: true},
				{name: "Glucose", value: "5", unit: "mmol/L", code: glucoseMoles, at: "2026-05-30 23:30", dayUnknown: true},
				{name: "Glucose", value: "6", unit: "mmol/L", code: glucoseMoles, at: "2026-06-01 00:30"},
				{name: "Glucose", value: "7", unit: "mmol/L", code: glucoseMoles, at: "2026-05-31 20:00"},
			},
			check: func(t *testing.T, _ *chart, e Envelope) {
				if rows := rowsOf[ReadingRow](t, e); len(rows) != 2 || rows[1].Date != "2026-05-31" || rows[1].DayKnown || e.Meta.Semantics != DatePaddedNaive {
					t.Errorf("%+v %s", rows, e.Meta.Semantics)
				}
				has(t, e, "the day of some readings is not known for certain")
			},
		},
		{
			name: "statistics have days of UTC", facts: []fact{{name: "Glucose", value: "5", unit: "mmol/L", code: glucoseMoles, at: "2026-03-01 00:00"}},
			args: map[string]any{"indicators": []string{"Glucose"}, "view": "stats"},
			check: func(t *testing.T, c *chart, e Envelope) {
				r, k := only[StatsRow](t, e), only[CatalogueRow](t, c.ask(`{}`))
				if r.FirstDate != "2026-03-01" || r.LastDate != "2026-03-01" || k.FirstDate != r.FirstDate || k.LastDate != r.LastDate {
					t.Errorf("%+v %+v", r, k)
				}
			},
		},
		{
			name: "a zone that is an offset is not understood", zone: "UTC+08:00", facts: []fact{{name: "Glucose", value: "5", unit: "mmol/L", code: glucoseMoles, at: "2026-03-01 00:30"}},
			args: map[string]any{"indicators": []string{"Glucose"}, "start": "2026-03-01", "end": "2026-03-01"},
			check: func(t *testing.T, _ *chart, e Envelope) {
				if r := only[ReadingRow](t, e); r.Time != "2026-03-01 00:30:00" || e.Meta.TZ != "UTC+08:00" {
					t.Errorf("%+v %s", r, e.Meta.TZ)
				}
			},
		},
		{
			name: "an offset has the sign of POSIX", zone: "UTC+8", facts: []fact{{name: "Glucose", value: "5", unit: "mmol/L", code: glucoseMoles, at: "2026-03-01 00:30"}},
			args: map[string]any{"indicators": []string{"Glucose"}, "view": "minute"},
			check: func(t *testing.T, c *chart, e Envelope) {
				if r := only[BucketRow](t, e); r.Period != "2026-03-01 00:30" || c.rows[0].Start != record.InstantOf(time.Date(2026, 2, 28, 16, 30, 0, 0, time.UTC)) {
					t.Errorf("%+v", r)
				}
			},
		},
		{
			name: "a row's own zone is not looked at", zone: "Europe/Berlin", facts: []fact{{name: "Glucose", value: "5", unit: "mmol/L", code: glucoseMoles, at: "2026-03-01 00:30", zone: "America/New_York"}},
			args: map[string]any{"indicators": []string{"Glucose"}, "view": "latest"},
			check: func(t *testing.T, _ *chart, e Envelope) {
				if r := only[LatestRow](t, e); r.Time != "2026-03-01 00:30:00" || r.Date != "2026-03-01" || e.Meta.TZ != "Europe/Berlin" {
					t.Errorf("%+v %s", r, e.Meta.TZ)
				}
			},
		},
		{
			name: "two of three readings are told as the whole story", facts: spread, args: map[string]any{"indicators": []string{"Glucose"}, "view": "stats", "start": "2026-01-01"},
			check: func(t *testing.T, c *chart, e Envelope) {
				has(t, e, `there is more outside of the window: "Glucose" (from 2021-03-01)`)
				browser := c.limited(ReadingsTool, map[string]any{"indicators": []string{"Glucose"}, "view": "stats", "start": "2026-01-01"}, ForBrowser())
				hasNot(t, browser, "outside of the window")
			},
		},
		{
			name: "a window that has everything is said to leave something out", facts: spread, args: map[string]any{"indicators": []string{"Glucose"}, "view": "stats", "start": "2021-03-01", "end": "2026-03-31"},
			check: func(t *testing.T, _ *chart, e Envelope) { hasNot(t, e, "outside of the window") },
		},
	} {
		t.Run(tt.name, func(t *testing.T) { tt.run(t, s) })
	}
}
