package store

import (
	"context"
	"errors"

	"github.com/seed-a76b335c/philint/internal/store/engine"
)

// ofFile is a database in a file, as *engine.SQLite.
type ofFile interface {
	Standing() error
	Sound() error
}

// Standing says whether the store is still the one that was opened. Of a file that was replaced, moved or deleted since,
// it is an *engine.Error of kind replaced, and stays one: what is read from it is not what stands in the data directory,
// and what is revoked there is not revoked here. A server's database always stands. It costs a look at the file system.
func (s *Store) Standing() error {
	if file, ok := s.db.(ofFile); ok {
		return file.Standing()
	}
	return nil
}

// Health says whether the store can be read: it stands, no read or write has come upon damage since it was opened, its
// tables of persons and of migrations answer, and its schema is the one that this program knows. Errors are *engine.Error.
func (s *Store) Health(ctx context.Context) error {
	if err := s.Standing(); err != nil {
		return err
	}
	var persons, versions int64
	err := s.db.ReadOnce(ctx, everyone, func(tx engine.Tx) error {
		rows, err := tx.Query(ctx, `SELECT (SELECT count(person_id) FROM person), (SELECT count(*) FROM schema_migration)`)
		if err != nil {
			return err
		}
		for rows.Next() {
			if err := rows.Scan(&persons, &versions); err != nil {
				return errors.Join(err, rows.Close())
			}
		}
		return rows.Close()
	})
	if err != nil {
		return err
	}
	known, err := migrationNames()
	switch {
	case err != nil:
		return err
	case versions > int64(len(known)):
		return &engine.Error{Kind: engine.Foreign}
	case versions < int64(len(known)):
		return &engine.Error{Kind: engine.Corrupt}
	}
	if file, ok := s.db.(ofFile); ok {
		return file.Sound()
	}
	return nil
}
