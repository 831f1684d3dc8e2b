package engine

import "testing"

// TestALongImportAsksForStatisticsAFewTimes plays a server that knows of a table what it had when statistics were last
// taken.
func TestALongImportAsksForStatisticsAFewTimes(t *testing.T) {
	for _, tt := range []struct {
		what           string
		there          int64 // of which the server knows
		batch, batches int64
		wanted         int
		mayMiss        int64 // of the rows at the end, so many may be unknown
		itselfAfter    int64 // the server takes statistics by itself after so many batches
		merged         int64 // so many batches at the end bring nothing new
	}{
		{what: "few rows", batch: 10, batches: 9, wanted: 0, mayMiss: 90},
		{what: "few rows, and then more", batch: 10, batches: 30, wanted: 3, mayMiss: 0},
		{what: "a first import", batch: 2000, batches: 1, wanted: 1},
		{what: "a person whom a small store does not know", there: 5000, batch: 150, batches: 1, wanted: 1},
		{what: "a million rows", batch: 10_000, batches: 100, wanted: 7, mayMiss: 360_000},
		{what: "a tenth of a large table", there: 1_000_000, batch: 10_000, batches: 10, wanted: 0, mayMiss: 100_000},
		{what: "as much again", there: 1_000_000, batch: 10_000, batches: 100, wanted: 1},
		{what: "as much again, of which the server knows half", there: 1_000_000, batch: 10_000, batches: 100, itselfAfter: 50, wanted: 0, mayMiss: 500_000},
		{what: "the same again and again", batch: 300, batches: 101, merged: 100, wanted: 7},
		{what: "merged into what the server does not know", batch: 300, batches: 3, merged: 1, wanted: 2},
	} {
		var l learning
		rows, known, asked := tt.there, tt.there, 0
		for n := range tt.batches {
			if n > 0 && n == tt.itselfAfter {
				known = rows
			}
			if n < tt.batches-tt.merged {
				rows += tt.batch
			}
			due := l.due(additions{"t": {tt.batch, tt.merged > 0}})
			if due != nil && l.saw("t", due["t"], known) {
				known = rows
				asked++
			}
		}
		if asked != tt.wanted || rows-known > tt.mayMiss {
			t.Errorf("%s: statistics were taken %d times, and %d rows are not in them", tt.what, asked, rows-known)
		}
	}
}

func TestAnInsertionSaysItsTable(t *testing.T) {
	for sql, want := range map[string]string{
		"INSERT INTO item (id) VALUES (?)":       "item",
		"INSERT INTO item SELECT id FROM other":  "item",
		"UPDATE item SET id = ?":                 "",
		"SELECT 'INSERT INTO item' FROM another": "",
	} {
		if table, ok := insertedInto(sql); table != want && ok || ok != (want != "") {
			t.Errorf("%s: %q, %v", sql, table, ok)
		}
	}
}
