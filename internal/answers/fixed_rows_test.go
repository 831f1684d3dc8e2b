package answers

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/seed-a76b335c/philint/internal/record"
)

func TestFaultsOfStatisticsAreNotOurs(t *testing.T) {
	s := openSQLite(t)
	pressures := []fact{
		{name: "Systolic", value: "130", unit: "mm[Hg]", at: "2026-03-01 07:00"},
		{name: "Systolic", value: "110", unit: "mm[Hg]", at: "2026-03-01 21:00"},
		{name: "Systolic", value: "120", unit: "mm[Hg]", at: "2026-03-02 07:00"},
	}
	steps := func(at, value, source string, elected bool) fact {
		return fact{name: "Steps", value: value, unit: "{steps}", at: at, source: source, elected: elected}
	}
	tuesday := []fact{
		steps("2026-03-03 09:00", "3000", "device:watch", false), steps("2026-03-03 18:00", "4000", "device:watch", false),
		steps("2026-03-03 12:00", "6500", "device:phone", false), steps("2026-03-03 00:00", "7000", "aggregate:watch", true),
	}
	for _, tt := range []trial{
		{
			name: "a watch's and a phone's readings of one day are averaged", facts: tuesday, args: map[string]any{"keywords": []string{"steps"}, "view": "stats"},
			check: func(t *testing.T, _ *chart, e Envelope) {
				if r := only[StatsRow](t, e); r.Count != 1 || *r.Avg != 7000 || *r.Max != 7000 || r.Provenance != Computed {
					t.Errorf("%+v", r)
				}
			},
		},
		{
			name: "the day shows another value than the page does", facts: tuesday, args: map[string]any{"keywords": []string{"steps"}, "view": "day"},
			check: func(t *testing.T, c *chart, e Envelope) {
				r := only[BucketRow](t, e)
				page := only[BucketRow](t, c.limited(ReadingsTool, map[string]any{"keywords": []string{"steps"}, "view": "day"}, ForBrowser()))
				if *r.Avg != 7000 || r.N != 1 || r.Provenance != Elected || !reflect.DeepEqual(r, page) {
					t.Errorf("%+v, %+v", r, page)
				}
			},
		},
		{
			name: "an older elected value is newer than today's", args: map[string]any{"keywords": []string{"steps"}, "view": "latest"},
			facts: append(slices.Clone(tuesday), steps("2026-03-04 08:00", "12", "manual", false)),
			check: func(t *testing.T, _ *chart, e Envelope) {
				if r := only[LatestRow](t, e); r.Date != "2026-03-04" || r.Value != "12" || r.Provenance != Measured {
					t.Errorf("%+v", r)
				}
			},
		},
		{
			name: "of the newest day the last sample goes before the elected value", facts: tuesday, args: map[string]any{"keywords": []string{"steps"}, "view": "latest"},
			check: func(t *testing.T, _ *chart, e Envelope) {
				if r := only[LatestRow](t, e); r.Value != "7000" || r.Provenance != Elected {
					t.Errorf("%+v", r)
				}
			},
		},
		{
			name: "a morning's blood pressure is dropped", facts: pressures, args: map[string]any{"keywords": []string{"systolic"}, "view": "stats"},
			check: func(t *testing.T, c *chart, e Envelope) {
				r := only[StatsRow](t, e)
				if r.Count != 3 || *r.Avg != 120 || *r.Change != -10 || r.First != "130" || r.Last != "120" {
					t.Errorf("%+v", r)
				}
				month := c.ask(map[string]any{"keywords": []string{"systolic"}, "view": "month"})
				if b := only[BucketRow](t, month); b.N != 2 || *b.Avg != 115 {
					t.Errorf("a month of days: %+v", b)
				}
				has(t, month, "each day counts once")
			},
		},
		{
			name: "a value that says less than is averaged with", args: map[string]any{"keywords": []string{"crp"}, "view": "stats"},
			facts: []fact{
				{name: "CRP", value: "5", comparator: "<", unit: "mg/L", at: "2026-03-01 08:00"},
				{name: "CRP", value: "8", unit: "mg/L", at: "2026-03-02 08:00"},
				{name: "CRP", value: "10", unit: "mg/L", at: "2026-03-03 08:00"},
			},
			check: func(t *testing.T, _ *chart, e Envelope) {
				if r := only[StatsRow](t, e); r.Count != 3 || r.NumericCount != 3 || *r.Avg != 9 || *r.Min != 5 || r.First != "<5" || r.Change != nil {
					t.Errorf("%+v", r)
				}
				has(t, e, "1 reading printed with a sign such as <")
			},
		},
		{
			name: "numbers in units that do not convert are put together", args: map[string]any{"keywords": []string{"vitamin"}, "view": "stats"},
			facts: []fact{
				{name: "Vitamin X", series: "local:x", value: "10", unit: "mg/L", at: "2026-03-01 08:00", canonical: 0.01, canonicalUnit: "g/L"},
				{name: "Vitamin X", series: "local:x", value: "20", unit: "mg/L", at: "2026-03-02 08:00", canonical: 0.02, canonicalUnit: "g/L"},
				{name: "Vitamin X", series: "local:x", value: "3", unit: "[IU]/L", at: "2026-03-03 08:00", canonical: 3, canonicalUnit: "[IU]/L"},
				{name: "Vitamin X", series: "local:x", value: "7", at: "2026-03-04 08:00"},
			},
			check: func(t *testing.T, _ *chart, e Envelope) {
				if r := only[StatsRow](t, e); r.Count != 4 || r.NumericCount != 4 || !r.MixedUnits || r.Unit != "g/L" || *r.Min != 0.01 || *r.Max != 0.02 || *r.Avg != 0.015 || r.First != "0.01" || strings.TrimSpace(r.Last) != "7" || r.Change != nil {
					t.Errorf("%+v", r)
				}
				has(t, e, "2 readings without a unit, or in one that does not convert")
			},
		},
		{
			name: "a hormone's billionths of a gram are rounded to nothing", args: map[string]any{"keywords": []string{"hormone"}, "view": "stats"},
			facts: []fact{{name: "Hormone", value: "0.0000000123456", unit: "g/L", at: "2026-03-01 08:00"}, {name: "Hormone", value: "0.0000000123456", unit: "g/L", at: "2026-03-02 08:00"}},
			check: func(t *testing.T, _ *chart, e Envelope) {
				if r := only[StatsRow](t, e); *r.Avg != 0.00000001235 || *r.Min != 0.0000000123456 {
					t.Errorf("%+v", r)
				}
			},
		},
		{
			name: "words are left out of a count", args: map[string]any{"keywords": []string{"urine"}, "view": "stats"},
			facts: []fact{{name: "Urine glucose", value: "negative", at: "2026-03-01 08:00"}, {name: "Urine glucose", value: "trace", at: "2026-03-02 08:00"}},
			check: func(t *testing.T, _ *chart, e Envelope) {
				if r := only[StatsRow](t, e); r.Count != 2 || r.NumericCount != 0 || r.Min != nil || r.Avg != nil || r.Change != nil || r.First != "negative" || r.Last != "trace" {
					t.Errorf("%+v", r)
				}
			},
		},
		{
			name: "complaints cannot be counted", args: map[string]any{"keywords": []string{"headache"}, "view": "stats"},
			facts: []fact{
				{name: "头疼", kind: record.Symptom, code: headache, at: "2026-03-01 08:00"},
				{name: "headache", kind: record.Symptom, code: headache, at: "2026-03-01 20:00"},
				{name: "headache", kind: record.Symptom, code: headache, at: "2026-03-05 20:00"},
			},
			check: func(t *testing.T, c *chart, e Envelope) {
				if r := only[StatsRow](t, e); r.Count != 3 || r.FirstDate != "2026-03-01" || r.LastDate != "2026-03-05" || r.Provenance != Reported || r.First != "" {
					t.Errorf("%+v", r)
				}
				has(t, e, "in the person's own words")
				month := only[BucketRow](t, c.ask(map[string]any{"keywords": []string{"headache"}, "view": "month"}))
				if month.N != 2 || month.Avg != nil || month.Provenance != Reported {
					t.Errorf("days of a month: %+v", month)
				}
			},
		},
		{
			name: "one name of what was measured and of what was said is one number", args: map[string]any{"keywords": []string{"mood"}, "view": "day"},
			facts: []fact{{name: "mood", value: "7", at: "2026-03-01 08:00"}, {name: "mood", kind: record.Symptom, at: "2026-03-01 20:00"}},
			check: func(t *testing.T, c *chart, e Envelope) {
				if rows := rowsOf[BucketRow](t, e); len(rows) != 2 || rows[0].Provenance != Measured || *rows[0].Avg != 7 || rows[1].Provenance != Reported || rows[1].Avg != nil {
					t.Errorf("%+v", rows)
				}
				for _, view := range []View{Raw, Day, Month, Stats, Latest} {
					args := map[string]any{"keywords": []string{"mood"}, "view": string(view)}
					if n := c.ask(args).Data.Len(); n != 2 {
						t.Errorf("%s has %d rows", view, n)
					}
					page := c.limited(ReadingsTool, args, ForBrowser())
					if n := page.Data.Len(); n != 1 || slices.Contains(page.Assumptions, noteWords) {
						t.Errorf("a page has %d rows of %s: %q", n, view, page.Assumptions)
					}
				}
			},
		},
		{
			name: "a reading without a unit is filed under the mass", args: map[string]any{"keywords": []string{"glucose"}, "view": "raw"},
			facts: []fact{{name: "Glucose", value: "5.4", at: "2026-03-01 08:00"}},
			check: func(t *testing.T, _ *chart, e Envelope) {
				if r := only[ReadingRow](t, e); r.Code+r.System != "" || r.Reason == "" || r.ValueCanonical != nil {
					t.Errorf("%+v", r)
				}
			},
		},
	} {
		t.Run(tt.name, func(t *testing.T) { tt.run(t, s) })
	}
}

func TestFaultsOfCutsAreNotOurs(t *testing.T) {
	s := openSQLite(t)
	last := record.DayOf(2026, 3, 31)
	named := func(view View) map[string]any {
		return map[string]any{"indicators": []string{"Glucose"}, "view": string(view)}
	}
	for _, tt := range []trial{
		{
			name: "a whole catalogue is said to be cut", facts: append(many("Glucose", 60, last), many("Sodium", 3, last)...), args: map[string]any{},
			check: func(t *testing.T, _ *chart, e Envelope) {
				if rows := rowsOf[CatalogueRow](t, e); len(rows) != 2 || rows[0].Count != 60 || e.Status != OK || e.Meta.Truncated || e.Meta.CatalogTotal != 2 || !slices.Equal(e.NextSteps, []NextStep{UseIndicators}) {
					t.Errorf("%+v %+v", rows, e)
				}
			},
		},
		{
			name: "exactly as many as there may be are said to be cut", facts: many("Glucose", 50, last), args: named(Raw),
			check: func(t *testing.T, _ *chart, e Envelope) {
				if e.Data.Len() != 50 || e.Status != OK || e.Meta.Truncated || e.Meta.Cut != "" || len(e.NextSteps) > 0 {
					t.Errorf("%d rows, %+v", e.Data.Len(), e.Meta)
				}
			},
		},
		{
			name: "one more is not said to be cut", facts: append(many("Glucose", 51, last), many("Sodium", 3, last)...), args: map[string]any{"indicators": []string{"Glucose", "Sodium"}},
			check: func(t *testing.T, c *chart, e Envelope) {
				rows := rowsOf[ReadingRow](t, e)
				if len(rows) != 53 || e.Status != Partial || !e.Meta.Truncated || !slices.Equal(e.NextSteps, []NextStep{NarrowWindow, ViewStats}) {
					t.Errorf("%d rows, %+v", len(rows), e)
				}
				if rows[0].Total != 51 || rows[0].Date != "2026-03-31" || rows[49].Date != "2026-02-10" || rows[50].Total != 3 {
					t.Errorf("%+v %+v %+v", rows[0], rows[49], rows[50])
				}
				if page := c.limited(ReadingsTool, map[string]any{"indicators": []string{"Glucose"}}, ForBrowser()); page.Data.Len() != 51 || page.Meta.Truncated {
					t.Errorf("a page has %d rows", page.Data.Len())
				}
			},
		},
		{
			name: "exactly as many points as there may be", facts: many("Glucose", 92, last), args: named(Day),
			check: func(t *testing.T, _ *chart, e Envelope) {
				if e.Data.Len() != 92 || e.Meta.Truncated {
					t.Errorf("%d rows, %+v", e.Data.Len(), e.Meta)
				}
			},
		},
		{
			name: "the days of a whole record do not fit a model", facts: many("Glucose", 400, last), args: named(Day),
			check: func(t *testing.T, c *chart, e Envelope) {
				rows := rowsOf[BucketRow](t, e)
				if len(rows) != 92 || rows[0].Period != "2025-12-30" || rows[91].Period != "2026-03-31" || rows[0].Total != 400 || e.Status != Partial {
					t.Errorf("%d rows, %+v", len(rows), rows[0])
				}
				text := Compact(e)
				if len(text) > 6000 || !strings.HasPrefix(text, "Only the newest 92 day points") || !strings.Contains(text, "view=week") || !strings.Contains(text, "end=2025-12-29") {
					t.Errorf("%d characters: %.300s", len(text), text)
				}
				// What the sentence names goes on where the answer ends.
				again := rowsOf[BucketRow](t, c.ask(map[string]any{"indicators": []string{"Glucose"}, "view": "day", "end": "2025-12-29"}))
				if again[len(again)-1].Period != "2025-12-29" {
					t.Errorf("it goes on with %s", again[len(again)-1].Period)
				}
			},
		},
		{
			name: "what is cut is said behind the table", facts: many("Glucose", 60, last), args: named(Raw),
			check: func(t *testing.T, _ *chart, e Envelope) {
				text := Compact(e)
				if at := strings.Index(text, "Earlier ones exist and are not missing"); at < 0 || at > strings.Index(text, "|") {
					t.Errorf("%.300s", text)
				}
				if !strings.Contains(text, "view=day, or view=stats, or end=2026-02-09") || !strings.Contains(text, `"Glucose" 50 of 60`) {
					t.Errorf("%.300s", text)
				}
			},
		},
		{
			name: "a day that is cut in its middle loses the rest", facts: quarters("Glucose", "2026-03-30", 40, "2026-03-31", 30), args: named(Raw),
			check: func(t *testing.T, _ *chart, e Envelope) {
				if !strings.Contains(e.Meta.Cut, "end=2026-03-30") || strings.Contains(e.Meta.Cut, "view=hour") {
					t.Error(e.Meta.Cut)
				}
			},
		},
		{
			name: "a day that is longer than an answer is offered again and again", facts: quarters("Glucose", "2026-03-31", 90, "2026-03-29", 5), args: named(Raw),
			check: func(t *testing.T, _ *chart, e Envelope) {
				if !strings.Contains(e.Meta.Cut, "end=2026-03-30") || !strings.Contains(e.Meta.Cut, "view=hour") {
					t.Error(e.Meta.Cut)
				}
			},
		},
		{
			name: "what goes on lies before what was asked for", facts: quarters("Glucose", "2026-03-31", 90, "2026-03-29", 5),
			args: map[string]any{"indicators": []string{"Glucose"}, "start": "2026-03-31"},
			check: func(t *testing.T, _ *chart, e Envelope) {
				if strings.Contains(e.Meta.Cut, "end=") || !strings.Contains(e.Meta.Cut, "view=hour") || slices.Contains(e.NextSteps, NarrowWindow) {
					t.Error(e.Meta.Cut, e.NextSteps)
				}
			},
		},
		{
			name: "two hundred names hide that there are more", facts: manyNames("analyte", 244), args: map[string]any{},
			check: func(t *testing.T, c *chart, e Envelope) {
				rows := rowsOf[CatalogueRow](t, e)
				if len(rows) != 200 || rows[0].Total != 244 || e.Meta.CatalogTotal != 244 || e.Status != Partial || !strings.Contains(e.Meta.Cut, "200 of 244") {
					t.Errorf("%d rows, %+v", len(rows), e.Meta)
				}
				if !slices.Equal(e.NextSteps, []NextStep{UseIndicators, NarrowWindow}) {
					t.Errorf("next: %v", e.NextSteps)
				}
				if page := c.limited(ReadingsTool, `{}`, ForBrowser()); page.Data.Len() != 244 || page.Meta.Truncated {
					t.Errorf("a page has %d", page.Data.Len())
				}
			},
		},
		{
			name: "exactly two hundred names are said to be cut", facts: manyNames("analyte", 200), args: map[string]any{},
			check: func(t *testing.T, _ *chart, e Envelope) {
				if e.Data.Len() != 200 || e.Meta.Truncated || e.Meta.CatalogTotal != 200 {
					t.Errorf("%d rows, %+v", e.Data.Len(), e.Meta)
				}
			},
		},
	} {
		t.Run(tt.name, func(t *testing.T) { tt.run(t, s) })
	}
}

// quarters are readings a quarter of an hour apart on two days.
func quarters(name, first string, n int, second string, m int) []fact {
	var out []fact
	for i := range n + m {
		day, k := first, i
		if i >= n {
			day, k = second, i-n
		}
		out = append(out, fact{name: name, value: fmt.Sprint(i), unit: "mmol/L", at: fmt.Sprintf("%s %02d:%02d", day, k/4, k%4*15)})
	}
	return out
}

func TestFaultsOfRowsAreNotOurs(t *testing.T) {
	s := openSQLite(t)
	for _, tt := range []trial{
		{
			name: "a code comes without its system", facts: []fact{{name: "Glucose", value: "5", unit: "mmol/L", code: glucoseMoles, at: "2026-03-01 08:00"}},
			args: map[string]any{"indicators": []string{"Glucose"}},
			check: func(t *testing.T, c *chart, e Envelope) {
				for _, view := range []View{Raw, Day, Hour, Stats, Latest} {
					for _, table := range c.ask(map[string]any{"indicators": []string{"Glucose"}, "view": string(view)}).Data.Tables() {
						at := slices.Index(table.Columns, "system")
						if at < 0 || table.Columns[at+1] != "code" || table.Cells[0][at] != "http://loinc.org" || table.Cells[0][at+1] != glucoseMoles {
							t.Errorf("%s: %v", view, table)
						}
					}
				}
			},
		},
		{
			name: "a mass code stands beside a number in moles", args: map[string]any{"indicators": []string{glucoseMass}, "view": "stats"},
			facts: []fact{
				{name: "Glucose", value: "5", unit: "mmol/L", code: glucoseMoles, at: "2026-03-01 08:00", canonical: 5, canonicalUnit: "mmol/L"},
				{name: "Glucose", value: "90", unit: "mg/dL", code: glucoseMass, at: "2026-03-02 08:00", canonical: 4.9956, canonicalUnit: "mmol/L"},
			},
			check: func(t *testing.T, _ *chart, e Envelope) {
				if r := only[StatsRow](t, e); r.Code != glucoseMoles || r.Unit != "mmol/L" {
					t.Errorf("%+v", r)
				}
			},
		},
		{
			name: "a range is left to what a model remembers", args: map[string]any{"indicators": []string{"Glucose"}},
			facts: []fact{
				{name: "Glucose", value: "5", unit: "mmol/L", at: "2026-03-05 08:00", ref: "3.9-5.6", low: 3.9, high: 5.6},
				{name: "Glucose", value: "6", unit: "mmol/L", at: "2026-03-04 08:00", ref: "3.9-5.6", low: 3.9, high: 5.6},
				{name: "Glucose", value: "3", unit: "mmol/L", at: "2026-03-03 08:00", ref: "3.9-5.6", low: 3.9, high: 5.6},
				{name: "Glucose", value: "5", unit: "mmol/L", at: "2026-03-02 08:00", flag: "↑"},
				{name: "Glucose", value: "9", comparator: ">", unit: "mmol/L", at: "2026-03-01 08:00", ref: "<9.5", high: 9.5},
				{name: "Glucose", value: "9", unit: "mmol/L", at: "2026-02-01 08:00", ref: "<5", high: 5, flag: "see comment"},
			},
			check: func(t *testing.T, _ *chart, e Envelope) {
				var flags, refs []string
				for _, r := range rowsOf[ReadingRow](t, e) {
					flags, refs = append(flags, r.Flag), append(refs, r.Ref)
				}
				if !slices.Equal(flags, []string{"", "high", "low", "high", "", ""}) || refs[0] != "3.9-5.6" {
					t.Errorf("flags %q, ranges %q", flags, refs)
				}
			},
		},
		{
			name: "a page cannot change a row that it cannot name", facts: []fact{{name: "Glucose", value: "5", unit: "mmol/L", at: "2026-03-01 08:00"}},
			args: map[string]any{"indicators": []string{"Glucose"}},
			check: func(t *testing.T, c *chart, e Envelope) {
				if r := only[ReadingRow](t, e); r.RowID != c.rows[0].ID.String() {
					t.Errorf("%+v", r)
				}
			},
		},
		{
			name: "notes have no words", args: map[string]any{"indicators": []string{"Note"}},
			facts: []fact{{kind: record.Note, name: "", value: "new pillow", at: "2026-03-01 08:00", series: "local:note|"}},
			check: func(t *testing.T, c *chart, e Envelope) {
				if r := only[ReadingRow](t, e); r.Indicator != "Note" || r.Name != "new pillow" {
					t.Errorf("%+v", r)
				}
				if r := only[CatalogueRow](t, c.ask(`{}`)); r.Indicator != "Note" || r.Name != "new pillow" || r.Standard {
					t.Errorf("%+v", r)
				}
			},
		},
		{
			name: "what was said comes behind what was measured", args: map[string]any{},
			facts: []fact{
				{name: "Aldosterone", value: "5", unit: "mmol/L", at: "2026-03-01 08:00"},
				{name: "zits", kind: record.Symptom, at: "2026-03-01 08:00"},
				{name: "diabetes", kind: record.Condition, at: "2026-03-01 08:00"},
			},
			check: func(t *testing.T, c *chart, e Envelope) {
				var order []string
				for _, r := range rowsOf[CatalogueRow](t, e) {
					order = append(order, r.Indicator)
				}
				if !slices.Equal(order, []string{"diabetes", "zits", "Aldosterone"}) || !strings.HasPrefix(Compact(e), "reported by the person") {
					t.Errorf("%q: %.200s", order, Compact(e))
				}
				has(t, e, "a reported condition is what the person says")
				page := c.limited(ReadingsTool, `{}`, ForBrowser())
				if r := only[CatalogueRow](t, page); r.Indicator != "Aldosterone" || r.Total != 1 || page.Meta.CatalogTotal != 1 {
					t.Errorf("a page has %+v", r)
				}
			},
		},
		{
			name: "what is absent is taken for what is not so", args: map[string]any{"start": "2020-01-01", "end": "2020-02-01"},
			facts: []fact{{name: "Glucose", value: "5", unit: "mmol/L", at: "2026-03-01 08:00"}},
			check: func(t *testing.T, c *chart, e Envelope) {
				has(t, e, "nothing is recorded in the window; the record has 1 series from 2026-03-01 to 2026-03-01")
				for _, args := range []string{`{}`, `{"start":"2020-01-01","end":"2020-02-01"}`, `{"keywords":["x"]}`, `{"keywords":["glucose"],"view":"hour"}`, `{"keywords":["glucose"],"view":"latest","end":"2020-01-01"}`} {
					if e := c.ask(args); !slices.Contains(e.Assumptions, "no data for an indicator means it was never recorded, not that the condition is absent") {
						t.Errorf("%s: %q", args, e.Assumptions)
					}
				}
			},
		},
	} {
		t.Run(tt.name, func(t *testing.T) { tt.run(t, s) })
	}
}
