// Package store is the one way to the database: SQLite in one file by default, or PostgreSQL.
//
// Every statement on a person's data hangs on a PersonStore, which cannot be had without a person's id; on PostgreSQL
// row level security is the wall behind that one. Statements are written once for both engines, and a parity suite
// holds their answers against each other byte for byte.
package store

import (
	"context"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store/engine"
)

// Store is an open database with the newest schema.
type Store struct {
	db engine.DB
}

// OpenSQLite opens or makes the store in a file. keyFile is the path of a file with at least 32 bytes of key, or "" for
// a store that is not encrypted. Errors are *engine.Error.
func OpenSQLite(ctx context.Context, path, keyFile string) (*Store, error) {
	key, err := optionalKey(keyFile)
	if err != nil {
		return nil, err
	}
	db, err := engine.OpenSQLite(ctx, path, key)
	if err != nil {
		return nil, err
	}
	return opened(ctx, db)
}

// OpenPostgres opens the store on a server. dsn is a libpq connection string, of a role that is no superuser: superusers
// see through row level security, and are refused. Errors are *engine.Error.
func OpenPostgres(ctx context.Context, dsn string) (*Store, error) {
	db, err := engine.OpenPostgres(ctx, dsn)
	if err != nil {
		return nil, err
	}
	return opened(ctx, db)
}

func opened(ctx context.Context, db engine.DB) (*Store, error) {
	if err := migrate(ctx, db); err != nil {
		_ = db.Close()
		return nil, err
	}
	return &Store{db: db}, nil
}

// Engine is sqlite or postgres.
func (s *Store) Engine() string { return s.db.Name() }

// Close waits for what is running.
func (s *Store) Close() error { return s.db.Close() }

// Person is the part of the store that holds one person's data.
func (s *Store) Person(id record.PersonID) *PersonStore {
	return &PersonStore{db: s.db, id: id}
}

// PersonStore reads and writes one person's data, and nobody else's.
type PersonStore struct {
	db engine.DB
	id record.PersonID
}

// ID is the person whose data this is.
func (p *PersonStore) ID() record.PersonID { return p.id }

// Write runs fn in one transaction. It may be run more than once where the engine asks for it.
func (p *PersonStore) Write(ctx context.Context, fn func(*Tx) error) error {
	return p.db.Write(ctx, string(p.id), func(tx engine.Tx) error {
		t := &Tx{tx: tx, person: string(p.id)}
		if err := fn(t); err != nil {
			return err
		}
		return t.names.flush(ctx, t)
	})
}

func (p *PersonStore) read(ctx context.Context, fn func(engine.Tx) error) error {
	return p.db.Read(ctx, string(p.id), fn)
}

// readOnce is read for an fn that asks one query.
func (p *PersonStore) readOnce(ctx context.Context, fn func(engine.Tx) error) error {
	return p.db.ReadOnce(ctx, string(p.id), fn)
}

// Tx is a transaction that changes one person's data.
type Tx struct {
	tx     engine.Tx
	person string
	names  nameCounts
}
