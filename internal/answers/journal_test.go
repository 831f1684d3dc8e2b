package answers

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed-a76b335c/philint/internal/ingest"
	"github.com/seed-a76b335c/philint/internal/record"
)

func (c *clinic) journalOf(q JournalQuestion) JournalPage {
	c.t.Helper()
	p, failed := c.Journal(c.t.Context(), c.person, q)
	if failed != nil {
		c.t.Fatalf("%+v: %s", q, Compact(*failed))
	}
	return p
}

// told is a journal page in short: 2026-03-02: b, a; 2026-03-01: c.
func told(p JournalPage) string {
	var days []string
	for _, d := range p.Days {
		var entries []string
		for _, e := range d.Entries {
			entries = append(entries, e.Text)
		}
		days = append(days, d.Date+": "+strings.Join(entries, ", "))
	}
	return strings.Join(days, "; ")
}

func TestTheJournalHasExactlyItsKeys(t *testing.T) {
	c, set := registry(t, "Asia/Shanghai")
	c.clockAt("2026-03-02 09:00")
	d := draft(t, c.zone, record.Symptom, "2026-03-01 20:10", "头疼", "", "")
	d.Comment = "中午没睡"
	ids := c.add(set, "journal", d, draft(t, c.zone, record.Note, "2026-03-01 21:00", "", "went to bed early", ""))
	ids = append(ids, c.add(set, "journal", draft(t, c.zone, record.Measurement, "2026-03-02 08:00", "Body weight", "71.2", "kg"))...)
	b, err := json.MarshalIndent(c.journalOf(JournalQuestion{}), "", " ")
	if err != nil {
		t.Fatal(err)
	}
	const want = `{
 "from": "2026-02-01",
 "to": "2026-03-02",
 "count": 3,
 "days": [
  {
   "date": "2026-03-02",
   "entries": [
    {
     "id": "%[3]s",
     "kind": "measurement",
     "at": "2026-03-02 08:00:00",
     "text": "Body weight",
     "value": "71.2",
     "unit": "kg",
     "display": "Body weight",
     "code_system": "http://loinc.org",
     "code": "29463-7",
     "series_id": "loinc:Body weight|^Patient|Pt|Qn|Mass",
     "coded": true,
     "reason": "",
     "note": ""
    }
   ]
  },
  {
   "date": "2026-03-01",
   "entries": [
    {
     "id": "%[2]s",
     "kind": "note",
     "at": "2026-03-01 21:00:00",
     "text": "went to bed early",
     "value": "",
     "unit": "",
     "display": "",
     "code_system": "",
     "code": "",
     "series_id": "local:note|",
     "coded": false,
     "reason": "note:not-coded",
     "note": ""
    },
    {
     "id": "%[1]s",
     "kind": "symptom",
     "at": "2026-03-01 20:10:00",
     "text": "头疼",
     "value": "",
     "unit": "",
     "display": "Headache",
     "code_system": "http://terminology.hl7.org/CodeSystem/ICPC-3",
     "code": "NS01",
     "series_id": "icpc3:NS01",
     "coded": true,
     "reason": "",
     "note": "中午没睡"
    }
   ]
  }
 ],
 "truncated": false,
 "cut": "",
 "notes": []
}`
	if got := string(b); got != fmt.Sprintf(want, ids[0], ids[1], ids[2]) {
		t.Errorf("%s\nwant\n"+want, got, ids[0], ids[1], ids[2])
	}
	empty, err := json.Marshal(c.journalOf(JournalQuestion{To: "2026-01-01", From: "2026-01-01"}))
	if err != nil {
		t.Fatal(err)
	}
	if string(empty) != `{"from":"2026-01-01","to":"2026-01-01","count":0,"days":[],"truncated":false,"cut":"","notes":["nothing of what was asked for is recorded in the window 2026-01-01..2026-01-01; the newest outside of it is of 2026-03-02"]}` {
		t.Errorf("nothing is %s", empty)
	}
}

func TestTheJournalHasWhatWasSaidAndTheReadingsTypedIntoIt(t *testing.T) {
	c, set := registry(t, "UTC")
	c.clockAt("2026-03-30 09:00")
	typed := c.add(
		set, "journal",
		draft(t, c.zone, record.Measurement, "2026-03-10 08:00", "weight", "71", "kg"),
		draft(t, c.zone, record.Measurement, "2026-03-11 08:00", "pulse", "70", "/min"),
		draft(t, c.zone, record.Symptom, "2026-03-12 08:00", "cough", "", ""),
	)
	c.add(set, "manual", draft(t, c.zone, record.Measurement, "2026-03-13 08:00", "temperature", "37", "Cel"))
	device := draft(t, c.zone, record.Measurement, "2026-03-14 08:00", "steps", "7000", "")
	device.Modality, device.SourceKind, device.Vendor = record.DeviceSensed, record.FromDevice, "Band"
	c.add(set, "device:band", device)
	c.add(set, "api:clinic", draft(t, c.zone, record.Condition, "2026-03-15 08:00", "hypertension", "", ""))
	value := "72"
	if _, err := ingest.Correct(t.Context(), c.options(set, ""), typed[0], ingest.Change{Value: &value}); err != nil {
		t.Fatal(err)
	}
	if err := ingest.Remove(t.Context(), c.options(set, ""), typed[1]); err != nil {
		t.Fatal(err)
	}
	p := c.journalOf(JournalQuestion{})
	if got := told(p); got != "2026-03-15: hypertension; 2026-03-12: cough; 2026-03-10: weight" {
		t.Errorf("%s", got)
	}
	if got := p.Days[2].Entries[0].Value; got != "72" {
		t.Errorf("a corrected reading is %s", got)
	}
	for kind, want := range map[string]string{"measurement": "2026-03-10: weight", "symptom": "2026-03-12: cough", "condition": "2026-03-15: hypertension", "note": ""} {
		if got := told(c.journalOf(JournalQuestion{Kind: kind})); got != want {
			t.Errorf("%s: %q, want %q", kind, got, want)
		}
	}
}

func TestDaysOfTheJournal(t *testing.T) {
	c, set := registry(t, "Europe/Berlin")
	honolulu, err := record.ParseZone("Pacific/Honolulu", time.LoadLocation)
	if err != nil {
		t.Fatal(err)
	}
	c.clockAt("2026-03-31 23:59")
	say := func(z record.Zone, at, words string) {
		c.add(set, "journal", draft(t, z, record.Note, at, "", words, ""))
	}
	say(c.zone, "2026-03-02 00:00", "first")
	say(c.zone, "2026-03-01 23:59", "too early")
	say(c.zone, "2026-03-31 23:50", "last")
	say(c.zone, "2026-03-29 01:30", "before the clocks change")
	say(c.zone, "2026-03-29 03:30", "after it")
	say(honolulu, "2026-03-28 20:00", "on a journey") // after both in time
	say(c.zone, "2025-02-01 08:00", "long ago")
	for _, tt := range []struct{ name, from, to, first, last, want, cut string }{
		{
			"without dates they are the last thirty", "", "", "2026-03-02", "2026-03-31",
			"2026-03-31: last; 2026-03-29: after it, before the clocks change; 2026-03-28: on a journey; 2026-03-02: first", "",
		},
		{"both ends are in it", "2026-03-01", "2026-03-02", "2026-03-01", "2026-03-02", "2026-03-02: first; 2026-03-01: too early", ""},
		{"ends the other way round", "2026-03-02", "2026-03-01", "2026-03-01", "2026-03-02", "2026-03-02: first; 2026-03-01: too early", ""},
		{"from a day on to today", "2026-03-29", "", "2026-03-29", "2026-03-31", "2026-03-31: last; 2026-03-29: after it, before the clocks change", ""},
		{"from tomorrow on", "2026-04-01", "", "2026-04-01", "2026-04-01", "", ""},
		{
			"to a day: as far back as one answer goes", "", "2026-03-01", "2025-01-26", "2026-03-01", "2026-03-01: too early; 2025-02-01: long ago", "",
		},
		{
			"further back there is more", "", "2026-03-29", "2025-02-23", "2026-03-29",
			"2026-03-29: after it, before the clocks change; 2026-03-28: on a journey; 2026-03-02: first; 2026-03-01: too early",
			"Only the last 400 days are shown. Earlier entries exist and are not missing; they show with to=2025-02-01.",
		},
		{"400 days", "2025-02-24", "2026-03-30", "2025-02-24", "2026-03-30", "2026-03-29: after it, before the clocks change; 2026-03-28: on a journey; 2026-03-02: first; 2026-03-01: too early", ""},
		{"401 days, and nothing on the first", "2025-02-22", "2026-03-29", "2025-02-23", "2026-03-29", "2026-03-29: after it, before the clocks change; 2026-03-28: on a journey; 2026-03-02: first; 2026-03-01: too early", ""},
		{"the beginning of the calendar", "", "0001-01-05", "0001-01-01", "0001-01-05", "", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := c.journalOf(JournalQuestion{From: tt.from, To: tt.to})
			if p.From != tt.first || p.To != tt.last || told(p) != tt.want || p.Cut != tt.cut || p.Truncated != (tt.cut != "") {
				t.Errorf("%s..%s %s (%s)\nwant %s..%s %s", p.From, p.To, told(p), p.Cut, tt.first, tt.last, tt.want)
			}
			n := 0
			for _, d := range p.Days {
				n += len(d.Entries)
			}
			if n != p.Count {
				t.Errorf("count %d of %d", p.Count, n)
			}
		})
	}
}

// The call that a cut names shows what is left out, however long ago it is, and passes over nothing.
func TestACutJournalNamesADayThatHasEntries(t *testing.T) {
	c, set := registry(t, "Europe/Berlin")
	honolulu, err := record.ParseZone("Pacific/Honolulu", time.LoadLocation)
	if err != nil {
		t.Fatal(err)
	}
	c.clockAt("2026-03-31 12:00")
	say := func(z record.Zone, at, words string) {
		c.add(set, "journal", draft(t, z, record.Note, at, "", words, ""))
	}
	say(c.zone, "2026-03-30 08:00", "now")
	say(c.zone, "2015-05-02 00:30", "a day later, and earlier")
	say(honolulu, "2015-05-01 20:00", "on a journey")
	say(c.zone, "2003-01-01 08:00", "first")
	var got []string
	for q := (JournalQuestion{From: "2000-01-01", To: "2030-01-01"}); len(got) < 9; {
		p := c.journalOf(q)
		got = append(got, told(p))
		_, to, more := strings.Cut(p.Cut, "they show with to=")
		if !more {
			break
		}
		q.To = strings.TrimSuffix(to, ".")
	}
	want := []string{"", "2026-03-30: now", "2015-05-02: a day later, and earlier; 2015-05-01: on a journey", "2003-01-01: first"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestTheJournalSaysWhatElseThereIs(t *testing.T) {
	c, set := registry(t, "UTC")
	c.clockAt("2026-03-31 12:00")
	check := func(q JournalQuestion, want ...string) {
		t.Helper()
		if p := c.journalOf(q); !slices.Equal(p.Notes, want) {
			t.Errorf("%+v: %q, want %q", q, p.Notes, want)
		}
	}
	check(JournalQuestion{}, noteNoneOfIt)
	c.add(set, "journal", draft(t, c.zone, record.Note, "2026-03-01 08:00", "", "words", ""))
	const newest = "nothing of what was asked for is recorded in the window %s; the newest outside of it is of %s"
	check(JournalQuestion{}, fmt.Sprintf(newest, "2026-03-02..2026-03-31", "2026-03-01"))
	check(JournalQuestion{To: "2026-02-28"}, "at most 400 days are read at once: from 2025-01-25 to 2026-02-28", fmt.Sprintf(newest, "2025-01-25..2026-02-28", "2026-03-01"))
	check(JournalQuestion{Kind: "symptom"}, noteOtherKinds)
	check(JournalQuestion{From: "2026-03-01"})
	c.add(set, "journal", draft(t, c.zone, record.Symptom, "2026-03-30 08:00", "cough", "", ""))
	check(JournalQuestion{}, "no dates were named, so this is the journal of the last 30 days: there are earlier entries, the newest of 2026-03-01")
	check(JournalQuestion{Kind: "symptom"})
	check(JournalQuestion{From: "2026-03-30"})
	check(JournalQuestion{Kind: "note"}, fmt.Sprintf(newest, "2026-03-02..2026-03-31", "2026-03-01"))
}

func TestTheJournalShowsTwoThousandEntriesAndSaysThatThereAreMore(t *testing.T) {
	c, set := registry(t, "UTC")
	c.clockAt("2026-03-31 12:00")
	var drafts []ingest.Draft
	for i := range 2000 {
		d := draft(t, c.zone, record.Note, "2026-03-10 00:00", "", fmt.Sprintf("n%d", i), "")
		d.When.Start = d.When.Start.Add(time.Duration(i) * 10 * time.Minute)
		drafts = append(drafts, d)
	}
	c.add(set, "journal", drafts...)
	if p := c.journalOf(JournalQuestion{}); p.Count != 2000 || p.Truncated || p.Cut != "" {
		t.Errorf("%d entries, cut %q", p.Count, p.Cut)
	}
	c.add(set, "journal", draft(t, c.zone, record.Measurement, "2026-03-09 08:00", "weight", "71", "kg"))
	p := c.journalOf(JournalQuestion{})
	const want = "Only the newest 2000 entries are shown, back to 2026-03-10. Earlier ones exist and are not missing; they show with to=2026-03-10."
	if p.Count != 2000 || !p.Truncated || p.Cut != want {
		t.Errorf("%d entries, cut %q", p.Count, p.Cut)
	}
	if p := c.journalOf(JournalQuestion{Kind: "note"}); p.Count != 2000 || p.Truncated {
		t.Errorf("%d notes, cut %q", p.Count, p.Cut)
	}
	c.add(set, "journal", draft(t, c.zone, record.Note, "2026-03-30 08:00", "", "one more", ""))
	if p := c.journalOf(JournalQuestion{Kind: "note"}); p.Count != 2000 || p.Cut != want {
		t.Errorf("%d notes, cut %q", p.Count, p.Cut)
	}
}

func TestAJournalThatCannotBeIsRefusedByName(t *testing.T) {
	c := newClinic(t, "UTC")
	for name, tt := range map[string]struct {
		q    JournalQuestion
		want string
	}{
		"a kind": {JournalQuestion{Kind: "Secret"}, "kind: must be one of: symptom, condition, note, measurement"},
		"dates":  {JournalQuestion{From: "Secret", To: "2026-02-29"}, "from: must be a date of the form YYYY-MM-DD that the calendar has; to: must be a date of the form YYYY-MM-DD that the calendar has"},
	} {
		_, failed := c.Journal(t.Context(), c.person, tt.q)
		if failed == nil || failed.ErrorKind != InvalidArguments || strings.Join(failed.Assumptions, "; ") != tt.want {
			t.Errorf("%s: %+v", name, failed)
		}
	}
	if _, failed := c.Journal(t.Context(), "", JournalQuestion{}); failed == nil || failed.ErrorKind != Denied {
		t.Errorf("for nobody: %v", failed)
	}
}
