package store

import (
	"bytes"
	"context"
	"testing"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store/engine"
	"github.com/seed-a76b335c/philint/internal/store/pgtest"
)

// TestTheNamesOfPersonsStandBehindTheSecondWall asks without a condition, as a statement would that has forgotten it.
func TestTheNamesOfPersonsStandBehindTheSecondWall(t *testing.T) {
	ctx := context.Background()
	s, err := OpenPostgres(ctx, pgtest.DSN(t))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	ben := record.NewPersonID([10]byte{77})
	for _, p := range []record.PersonID{ana, ben} {
		if err := s.AddPerson(ctx, Person{ID: p, Name: "name of " + string(p), Zone: "UTC"}); err != nil {
			t.Fatal(err)
		}
		if err := s.Person(p).PutAlias(ctx, Alias{NameKey: "k", System: "s", Code: string(p)}); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.PutAlias(ctx, Alias{NameKey: "all", System: "s", Code: "c"}); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		as, sql string
		want    int64
	}{
		{"", "SELECT count(*) FROM person", 0},
		{string(ana), "SELECT count(*) FROM person", 1},
		{"p-stranger", "SELECT count(*) FROM person", 0},
		{everyone, "SELECT count(*) FROM person", 2},
		{"", "SELECT count(*) FROM name_alias", 1},
		{string(ana), "SELECT count(*) FROM name_alias", 2},
		{"p-stranger", "SELECT count(*) FROM name_alias", 1},
		{everyone, "SELECT count(*) FROM name_alias", 1},
	} {
		var n int64
		err := s.db.Read(ctx, tt.as, func(tx engine.Tx) (err error) {
			n, err = count(ctx, tx, tt.sql)
			return err
		})
		if err != nil || n != tt.want {
			t.Errorf("%q, %s: %d, want %d, %v", tt.as, tt.sql, n, tt.want, err)
		}
	}
	for _, tt := range []struct{ as, sql string }{
		{everyone, "UPDATE person SET name = 'x'"},
		{everyone, "DELETE FROM person"},
		{string(ana), "UPDATE person SET name = 'x' WHERE person_id <> '" + string(ana) + "'"},
		{"", "UPDATE person SET name = 'x'"},
		{string(ana), "UPDATE name_alias SET code = 'x' WHERE person_id = ''"},
		{string(ana), "UPDATE name_alias SET code = 'x' WHERE person_id = '" + string(ben) + "'"},
		{everyone, "INSERT INTO person (person_id, name, zone, created_at) VALUES ('p-x', '', '', 0)"},
		{string(ana), "INSERT INTO name_alias (person_id, name_key, system, code, confirmed_at) VALUES ('', 'x', '', '', 0)"},
	} {
		var n int64
		err := s.db.Write(ctx, tt.as, func(tx engine.Tx) (err error) {
			n, err = tx.Exec(ctx, tt.sql)
			return err
		})
		if err == nil && n > 0 {
			t.Errorf("%q may: %s", tt.as, tt.sql)
		}
	}
	if list, err := s.Persons(ctx); err != nil || len(list) != 2 {
		t.Errorf("%d persons, %v", len(list), err)
	}
	if p, err := s.FindPerson(ctx, ben); err != nil || p.Name != "name of "+string(ben) {
		t.Errorf("%v, %v", p, err)
	}
}

func TestConfirmedNamesGoThroughABackup(t *testing.T) {
	ctx := context.Background()
	for _, from := range []string{"sqlite", "postgres"} {
		s := opens(t, from)
		if err := s.AddPerson(ctx, Person{ID: ana, Zone: "UTC"}); err != nil {
			t.Fatal(err)
		}
		for _, put := range []func(context.Context, Alias) error{s.PutAlias, s.Person(ana).PutAlias} {
			if err := put(ctx, Alias{NameKey: "k", System: "s", Code: "c"}); err != nil {
				t.Fatal(err)
			}
		}
		packed, sum := backedUp(t, s, BackupOptions{})
		for _, to := range []string{"sqlite", "postgres"} {
			into := opens(t, to)
			if got, err := into.Restore(ctx, bytes.NewReader(packed), BackupOptions{}); err != nil || got != sum || sum.Rows != 3 {
				t.Errorf("%s to %s: %+v of %+v, %v", from, to, got, sum, err)
			}
			for _, ask := range []func(context.Context) ([]Alias, error){into.Aliases, into.Person(ana).Aliases} {
				if list, err := ask(ctx); err != nil || len(list) != 1 {
					t.Errorf("%s to %s: %d names, %v", from, to, len(list), err)
				}
			}
		}
	}
}
