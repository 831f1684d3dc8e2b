package store

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store/engine"
)

// batchRows is how many rows belong together.
const batchRows = 20

// batch makes the rows of one batch: observations, the cells they touch and a line of the history for each.
func batch(n int) []record.Observation {
	rows := make([]record.Observation, batchRows)
	for i := range rows {
		rows[i] = record.Observation{
			Person: ana, Status: record.Final, LocalDay: record.Day(n), Start: record.Instant(n), End: record.Instant(i),
			Name: "n", Comment: strings.Repeat("x", 200), Coding: record.Coding{Series: "batch"},
		}
		rows[i].ID = record.Identity{Start: rows[i].Start, End: rows[i].End}.ID()
	}
	return rows
}

func writeBatch(s *Store, n int) error {
	ctx := context.Background()
	return s.Person(ana).Write(ctx, func(tx *Tx) error {
		rows := batch(n)
		if _, err := tx.InsertObservations(ctx, rows); err != nil {
			return err
		}
		for i := range rows {
			if err := tx.AppendHistory(ctx, rows[i].ID, rows[i].Coding, "ingest", 1); err != nil {
				return err
			}
		}
		return tx.Touch(ctx, []Cell{{Series: "batch", Day: record.Day(n)}})
	})
}

// whole checks that all batches up to last are there, those after it as a whole or not at all, and nothing is damaged.
// It returns the number of batches.
func whole(t *testing.T, s *Store, last int) int {
	t.Helper()
	ctx := context.Background()
	if lite, ok := s.db.(*engine.SQLite); ok {
		if err := lite.Whole(ctx); err != nil {
			t.Errorf("damaged: %v", err)
		}
	}
	counts := map[string]map[int64]int64{}
	err := s.db.Read(ctx, string(ana), func(tx engine.Tx) error {
		for table, sql := range map[string]string{
			"observation":    "SELECT local_day, count(*) FROM observation WHERE person_id = ? GROUP BY local_day",
			"touched_cell":   "SELECT local_day, count(*) FROM touched_cell WHERE person_id = ? GROUP BY local_day",
			"coding_history": "SELECT o.local_day, count(*) FROM coding_history h JOIN observation o ON o.person_id = h.person_id AND o.id = h.id WHERE h.person_id = ? GROUP BY o.local_day",
		} {
			counts[table] = map[int64]int64{}
			rows, err := tx.Query(ctx, sql, string(ana))
			if err != nil {
				return err
			}
			for rows.Next() {
				var day, n int64
				if err := rows.Scan(&day, &n); err != nil {
					return err
				}
				counts[table][day] = n
			}
			if err := rows.Close(); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	total := len(counts["observation"])
	if total < last+1 || total > last+2 {
		t.Errorf("%d batches are there; %d were acknowledged", total, last+1)
	}
	for n := range int64(total) {
		if o, c, h := counts["observation"][n], counts["touched_cell"][n], counts["coding_history"][n]; o != batchRows || c != 1 || h != batchRows {
			t.Errorf("of batch %d there are %d rows, %d cells, %d lines of history", n, o, c, h)
		}
	}
	return total
}

func kindIs(t *testing.T, what string, err error, want engine.Kind) {
	t.Helper()
	var e *engine.Error
	if !errors.As(err, &e) || e.Kind != want {
		t.Errorf("%s: %v", what, err)
	}
}
