package answers

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed-a76b335c/philint/internal/ingest"
	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store"
	"github.com/seed-a76b335c/philint/internal/terminology"
)

// registry is a clinic that codes what is typed into it.
func registry(t *testing.T, zone string) (*clinic, *terminology.Set) {
	t.Helper()
	c, v := newClinic(t, zone), vocabulary(t)
	c.names = v
	return c, v.set
}

// add stores what comes from a source and returns the ids of the rows.
func (c *clinic) add(set *terminology.Set, source string, drafts ...ingest.Draft) []record.ObsID {
	c.t.Helper()
	added, err := ingest.Add(c.t.Context(), c.options(set, source), drafts...)
	if err != nil {
		c.t.Fatal(err)
	}
	var out []record.ObsID
	for _, a := range added {
		if a.Duplicate {
			c.t.Fatal("a draft of the test is there already")
		}
		out = append(out, a.ID)
	}
	return out
}

func (c *clinic) options(set *terminology.Set, source string) ingest.Options {
	return ingest.Options{
		Store: c.store, Person: ingest.Person{ID: c.person, Zone: c.zone}, Set: set, Source: source,
		Now: func() time.Time { return c.at.Time() },
	}
}

// draft is a reading, or with a kind what a person said, at a local time: 2026-03-01 08:00.
func draft(t *testing.T, z record.Zone, kind record.Kind, at, name, value, unit string) ingest.Draft {
	t.Helper()
	start, err := time.ParseInLocation("2006-01-02 15:04", at, z.Location())
	if err != nil {
		t.Fatal(err)
	}
	d := ingest.Draft{
		Kind: kind, Modality: record.SelfReported, SourceKind: record.FromManual, SourceClass: record.ByHand,
		Name: name, Value: value, Unit: unit, When: ingest.When{Start: start, Zone: z.String()},
	}
	if kind == record.Measurement {
		d.Modality = record.Manual
	}
	return d
}

func (c *clinic) page(q RecordsQuestion) RecordsPage {
	c.t.Helper()
	p, failed := c.Records(c.t.Context(), c.person, q)
	if failed != nil {
		c.t.Fatalf("%+v: %s", q, Compact(*failed))
	}
	return p
}

func shown(p RecordsPage) string {
	var out []string
	for _, r := range p.Rows {
		out = append(out, r.Name)
	}
	return strings.Join(out, " ")
}

func TestPagesAreTheWholeRecordOnceNewestFirst(t *testing.T) {
	ilse, lan := loadDemo(t, openSQLite(t))
	for _, a := range []*asker{ilse, lan} {
		want, err := a.store.Person(a.person).Entries(t.Context(), store.EntryQuery{Kinds: []record.Kind{record.Symptom, record.Condition, record.Note, record.Measurement}, Limit: -1})
		if err != nil || len(want) < 500 {
			t.Fatal(err, len(want))
		}
		var got []string
		q := RecordsQuestion{Kind: "all", Limit: "200"}
		for {
			p, failed := a.Records(t.Context(), a.person, q)
			if failed != nil {
				t.Fatal(Compact(*failed))
			}
			for _, r := range p.Rows {
				got = append(got, r.RowID)
			}
			if p.HasMore != (p.Next != "") || p.HasMore && len(p.Rows) != 200 {
				t.Fatalf("%d rows, more: %v, next %q", len(p.Rows), p.HasMore, p.Next)
			}
			if !p.HasMore {
				break
			}
			q.Cursor = p.Next
		}
		if len(got) != len(want) {
			t.Fatalf("%d rows of %d", len(got), len(want))
		}
		for i := range want {
			if got[i] != want[i].ID.String() {
				t.Fatalf("row %d is another one", i)
			}
			if i > 0 && want[i].Start > want[i-1].Start {
				t.Fatalf("row %d began after the one before", i)
			}
		}
	}
}

func TestAPageHasExactlyItsKeys(t *testing.T) {
	c, set := registry(t, "Asia/Shanghai")
	c.clockAt("2026-03-02 09:00")
	ids := c.add(set, "manual", draft(t, c.zone, record.Measurement, "2026-03-01 08:05", "Glucose", "5.4", "mmol/L"))
	b, err := json.Marshal(c.page(RecordsQuestion{}))
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"rows":[{"indicator":"Glucose [Moles/volume] in Serum or Plasma","series":"loinc:Glucose|Ser/Plas|Pt|Qn|Cnc","system":"http://loinc.org","code":"14749-6",` +
		`"name":"Glucose","kind":"measurement","time":"2026-03-01 08:05:00","date":"2026-03-01","value":"5.4","unit":"mmol/L","ref":"","flag":"",` +
		`"value_canonical":97.2864,"unit_canonical":"mg/dL","file":"","file_key":"","modality":"manual","reason":"","note":"",` +
		`"day_known":true,"provenance":"measured","row_id":"%s","source_kind":"manual","created_at":"2026-03-02T01:00:00Z"}],"has_more":false,"next":"","notes":[]}`
	if got := string(b); got != fmt.Sprintf(want, ids[0]) {
		t.Errorf("%s\nwant\n"+want, got, ids[0])
	}
	empty, err := json.Marshal(c.page(RecordsQuestion{Start: "2026-04-01"}))
	if err != nil {
		t.Fatal(err)
	}
	if string(empty) != `{"rows":[],"has_more":false,"next":"","notes":["nothing of what was asked for is recorded in the window 2026-04-01..; the newest outside of it is of 2026-03-01"]}` {
		t.Errorf("nothing is %s", empty)
	}
}

func TestFiltersOfRecords(t *testing.T) {
	c, set := registry(t, "Europe/Berlin")
	c.clockAt("2026-04-02 09:00")
	c.add(
		set, "manual",
		draft(t, c.zone, record.Measurement, "2026-02-28 23:59", "before", "1", ""),
		draft(t, c.zone, record.Measurement, "2026-03-01 00:00", "first%", "2", ""),
		draft(t, c.zone, record.Measurement, "2026-03-15 08:00", "mid_dle", "3", ""),
		draft(t, c.zone, record.Measurement, "2026-03-31 23:59", "LAST", "4", ""),
		draft(t, c.zone, record.Measurement, "2026-04-01 00:00", "after", "5", ""),
	)
	c.add(set, "journal", draft(t, c.zone, record.Symptom, "2026-03-10 08:00", "headache", "", ""), draft(t, c.zone, record.Note, "2026-03-11 08:00", "", "words", ""))
	device := draft(t, c.zone, record.Measurement, "2026-03-20 08:00", "sensed", "6", "")
	device.Modality, device.SourceKind, device.Vendor = record.DeviceSensed, record.FromDevice, "Band"
	c.add(set, "device:band", device)
	for name, tt := range map[string]struct {
		q    RecordsQuestion
		want string
	}{
		"measured is the default":          {RecordsQuestion{}, "after LAST sensed mid_dle first% before"},
		"measured":                         {RecordsQuestion{Kind: "measurement"}, "after LAST sensed mid_dle first% before"},
		"all":                              {RecordsQuestion{Kind: "all"}, "after LAST sensed mid_dle words headache first% before"},
		"both ends of a window are in it":  {RecordsQuestion{Start: "2026-03-01", End: "2026-03-31"}, "LAST sensed mid_dle first%"},
		"ends the other way round":         {RecordsQuestion{Start: "2026-03-31", End: "2026-03-01"}, "LAST sensed mid_dle first%"},
		"an open end":                      {RecordsQuestion{Start: "2026-03-31"}, "after LAST"},
		"an open start":                    {RecordsQuestion{End: "2026-02-28"}, "before"},
		"one modality":                     {RecordsQuestion{Modalities: []string{"device-sensed"}}, "sensed"},
		"two":                              {RecordsQuestion{Kind: "all", Modalities: []string{"device-sensed", "self-reported"}}, "sensed words headache"},
		"part of a name, in any case":      {RecordsQuestion{Keyword: "aST"}, "LAST"},
		"in full width":                    {RecordsQuestion{Keyword: "ＬＡＳＴ"}, "LAST"},
		"a percent sign is a percent sign": {RecordsQuestion{Keyword: "%"}, "first%"},
		"an underscore is an underscore":   {RecordsQuestion{Keyword: "_"}, "mid_dle"},
		"nor is it any character":          {RecordsQuestion{Keyword: "l_st"}, ""},
		"a question mark and quotes are what they are": {RecordsQuestion{Keyword: `?'"\`}, ""},
		"a limit": {RecordsQuestion{Limit: "2"}, "after LAST"},
	} {
		if got := shown(c.page(tt.q)); got != tt.want {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
	}
}

func TestAPageStaysWhereItWasWhenSomethingNewerComes(t *testing.T) {
	c, set := registry(t, "UTC")
	c.clockAt("2026-04-02 09:00")
	for i := range 6 {
		c.add(set, "manual", draft(t, c.zone, record.Measurement, fmt.Sprintf("2026-03-%02d 08:00", i+1), fmt.Sprintf("n%d", i+1), "1", ""))
	}
	q := RecordsQuestion{Limit: "2"}
	first := c.page(q)
	c.add(set, "manual", draft(t, c.zone, record.Measurement, "2026-04-01 08:00", "newer", "1", ""))
	q.Cursor, q.Limit = first.Next, "3"
	second := c.page(q)
	q.Cursor = second.Next
	third := c.page(q)
	if got := shown(first) + "|" + shown(second) + "|" + shown(third); got != "n6 n5|n4 n3 n2|n1" || third.HasMore {
		t.Errorf("%s, more: %v", got, third.HasMore)
	}
}

func TestAPageThatCannotBeIsRefusedByNameAndNothingIsQuoted(t *testing.T) {
	c, set := registry(t, "UTC")
	c.clockAt("2026-04-02 09:00")
	for i := range 3 {
		c.add(set, "manual", draft(t, c.zone, record.Measurement, fmt.Sprintf("2026-03-%02d 08:00", i+1), "name", "1", ""))
	}
	cursor := c.page(RecordsQuestion{Limit: "1"}).Next
	flipped := []byte(cursor)
	flipped[len(flipped)/2] ^= 1
	// The last letter has bits that stand for nothing.
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
	end := len(cursor) - 1
	respelled := cursor[:end] + string(letters[strings.IndexByte(letters, cursor[end])+1])
	for name, tt := range map[string]struct {
		q    RecordsQuestion
		want string // what the reasons begin with
	}{
		"a kind":                        {RecordsQuestion{Kind: "Secret"}, "kind: must be one of: measurement, all"},
		"a modality":                    {RecordsQuestion{Modalities: []string{"manual", "Secret"}}, "modality: must be one of: lab-report,"},
		"a date":                        {RecordsQuestion{Start: "Secret"}, "start: must be a date"},
		"a day that is none":            {RecordsQuestion{End: "2026-06-31"}, "end: must be a date"},
		"two things":                    {RecordsQuestion{Start: "Secret", Limit: "Secret"}, "start: must be a date of the form YYYY-MM-DD that the calendar has; limit: must be"},
		"no rows":                       {RecordsQuestion{Limit: "0"}, "limit: must be a whole number from 1 to 200"},
		"too many":                      {RecordsQuestion{Limit: "201"}, "limit: must be a whole number from 1 to 200"},
		"no number":                     {RecordsQuestion{Limit: "5.0"}, "limit: must be a whole number from 1 to 200"},
		"a keyword too long":            {RecordsQuestion{Keyword: strings.Repeat("Secret", 40)}, "keyword: at most 200 characters"},
		"a keyword of nothing":          {RecordsQuestion{Keyword: " \u200b"}, "keyword: must hold"},
		"a keyword with a NUL":          {RecordsQuestion{Keyword: "Secret\x00"}, "keyword: must not hold control characters"},
		"a cursor that is none":         {RecordsQuestion{Cursor: "Secret"}, "cursor: must be next of the page before"},
		"a cursor that was changed":     {RecordsQuestion{Cursor: string(flipped)}, "cursor: must be next"},
		"a cursor spelt otherwise":      {RecordsQuestion{Cursor: respelled}, "cursor: must be next"},
		"a cursor that was cut":         {RecordsQuestion{Cursor: cursor[:len(cursor)-2]}, "cursor: must be next"},
		"a cursor with something added": {RecordsQuestion{Cursor: cursor + "AA"}, "cursor: must be next"},
		"a cursor in other letters":     {RecordsQuestion{Cursor: cursor + "="}, "cursor: must be next"},
		"a cursor of another kind":      {RecordsQuestion{Cursor: cursor, Kind: "all"}, "cursor: must be next"},
		"a cursor of another window":    {RecordsQuestion{Cursor: cursor, Start: "2026-01-01"}, "cursor: must be next"},
		"a cursor of another keyword":   {RecordsQuestion{Cursor: cursor, Keyword: "name"}, "cursor: must be next"},
		"a cursor of other modalities":  {RecordsQuestion{Cursor: cursor, Modalities: []string{"manual"}}, "cursor: must be next"},
	} {
		p, failed := c.Records(t.Context(), c.person, tt.q)
		switch {
		case failed == nil:
			t.Errorf("%s is let through", name)
			continue
		case failed.Status != Error || failed.ErrorKind != InvalidArguments || failed.ErrorClass != Recoverable || len(p.Rows) > 0:
			t.Errorf("%s: %+v", name, failed)
		}
		if text := strings.Join(failed.Assumptions, "; "); !strings.HasPrefix(text, tt.want) || strings.Contains(Compact(*failed), "ecret") {
			t.Errorf("%s: %q, want %q", name, text, tt.want)
		}
	}
	same := RecordsQuestion{Cursor: cursor, Kind: "measurement"}
	if got := c.page(same); len(got.Rows) != 2 {
		t.Errorf("the default written out: %d rows", len(got.Rows))
	}
	if _, failed := c.Records(t.Context(), "", RecordsQuestion{}); failed == nil || failed.ErrorKind != Denied {
		t.Errorf("for nobody: %v", failed)
	}
	if _, failed := c.Records(t.Context(), record.NewPersonID([10]byte{9}), RecordsQuestion{}); failed == nil || failed.ErrorKind != NoData {
		t.Errorf("for somebody who is not there: %v", failed)
	}
	other := record.NewPersonID([10]byte{8})
	if err := c.store.AddPerson(t.Context(), store.Person{ID: other, Name: "Other", Zone: "UTC"}); err != nil {
		t.Fatal(err)
	}
	if _, failed := c.Records(t.Context(), other, RecordsQuestion{Cursor: cursor}); failed == nil || failed.ErrorKind != InvalidArguments {
		t.Errorf("a cursor of another person: %v", failed)
	}
}

func TestReadersPanicNeverAndSayTheTypeOnly(t *testing.T) {
	c := newClinic(t, "UTC") // without names: looking one up panics
	set := vocabulary(t).set
	c.clockAt("2026-04-02 09:00")
	c.add(set, "journal", draft(t, c.zone, record.Symptom, "2026-04-01 08:00", "headache", "", ""))
	_, failed := c.Records(t.Context(), c.person, RecordsQuestion{Kind: "all"})
	_, failedToo := c.Journal(t.Context(), c.person, JournalQuestion{})
	for what, e := range map[string]*Envelope{"records": failed, "journal": failedToo} {
		if e == nil || e.ErrorKind != Internal || !slices.Equal(e.Assumptions, []string{what + ": internal: runtime.errorString"}) {
			t.Errorf("%s: %+v", what, e)
		}
	}
}

func FuzzCursor(f *testing.F) {
	person := record.NewPersonID([10]byte{1})
	id := record.Identity{NameKey: "x", Start: 1}.ID()
	good := RecordsQuestion{Keyword: "k"}
	f.Add(good.cursor(person, id))
	f.Add("")
	f.Add("AQ")
	f.Add(base64.RawURLEncoding.EncodeToString(make([]byte, 25)))
	f.Fuzz(func(t *testing.T, text string) {
		q := RecordsQuestion{Keyword: "k", Cursor: text}
		last, ok := q.after(person)
		if !ok {
			return
		}
		if last.IsZero() || q.cursor(person, last) != text {
			t.Errorf("%q is read as another cursor", text)
		}
		if _, ok := (&RecordsQuestion{Keyword: "l", Cursor: text}).after(person); ok {
			t.Errorf("%q holds for two questions", text)
		}
	})
}

func TestAReadingKeepsItsFileHoweverOftenItIsCorrected(t *testing.T) {
	c, set := registry(t, "UTC")
	c.clockAt("2026-03-02 09:00")
	c.write(func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.PutDocument(ctx, store.Document{ID: "d1", Name: "blood.csv", MediaType: "text/csv"})
		return err
	})
	id := c.add(set, "document:d1", draft(t, c.zone, record.Measurement, "2026-03-01 08:00", "Body weight", "17.2", "kg"))[0]
	for _, value := range []string{"17.2", "72.1", "71.2"} {
		if value != "17.2" {
			added, err := ingest.Correct(t.Context(), c.options(set, ""), id, ingest.Change{Value: &value})
			if err != nil {
				t.Fatal(err)
			}
			id = added.ID
		}
		rows := c.page(RecordsQuestion{}).Rows
		if len(rows) != 1 || rows[0].Value != value || rows[0].File != "blood.csv" || rows[0].FileKey != "d1" {
			t.Errorf("corrected to %s: %+v", value, rows)
		}
	}
}

func TestPagesSayWhatWasDoneToTheirDates(t *testing.T) {
	c, set := registry(t, "UTC")
	c.clockAt("2026-03-30 09:00")
	for _, on := range []string{"2025-02-26", "2026-02-27", "2026-03-01"} {
		c.add(set, "journal", draft(t, c.zone, record.Measurement, on+" 08:00", "weight", "71", "kg"))
	}
	if p := c.page(RecordsQuestion{Start: "2026-03-02", End: "2026-03-01"}); !slices.Equal(p.Notes, []string{noteSwapped}) {
		t.Errorf("swapped dates of records: %q", p.Notes)
	}
	const span = "at most 400 days are read at once: from "
	for _, tt := range []struct {
		from, to string
		want     []string
	}{
		{"2026-03-02", "2026-03-01", []string{noteSwapped}},
		{"", "2026-03-01", []string{span + "2025-01-26 to 2026-03-01"}},
		{"2020-01-01", "", []string{span + "2025-02-24 to 2026-03-30"}},
		{"2026-03-01", "2020-01-01", []string{noteSwapped, span + "2025-01-26 to 2026-03-01"}},
		{"2025-02-24", "", []string{}},
		{"2026-03-01", "2026-03-30", []string{}},
	} {
		p := c.journalOf(JournalQuestion{From: tt.from, To: tt.to})
		if !slices.Equal(p.Notes, tt.want) || len(tt.want) > 0 && strings.HasPrefix(tt.want[len(tt.want)-1], span+p.From) != (p.From < "2026") {
			t.Errorf("%s..%s: %q, want %q", tt.from, tt.to, p.Notes, tt.want)
		}
	}
}

// Words of a note are its name in the catalogue: they are found as names are, page by page.
func TestWordsOfNotesAreFound(t *testing.T) {
	c, set := registry(t, "UTC")
	c.clockAt("2026-06-30 09:00")
	say := func(on, words string) {
		c.add(set, "journal", draft(t, c.zone, record.Note, on+" 08:00", "", words, ""))
	}
	say("2026-06-06", "Fever all night, took Paracetamol")
	say("2026-06-05", "felt fine")
	say("2026-06-04", "paracetamol again")
	c.add(set, "manual", draft(t, c.zone, record.Measurement, "2026-06-05 09:00", "Paracetamol level", "3", "mg/L"), draft(t, c.zone, record.Measurement, "2026-06-03 09:00", "Ferritin", "30", "ng/mL"))
	all := func(keyword string, q RecordsQuestion) (rows, notes []string) {
		q.Keyword = keyword
		for {
			p := c.page(q)
			for i := range p.Rows {
				rows = append(rows, p.Rows[i].Time[5:10])
			}
			notes = append(notes, p.Notes...)
			if q.Cursor = p.Next; !p.HasMore {
				return rows, notes
			}
		}
	}
	for _, limit := range []string{"", "1", "2"} {
		for _, tt := range []struct {
			keyword     string
			q           RecordsQuestion
			rows, notes []string
		}{
			{"paracetamol", RecordsQuestion{Kind: "all"}, []string{"06-06", "06-05", "06-04"}, nil},
			{"PARACETAMOL AGAIN", RecordsQuestion{Kind: "all"}, []string{"06-04"}, nil},
			{"all night", RecordsQuestion{Kind: "all"}, []string{"06-06"}, nil},
			{"paracetamol", RecordsQuestion{Kind: "all", Start: "2026-06-05"}, []string{"06-06", "06-05"}, nil},
			{"paracetamol", RecordsQuestion{Kind: "all", Modalities: []string{"self-reported"}}, []string{"06-06", "06-04"}, nil},
			{"fever", RecordsQuestion{Kind: "all", End: "2026-06-05"}, nil, []string{"nothing of what was asked for is recorded in the window ..2026-06-05; the newest outside of it is of 2026-06-06"}},
			{"paracetamol", RecordsQuestion{}, []string{"06-05"}, nil},
			{"fever", RecordsQuestion{}, nil, []string{noteReported([]string{"fever"})}},
			{"zzz", RecordsQuestion{Kind: "all"}, nil, []string{noteUnmatched([]string{"zzz"})}},
			{"ferritin", RecordsQuestion{Modalities: []string{"self-reported"}}, nil, []string{noteOtherKinds}},
		} {
			tt.q.Limit = limit
			if rows, notes := all(tt.keyword, tt.q); !slices.Equal(rows, tt.rows) || !slices.Equal(notes, tt.notes) {
				t.Errorf("%q, %+v: %q, %q, want %q, %q", tt.keyword, tt.q, rows, notes, tt.rows, tt.notes)
			}
		}
	}

	// More notes than are read at once lie between.
	var drafts []ingest.Draft
	for i := range notesAtOnce * 2 {
		d := draft(t, c.zone, record.Note, "2026-06-05 10:00", "", fmt.Sprintf("n%d", i), "")
		d.When.Start = d.When.Start.Add(time.Duration(i) * time.Second)
		drafts = append(drafts, d)
	}
	c.add(set, "journal", drafts...)
	if rows, notes := all("paracetamol", RecordsQuestion{Kind: "all"}); len(rows) != 3 || len(notes) != 0 {
		t.Errorf("%q, %q", rows, notes)
	}

	// A tool that has all series says where they are; one with what was measured alone, that they are elsewhere.
	for _, tt := range []struct {
		args string
		l    Limits
		want string
	}{
		{`{"keywords":["fever"]}`, ForModel(), `not the name of a series, but in the words of notes, which indicators=["Note"] has: "fever" (1 note, the newest of 2026-06-06)`},
		{`{"keywords":["Took Paracetamol","AGAIN"],"view":"stats"}`, ForModel(), `indicators=["Note"] has: "AGAIN" (1 note, the newest of 2026-06-04), "Took Paracetamol" (1 note, the newest of 2026-06-06); nothing on record matches as such: "Took Paracetamol"`},
		{`{"keywords":["fever","ferritin"]}`, ForModel(), `"fever" (1 note, the newest of 2026-06-06)`},
		{`{"keywords":["fever"]}`, ForBrowser(), noteReported([]string{"fever"})},
	} {
		e := c.Ask(t.Context(), c.person, ReadingsTool, []byte(tt.args), tt.l)
		if said := strings.Join(e.Assumptions, "; "); !strings.Contains(said, tt.want) || strings.Contains(said, "nothing on record matches:") {
			t.Errorf("%s: %q, want %q", tt.args, said, tt.want)
		}
	}
}
