package journal

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed-a76b335c/philint/internal/ingest"
	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/terminology/icpc3"
)

var (
	known = Vocabulary(icpc3.Core())
	now   = ingest.When{Start: time.Date(2026, 3, 4, 8, 15, 0, 0, time.FixedZone("", 3600))}
)

func TestATypedReadingIsKeptAsTyped(t *testing.T) {
	d, err := Reading{Name: " Blutzucker ", Value: "5,4", Unit: "mmol/l", At: now, Note: "nach dem Essen"}.Draft()
	if err != nil {
		t.Fatal(err)
	}
	if d.Name != "Blutzucker" || d.Value != "5,4" || d.Unit != "mmol/l" || d.Comment != "nach dem Essen" || d.Kind != record.Measurement ||
		d.Modality != record.Manual || d.SourceKind != record.FromManual || d.SourceClass != record.ByHand || d.When != now {
		t.Errorf("got %+v", d)
	}
}

func TestAnEntryIsOneDraftOfItsKind(t *testing.T) {
	for _, c := range []struct {
		kind        record.Kind
		text        string
		want        record.Kind
		name, value string
	}{
		{record.Symptom, "头痛、咳嗽", record.Symptom, "头痛、咳嗽", ""},
		{record.Symptom, "headache and cough", record.Symptom, "headache and cough", ""},
		{record.Condition, "Hypertension", record.Condition, "Hypertension", ""},
		{record.Note, "没发烧, slept badly", record.Note, "", "没发烧, slept badly"},
		{record.Symptom, "没发烧", record.Note, "", "没发烧"},
	} {
		d, err := Entry{Kind: c.kind, Text: c.text, At: now, Note: "since noon"}.Draft(known)
		if err != nil || d.Kind != c.want || d.Name != c.name || d.Value != c.value || d.Comment != "since noon" || d.Modality != record.SelfReported {
			t.Errorf("%s: %v, %+v", c.text, err, d)
		}
	}
}

func TestAComplaintThatIsDeniedIsNone(t *testing.T) {
	for _, text := range []string{
		"没发烧", "没有发烧", "不发烧", "沒有頭痛", "头不痛", "无咳嗽", "no fever", "No fever.", "not a headache", "I don't have a headache", "did not have a headache",
		"without cough", "have no fever", "no more headache", "咳嗽なし",
	} {
		if !Denied(text, record.Symptom, known) {
			t.Errorf("%s is not seen as denied", text)
		}
	}
	for _, text := range []string{
		"fever", "发烧", "没胃口", "no appetite", "no energy", "无力", "can't breathe", "not hungry", "呼吸困难", "不能睡", "不舒服", "I have a headache", "had a fever",
		"fear of fever", "no idea what this is", "",
	} {
		if Denied(text, record.Symptom, known) {
			t.Errorf("%s is seen as denied", text)
		}
	}
}

func TestASentenceIsTakenApartOnlyWhereEveryPieceIsAComplaint(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string
	}{
		{"headache, cough and fever", []string{"headache", "cough", "fever"}},
		{"头痛、咳嗽，发烧。", []string{"头痛", "咳嗽", "发烧"}},
		{"头痛和咳嗽", []string{"头痛", "咳嗽"}},
		{"headache; cough.", []string{"headache", "cough"}},
		{"nausea and vomiting", []string{"nausea and vomiting"}},
		{"headache, no fever", []string{"headache, no fever"}},
		{"头痛，没发烧", []string{"头痛，没发烧"}},
		{"headache and something odd", []string{"headache and something odd"}},
		{"headache or cough", []string{"headache or cough"}},
		{"headache", []string{"headache"}},
		{", ,", []string{", ,"}},
		{"", []string{""}},
	} {
		if got := Split(c.text, record.Symptom, known); !slices.Equal(got, c.want) {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
	}
	if got := Split("headache, cough", record.Note, known); len(got) != 1 {
		t.Errorf("a note was taken apart: %q", got)
	}
}

func TestPiecesShareTheTimeAndTheNote(t *testing.T) {
	drafts, err := Entry{Kind: record.Symptom, Text: "headache, cough", At: now, Note: "since noon"}.Drafts(known)
	if err != nil || len(drafts) != 2 || drafts[0].Name != "headache" || drafts[1].Name != "cough" || drafts[1].When != now || drafts[1].Comment != "since noon" {
		t.Errorf("%v, %+v", err, drafts)
	}
}

func TestAFormIsRefusedByFieldAndNeverByContent(t *testing.T) {
	const secret = "Canary"
	for _, c := range []struct {
		name   string
		make   func() error
		reason ingest.Reason
		where  string
	}{
		{"no name", func() error { _, err := Reading{Value: secret, At: now}.Draft(); return err }, ingest.NoName, "name"},
		{"no value", func() error { _, err := Reading{Name: secret, At: now}.Draft(); return err }, ingest.NoValue, "value"},
		{"no time", func() error { _, err := Reading{Name: secret, Value: "1"}.Draft(); return err }, ingest.NoTime, "at"},
		{"a unit too long", func() error {
			_, err := Reading{Name: secret, Value: "1", Unit: strings.Repeat("x", 100), At: now}.Draft()
			return err
		}, ingest.TooLong, "unit"},
		{"bytes that are no text", func() error { _, err := Reading{Name: secret + "\xff", Value: "1", At: now}.Draft(); return err }, ingest.BadText, "name"},
		{"an empty entry", func() error { _, err := Entry{Kind: record.Symptom, Text: " ", At: now}.Draft(known); return err }, ingest.NoName, "text"},
		{"an empty note", func() error { _, err := Entry{Kind: record.Note, At: now}.Draft(known); return err }, ingest.NoValue, "text"},
		{"a complaint too long", func() error {
			_, err := Entry{Kind: record.Symptom, Text: strings.Repeat("痛", 201), At: now}.Draft(known)
			return err
		}, ingest.TooLong, "text"},
		{"a note too long", func() error {
			_, err := Entry{Kind: record.Note, Text: strings.Repeat("痛", 2001), At: now}.Draft(known)
			return err
		}, ingest.TooLong, "text"},
		{"another kind", func() error {
			_, err := Entry{Kind: record.Measurement, Text: secret, At: now}.Draft(known)
			return err
		}, ingest.BadElement, "kind"},
		{"a time that is none", func() error { _, err := ParseWhen(secret, ""); return err }, ingest.BadTime, "at"},
		{"no time in the form", func() error { _, err := ParseWhen(" ", ""); return err }, ingest.NoTime, "at"},
	} {
		var p *ingest.Problem
		if err := c.make(); !errors.As(err, &p) || p.Reason != c.reason || p.Where != c.where || strings.Contains(p.Error(), secret) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

func TestTimesOfAForm(t *testing.T) {
	for text, want := range map[string]ingest.When{
		"2026-03-04":                {Start: time.Date(2026, 3, 4, 0, 0, 0, 0, time.UTC), Floating: true, DateOnly: true},
		"2026-03-04T08:15":          {Start: time.Date(2026, 3, 4, 8, 15, 0, 0, time.UTC), Floating: true},
		"2026-03-04T08:15:30":       {Start: time.Date(2026, 3, 4, 8, 15, 30, 0, time.UTC), Floating: true},
		"2026-03-04T08:15:00+05:45": {Start: time.Date(2026, 3, 4, 2, 30, 0, 0, time.UTC)},
	} {
		w, err := ParseWhen(text, "Asia/Kathmandu")
		if err != nil || !w.Start.Equal(want.Start) || w.Floating != want.Floating || w.DateOnly != want.DateOnly || w.Zone != "Asia/Kathmandu" {
			t.Errorf("%s: %v, %+v", text, err, w)
		}
	}
	for _, bad := range []string{"04/03/2026", "2026-02-30", "2026-03-04 25:00", "yesterday"} {
		if _, err := ParseWhen(bad, ""); err == nil {
			t.Errorf("%s was read", bad)
		}
	}
}

func FuzzASentenceNeverPanicsAndLosesNoWord(f *testing.F) {
	for _, s := range []string{"headache, cough and fever", "头痛、咳嗽", "没发烧", "I don't have a headache", "不不不"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		pieces := Split(text, record.Symptom, known)
		if len(pieces) == 1 && pieces[0] != strings.TrimSpace(text) {
			t.Errorf("%q became %q", text, pieces)
		}
		for _, p := range pieces {
			if !strings.Contains(text, p) {
				t.Errorf("%q is not in %q", p, text)
			}
		}
		d, err := Entry{Kind: record.Symptom, Text: text, At: now}.Draft(known)
		if err == nil && d.Name+d.Value != strings.TrimSpace(text) {
			t.Errorf("%q became %q %q", text, d.Name, d.Value)
		}
	})
}
