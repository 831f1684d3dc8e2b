package ingest_test

import (
	"bytes"
	"context"
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed-a76b335c/philint/internal/ingest"
	"github.com/seed-a76b335c/philint/internal/ingest/ccda"
	"github.com/seed-a76b335c/philint/internal/ingest/fhir"
	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store"
	"github.com/seed-a76b335c/philint/internal/store/pgtest"
	"github.com/seed-a76b335c/philint/internal/terminology"
)

var now = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// clinic is one person's record, into which files are imported.
type clinic struct {
	t      *testing.T
	store  *store.Store
	person ingest.Person
}

func clinics(t *testing.T, test func(t *testing.T, open func() *clinic)) {
	t.Helper()
	for name, open := range map[string]func(t *testing.T) (*store.Store, error){
		"sqlite": func(t *testing.T) (*store.Store, error) {
			return store.OpenSQLite(context.Background(), filepath.Join(t.TempDir(), "store.db"), "")
		},
		"postgres": func(t *testing.T) (*store.Store, error) {
			return store.OpenPostgres(context.Background(), pgtest.DSN(t))
		},
	} {
		t.Run(name, func(t *testing.T) {
			s, err := open(t)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = s.Close() })
			n := byte(0)
			test(t, func() *clinic {
				n++
				zone, err := record.ParseZone("Europe/Berlin", time.LoadLocation)
				if err != nil {
					t.Fatal(err)
				}
				c := &clinic{t, s, ingest.Person{ID: record.NewPersonID([10]byte{9, n}), Zone: zone}}
				if err := s.AddPerson(context.Background(), store.Person{ID: c.person.ID, Name: "-", Zone: "Europe/Berlin"}); err != nil {
					t.Fatal(err)
				}
				return c
			})
		})
	}
}

func (c *clinic) bring(format, text string) ingest.Tally {
	c.t.Helper()
	set, err := terminology.Core()
	if err != nil {
		c.t.Fatal(err)
	}
	var drafts ingest.Drafts
	switch format {
	case "fhir":
		drafts = fhir.Read(strings.NewReader(text), fhir.Options{})
	default:
		drafts = ccda.Read(strings.NewReader(text), ccda.Options{})
	}
	tally, err := ingest.Import(context.Background(), ingest.Options{
		Store: c.store, Person: c.person, Set: set, Now: func() time.Time { return now }, Source: "test",
		Medications: ingest.NewMedications(c.person, format, "test", now),
	}, drafts)
	if err != nil {
		c.t.Fatal(err)
	}
	if sum := tally.Stored + tally.Duplicate + tally.Changed + tally.AllRejected(); sum != tally.Read {
		c.t.Errorf("%d read, %+v", tally.Read, tally)
	}
	return tally
}

func (c *clinic) fhir(resources ...string) ingest.Tally {
	c.t.Helper()
	return c.bring("fhir", strings.Join(resources, "\n"))
}

func (c *clinic) plans() (out []record.Regimen) {
	c.t.Helper()
	err := c.person1().Write(context.Background(), func(tx *store.Tx) (err error) {
		out, err = tx.Regimens(context.Background())
		return err
	})
	if err != nil {
		c.t.Fatal(err)
	}
	for i := range out {
		if err := out[i].Check(); err != nil {
			c.t.Errorf("plan %d: %v", i, err)
		}
	}
	return out
}

func (c *clinic) person1() *store.PersonStore { return c.store.Person(c.person.ID) }

func (c *clinic) doses() []record.DoseEvent {
	c.t.Helper()
	out, err := c.person1().Doses(context.Background(), record.Window{}, -1)
	if err != nil {
		c.t.Fatal(err)
	}
	return out
}

// says is a plan in a line: how it stands, and its courses.
func says(r record.Regimen) string {
	today := record.DayOf(2026, time.November, 20)
	parts := []string{r.Plan.Name, string(r.Effective(today))}
	for _, c := range r.Courses {
		c = c.On(&r.Plan, today)
		end := "…"
		if c.End != nil {
			end = c.End.String() + " " + string(c.ClosedBy)
		}
		_, order, _ := strings.Cut(c.OrderID, "|")
		parts = append(parts, strings.TrimPrefix(order, "MedicationRequest/")+" "+c.Start.String()+"–"+end)
	}
	return strings.Join(parts, "; ")
}

func (c *clinic) want(lines ...string) {
	c.t.Helper()
	var got []string
	for _, r := range c.plans() {
		got = append(got, says(r))
	}
	slices.Sort(got)
	slices.Sort(lines)
	if !slices.Equal(got, lines) {
		c.t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(lines, "\n"))
	}
}

// order is a MedicationRequest: more is put after its other members.
func order(id, drug, status, on, more string) string {
	return `{"resourceType":"MedicationRequest","id":"` + id + `","status":"` + status + `","intent":"order","authoredOn":"` + on + `","medicationCodeableConcept":{"text":"` + drug + `"}` + more + `}`
}

func use(id, drug, status, from, to string) string {
	return `{"resourceType":"MedicationStatement","id":"` + id + `","status":"` + status + `","effectivePeriod":{"start":"` + from + `","end":"` + to + `"},"medicationCodeableConcept":{"text":"` + drug + `"}}`
}

func intake(id, drug, status, at, more string) string {
	return `{"resourceType":"MedicationAdministration","id":"` + id + `","status":"` + status + `","effectiveDateTime":"` + at + `","medicationCodeableConcept":{"text":"` + drug + `"},"dosage":{"dose":{"value":2,"unit":"tablets"}}` + more + `}`
}

func read(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "shared", "data", "samples", name))
	if err != nil {
		t.Skipf("%s: not here", name)
	}
	return text
}

// shuffled are a bundle's resources, one a line, the Patient first.
func shuffled(t *testing.T, text []byte, seed uint64) string {
	t.Helper()
	var bundle struct {
		Entry []struct{ Resource json.RawMessage }
	}
	if err := json.Unmarshal(text, &bundle); err != nil {
		t.Fatal(err)
	}
	rest := bundle.Entry[1:]
	rand.New(rand.NewPCG(seed, 1)).Shuffle(len(rest), func(i, j int) { rest[i], rest[j] = rest[j], rest[i] })
	var out bytes.Buffer
	for _, e := range bundle.Entry {
		if err := json.Compact(&out, e.Resource); err != nil {
			t.Fatal(err)
		}
		out.WriteByte('\n')
	}
	return out.String()
}
