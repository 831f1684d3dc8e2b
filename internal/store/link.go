package store

import (
	"context"

	"github.com/seed-a76b335c/philint/internal/store/engine"
)

// AddLink keeps a new link and revokes the one that the same account had to the same record, or returns ErrNoAccess and
// changes nothing.
func (s *Store) AddLink(ctx context.Context, c Credential) error {
	return s.addCredential(ctx, LinkCredential, c, func(tx engine.Tx) error {
		_, err := tx.Exec(ctx, `UPDATE link SET revoked_at = ?, revoked_by = ? WHERE account_id = ? AND person_id = ? AND revoked_at = 0`,
			int64(c.CreatedAt), c.Account, c.Account, string(c.Person))
		if err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `INSERT INTO link (secret_hash, account_id, person_id, created_at, expires_at, revoked_at, revoked_by, last_used_at) VALUES (?, ?, ?, ?, ?, 0, '', 0)`,
			c.Digest[:], c.Account, string(c.Person), int64(c.CreatedAt), int64(c.ExpiresAt))
		return err
	})
}
