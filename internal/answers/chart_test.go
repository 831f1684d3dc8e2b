package answers

import (
	"context"
	"encoding/binary"
	"fmt"
	"os"
	"sync/atomic"
	"testing"
	"time"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store"
	"github.com/seed-a76b335c/philint/internal/store/pgtest"
	"github.com/seed-a76b335c/philint/internal/terminology"
	"github.com/seed-a76b335c/philint/internal/terminology/fold"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

// engines runs a test on both engines.
func engines(t *testing.T, test func(t *testing.T, s *store.Store)) {
	t.Run("sqlite", func(t *testing.T) { test(t, openSQLite(t)) })
	t.Run("postgres", func(t *testing.T) { test(t, openPostgres(t)) })
}

func openPostgres(t testing.TB) *store.Store {
	t.Helper()
	s, err := store.OpenPostgres(context.Background(), pgtest.DSN(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// chart is a record that a test writes row by row, past the pipeline: each row is as the test says.
type chart struct {
	*asker
	zone record.Zone
	now  record.Instant
	rows []record.Observation // as they were written
	pick map[record.ObsID]bool
}

// newChart makes an empty record of a person in a zone.
func newChart(t testing.TB, s *store.Store, zone string) *chart {
	t.Helper()
	c := &chart{zone: record.UTC, now: record.InstantOf(time.Date(2026, 9, 30, 12, 0, 0, 0, time.UTC)), pick: map[record.ObsID]bool{}}
	if z, err := record.ParseZone(zone, time.LoadLocation); err == nil {
		c.zone = z
	}
	service := New(Config{Store: s, Names: vocabulary(t), Zones: time.LoadLocation, Now: func() record.Instant { return c.now }})
	c.asker = &asker{service, t, s, nextPerson()}
	if err := s.AddPerson(context.Background(), store.Person{ID: c.person, Name: "Nobody", Zone: zone}); err != nil {
		t.Fatal(err)
	}
	return c
}

// fact is a row that a test writes. Empty fields are as in a laboratory's report.
type fact struct {
	name, value, unit string
	at                string // clock time where the row was made: 2026-03-01 08:00
	zone              string // the person's if empty
	day               string // the local day if it is not at's
	dayUnknown        bool
	code, series      string // of LOINC; the series is the code's, or the name's
	kind              record.Kind
	ucum, comparator  string // the unit is UCUM if empty
	canonical         float64
	canonicalUnit     string // "" for none
	ref, flag         string
	low, high         float64
	grain             record.Grain
	source            string
	comment           string
	elected           bool
}

// add writes facts and returns the ids of their rows.
func (c *chart) add(facts ...fact) []record.ObsID {
	c.t.Helper()
	var rows []record.Observation
	var ids []record.ObsID
	var chosen []store.Authority
	for i := range facts {
		o := c.observation(&facts[i], len(c.rows)+i)
		rows, ids = append(rows, o), append(ids, o.ID)
		if facts[i].elected {
			c.pick[o.ID] = true
			chosen = append(chosen, store.Authority{Cell: store.Cell{Series: o.Coding.Series, Day: o.LocalDay}, ID: o.ID, Rule: "source_class", Candidates: 2})
		}
	}
	ctx := context.Background()
	err := c.store.Person(c.person).Write(ctx, func(tx *store.Tx) error {
		if _, err := tx.InsertObservations(ctx, rows); err != nil {
			return err
		}
		return tx.AddAuthorities(ctx, chosen)
	})
	if err != nil {
		c.t.Fatal(err)
	}
	c.rows = append(c.rows, rows...)
	return ids
}

func (c *chart) observation(f *fact, n int) record.Observation {
	c.t.Helper()
	zone := c.zone
	if f.zone != "" {
		var err error
		if zone, err = record.ParseZone(f.zone, time.LoadLocation); err != nil {
			c.t.Fatal(err)
		}
	}
	at, err := time.ParseInLocation("2006-01-02 15:04", f.at, zone.Location())
	if err != nil {
		c.t.Fatal(err)
	}
	start := record.InstantOf(at)
	o := record.Observation{
		Person: c.person, Kind: record.Measurement, Status: record.Final, Modality: record.LabReport, SourceKind: record.FromFile, SourceRef: f.source,
		SourceRecordID: fmt.Sprint(n), SourceClass: record.Measurer, Start: start, End: start, Zone: zone.String(), TZSource: record.ZoneIANA,
		LocalDay: record.LocalDay(start, zone, 0), DayKnown: !f.dayUnknown, Grain: record.AtInstant, Name: f.name, NameKey: fold.Key(f.name),
		Value: f.value, Unit: f.unit, UCUM: f.ucum, Comparator: f.comparator, Ref: f.ref, Flag: f.flag, Comment: f.comment,
		ValueKind: record.Narrative, Coding: record.Coding{Outcome: record.Coded},
	}
	if f.kind != "" {
		o.Kind, o.Modality = f.kind, record.SelfReported
	}
	if f.grain != "" {
		o.Grain = f.grain
	}
	if f.day != "" {
		if o.LocalDay, err = record.ParseDay(f.day); err != nil {
			c.t.Fatal(err)
		}
	}
	if _, err := fmt.Sscan(f.value, &o.Number); err == nil {
		o.HasNumber, o.ValueKind = true, record.Quantity
		o.Value = f.comparator + f.value
	}
	if o.UCUM == "" {
		o.UCUM = f.unit
	}
	if f.low != 0 {
		o.RefLow = &f.low
	}
	if f.high != 0 {
		o.RefHigh = &f.high
	}
	c.code(&o, f)
	o.ID = record.Identity{NameKey: o.NameKey, Start: o.Start, SourceRef: o.SourceRef, SourceRecordID: o.SourceRecordID}.ID()
	return o
}

func (c *chart) code(o *record.Observation, f *fact) {
	c.t.Helper()
	switch {
	case f.code != "" && isReported(o.Kind):
		o.Coding.System, o.Coding.Code, o.Coding.Series = terminology.SystemICPC3, f.code, terminology.ComplaintSeries(f.code)
	case f.code != "":
		o.Coding.System, o.Coding.Code = terminology.SystemLOINC, f.code
		if o.Coding.Series = c.names.(*Vocabulary).set.SeriesOf(f.code); o.Coding.Series == "" {
			c.t.Fatalf("%s is not in the table", f.code)
		}
	default:
		o.Coding.Outcome, o.Coding.Reason, o.Coding.Series = record.NeedsInput, terminology.ReasonEngineNoMatch, terminology.LocalSeries(o.NameKey+"|"+o.UCUM)
	}
	if f.series != "" {
		o.Coding.Series = f.series
	}
	if f.canonicalUnit != "" {
		o.Coding.Canonical, o.Coding.HasCanonical, o.Coding.CanonicalUnit = f.canonical, true, f.canonicalUnit
	}
}

// rowsOf are an answer's rows, of the type that the test expects.
func rowsOf[R any](t testing.TB, e Envelope) []R {
	t.Helper()
	if e.Status == Error {
		t.Fatalf("no answer but an error: %s: %q", e.ErrorKind, e.Assumptions)
	}
	l, ok := e.Data.(*list[R])
	if !ok {
		t.Fatalf("the rows are %T", e.Data)
	}
	return l.rows
}

// nextPerson is a new person's id.
func nextPerson() record.PersonID {
	var b [10]byte
	binary.BigEndian.PutUint64(b[:], persons.Add(1))
	return record.NewPersonID(b)
}

var persons atomic.Uint64
