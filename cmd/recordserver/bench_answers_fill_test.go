//go:build linux

package main

import (
	"context"
	"crypto/sha256"
	endian "encoding/binary"
	"errors"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/seed-a76b335c/philint/internal/auth"
	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store"
)

// The record of the benchmarks: series with ten readings on each day, one of which the day publishes.
const (
	benchSeries = 300
	benchPerDay = 10
	// Of others there are many, each with a thousand readings of ten series.
	benchOtherSeries = 10
	benchOtherRows   = 1000
)

// benchRows is how many readings the one large record has; ANSWERS_BENCH_ROWS says otherwise.
func benchRows() int { return fromEnv("ANSWERS_BENCH_ROWS", 1_000_000) }

func fromEnv(name string, otherwise int) int {
	if n, err := strconv.Atoi(os.Getenv(name)); err == nil && n > 0 {
		return n
	}
	return otherwise
}

const benchFirstDay = record.Day(20_000) // 2024-10-04

// benchReading is the n-th reading of a record with so many series.
func benchReading(person record.PersonID, n, series int) record.Observation {
	place, s := n/series, n%series
	day := benchFirstDay + record.Day(place/benchPerDay)
	at := record.Instant(day)*86_400_000_000 + record.Instant(6+place%benchPerDay)*3_600_000_000
	value := 60 + float64(n%997)/10
	name := "Measure " + strconv.Itoa(s)
	o := record.Observation{
		Person: person, Kind: record.Measurement, Status: record.Final, Modality: record.DeviceSensed, SourceKind: record.FromFile,
		SourceRef: "document:0123456789abcdef0123456789abcdef", SourceRecordID: "sample-" + strconv.Itoa(n), Vendor: "Vendor", VendorField: "Measure",
		StreamKey: "Measure|count/min|watch", SourceClass: record.Measurer, Start: at, End: at, Zone: "UTC", TZSource: record.ZoneIANA,
		LocalDay: day, DayKnown: true, Grain: record.AtInstant, Stat: "as-reported", Name: name, Value: strconv.FormatFloat(value, 'f', -1, 64),
		Unit: "count/min", NameKey: strings.ToLower(name), ValueKind: record.Quantity, Number: value, HasNumber: true, UCUM: "/min",
		Coding: record.Coding{
			Outcome: record.Coded, System: "http://loinc.org", Code: "8867-4", Series: benchSeriesID(s), Decision: "0123456789abcdef",
			Release: "core", Canonical: value, HasCanonical: true, CanonicalUnit: "/min",
		},
		CreatedAt: at,
	}
	endian.BigEndian.PutUint64(o.ID[:], uint64(at)^1<<63)
	endian.BigEndian.PutUint64(o.ID[8:], uint64(n))
	endian.BigEndian.PutUint64(o.Fingerprint[:], uint64(n)+1)
	return o
}

func benchSeriesID(n int) string { return "bench:" + strconv.Itoa(n) }

// fill stores a record.
func fill(b testing.TB, s *store.Store, person record.PersonID, total, series int) {
	b.Helper()
	const part = 20_000
	ctx := context.Background()
	for from := 0; from < total; from += part {
		rows := make([]record.Observation, 0, part)
		var elected []store.Authority
		for n := from; n < min(from+part, total); n++ {
			o := benchReading(person, n, series)
			rows = append(rows, o)
			if n/series%benchPerDay == benchPerDay-1 {
				elected = append(elected, store.Authority{Cell: store.Cell{Series: o.Coding.Series, Day: o.LocalDay}, ID: o.ID})
			}
		}
		err := s.Person(person).Write(ctx, func(tx *store.Tx) error {
			if _, err := tx.InsertObservations(ctx, rows); err != nil {
				return err
			}
			return tx.AddAuthorities(ctx, elected)
		})
		if err != nil {
			b.Fatal(err)
		}
	}
}

func benchPerson(n int) record.PersonID {
	var raw [10]byte
	endian.BigEndian.PutUint64(raw[:], uint64(n)+1)
	return record.NewPersonID(raw)
}

func benchAccount(n int) string { return "a-bench" + strconv.Itoa(n) }

// member makes a person with an account and a token.
func (x *bench) member(b testing.TB, n int) (record.PersonID, string) {
	b.Helper()
	ctx := context.Background()
	id, account := benchPerson(n), benchAccount(n)
	if err := x.AddPerson(ctx, store.Person{ID: id, Name: "Bench " + strconv.Itoa(n), Zone: "UTC", CreatedAt: 1}); err != nil {
		b.Fatal(err)
	}
	if err := x.AddAccount(ctx, store.Account{ID: account, Email: account + "@example.org", EmailKey: account + "@example.org", Person: id, CreatedAt: 1}); err != nil {
		b.Fatal(err)
	}
	token, err := x.h.auth.MintToken(ctx, account, id, "bench", []auth.Scope{auth.MCPRead}, time.Hour)
	if err != nil {
		b.Fatal(err)
	}
	return id, token
}

// copied are the tables that a record of the benchmarks has rows in, beside its person, account and token.
var copied = []string{"observation", "day_authority", "series_name", "series_summary"}

// multiply copies the first record until there are so many persons. Ten million rows are written so in minutes; they are
// those that the store would write, see TestARecordThatIsCopiedIsTheOneThatIsWritten.
func (x *bench) multiply(tb testing.TB, engine string, persons int) {
	tb.Helper()
	const atOnce = 100 // persons in a transaction
	w, err := openWhole(engine, x.direct)
	if err != nil {
		tb.Fatal(err)
	}
	for ; err == nil && x.people < persons; x.people = min(x.people+atOnce, persons) {
		err = copyRecord(w, x.people, min(x.people+atOnce, persons))
	}
	if err = errors.Join(err, w.close()); err != nil {
		tb.Fatal(err)
	}
}

// copyRecord makes the persons from one number to before another, with the first one's record.
func copyRecord(w whole, from, to int) error {
	if err := w.exec("BEGIN"); err != nil {
		return err
	}
	first, ids := string(benchPerson(0)), make([]string, 0, to-from)
	for n := from; n < to; n++ {
		id, account := string(benchPerson(n)), benchAccount(n)
		secret := sha256.Sum256([]byte(account)) // nobody's: it opens nothing, and is found as others are
		ids = append(ids, "('"+id+"')")
		err := errors.Join(
			w.exec("INSERT INTO person (person_id, name, zone, created_at) VALUES (?, ?, 'UTC', 1)", id, "Bench "+strconv.Itoa(n)),
			w.exec("INSERT INTO account (account_id, email, email_key, person_id, password_hash, created_at, disabled_at) VALUES (?, ?, ?, ?, '', 1, 0)", account, account+"@example.org", account+"@example.org", id),
			w.exec("INSERT INTO token (secret_hash, account_id, person_id, label, scopes, created_at, expires_at, revoked_at, last_used_at) VALUES (?, ?, ?, 'bench', 'mcp:read', 1, 2, 0, 0)", secret[:], account, id),
		)
		if err != nil {
			return err
		}
	}
	for _, table := range copied {
		columns, err := w.columns(table)
		if err != nil {
			return err
		}
		// Person by person, in the order in which the rows stand.
		err = w.exec("INSERT INTO "+table+" (person_id, "+strings.Join(columns, ", ")+") SELECT p.column1, t."+strings.Join(columns, ", t.")+
			" FROM (VALUES "+strings.Join(ids, ", ")+") AS p CROSS JOIN "+table+" t WHERE t.person_id = ?", first)
		if err != nil {
			return err
		}
	}
	return w.exec("COMMIT")
}

// A record that is copied for the benchmarks is the one that the store writes.
func TestARecordThatIsCopiedIsTheOneThatIsWritten(t *testing.T) {
	const rows = 1000
	for _, engine := range []string{"sqlite", "postgres"} {
		t.Run(engine, func(t *testing.T) {
			x := openBench(t, engine, t.Cleanup)
			first, _ := x.member(t, 0)
			fill(t, x.Store, first, rows, benchOtherSeries)
			x.people = 1
			x.multiply(t, engine, 2)
			written, _ := x.member(t, 2)
			fill(t, x.Store, written, rows, benchOtherSeries)

			w, err := openWhole(engine, x.direct)
			if err != nil {
				t.Fatal(err)
			}
			for _, table := range copied {
				columns, err := w.columns(table)
				if err != nil {
					t.Fatal(err)
				}
				of := "SELECT " + strings.Join(columns, ", ") + " FROM " + table + " WHERE person_id = ?"
				n, err := w.count("SELECT * FROM ("+of+") AS a", string(benchPerson(1)))
				if err != nil || n == 0 {
					t.Errorf("%s: %d rows are copied, %v", table, n, err)
				}
				for _, two := range [][]any{{string(benchPerson(1)), string(written)}, {string(written), string(benchPerson(1))}} {
					if n, err = w.count(of+" EXCEPT "+of, two...); err != nil || n != 0 {
						t.Errorf("%s: %d rows differ, %v", table, n, err)
					}
				}
			}
			// There is no other table in which the store has anything of the record.
			tables, err := w.tables()
			if err != nil {
				t.Fatal(err)
			}
			for _, table := range tables {
				n, err := w.count("SELECT 1 FROM "+table+" WHERE person_id = ?", string(written))
				known := slices.Contains(copied, table) || slices.Contains([]string{"person", "account", "token"}, table)
				if err != nil || n != 0 && !known {
					t.Errorf("%s has %d rows, %v", table, n, err)
				}
			}
			if err := w.close(); err != nil {
				t.Error(err)
			}
		})
	}
}
