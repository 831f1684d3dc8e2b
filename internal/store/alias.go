package store

import (
	"context"
	"errors"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store/engine"
)

// Alias is a name whose meaning somebody has confirmed. An empty code says that it is no standard item.
type Alias struct {
	NameKey     string
	System      string
	Code        string
	ConfirmedAt record.Instant
}

// PutAlias confirms what a name means in this person's record, in place of what was confirmed before.
func (p *PersonStore) PutAlias(ctx context.Context, a Alias) error {
	return p.db.Write(ctx, string(p.id), func(tx engine.Tx) error { return putAlias(ctx, tx, string(p.id), a) })
}

// PutAlias confirms what a name means for everybody.
func (s *Store) PutAlias(ctx context.Context, a Alias) error {
	return s.db.Write(ctx, "", func(tx engine.Tx) error { return putAlias(ctx, tx, "", a) })
}

func putAlias(ctx context.Context, tx engine.Tx, person string, a Alias) error {
	_, err := tx.Exec(ctx, `INSERT INTO name_alias (person_id, name_key, system, code, confirmed_at) VALUES (?, ?, ?, ?, ?)
ON CONFLICT (person_id, name_key) DO UPDATE SET system = excluded.system, code = excluded.code, confirmed_at = excluded.confirmed_at`,
		person, a.NameKey, a.System, a.Code, int64(a.ConfirmedAt))
	return err
}

// Aliases are the names that are confirmed for this person's record, by key.
func (p *PersonStore) Aliases(ctx context.Context) ([]Alias, error) {
	return aliases(ctx, p.db, string(p.id))
}

// Aliases are the names that are confirmed for everybody, by key.
func (s *Store) Aliases(ctx context.Context) ([]Alias, error) { return aliases(ctx, s.db, "") }

func aliases(ctx context.Context, db engine.DB, person string) ([]Alias, error) {
	var out []Alias
	err := db.ReadOnce(ctx, person, func(tx engine.Tx) error {
		out = nil
		rows, err := tx.Query(ctx, `SELECT name_key, system, code, confirmed_at FROM name_alias WHERE person_id = ? ORDER BY name_key`, person)
		if err != nil {
			return err
		}
		for rows.Next() {
			var a Alias
			var at int64
			if err := rows.Scan(&a.NameKey, &a.System, &a.Code, &at); err != nil {
				return errors.Join(err, rows.Close())
			}
			a.ConfirmedAt = record.Instant(at)
			out = append(out, a)
		}
		return rows.Close()
	})
	return out, err
}
