package ingest_test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/seed-a76b335c/philint/internal/ingest"
	"github.com/seed-a76b335c/philint/internal/ingest/fhir"
	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store"
	"github.com/seed-a76b335c/philint/internal/terminology"
)

// cabinet is a clinic on SQLite.
func cabinet(t *testing.T) *clinic {
	t.Helper()
	s, err := store.OpenSQLite(context.Background(), filepath.Join(t.TempDir(), "store.db"), "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	zone, err := record.ParseZone("Europe/Berlin", time.LoadLocation)
	if err != nil {
		t.Fatal(err)
	}
	c := &clinic{t, s, ingest.Person{ID: record.NewPersonID([10]byte{9, 99}), Zone: zone}}
	if err := s.AddPerson(context.Background(), store.Person{ID: c.person.ID, Name: "-", Zone: "Europe/Berlin"}); err != nil {
		t.Fatal(err)
	}
	return c
}

// document imports resources as a document of its own.
func (c *clinic) document(id string, resources ...string) ingest.Tally {
	c.t.Helper()
	set, err := terminology.Core()
	if err != nil {
		c.t.Fatal(err)
	}
	text := strings.Join(resources, "\n")
	d := store.Document{ID: id, MediaType: "application/fhir+json", Size: int64(len(text)), AddedAt: record.InstantOf(now)}
	copy(d.Digest[:], id)
	tally, err := ingest.Import(context.Background(), ingest.Options{
		Store: c.store, Person: c.person, Set: set, Now: func() time.Time { return now }, Document: &d, Format: "fhir/1",
		Medications: ingest.NewMedications(c.person, "fhir", ingest.DocumentSource(id), now),
	}, fhir.Read(strings.NewReader(text), fhir.Options{}))
	if err != nil {
		c.t.Fatal(err)
	}
	return tally
}

func TestAnOrderInTwoDocumentsIsOneCourse(t *testing.T) {
	c := cabinet(t)
	first := order("1", "Metformin 500 mg", "active", "2024-05-01", "")
	dose := intake("2", "Metformin 500 mg", "completed", "2024-05-03T08:00:00+02:00", `,"request":{"reference":"MedicationRequest/1"}`)
	if tally := c.document("a", first, dose); tally.Stored != 2 {
		t.Errorf("%+v", tally)
	}
	before := c.plans()
	// The same with another order in front, so that other numbers stand there.
	again := []string{order("1", "Ramipril 5 mg", "active", "2024-06-01", ""), order("2", "Metformin 500 mg", "active", "2024-05-01", "")}
	dose = intake("3", "Metformin 500 mg", "completed", "2024-05-03T08:00:00+02:00", `,"request":{"reference":"MedicationRequest/2"}`)
	if tally := c.document("b", append(again, dose)...); tally.Stored != 1 || tally.Duplicate != 2 {
		t.Errorf("%+v", tally)
	}
	after := c.plans()
	if len(after) != 2 || len(c.doses()) != 1 {
		t.Fatalf("%d plans, %d doses", len(after), len(c.doses()))
	}
	for _, r := range after {
		if r.Plan.ID == before[0].Plan.ID && len(r.Courses) != 1 {
			t.Errorf("%d courses", len(r.Courses))
		}
	}
	// A document that takes back a second entry of the order leaves the first.
	c.document("c", order("7", "Metformin 500 mg", "active", "2024-05-01", ""), order("8", "Metformin 500 mg", "entered-in-error", "2024-05-01", ""))
	if n := len(c.plans()); n != 2 {
		t.Errorf("%d plans", n)
	}
	for _, r := range c.plans() {
		if r.Plan.Status == record.PlanVoided {
			t.Error("the order is gone")
		}
	}
	c.document("d", order("8", "Metformin 500 mg", "entered-in-error", "2024-05-01", ""))
	gone := 0
	for _, r := range c.plans() {
		if r.Plan.Status == record.PlanVoided {
			gone++
		}
	}
	if gone != 1 {
		t.Errorf("%d plans are gone", gone)
	}
}

// The file that a plan came from first stays with it, also where its records have ids of their own that another file
// repeats, and goes where the plan is said otherwise by another.
func TestAPlanNamesTheFileThatItCameFrom(t *testing.T) {
	for name, address := range map[string]string{"numbered within the file": "", "with an address": "https://clinic.example/fhir/MedicationRequest/1"} {
		t.Run(name, func(t *testing.T) {
			c := cabinet(t)
			entry := func(status string) string {
				one := order("1", "Metformin 500 mg", status, "2024-05-01", "")
				if address == "" {
					return one
				}
				return `{"resourceType":"Bundle","type":"collection","entry":[{"fullUrl":"` + address + `","resource":` + one + `}]}`
			}
			source := func() string {
				t.Helper()
				list := c.plans()
				if len(list) != 1 {
					t.Fatalf("%d plans", len(list))
				}
				return list[0].Plan.Source
			}
			c.document("a", entry("active"))
			if got := source(); !strings.HasSuffix(got, ":document:a") || !strings.HasPrefix(got, "fhir:") {
				t.Errorf("source %q", got)
			}
			if tally := c.document("b", entry("active")); tally.Duplicate != 1 {
				t.Errorf("%+v", tally)
			}
			if got := source(); !strings.HasSuffix(got, ":document:a") {
				t.Errorf("said again by another file: %q", got)
			}
			c.document("d", entry("stopped"))
			if got := source(); !strings.HasSuffix(got, ":document:d") {
				t.Errorf("said otherwise by another file: %q", got)
			}
		})
	}
}
