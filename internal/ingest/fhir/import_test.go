package fhir_test

import (
	"context"
	"fmt"
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

func options(t *testing.T) ingest.Options {
	t.Helper()
	s, err := store.OpenSQLite(context.Background(), filepath.Join(t.TempDir(), "store.db"), "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	set, err := terminology.Core()
	if err != nil {
		t.Fatal(err)
	}
	anna := record.NewPersonID([10]byte{1})
	if err := s.AddPerson(context.Background(), store.Person{ID: anna, Name: "-", Zone: "UTC"}); err != nil {
		t.Fatal(err)
	}
	return ingest.Options{
		Store: s, Person: ingest.Person{ID: anna, Zone: record.UTC}, Set: set,
		Now: func() time.Time { return time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC) },
	}
}

// from imports a text as the file of a name.
func from(t *testing.T, o ingest.Options, name, text string) ingest.Tally {
	t.Helper()
	o.Source = "file:" + name
	tally, err := ingest.Import(context.Background(), o, fhir.Read(strings.NewReader(text), fhir.Options{}))
	if err != nil {
		t.Fatal(err)
	}
	return tally
}

func visible(t *testing.T, o ingest.Options) (ids []string) {
	t.Helper()
	rows, err := o.Store.Person(o.Person.ID).Page(context.Background(), record.ObsID{}, -1)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rows {
		ids = append(ids, r.SourceRecordID+"="+r.Value)
	}
	return ids
}

const (
	glucose  = `"status":"%s","code":{"text":"Glucose"},"effectiveDateTime":"2026-03-04T08:15:00+01:00","valueQuantity":{"value":%d,"unit":"mg/dL"}}`
	pressure = `{"resourceType":"Observation","id":"bp","status":"final","code":{"text":"Blood pressure"},"effectiveDateTime":"2026-03-05T08:15:00Z","component":[` +
		`{"code":{"text":"Systolic blood pressure"},"valueQuantity":{"value":120,"unit":"mmHg"}},{"code":{"text":"Diastolic blood pressure"},"valueQuantity":{"value":80,"unit":"mmHg"}}]}`
	flu = `{"resourceType":"Condition","id":"flu","code":{"text":"Influenza"},"onsetDateTime":"2026-02-01"}`
)

// records are bundles whose resources say in several ways where their ids are their own.
var records = map[string]struct{ url, head string }{
	"a server's":           {"https://clinic.example/fhir/Observation/17", `"id":"17",`},
	"with a UUID":          {"", `"id":"5d734610-9ea5-4027-8c6b-4ffd2de97242",`},
	"with an address":      {"urn:uuid:5d734610-9ea5-4027-8c6b-4ffd2de97242", ``},
	"with both":            {"urn:uuid:5d734610-9ea5-4027-8c6b-4ffd2de97242", `"id":"17",`},
	"with an identifier":   {"", `"id":"17","identifier":[{"system":"urn:lab","value":"4711"}],`},
	"with an identifier's": {"", `"identifier":[{"system":"urn:lab","value":"4711"}],`},
}

func TestTheSameBundleInAnotherFileIsADuplicate(t *testing.T) {
	for name, c := range records {
		t.Run(name, func(t *testing.T) {
			o := options(t)
			bundle := func(value int, space string) string {
				return `{"resourceType":"Bundle","type":"collection",` + space + `"entry":[{"fullUrl":"` + c.url + `","resource":{"resourceType":"Observation",` + c.head + fmt.Sprintf(glucose, "final", value) + `}]}`
			}
			if first := from(t, o, "a", bundle(95, "")); first.Stored != 1 {
				t.Fatalf("%+v", first)
			}
			if second := from(t, o, "b", bundle(95, "\n")); second.Stored != 0 || second.Changed != 0 || second.Duplicate != 1 {
				t.Errorf("in another file: %+v", second)
			}
			if third := from(t, o, "c", bundle(96, "")); third.Changed != 1 || third.Stored != 0 {
				t.Errorf("changed: %+v", third)
			}
			if got := visible(t, o); len(got) != 1 || !strings.HasSuffix(got[0], "=96") {
				t.Errorf("%q", got)
			}
		})
	}
}

func TestWhatIsTakenBackByItsIDAloneIsGone(t *testing.T) {
	o := options(t)
	const server = `"https://clinic.example/fhir/`
	entry := func(kind, id, resource string) string {
		return `{"fullUrl":` + server + kind + `/` + id + `","resource":` + resource + `}`
	}
	first := func(id string, value int) string {
		return entry("Observation", id, `{"resourceType":"Observation","id":"`+id+`",`+fmt.Sprintf(glucose, "final", value))
	}
	bundle := func(entries ...string) string {
		return `{"resourceType":"Bundle","entry":[` + strings.Join(entries, ",") + `]}`
	}
	whole := bundle(first("1", 95), first("11", 99), entry("Observation", "bp", pressure), entry("Condition", "flu", flu))
	if got := from(t, o, "a", whole); got.Stored != 5 {
		t.Fatalf("%+v", got)
	}
	from(t, o, "b", bundle(first("1", 96))) // amended by its source
	gone := func(kind, id string) string {
		if kind == "Condition" {
			return `{"resourceType":"Condition","id":"` + id + `","verificationStatus":{"coding":[{"code":"entered-in-error"}]}}`
		}
		return `{"resourceType":"Observation","id":"` + id + `","status":"entered-in-error"}`
	}
	// Another server's ids, and ids of no server, are other records.
	from(t, o, "c", strings.ReplaceAll(bundle(entry("Observation", "1", gone("Observation", "1"))), "clinic.example", "other.example"))
	from(t, o, "d", gone("Observation", "11"))
	if got := visible(t, o); len(got) != 5 {
		t.Fatalf("others' records took these away: %q", got)
	}
	from(t, o, "e", bundle(entry("Observation", "1", gone("Observation", "1")), entry("Observation", "bp", gone("Observation", "bp")), entry("Condition", "flu", gone("Condition", "flu"))))
	if got := visible(t, o); len(got) != 1 || got[0] != "Observation/11=99" {
		t.Errorf("%q are left", got)
	}
	if again := from(t, o, "f", whole); again.Stored != 0 || again.Changed != 0 || len(visible(t, o)) != 1 {
		t.Errorf("an old file brought it back: %+v, %q", again, visible(t, o))
	}
}
