package store

import (
	"context"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"

	"github.com/seed-a76b335c/philint/internal/store/engine"
)

//go:embed migrations/*.sql
var migrations embed.FS

// walled are the tables whose every row belongs to one person, by the migration that made them. On PostgreSQL a
// transaction sees its person's rows only.
var walled = map[int64][]string{
	1: {
		"access_log", "document", "import_batch", "observation", "superseded", "coding_history", "day_authority",
		"touched_cell", "check_result", "series", "medication_plan", "medication_course", "dose_event",
		"medication_override", "genotype_set", "genotype",
	},
	2: {"series_name"},
	3: {},
	4: {"person", "name_alias"},
	5: {"series_summary"},
	6: {},
}

// everyone is whom a transaction acts for that asks which persons there are. It sees the rows of person, changes none of
// them, and sees nothing else of anybody's.
const everyone = "*"

// acting is the person that the server knows a transaction by, or null.
const acting = "(SELECT NULLIF(current_setting('app.person', true), ''))"

// policies of the tables that hold more than a person's own rows. A name that is confirmed for everybody has no person;
// only who acts for nobody confirms one.
var policies = map[string][]string{
	"person": {
		"own_rows ON person USING (person_id = " + acting + ")",
		"listed ON person FOR SELECT USING (" + acting + " = '" + everyone + "')",
	},
	"name_alias": {"own_rows ON name_alias USING (person_id = '' OR person_id = " + acting + ") WITH CHECK (person_id = COALESCE(" + acting + ", ''))"},
}

// gone are tables that a later migration has dropped.
var gone = []string{"series"}

// personal are the tables that are walled today, in the order of their migrations.
var personal = func() []string {
	var out []string
	for version := int64(1); int(version) <= len(walled); version++ {
		for _, table := range walled[version] {
			if !slices.Contains(gone, table) {
				out = append(out, table)
			}
		}
	}
	return out
}()

// migrate brings the schema to the newest version. Two processes that start together do it once: each migration runs
// in a transaction that holds the row of schema_lock.
func migrate(ctx context.Context, db engine.DB) error {
	names, err := migrationNames()
	if err != nil {
		return err
	}
	return migrateBy(ctx, db, names)
}

func migrationNames() ([]string, error) {
	names, err := fs.Glob(migrations, "migrations/*.sql")
	if err != nil {
		return nil, fmt.Errorf("list migrations: %w", err)
	}
	return names, nil
}

func migrateBy(ctx context.Context, db engine.DB, names []string) error {
	if upToDate(ctx, db, names) {
		return nil
	}
	if err := prepare(ctx, db); err != nil {
		return err
	}
	for i, name := range names {
		text, err := migrations.ReadFile(name)
		if err != nil {
			return fmt.Errorf("read migration: %w", err)
		}
		if err := apply(ctx, db, int64(i+1), string(text), len(names)); err != nil {
			return err
		}
	}
	return nil
}

// upToDate asks without writing, so that opening a store does not wait for somebody's long import.
func upToDate(ctx context.Context, db engine.DB, names []string) bool {
	var applied map[int64]string
	err := db.Read(ctx, "", func(tx engine.Tx) error {
		var err error
		applied, err = appliedMigrations(ctx, tx)
		return err
	})
	if err != nil || len(applied) != len(names) {
		return false
	}
	for i, name := range names {
		text, err := migrations.ReadFile(name)
		if err != nil || applied[int64(i+1)] != digestOf(text) {
			return false
		}
	}
	return true
}

func digestOf(migration []byte) string {
	sum := sha256.Sum256(migration)
	return hex.EncodeToString(sum[:])
}

// prepare makes the two tables that migrating needs. Where another process makes them at the same moment, the second
// try finds them.
func prepare(ctx context.Context, db engine.DB) error {
	var err error
	for range 3 {
		err = db.Write(ctx, "", func(tx engine.Tx) error {
			return script(ctx, tx, engine.Dialect(db.Name()).Replace(`
CREATE TABLE IF NOT EXISTS schema_migration (
	version {int} NOT NULL,
	digest {text} NOT NULL,
	applied_at {int} NOT NULL,
	PRIMARY KEY (version)
){clustered};
CREATE TABLE IF NOT EXISTS schema_lock (
	id {int} NOT NULL,
	holds {int} NOT NULL,
	PRIMARY KEY (id)
){clustered};
INSERT INTO schema_lock (id, holds) VALUES (1, 0) ON CONFLICT DO NOTHING;
`))
		})
		if err == nil {
			return nil
		}
	}
	return err
}

func apply(ctx context.Context, db engine.DB, version int64, text string, newest int) error {
	digest := digestOf([]byte(text))
	return db.Write(ctx, "", func(tx engine.Tx) error {
		// The lock is the row: whoever comes second waits here until the first is done.
		if _, err := tx.Exec(ctx, "UPDATE schema_lock SET holds = holds + 1 WHERE id = 1"); err != nil {
			return err
		}
		applied, err := appliedMigrations(ctx, tx)
		switch {
		case err != nil:
			return err
		case len(applied) > newest:
			return &engine.Error{Kind: engine.Foreign}
		case applied[version] == digest:
			return nil
		case applied[version] != "":
			return &engine.Error{Kind: engine.Foreign}
		}
		text = engine.Dialect(db.Name()).Replace(text)
		if db.Name() == "postgres" {
			err = behindTheWall(ctx, tx, version, text)
		} else {
			err = script(ctx, tx, text)
		}
		if err != nil {
			return err
		}
		_, err = tx.Exec(ctx, "INSERT INTO schema_migration (version, digest, applied_at) VALUES (?, ?, ?)", version, digest, time.Now().UnixMicro())
		return err
	})
}

func appliedMigrations(ctx context.Context, tx engine.Tx) (map[int64]string, error) {
	rows, err := tx.Query(ctx, "SELECT version, digest FROM schema_migration ORDER BY version")
	if err != nil {
		return nil, err
	}
	out := map[int64]string{}
	for rows.Next() {
		var version int64
		var digest string
		if err := rows.Scan(&version, &digest); err != nil {
			return nil, errors.Join(err, rows.Close())
		}
		out[version] = digest
	}
	return out, rows.Close()
}

// behindTheWall runs a migration on everybody's rows: for the transaction the wall does not stand before the tables'
// owner, and nobody else can read them until it is over. What the migration makes gets its own.
func behindTheWall(ctx context.Context, tx engine.Tx, version int64, text string) error {
	var before []string
	for v := int64(1); v < version; v++ {
		before = append(before, walled[v]...)
	}
	before = slices.DeleteFunc(before, func(table string) bool { return slices.Contains(gone, table) })
	for _, table := range before {
		if _, err := tx.Exec(ctx, "ALTER TABLE "+table+" NO FORCE ROW LEVEL SECURITY"); err != nil {
			return err
		}
	}
	if err := script(ctx, tx, text); err != nil {
		return err
	}
	for _, table := range before {
		if _, err := tx.Exec(ctx, "ALTER TABLE "+table+" FORCE ROW LEVEL SECURITY"); err != nil {
			return err
		}
	}
	return secondWall(ctx, tx, walled[version])
}

// secondWall makes the server compare every row of tables with the transaction's person, also for the tables' owner.
// Without a person there are no rows. The person is a subquery, so that the setting is read once a statement and not
// once a row.
func secondWall(ctx context.Context, tx engine.Tx, tables []string) error {
	for _, table := range tables {
		statements := []string{"ALTER TABLE " + table + " ENABLE ROW LEVEL SECURITY", "ALTER TABLE " + table + " FORCE ROW LEVEL SECURITY"}
		own := policies[table]
		if own == nil {
			own = []string{"own_rows ON " + table + " USING (person_id = " + acting + ")"}
		}
		for _, p := range own {
			statements = append(statements, "CREATE POLICY "+p)
		}
		for _, sql := range statements {
			if _, err := tx.Exec(ctx, sql); err != nil {
				return err
			}
		}
	}
	return nil
}

// script runs statements that end with a semicolon at the end of a line.
func script(ctx context.Context, tx engine.Tx, text string) error {
	for statement := range strings.SplitSeq(text, ";\n") {
		if statement = uncommented(statement); statement == "" {
			continue
		}
		if _, err := tx.Exec(ctx, statement); err != nil {
			return err
		}
	}
	return nil
}

func uncommented(statement string) string {
	var b strings.Builder
	for line := range strings.Lines(statement) {
		if !strings.HasPrefix(line, "--") {
			b.WriteString(line)
		}
	}
	return strings.TrimSpace(b.String())
}
