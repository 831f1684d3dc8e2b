package store

import (
	"context"
	"errors"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store/engine"
)

// Person is whom a record is about.
type Person struct {
	ID        record.PersonID
	Name      string
	Zone      string // an IANA name or UTC±HH:MM
	CreatedAt record.Instant
}

// ErrNoPerson says that there is no record with an id.
var ErrNoPerson = errors.New("no such person: list them with recordserver user list")

// AddPerson makes an empty record.
func (s *Store) AddPerson(ctx context.Context, p Person) error {
	return s.db.Write(ctx, string(p.ID), func(tx engine.Tx) error { return insertPerson(ctx, tx, &p) })
}

// AddPersonAndAccount makes an empty record with the account of its person: both, or neither and ErrAccountTaken where
// the address has an account.
func (s *Store) AddPersonAndAccount(ctx context.Context, p Person, a Account) error {
	return s.db.Write(ctx, string(p.ID), func(tx engine.Tx) error {
		if err := insertPerson(ctx, tx, &p); err != nil {
			return err
		}
		return insertAccount(ctx, tx, &a)
	})
}

func insertPerson(ctx context.Context, tx engine.Tx, p *Person) error {
	_, err := tx.Exec(ctx, `INSERT INTO person (person_id, name, zone, created_at) VALUES (?, ?, ?, ?)`, string(p.ID), p.Name, p.Zone, int64(p.CreatedAt))
	return err
}

// Persons are all whose records the store holds, oldest record first.
func (s *Store) Persons(ctx context.Context) ([]Person, error) {
	return s.persons(ctx, everyone, `SELECT person_id, name, zone, created_at FROM person ORDER BY created_at, person_id`)
}

// FindPerson returns a person, or ErrNoPerson.
func (s *Store) FindPerson(ctx context.Context, id record.PersonID) (Person, error) {
	found, err := s.persons(ctx, string(id), `SELECT person_id, name, zone, created_at FROM person WHERE person_id = ?`, string(id))
	switch {
	case err != nil:
		return Person{}, err
	case len(found) == 0:
		return Person{}, ErrNoPerson
	}
	return found[0], nil
}

func (s *Store) persons(ctx context.Context, as, sql string, args ...any) ([]Person, error) {
	var out []Person
	err := s.db.ReadOnce(ctx, as, func(tx engine.Tx) error {
		out = nil
		rows, err := tx.Query(ctx, sql, args...)
		if err != nil {
			return err
		}
		for rows.Next() {
			var p Person
			var id string
			var at int64
			if err := rows.Scan(&id, &p.Name, &p.Zone, &at); err != nil {
				return errors.Join(err, rows.Close())
			}
			p.ID, p.CreatedAt = record.PersonID(id), record.Instant(at)
			out = append(out, p)
		}
		return rows.Close()
	})
	return out, err
}

// Account is who signs in. An account has a record of its own, and may be given rights in others'.
type Account struct {
	ID           string
	Email        string
	EmailKey     string // folded: one address is one account
	Person       record.PersonID
	PasswordHash string // "" until a password is set
	CreatedAt    record.Instant
	DisabledAt   record.Instant // 0: it is not
}

// ErrAccountTaken says that an address has an account.
var ErrAccountTaken = errors.New("there is an account with that address")

// ErrNoAccount says that there is no account with an address or id.
var ErrNoAccount = errors.New("no such account")

// AddAccount makes an account, or returns ErrAccountTaken.
func (s *Store) AddAccount(ctx context.Context, a Account) error {
	return s.db.Write(ctx, "", func(tx engine.Tx) error { return insertAccount(ctx, tx, &a) })
}

// ErrHasAccount says that a person has an account of their own.
var ErrHasAccount = errors.New("the person has an account already")

// GiveAccount makes an account for the person of a record that has none, or returns ErrNoPerson, ErrHasAccount or
// ErrAccountTaken.
func (s *Store) GiveAccount(ctx context.Context, a Account) error {
	return s.db.Write(ctx, string(a.Person), func(tx engine.Tx) error {
		for _, must := range []struct {
			sql string
			n   int64
			err error
		}{
			{`SELECT count(*) FROM person WHERE person_id = ?`, 1, ErrNoPerson},
			{`SELECT count(*) FROM account WHERE person_id = ?`, 0, ErrHasAccount},
		} {
			n, err := counted(ctx, tx, must.sql, string(a.Person))
			if err != nil {
				return err
			}
			if n != must.n {
				return must.err
			}
		}
		return insertAccount(ctx, tx, &a)
	})
}

func counted(ctx context.Context, tx engine.Tx, sql string, args ...any) (n int64, err error) {
	rows, err := tx.Query(ctx, sql, args...)
	if err != nil {
		return 0, err
	}
	for rows.Next() {
		err = errors.Join(err, rows.Scan(&n))
	}
	return n, errors.Join(err, rows.Close())
}

func insertAccount(ctx context.Context, tx engine.Tx, a *Account) error {
	n, err := tx.Exec(ctx, `INSERT INTO account (account_id, email, email_key, person_id, password_hash, created_at, disabled_at) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
		a.ID, a.Email, a.EmailKey, string(a.Person), a.PasswordHash, int64(a.CreatedAt), int64(a.DisabledAt))
	if err == nil && n == 0 {
		return ErrAccountTaken
	}
	return err
}

// AccountByEmail returns the account of an address, or ErrNoAccount.
func (s *Store) AccountByEmail(ctx context.Context, emailKey string) (Account, error) {
	return s.account(ctx, "email_key", emailKey)
}

// AccountByID returns an account, or ErrNoAccount.
func (s *Store) AccountByID(ctx context.Context, id string) (Account, error) {
	return s.account(ctx, "account_id", id)
}

func (s *Store) account(ctx context.Context, column, value string) (Account, error) {
	var a Account
	found := false
	err := s.db.ReadOnce(ctx, "", func(tx engine.Tx) error {
		found = false
		rows, err := tx.Query(ctx, `SELECT account_id, email, email_key, person_id, password_hash, created_at, disabled_at FROM account WHERE `+column+` = ?`, value)
		if err != nil {
			return err
		}
		for rows.Next() {
			var person string
			var created, disabled int64
			if err := rows.Scan(&a.ID, &a.Email, &a.EmailKey, &person, &a.PasswordHash, &created, &disabled); err != nil {
				return errors.Join(err, rows.Close())
			}
			a.Person, a.CreatedAt, a.DisabledAt, found = record.PersonID(person), record.Instant(created), record.Instant(disabled), true
		}
		return rows.Close()
	})
	if err == nil && !found {
		err = ErrNoAccount
	}
	return a, err
}

// SetPassword changes an account's password hash, or returns ErrNoAccount.
func (s *Store) SetPassword(ctx context.Context, accountID, hash string) error {
	return s.db.Write(ctx, "", func(tx engine.Tx) error {
		n, err := tx.Exec(ctx, `UPDATE account SET password_hash = ? WHERE account_id = ?`, hash, accountID)
		if err == nil && n == 0 {
			return ErrNoAccount
		}
		return err
	})
}

// Level is what an account may do with another's record.
type Level int64

// Levels.
const (
	NoAccess  Level = 0
	ReadOnly  Level = 1
	ReadWrite Level = 2
)

// Grant gives an account a level of access to a record, or takes it with NoAccess.
func (s *Store) Grant(ctx context.Context, person record.PersonID, accountID string, level Level, at record.Instant) error {
	return s.db.Write(ctx, "", func(tx engine.Tx) error {
		if level == NoAccess {
			_, err := tx.Exec(ctx, `DELETE FROM care_grant WHERE person_id = ? AND account_id = ?`, string(person), accountID)
			return err
		}
		_, err := tx.Exec(ctx, `INSERT INTO care_grant (person_id, account_id, level, granted_at) VALUES (?, ?, ?, ?)
ON CONFLICT (person_id, account_id) DO UPDATE SET level = excluded.level, granted_at = excluded.granted_at`, string(person), accountID, int64(level), int64(at))
		return err
	})
}

// Access is what an account may do with a record: all with its own, what was granted with others', nothing by default.
func (s *Store) Access(ctx context.Context, person record.PersonID, accountID string) (Level, error) {
	level := NoAccess
	err := s.db.ReadOnce(ctx, "", func(tx engine.Tx) error {
		level = NoAccess
		rows, err := tx.Query(ctx, `SELECT level FROM care_grant WHERE person_id = ? AND account_id = ?
UNION ALL SELECT 2 FROM account WHERE person_id = ? AND account_id = ? AND disabled_at = 0`, string(person), accountID, string(person), accountID)
		if err != nil {
			return err
		}
		for rows.Next() {
			var n int64
			if err := rows.Scan(&n); err != nil {
				return errors.Join(err, rows.Close())
			}
			level = max(level, Level(n))
		}
		return rows.Close()
	})
	return level, err
}
