package answers

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed-a76b335c/philint/internal/record"
)

func TestAKeywordWithoutARowIsToldApartFromOneThatNothingMatches(t *testing.T) {
	c := newClinic(t, "UTC")
	c.clockAt("2026-11-29 12:00")
	feb, mar := dayOf(t, "2026-02-03"), dayOf(t, "2026-03-20")
	ramipril := began(t, record.Plan{ID: "ram", Name: "Ramipril", Strength: "5 mg", Start: feb, End: &mar})
	c.put(ramipril, began(t, record.Plan{ID: "ibu", Name: "Ibuprofen", Start: dayOf(t, "2026-11-01")}), began(t, record.Plan{ID: "zin", Name: "Zinc", Start: feb, End: &mar}))
	var doses []record.DoseEvent
	for _, on := range []string{"2026-02-04", "2026-03-19", "2026-03-20"} {
		at, err := time.Parse(time.DateOnly, on)
		if err != nil {
			t.Fatal(err)
		}
		e := record.DoseEvent{Plan: "ram", Status: record.DoseTaken, RecordedBy: record.ByUser}
		e.Take(record.InstantOf(at.Add(8*time.Hour)), record.UTC)
		doses = append(doses, e)
	}
	today := record.DoseEvent{Plan: "ibu", Status: record.DoseTaken, RecordedBy: record.ByUser}
	today.Take(c.at, record.UTC)
	c.dose(append(doses, today)...)

	const unmatched = `nothing on record matches: "zzz"`
	for name, tt := range map[string]struct {
		view     View
		from     string
		keywords []string
		rows     int
		want     []string
		not      []string
	}{
		"doses before the window": {Log, "", []string{"ramipril"}, 0, []string{
			`on record, but without a dose in the window 2026-10-31..2026-11-29: "Ramipril 5 mg" (3 doses, from 2026-02-04 until 2026-03-20)`,
		}, []string{emptyForNote, unmatched}},
		"doses in the window":                       {Log, "2026-03-20", []string{"ramipril"}, 1, nil, []string{emptyForNote}},
		"a medication of which no dose is recorded": {Log, "", []string{"zinc"}, 0, []string{`on record, but without a dose in the window 2026-10-31..2026-11-29: "Zinc" (no dose of it is recorded)`}, []string{emptyForNote}},
		"a plan that ended before the window":       {Plan, "2026-09-01", []string{"ramipril"}, 0, []string{`on record, but without a plan in the window 2026-09-01..: "Ramipril 5 mg" (from 2026-02-03 until 2026-03-20)`}, []string{emptyForNote}},
		"a course that ended before the window":     {History, "2026-09-01", []string{"ramipril"}, 0, []string{`on record, but without a course in the window 2026-09-01..: "Ramipril 5 mg" (from 2026-02-03 until 2026-03-20)`}, []string{emptyForNote}},
		"beside one that has rows":                  {Plan, "2026-09-01", []string{"ibuprofen", "ramipril", "zzz"}, 1, []string{unmatched, `on record, but without a plan in the window 2026-09-01..: "Ramipril 5 mg" (from 2026-02-03 until 2026-03-20)`}, []string{emptyForNote}},
		"nothing matches":                           {Plan, "", []string{"zzz"}, 0, []string{unmatched, emptyForNote}, nil},
		"one of two matches":                        {Plan, "", []string{"ibuprofen", "zzz"}, 1, []string{unmatched}, []string{emptyForNote}},
		"all match":                                 {Plan, "", []string{"ibuprofen", "ramipril"}, 2, nil, []string{emptyForNote}},
		"two keywords of one medication":            {Log, "", []string{"rami", "pril"}, 0, []string{`on record, but without a dose in the window 2026-10-31..2026-11-29: "Ramipril 5 mg" (3 doses, from 2026-02-04 until 2026-03-20)`}, nil},
	} {
		e := c.ask(tt.view, tt.from, "", tt.keywords...)
		if e.Data.Len() != tt.rows {
			t.Errorf("%s: %d rows", name, e.Data.Len())
		}
		for _, w := range tt.want {
			if !slices.Contains(e.Assumptions, w) {
				t.Errorf("%s: %q, want %q", name, e.Assumptions, w)
			}
		}
		for _, w := range tt.not {
			if slices.Contains(e.Assumptions, w) {
				t.Errorf("%s: %q says %q", name, e.Assumptions, w)
			}
		}
		if len(tt.want) == 0 && strings.Contains(strings.Join(e.Assumptions, " "), "on record") {
			t.Errorf("%s: %q", name, e.Assumptions)
		}
	}
}

// A row is the same in a window as in the whole record, and stands in every window from its start on.
func TestAMedicationThatEndedOnAnUnknownDayStandsInEveryWindowFromItsStartOn(t *testing.T) {
	c := newClinic(t, "America/New_York")
	c.clockAt("2026-06-01 12:00")
	for id, how := range map[string]record.ClosedBy{"sto": record.ByStopSomeDay, "com": record.ByCompletionSomeDay, "hol": record.ByHold, "unk": record.ByUnknown} {
		start := dayOf(t, "2019-11-06")
		p := record.Plan{ID: id, Name: "Drug " + id, Start: start, Status: record.PlanStopped, StoppedOn: &start, Instructions: []record.Instruction{{}}}
		if how == record.ByCompletionSomeDay || how == record.ByUnknown {
			p.Status, p.StoppedOn, p.End = record.PlanActive, nil, &start
		}
		end := start
		c.put(record.Regimen{Plan: p, Courses: []record.Course{{ID: id + ":1", Plan: id, Start: start, End: &end, ClosedBy: how, Instructions: p.Instructions}}})
	}
	for _, view := range []View{Plan, History} {
		all := tablesOf(c.ask(view, "", ""))
		for _, w := range [][2]string{{"2020-01-01", "2020-01-31"}, {"2019-11-06", "2019-11-06"}, {"2019-11-07", "2019-11-07"}, {"2020-01-01", ""}, {"", "2020-01-01"}} {
			e := c.ask(view, w[0], w[1])
			if e.Data.Len() != 4 || tablesOf(e) != all || !slices.Contains(e.Assumptions, endlessNote) {
				t.Errorf("%s in %v:\n%s\n%q\nwant\n%s", view, w, tablesOf(e), e.Assumptions, all)
			}
		}
		if e := c.ask(view, "", "2019-11-05"); e.Data.Len() != 0 || slices.Contains(e.Assumptions, endlessNote) {
			t.Errorf("%s before: %s", view, tablesOf(e))
		}
	}
}

// What is not in the window is told apart from what was never recorded.
func TestAnEmptyWindowSaysWhatIsOutsideOfIt(t *testing.T) {
	c := newClinic(t, "UTC")
	c.clockAt("2026-11-29 12:00")
	feb, mar := dayOf(t, "2026-02-03"), dayOf(t, "2026-03-20")
	c.put(began(t, record.Plan{ID: "ram", Name: "Ramipril", Start: feb, End: &mar}), began(t, record.Plan{ID: "zin", Name: "Zinc", Start: feb, End: &mar}))
	dose := func(plan, on string, times int) {
		at, err := time.Parse(time.DateOnly, on)
		if err != nil {
			t.Fatal(err)
		}
		for i := range times {
			e := record.DoseEvent{Plan: plan, Status: record.DoseTaken, RecordedBy: record.ByUser}
			e.Take(record.InstantOf(at.Add(time.Duration(i)*time.Minute)), record.UTC)
			c.dose(e)
		}
	}
	const stretch = `"Ramipril" (from 2026-02-03 until 2026-03-20), "Zinc" (from 2026-02-03 until 2026-03-20)`
	check := func(view View, from, to string, rows int, want string, keywords ...string) {
		t.Helper()
		e := c.ask(view, from, to, keywords...)
		if want == "" {
			if said := strings.Join(e.Assumptions, "; "); e.Data.Len() != rows || strings.Contains(said, "the newest") || strings.Contains(said, "nothing is on file") {
				t.Errorf("%d rows, %q", e.Data.Len(), said)
			}
		} else if e.Data.Len() != rows || !slices.Contains(e.Assumptions, want) || want != emptyNote && slices.Contains(e.Assumptions, emptyNote) {
			t.Errorf("%d rows, %q, want %d and %q", e.Data.Len(), e.Assumptions, rows, want)
		}
	}
	check(Log, "", "", 0, emptyNote)
	check(Plan, "", "2026-01-01", 0, "on record, but without a plan in the window ..2026-01-01: "+stretch)
	check(History, "2026-09-01", "", 0, "on record, but without a course in the window 2026-09-01..: "+stretch)

	dose("ram", "2026-02-10", 3)
	dose("zin", "2026-03-15", 1)
	dose("ram", "2026-03-10", 1)
	check(Log, "", "", 0, "doses are on record, but none in the window 2026-10-31..2026-11-29: the newest is of 2026-03-15")
	check(Log, "2026-11-25", "", 0, "doses are on record, but none in the window 2026-11-25..: the newest is of 2026-03-15")
	check(Log, "", "2026-01-31", 0, "doses are on record, but none in the window ..2026-01-31: the newest is of 2026-03-15")
	check(Log, "2026-03-10", "", 2, "there are doses before the window, the newest of 2026-02-10")
	check(Log, "2026-03-11", "", 1, "there are doses before the window, the newest of 2026-03-10")
	check(Log, "2026-02-10", "", 5, "")
	check(Log, "", "2026-12-31", 5, "")

	dose("ram", "2026-11-20", 1)
	check(Log, "", "", 1, "no dates were named, so this is the log of the last 30 days: there are earlier doses, the newest of 2026-03-15")
	check(Log, "", "", 1, "no dates were named, so this is the log of the last 30 days: there are earlier doses, the newest of 2026-03-10", "ramipril")
	check(Log, "2026-03-15", "", 1, "", "zinc")

	// More than are read at first lie between.
	dose("zin", "2026-04-01", firstRead*3)
	check(Log, "", "", 1, "no dates were named, so this is the log of the last 30 days: there are earlier doses, the newest of 2026-03-10", "ramipril")
	check(Log, "2026-03-10", "", 2, "there are doses before the window, the newest of 2026-02-10", "ramipril")
}

func TestALogThatIsCutWithinADayPassesOverNothingAndOffersWhatHelps(t *testing.T) {
	c := newClinic(t, "UTC")
	c.clockAt("2026-06-20 12:00")
	start := dayOf(t, "2026-05-01")
	c.put(began(t, record.Plan{ID: "a", Name: "Drug A", Start: start}), began(t, record.Plan{ID: "b", Name: "Drug B", Start: start}))
	dose := func(plan string, day, times int) {
		var events []record.DoseEvent
		for i := range times {
			e := record.DoseEvent{Plan: plan, Status: record.DoseTaken, RecordedBy: record.ByUser}
			e.Take(record.InstantOf(time.Date(2026, 6, day, 8, i%60, i/60, 0, time.UTC)), record.UTC)
			events = append(events, e)
		}
		c.dose(events...)
	}
	dose("a", 2, 300)
	const full = "Only the newest 200 doses are shown, back to 2026-06-02. Others exist and are not missing, also of 2026-06-02, of which there are more than are shown and no window is shorter than a day"
	check := func(from, want string) {
		t.Helper()
		if e := c.ask(Log, from, "2026-06-10"); e.Meta.Cut != want || e.Status != Partial {
			t.Errorf("%s: %q, want %q", e.Status, e.Meta.Cut, want)
		}
	}
	check("2026-06-02", full+".")
	dose("b", 1, 1)
	check("2026-06-01", full+"; earlier ones show with end=2026-06-01, or keywords narrow to a medication.")
	check("2026-06-02", full+".") // they are of one medication
	dose("b", 2, 1)
	check("2026-06-02", full+"; keywords narrow to a medication.")
}
