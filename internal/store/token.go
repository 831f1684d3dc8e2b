package store

import (
	"context"
	"errors"
	"time"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store/engine"
)

// Credentials are found by the digest of their secret, before it is known whose they are. Their tables, like those of
// accounts and grants, therefore stand outside of row level security: what stands in for it is that nobody finds a row
// without the secret, of which the store has the digest only. Lists of them are for an account, or the operator.

// CredentialKind is which of the two a credential is.
type CredentialKind string

// Kinds of credentials. Each is the name of its table.
const (
	TokenCredential CredentialKind = "token" // in the header of a request
	LinkCredential  CredentialKind = "link"  // in its path
)

// Credential is what opens one person's record to an account that may read it, by a secret.
type Credential struct {
	Digest     [32]byte // SHA-256 of the secret
	Account    string
	Person     record.PersonID
	Label      string // of tokens: what its owner calls it
	Scopes     string // of tokens: what it is good for, with blanks between
	CreatedAt  record.Instant
	ExpiresAt  record.Instant
	RevokedAt  record.Instant // 0: it was not
	LastUsedAt record.Instant // 0: it was not; up to a minute late
}

// ErrNoCredential says that there is no such credential, or none that can be revoked any more.
var ErrNoCredential = errors.New("no such credential")

// ErrNoAccess says that an account may not read a record, or is disabled, or that there is no such account or record.
var ErrNoAccess = errors.New("there is no such account that may read such a record")

// standing is what the holder of a credential c may do with its record now: nothing where the account is gone or
// disabled, the record is gone, the grant was withdrawn, or the person whose record it is has accounts and all of them
// are disabled. A record that never had an account, such as a child's, is read by whom it was granted to.
const standing = `CASE
WHEN a.account_id IS NULL OR a.disabled_at <> 0 OR p.person_id IS NULL THEN 0
WHEN a.person_id = c.person_id THEN 2
WHEN g.level IS NULL THEN 0
WHEN EXISTS (SELECT 1 FROM account o WHERE o.person_id = c.person_id AND o.disabled_at = 0) THEN g.level
WHEN EXISTS (SELECT 1 FROM account o WHERE o.person_id = c.person_id) THEN 0
ELSE g.level END`

// columns of a kind's table; what a link does not have is empty.
func (k CredentialKind) columns() string {
	if k == LinkCredential {
		return linkColumns
	}
	return tokenColumns
}

const (
	tokenColumns = `c.secret_hash, c.account_id, c.person_id, c.label, c.scopes, c.created_at, c.expires_at, c.revoked_at, c.last_used_at`
	linkColumns  = `c.secret_hash, c.account_id, c.person_id, '', '', c.created_at, c.expires_at, c.revoked_at, c.last_used_at`

	findToken = `SELECT ` + tokenColumns + `, ` + standing + ` FROM token c` + holder
	findLink  = `SELECT ` + linkColumns + `, ` + standing + ` FROM link c` + holder

	holder = `
LEFT JOIN account a ON a.account_id = c.account_id
LEFT JOIN person p ON p.person_id = c.person_id
LEFT JOIN care_grant g ON g.person_id = c.person_id AND g.account_id = c.account_id
WHERE c.secret_hash = ?`
)

// find is the statement that finds a credential and what its holder may do now. It is asked at every request.
func (k CredentialKind) find() string {
	if k == LinkCredential {
		return findLink
	}
	return findToken
}

func (c *Credential) scan(rows engine.Rows, more ...any) error {
	var digest []byte
	var person string
	var created, expires, revoked, used int64
	err := rows.Scan(append([]any{&digest, &c.Account, &person, &c.Label, &c.Scopes, &created, &expires, &revoked, &used}, more...)...)
	copy(c.Digest[:], digest)
	c.Person, c.CreatedAt, c.ExpiresAt = record.PersonID(person), record.Instant(created), record.Instant(expires)
	c.RevokedAt, c.LastUsedAt = record.Instant(revoked), record.Instant(used)
	return err
}

// FindCredential returns a credential and what its holder may do with its record now, or ErrNoCredential. It does not
// look at the clock, and finds those that were revoked as well.
func (s *Store) FindCredential(ctx context.Context, k CredentialKind, digest [32]byte) (Credential, Level, error) {
	var c Credential
	var level int64
	err := s.db.ReadOnce(ctx, everyone, func(tx engine.Tx) (err error) {
		c, level, err = findCredential(ctx, tx, k, digest)
		return err
	})
	return c, Level(level), err
}

func findCredential(ctx context.Context, tx engine.Tx, k CredentialKind, digest [32]byte) (c Credential, level int64, err error) {
	rows, err := tx.Query(ctx, k.find(), digest[:])
	if err != nil {
		return c, 0, err
	}
	found := false
	for rows.Next() {
		if err := c.scan(rows, &level); err != nil {
			return c, 0, errors.Join(err, rows.Close())
		}
		found = true
	}
	if err = rows.Close(); err == nil && !found {
		err = ErrNoCredential
	}
	return c, level, err
}

// AddToken keeps a new token, or returns ErrNoAccess.
func (s *Store) AddToken(ctx context.Context, c Credential) error {
	return s.addCredential(ctx, TokenCredential, c, func(tx engine.Tx) error {
		_, err := tx.Exec(ctx, `INSERT INTO token (secret_hash, account_id, person_id, label, scopes, created_at, expires_at, revoked_at, last_used_at) VALUES (?, ?, ?, ?, ?, ?, ?, 0, 0)`,
			c.Digest[:], c.Account, string(c.Person), c.Label, c.Scopes, int64(c.CreatedAt), int64(c.ExpiresAt))
		return err
	})
}

// addCredential runs insert, and takes it back where its holder could read nothing with it. Those who make credentials
// for one account take turns.
func (s *Store) addCredential(ctx context.Context, k CredentialKind, c Credential, insert func(engine.Tx) error) error {
	return s.db.Write(ctx, string(c.Person), func(tx engine.Tx) error {
		if _, err := tx.Exec(ctx, `UPDATE account SET disabled_at = disabled_at WHERE account_id = ?`, c.Account); err != nil {
			return err
		}
		if err := insert(tx); err != nil {
			return err
		}
		_, level, err := findCredential(ctx, tx, k, c.Digest)
		if err == nil && Level(level) < ReadOnly {
			err = ErrNoAccess
		}
		return err
	})
}

// Credentials are all of a kind, oldest first: for the operator.
func (s *Store) Credentials(ctx context.Context, k CredentialKind) ([]Credential, error) {
	return s.credentials(ctx, `SELECT `+k.columns()+` FROM `+string(k)+` c ORDER BY c.created_at, c.secret_hash`)
}

// CredentialsOf are those of a kind that an account made and those that read its own record, oldest first.
func (s *Store) CredentialsOf(ctx context.Context, k CredentialKind, account string) ([]Credential, error) {
	return s.credentials(ctx, `SELECT `+k.columns()+` FROM `+string(k)+` c WHERE `+concerns+` ORDER BY c.created_at, c.secret_hash`, account, account)
}

// concerns says that a credential is the account's, or reads its record.
const concerns = `(account_id = ? OR person_id = (SELECT o.person_id FROM account o WHERE o.account_id = ?))`

func (s *Store) credentials(ctx context.Context, sql string, args ...any) ([]Credential, error) {
	var out []Credential
	err := s.db.ReadOnce(ctx, "", func(tx engine.Tx) error {
		out = nil
		rows, err := tx.Query(ctx, sql, args...)
		if err != nil {
			return err
		}
		for rows.Next() {
			var c Credential
			if err := c.scan(rows); err != nil {
				return errors.Join(err, rows.Close())
			}
			out = append(out, c)
		}
		return rows.Close()
	})
	return out, err
}

// Revocation says which credential ends, by whom and when.
type Revocation struct {
	Key [8]byte // the first bytes of its digest
	At  record.Instant
	// Account is who asks: who made it, or whose record it reads. Anybody else is told that there is none. By the operator
	// it is empty, and ByOperator is true.
	Account    string
	ByOperator bool
}

// Revoke ends a credential, or returns ErrNoCredential.
func (s *Store) Revoke(ctx context.Context, k CredentialKind, r Revocation) error {
	sql, args := `UPDATE `+string(k)+` SET revoked_at = ?`, []any{int64(r.At)}
	if k == LinkCredential {
		sql, args = sql+`, revoked_by = ?`, append(args, r.Account)
	}
	low, high := keyRange(r.Key)
	sql, args = sql+` WHERE secret_hash >= ? AND secret_hash <= ? AND revoked_at = 0`, append(args, low, high)
	if !r.ByOperator {
		sql, args = sql+` AND `+concerns, append(args, r.Account, r.Account)
	}
	return s.db.Write(ctx, "", func(tx engine.Tx) error {
		n, err := tx.Exec(ctx, sql, args...)
		if err == nil && n == 0 {
			err = ErrNoCredential
		}
		return err
	})
}

// keyRange are the first and the last digest that begin with a key.
func keyRange(key [8]byte) (low, high []byte) {
	low, high = make([]byte, 32), make([]byte, 32)
	for i := range high {
		high[i] = 0xff
	}
	copy(low, key[:])
	copy(high, key[:])
	return low, high
}

// CredentialUse says that a credential was used.
type CredentialUse struct {
	Kind   CredentialKind
	Digest [32]byte
	At     record.Instant
}

// UseCredentials notes when credentials were last used, each at most once in a time. What is not there any more is left
// out.
func (s *Store) UseCredentials(ctx context.Context, uses []CredentialUse, every time.Duration) error {
	return s.db.Write(ctx, "", func(tx engine.Tx) error {
		for _, u := range uses {
			_, err := tx.Exec(ctx, `UPDATE `+string(u.Kind)+` SET last_used_at = ? WHERE secret_hash = ? AND last_used_at <= ?`, int64(u.At), u.Digest[:], int64(u.At.Add(-every)))
			if err != nil {
				return err
			}
		}
		return nil
	})
}
