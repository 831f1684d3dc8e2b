package apple

import (
	"testing"

	"github.com/seed-a76b335c/philint/internal/ingest"
)

func TestCalendarsAreToldApartOrRefused(t *testing.T) {
	build := func(export, start string) string {
		return `<HealthData><ExportDate value="` + export + ` 09:00:00 +0700"/><Record type="T" value="1" startDate="` + start + ` 08:15:00 +0700"/></HealthData>`
	}
	for _, c := range []struct{ name, export, start, want string }{
		{"ours", "2026-03-05", "2026-03-04", "2026-03-04"},
		{"the Thai one", "2569-03-05", "2569-03-04", "2026-03-04"},
		{"the Thai one on a leap day", "2569-03-05", "2567-02-29", "2024-02-29"},
		{"one of ours in a Thai file", "2569-03-05", "2026-03-04", ""},
		{"a Thai one in ours", "2026-03-05", "2569-03-04", ""},
		{"the year of an emperor", "0008-03-05", "0008-03-04", ""},
		{"a year of the Hijra", "1447-09-15", "1447-09-14", ""},
		{"the Saka era, which is a year of ours", "1947-12-14", "1947-12-13", ""},
		{"other digits", "٢٠٢٦-٠٣-٠٥", "٢٠٢٦-٠٣-٠٤", "2026-03-04"},
	} {
		out := readAll(t, build(c.export, c.start))
		switch {
		case c.want == "" && (len(out.samples) != 0 || len(out.problems) != 1 || out.problems[0].Reason != ingest.BadTime):
			t.Errorf("%s: %d samples, problems %v", c.name, len(out.samples), out.problems)
		case c.want != "" && (len(out.samples) != 1 || out.samples[0].When.Start.Format("2006-01-02") != c.want):
			t.Errorf("%s: %+v, problems %v", c.name, out.samples, out.problems)
		}
	}
}

func TestTwelveHourClocksAreRead(t *testing.T) {
	for text, want := range map[string]string{
		"2026-03-04 8:15:00 AM +0100":         "08:15:00",
		"2026-03-04 12:15:00 AM +0100":        "00:15:00",
		"2026-03-04 8:15:00\u202fPM +0100":    "20:15:00",
		"2026-03-04 下午8:15:00 +0800":          "20:15:00",
		"2026-03-04 오후 8:15:00 +0900":         "20:15:00",
		"2026-03-04 13:15:00 PM +0100":        "",
		"2026-03-04 8:15 AM +0100":            "",
		"2026-03-04 08:15:00 +01:00":          "",
		"2026-03-04 08:15:00":                 "",
		"2026-13-04 08:15:00 +0100":           "",
		"2026-03-04 24:00:00 +0100":           "",
		"2026-03-04 08:15:00 +1930":           "",
		"2026-03-04 08:15:00 *0100":           "",
		"2026-03-04 08:15:00 +0100 and more.": "",
	} {
		var c clock
		at, ok := c.parse([]byte(text))
		if ok != (want != "") || ok && at.Format("15:04:05") != want {
			t.Errorf("%q is %v, %v; want %q", text, at, ok, want)
		}
	}
}
