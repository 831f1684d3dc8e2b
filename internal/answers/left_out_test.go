package answers

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store"
)

// What a view cannot show of what is in the window is said, and how much it is.
func TestWhatAViewCannotShowIsSaid(t *testing.T) {
	engines(t, func(t *testing.T, s *store.Store) {
		c := newChart(t, s, "Europe/Berlin")
		glucose := func(at, value string, grain record.Grain) fact {
			return fact{name: "Glucose", value: value, unit: "mmol/L", series: "g", at: at, grain: grain}
		}
		c.add(
			glucose("2026-03-01 00:00", "5.9", record.OfDay), glucose("2026-03-02 09:00", "5.1", ""), glucose("2026-03-02 10:00", "n/a", ""), glucose("2026-03-03 00:00", "6.3", record.OfDay),
			fact{name: "Lactate", value: "2", unit: "mmol/L", series: "l", at: "2026-03-02 00:00", grain: record.OfDay},
			fact{name: "Iron", value: "12", unit: "umol/L", series: "i", at: "2026-03-02 08:00"},
		)
		const (
			some    = `%s without a number or a time of day, which view=%s is made of, left out: "Glucose"`
			without = `on record in the window, but without a number at a time of day, which view=%s is made of: "Lactate"`
		)
		for _, view := range []View{Minute, Hour} {
			e := c.ask(map[string]any{"indicators": []string{"g", "l", "i"}, "view": view})
			if n := len(rowsOf[BucketRow](t, e)); n != 2 {
				t.Errorf("%s: %d rows", view, n)
			}
			has(t, e, fmt.Sprintf(some, "3 readings", view))
			has(t, e, fmt.Sprintf(without, view))
			hasNot(t, e, `"Iron"`)
			e = c.ask(map[string]any{"indicators": []string{"g", "l"}, "view": view, "start": "2026-03-02", "end": "2026-03-02"})
			has(t, e, fmt.Sprintf(some, "1 reading", view))
			has(t, e, fmt.Sprintf(without, view))
			e = c.ask(map[string]any{"indicators": []string{"g", "l"}, "view": view, "start": "2026-03-03"})
			has(t, e, `on record in the window, but without a number at a time of day, which view=`+string(view)+` is made of: "Glucose"`)
			has(t, e, `on record, but without a reading in the window 2026-03-03..: "Lactate"`)
			e = c.ask(map[string]any{"indicators": []string{"i"}, "view": view})
			hasNot(t, e, "left out")
		}
	})
}

func TestTextAmongNumbersIsSaid(t *testing.T) {
	engines(t, func(t *testing.T, s *store.Store) {
		c := newChart(t, s, "UTC")
		add := func(at, value string) {
			c.add(fact{name: "Ferritin", value: value, unit: "ng/mL", series: "f", at: at})
		}
		add("2026-03-01 08:00", "5")
		add("2026-03-01 09:00", "n/a")
		add("2026-03-02 08:00", "7")
		const note = `1 value without a number, counted and in no min, max or avg (view=raw has them): "Ferritin"`
		for _, view := range []View{Stats, Day, Month} {
			has(t, c.ask(map[string]any{"indicators": []string{"f"}, "view": view}), note)
			hasNot(t, c.ask(map[string]any{"indicators": []string{"f"}, "view": view, "start": "2026-03-02"}), "without a number")
		}
		if r := only[StatsRow](t, c.ask(map[string]any{"indicators": []string{"f"}, "view": "stats"})); r.Count != 3 || r.NumericCount != 2 || *r.Avg != 6 {
			t.Errorf("%+v", r)
		}
		// What was said has no numbers, and nobody looks for them.
		c.add(fact{name: "headache", kind: record.Symptom, code: headache, at: "2026-03-01 21:00"})
		hasNot(t, c.ask(map[string]any{"keywords": []string{"headache"}, "view": "stats"}), "without a number")
	})
}

// A day's value is no reading: where it stands among readings, or in their place, it is said.
func TestValuesOfDaysDoNotPassForReadings(t *testing.T) {
	engines(t, func(t *testing.T, s *store.Store) {
		c := newChart(t, s, "UTC")
		var facts []fact
		for day := 1; day <= 2; day++ {
			for hour := range 24 {
				facts = append(facts, fact{name: "Glucose", value: fmt.Sprint(4 + hour%5), unit: "mmol/L", series: "g", at: fmt.Sprintf("2026-03-0%d %02d:30", day, hour), source: "sensor"})
			}
		}
		computed := fact{name: "Glucose", value: "5.97", unit: "mmol/L", series: "g", at: "2026-03-02 00:00", grain: record.OfDay, source: record.AggregatePrefix + "sensor", elected: true}
		c.add(append(facts, computed, fact{name: "Iron", value: "12", unit: "umol/L", series: "i", at: "2026-03-02 08:00"})...)
		ask := func(view View, day string) Envelope {
			return c.ask(map[string]any{"indicators": []string{"g", "i"}, "view": view, "start": day, "end": day})
		}
		const elected = `1 day with an elected value, each counted once with that value and not with each of its readings, also in min and max: "Glucose"`
		has(t, ask(Stats, "2026-03-02"), elected)
		hasNot(t, ask(Stats, "2026-03-01"), "elected")
		has(t, c.ask(map[string]any{"indicators": []string{"g"}, "view": "stats"}), elected)
		has(t, ask(Latest, "2026-03-02"), `of the whole day, computed from its readings, and no single reading: "Glucose"`)
		hasNot(t, ask(Latest, "2026-03-01"), "computed")
		has(t, ask(Raw, "2026-03-02"), `1 value of a whole day, computed from its readings and counted beside them: "Glucose"`)
		hasNot(t, ask(Raw, "2026-03-01"), "computed")
		hasNot(t, ask(Hour, "2026-03-02"), "left out")

		// The extremes of a day that is cut are those of its readings.
		l := ForModel()
		l.Rows = 10
		e := c.limited(ReadingsTool, map[string]any{"indicators": []string{"g"}, "start": "2026-03-02", "end": "2026-03-02"}, l)
		if !strings.Contains(e.Meta.Cut, "no window is shorter than a day; view=hour covers them.") {
			t.Errorf("cut %q", e.Meta.Cut)
		}
	})
}

// The last day outside of a window is outside.
func TestOneDayOutsideOfTheWindowIsTold(t *testing.T) {
	c := newChart(t, openSQLite(t), "UTC")
	for _, day := range []string{"2026-03-05", "2026-03-10"} {
		c.add(fact{name: "Iron", value: "12", unit: "umol/L", series: "i", at: day + " 08:00"})
	}
	for _, tt := range []struct{ from, to, want string }{
		{"2026-03-06", "2026-03-09", `"Iron" (from 2026-03-05 and until 2026-03-10)`},
		{"2026-03-05", "2026-03-09", `"Iron" (until 2026-03-10)`},
		{"2026-03-06", "2026-03-10", `"Iron" (from 2026-03-05)`},
		{"2026-03-05", "2026-03-10", ""},
	} {
		e := c.ask(map[string]any{"indicators": []string{"i"}, "view": "raw", "start": tt.from, "end": tt.to})
		if tt.want == "" {
			hasNot(t, e, "outside of the window")
		} else {
			has(t, e, "there is more outside of the window: "+tt.want)
		}
	}
}

func TestOneSeriesMoreThanAnAnswerHasIsTold(t *testing.T) {
	for _, n := range []int{maxMatches, maxMatches + 1} {
		c := newChart(t, openSQLite(t), "UTC")
		c.add(manyNames("sodium", n)...)
		e := c.ask(map[string]any{"keywords": []string{"sodium"}, "view": "latest"})
		if cut := n > maxMatches; e.Data.Len() != maxMatches || e.Meta.Truncated != cut || (e.Status == Partial) != cut || strings.Contains(e.Meta.Cut, "Only 12 of 13 series") != cut {
			t.Errorf("%d: %d rows, %s, %q", n, e.Data.Len(), e.Status, e.Meta.Cut)
		}
	}
}

// A name that is copied from an answer is found, however the answer had to write it.
func TestNamesAsTheyArePrintedAreFound(t *testing.T) {
	c := newChart(t, openSQLite(t), "UTC")
	names := []string{
		"Ratio A|B", `quote" back\slash | pipe`, "next: view_stats", "(constants: x=1)", "new\nline name", "tab\tname", "zero\u200bwidth", "notes: x", "a, b=c",
		"…", strings.Repeat("long name ", 60) + "end", strings.Repeat("Längliches ", 20),
	}
	series := map[string]string{}
	for i, name := range names {
		series[name] = fmt.Sprintf("local:x|%d", i)
		c.add(fact{name: name, value: "1", unit: "1", series: series[name], at: "2026-03-01 08:00"}, fact{name: name, value: "2", unit: "1", series: series[name], at: "2026-03-02 08:00"})
	}
	find := func(selector, text string) []string {
		e := c.ask(map[string]any{selector: []string{text}, "view": "latest"})
		if _, ok := e.Data.(*list[LatestRow]); !ok {
			return nil
		}
		var out []string
		for _, r := range rowsOf[LatestRow](t, e) {
			out = append(out, r.Series)
		}
		return out
	}
	for _, name := range names {
		cell := escape(shortened(name))
		for _, form := range []string{name, cell, opening(cell), constant(cell), short(name), strings.Trim(short(name), `"`), escape(series[name])} {
			if len([]rune(form)) > maxKeyword {
				continue // refused, and no cell is as long
			}
			if got := find("indicators", form); !slices.Equal(got, []string{series[name]}) {
				t.Errorf("indicators %q: %q", form, got)
			}
			if got := find("keywords", form); !slices.Contains(got, series[name]) {
				t.Errorf("keywords %q: %q", form, got)
			}
		}
	}
	if got := find("indicators", `Ratio A\\|B`); got != nil {
		t.Errorf("what no answer prints finds %q", got)
	}
}

func TestAMedicationAsItIsPrintedIsFound(t *testing.T) {
	c := newClinic(t, "UTC")
	c.clockAt("2026-06-01 12:00")
	c.put(began(t, record.Plan{ID: "p", Name: `Zorvelin | 5\mg`, Start: dayOf(t, "2026-05-01")}), began(t, record.Plan{ID: "q", Name: "Zinc", Start: dayOf(t, "2026-05-01")}))
	for _, keyword := range []string{`Zorvelin | 5\mg`, `Zorvelin \| 5\\mg`, `"Zorvelin | 5\\mg"`} {
		if got := planIDs(c.ask(Plan, "", "", keyword)); !slices.Equal(got, []string{"p"}) {
			t.Errorf("%q: %q", keyword, got)
		}
	}
}
