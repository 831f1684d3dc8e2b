package engine

import (
	"context"
	"strings"
	"sync"

	"github.com/jackc/pgx/v5"
)

// learning has the server take statistics of tables that have grown into other ones than it knows. It does so by itself,
// but a minute later: until then it takes a table for one of next to no rows, or a person for one with none, and reads all
// of a person's rows once for each of them. A question about a record that has just been imported would take seconds.
//
// It matters where plans are made for the person at hand, which is so until a table is large, see planning: there every
// import counts. Of a large table they are kept, and are right enough until it has doubled. So long is also waited where
// rows are merged into those that are there: most of them are no new ones, and an import merges the same again and again.
type learning struct {
	mu     sync.Mutex
	tables map[string]*growth
}

// growth is what this process has added to a table since it last asked for statistics, and how many rows the server knew
// of when it was asked for that.
type growth struct {
	added, known int64
	merged       bool
}

// additions are the rows that a transaction has added, by table.
type additions map[string]addition

type addition struct {
	rows   int64
	merged bool // some may have been there
}

// learnRows is how many rows are enough for it to matter that each is read as often as there are of them.
const learnRows = 100

// due takes in what a transaction has added and names the tables of which the server may know too little, with what was
// added to them.
func (l *learning) due(added additions) map[string]int64 {
	if len(added) == 0 {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	var out map[string]int64
	for table, a := range added {
		g := l.tables[table]
		if g == nil {
			g = &growth{}
			if l.tables == nil {
				l.tables = map[string]*growth{}
			}
			l.tables[table] = g
		}
		g.added, g.merged = g.added+a.rows, g.merged || a.merged
		if !g.matters() {
			continue
		}
		if out == nil {
			out = map[string]int64{}
		}
		out[table], g.added = g.added, 0 // others that come now need not ask as well
	}
	return out
}

// matters says whether the table has other plans now than the server makes for it.
func (g *growth) matters() bool {
	return g.added >= learnRows && (!g.merged && g.known < planRows || g.added >= g.known)
}

// saw is what the server knew of a table to which so many rows were added. It says whether that is too little.
func (l *learning) saw(table string, added, known int64) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	g := l.tables[table]
	if now := (growth{added, known, g.merged}); !now.matters() {
		g.known = known
		g.added += added // the server is asked again when it is more
		return false
	}
	g.known = max(g.known, known) + added
	return true
}

// after is called when a transaction that has added rows is committed. Statistics help plans and nothing else, so that no
// error comes of them: a role that does not own a table is not given them, and of a table that is just being looked at
// they are not taken twice.
func (l *learning) after(ctx context.Context, c *pgx.Conn, added additions) {
	due := l.due(added)
	if due == nil {
		return
	}
	names := make([]string, 0, len(due))
	for table := range due {
		names = append(names, table)
	}
	rows, err := c.Query(ctx, `SELECT asked.name, CASE WHEN pg_stat_get_analyze_count(c.oid) + pg_stat_get_autoanalyze_count(c.oid) > 0 THEN c.reltuples::bigint ELSE 0 END
FROM unnest($1::text[]) AS asked(name) JOIN pg_catalog.pg_class c ON c.oid = to_regclass(asked.name) ORDER BY 1`, names)
	if err != nil {
		return
	}
	var few []string
	for rows.Next() {
		var table string
		var known int64
		if rows.Scan(&table, &known) == nil && l.saw(table, due[table], known) {
			few = append(few, table)
		}
	}
	if rows.Close(); rows.Err() == nil && len(few) > 0 {
		_, _ = c.Exec(ctx, "ANALYZE (SKIP_LOCKED) "+strings.Join(few, ", "))
	}
}

// added counts rows that a statement has added to the table that it names.
func (t *postgresTx) added(table string, a addition) {
	if a.rows == 0 {
		return
	}
	if t.grown == nil {
		t.grown = additions{}
	}
	was := t.grown[table]
	t.grown[table] = addition{was.rows + a.rows, was.merged || a.merged}
}

// insertedInto is the table of a statement that adds rows.
func insertedInto(sql string) (table string, ok bool) {
	rest, ok := strings.CutPrefix(sql, "INSERT INTO ")
	table, _, _ = strings.Cut(rest, " ")
	return table, ok
}
