package answers

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed-a76b335c/philint/internal/ingest"
	"github.com/seed-a76b335c/philint/internal/ingest/fhir"
	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/terminology"
)

// In Beirut there is no midnight on 29 March 2026: the day begins at 01:00.
func TestADoseWithADateAloneClaimsNoTime(t *testing.T) {
	c := newClinic(t, "Asia/Beirut")
	c.clockAt("2026-04-10 12:00")
	set, err := terminology.Core()
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	for i, at := range []string{"2026-03-27", "2026-03-28T00:00:01", "2026-03-29", "2026-03-30T08:30:00", "2026-03-31T00:10:00+02:00", "2026-04-01"} {
		fmt.Fprintf(&text, `{"resourceType":"MedicationAdministration","id":"a%d","status":"completed","effectiveDateTime":%q,"medicationCodeableConcept":{"text":"Zorvelin"}}`+"\n", i, at)
	}
	o := c.options(set, "test")
	o.Medications = ingest.NewMedications(o.Person, "fhir", "test", c.at.Time())
	tally, err := ingest.Import(t.Context(), o, fhir.Read(strings.NewReader(text.String()), fhir.Options{}))
	if err != nil || tally.Stored != 6 {
		t.Fatalf("%+v, %v", tally, err)
	}
	var got []string
	rows := c.ask(Log, "2026-03-01", "2026-04-10").Data.(*list[DoseRow]).rows
	for i := range rows {
		got = append(got, rows[i].Date+" "+rows[i].Time)
	}
	if want := []string{"2026-04-01 ", "2026-03-31 00:10", "2026-03-30 08:30", "2026-03-29 ", "2026-03-28 00:00", "2026-03-27 "}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// Who takes a dose down when it is taken gives it a time, be it midnight.
func TestOnlyAnImportCanLeaveTheTimeOfADoseOut(t *testing.T) {
	c := newClinic(t, "Europe/Berlin")
	day := dayOf(t, "2026-03-28")
	for _, tt := range []struct {
		name string
		by   record.Recorder
		zone string
		at   record.Instant
		want string
	}{
		{"a person at midnight", record.ByUser, "Europe/Berlin", c.zone.Start(day), "00:00"},
		{"a device at midnight", record.ByDevice, "Europe/Berlin", c.zone.Start(day), "00:00"},
		{"an import at midnight", record.ByImport, "Europe/Berlin", c.zone.Start(day), ""},
		{"an import at midnight of another zone", record.ByImport, "UTC", record.InstantOf(time.Date(2026, 3, 28, 0, 0, 0, 0, time.UTC)), ""},
		{"an import at one at night, midnight in another zone", record.ByImport, "Europe/Berlin", record.InstantOf(time.Date(2026, 3, 28, 0, 0, 0, 0, time.UTC)), "01:00"},
		{"an import of a zone that is not known here", record.ByImport, "Mars/Olympus", c.zone.Start(day), ""},
	} {
		e := record.DoseEvent{TakenAt: tt.at, Zone: tt.zone, LocalDay: day, RecordedBy: tt.by}
		if got := c.doseTime(&e, c.zone); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}
