package answers

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/schema"
	"github.com/seed-a76b335c/philint/internal/store"
	"github.com/seed-a76b335c/philint/internal/store/engine"
)

func TestAFaultIsTheKindAndTheTypeOfAnError(t *testing.T) {
	const secret = "SELECT 'Hannelore'"
	for _, tt := range []struct {
		name  string
		err   error
		kind  ErrorKind
		class ErrorClass
		text  string
	}{
		{"the deadline", fmt.Errorf("%s: %w", secret, context.DeadlineExceeded), Unavailable, Recoverable, "query_medications: unavailable: context.deadlineExceededError"},
		{"the caller went", context.Canceled, Unavailable, Recoverable, "query_medications: unavailable: *errors.errorString"},
		{"a busy store", fmt.Errorf("%s: %w", secret, &engine.Error{Kind: engine.Busy, Code: "5"}), Unavailable, Recoverable, "query_medications: unavailable: *engine.Error"},
		{"a server that does not answer", &engine.Error{Kind: engine.Unreachable}, Unavailable, Recoverable, "query_medications: unavailable: *engine.Error"},
		{"a damaged store", &engine.Error{Kind: engine.Corrupt}, Internal, Unrecoverable, "query_medications: internal: *engine.Error"},
		{"a record that is gone", store.ErrNoPerson, NoData, Unrecoverable, "there is no record of this person"},
		{"nobody", errNobody, Denied, Unrecoverable, "authorization required: the call does not say whose record it may read"},
		{"anything else", errors.New(secret), Internal, Unrecoverable, "query_medications: internal: *errors.errorString"},
		{"joined errors", errors.Join(errors.New(secret), &engine.Error{Kind: engine.Closed}), Unavailable, Recoverable, "query_medications: unavailable: *errors.joinError"},
		{"a panic", panicked{errors.New(secret)}, Internal, Unrecoverable, "query_medications: internal: *errors.errorString"},
		{"a panic with words", panicked{secret}, Internal, Unrecoverable, "query_medications: internal: string"},
		{"arguments", schema.Refuse("view", schema.Unknown, "no"), InvalidArguments, Recoverable, "view: no"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var log bytes.Buffer
			s := New(Config{Log: slog.New(slog.NewTextHandler(&log, nil))})
			e := s.fault(t.Context(), MedicationsTool, tt.err)
			if e.Status != Error || e.ErrorKind != tt.kind || e.ErrorClass != tt.class || len(e.Assumptions) != 1 || e.Assumptions[0] != tt.text || e.Data != nil || len(e.NextSteps) > 0 {
				t.Errorf("%+v", e)
			}
			if strings.Contains(log.String()+Compact(e), secret) || (log.Len() > 0) != (tt.kind == Internal || tt.kind == Unavailable) {
				t.Errorf("logged: %s", log.String())
			}
		})
	}
}

func TestWhatACallerCallsAToolIsNotRepeated(t *testing.T) {
	var log bytes.Buffer
	s := New(Config{Log: slog.New(slog.NewTextHandler(&log, nil))})
	e := s.fault(t.Context(), "query_Hannelore", errors.New("x"))
	if e.Assumptions[0] != "no tool: internal: *errors.errorString" || strings.Contains(log.String(), "Hannelore") {
		t.Errorf("%q\n%s", e.Assumptions, log.String())
	}
}

func TestEveryErrorKindOfOursHasAClass(t *testing.T) {
	for kind, class := range classes {
		if _, err := Refusal(kind, class, []string{"x"}); err != nil {
			t.Error(err)
		}
	}
	for _, kind := range errorKinds {
		if _, ok := classes[kind]; !ok && kind != RepeatedCall {
			t.Errorf("%s has no class", kind)
		}
	}
}

// broken are Names that panic, as a fault in any part of the layer may.
type broken struct{ Names }

func (broken) SeriesOf(string) []string { panic("Hannelore") }

func TestNothingGetsPastAsk(t *testing.T) {
	var log bytes.Buffer
	c := newChart(t, openSQLite(t), "Europe/Berlin")
	c.log = slog.New(slog.NewTextHandler(&log, nil))
	c.add(fact{name: "Glucose", value: "5", unit: "mmol/L", at: "2026-03-01 08:00"})
	names := c.names
	c.names = broken{names}
	e := c.ask(`{"indicators":["Glucose"]}`)
	if e.ErrorKind != Internal || e.Assumptions[0] != ReadingsTool+": internal: string" || strings.Contains(log.String(), "Hannelore") {
		t.Errorf("a panic: %+v\n%s", e, log.String())
	}
	c.names = names
	ask := func(ctx context.Context, person record.PersonID, tool, args string) Envelope {
		return c.Ask(ctx, person, tool, json.RawMessage(args), ForModel())
	}
	over, cancel := context.WithCancel(t.Context())
	cancel()
	for _, tt := range []struct {
		name string
		e    Envelope
		kind ErrorKind
	}{
		{"nobody asks", ask(t.Context(), "", ReadingsTool, `{}`), Denied},
		{"nobody asks what is wrong", ask(t.Context(), "", ReadingsTool, `{"x":1}`), Denied},
		{"a tool that there is not", ask(t.Context(), c.person, "query_Hannelore", `{}`), InvalidArguments},
		{"a person without a record", ask(t.Context(), nextPerson(), ReadingsTool, `{}`), NoData},
		{"a caller who went", ask(over, c.person, ReadingsTool, `{}`), Unavailable},
	} {
		if tt.e.Status != Error || tt.e.ErrorKind != tt.kind || strings.Contains(Compact(tt.e), "Hannelore") {
			t.Errorf("%s: %+v", tt.name, tt.e)
		}
	}
	if err := c.store.Close(); err != nil {
		t.Fatal(err)
	}
	if e := c.ask(`{}`); e.ErrorKind != Unavailable || e.ErrorClass != Recoverable {
		t.Errorf("a closed store: %+v", e)
	}
	if p := c.Presence(t.Context(), c.person); p != (Presence{true, true, true}) {
		t.Errorf("where the store fails everything is there, not %+v", p)
	}
}

func TestPresenceIsWhatThereIs(t *testing.T) {
	ilse, _ := loadDemo(t, openSQLite(t))
	if p := ilse.Presence(t.Context(), ilse.person); p != (Presence{Readings: true, Medications: true, Genotypes: true}) {
		t.Errorf("the demo record: %+v", p)
	}
	c := newChart(t, ilse.store, "UTC")
	if p := c.Presence(t.Context(), c.person); p != (Presence{}) {
		t.Errorf("an empty record: %+v", p)
	}
	if p := c.Presence(t.Context(), ""); p != (Presence{}) {
		t.Errorf("nobody: %+v", p)
	}
	id := c.add(fact{name: "headache", kind: record.Symptom, at: "2026-03-01 08:00"})[0]
	if p := c.Presence(t.Context(), c.person); p != (Presence{Readings: true}) {
		t.Errorf("a complaint: %+v", p)
	}
	// A row that was taken back is no data.
	gone := c.rows[0]
	by := gone
	by.Status, by.Amends, by.ID = record.EnteredInError, id, record.ObsID{1}
	err := c.store.Person(c.person).Write(t.Context(), func(tx *store.Tx) error {
		if _, err := tx.InsertObservations(t.Context(), []record.Observation{by}); err != nil {
			return err
		}
		return tx.Supersede(t.Context(), gone, by)
	})
	if err != nil {
		t.Fatal(err)
	}
	if p := c.Presence(t.Context(), c.person); p != (Presence{}) {
		t.Errorf("a row that was taken back: %+v", p)
	}
	if e := c.ask(`{"keywords":["headache"]}`); e.Data.Len() != 0 || e.Meta.CatalogTotal != 0 || len(e.NextSteps) != 0 {
		t.Errorf("a row that was taken back: %s", Compact(e))
	}
}

func TestWithoutAZoneDaysAreThoseOfUTC(t *testing.T) {
	var log bytes.Buffer
	s := openSQLite(t)
	for _, zone := range []string{"", "Mars/Olympus", "../etc/passwd", "Local"} {
		c := newChart(t, s, zone)
		c.log = slog.New(slog.NewTextHandler(&log, nil))
		log.Reset()
		for range 5 {
			if e := c.ask(`{}`); e.Meta.TZ != "UTC" || e.Status != OK {
				t.Errorf("%q: %+v", zone, e)
			}
		}
		if n := strings.Count(log.String(), "zone not known"); n != 3 || strings.Contains(log.String(), "Olympus") || !strings.Contains(log.String(), "count=4") {
			t.Errorf("%q: logged %d times: %s", zone, n, log.String())
		}
	}
	c := newChart(t, s, "UTC")
	c.log = slog.New(slog.NewTextHandler(&log, nil))
	log.Reset()
	if e := c.ask(`{}`); e.Meta.TZ != "UTC" || log.Len() > 0 {
		t.Errorf("UTC is a zone: %s", log.String())
	}
}

func TestTheClockIsTheOneThatWasGiven(t *testing.T) {
	c := newChart(t, openSQLite(t), "Pacific/Auckland")
	c.now = record.InstantOf(time.Date(2026, 9, 30, 11, 30, 0, 0, time.UTC)) // half past midnight there
	u, err := c.subject(t.Context(), c.person)
	if err != nil || u.today() != record.DayOf(2026, 10, 1) {
		t.Errorf("today is %s, %v", u.today(), err)
	}
}
