package store

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store/engine"
)

func change(t *testing.T, s *Store, sql string, args ...any) {
	t.Helper()
	changeAs(t, s, "", sql, args...)
}

func changeAs(t *testing.T, s *Store, person, sql string, args ...any) {
	t.Helper()
	err := s.db.Write(context.Background(), person, func(tx engine.Tx) error {
		n, err := tx.Exec(context.Background(), sql, args...)
		if err == nil && n == 0 {
			err = errors.New("nothing was changed")
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// Ann holds credentials of her own record, of Bob's and of the child's, which has no account. What she may do with each
// is asked after every change, all of which stay.
func TestWhatACredentialOpensIsAskedOfAccountsRecordsAndGrants(t *testing.T) {
	engines(t, func(t *testing.T, s *Store) {
		ctx := context.Background()
		const ann, bob, child = record.PersonID("p-ann"), record.PersonID("p-bob"), record.PersonID("p-child")
		for _, p := range []record.PersonID{ann, bob, child} {
			if err := s.AddPerson(ctx, Person{ID: p, Name: "x", Zone: "UTC"}); err != nil {
				t.Fatal(err)
			}
		}
		for id, p := range map[string]record.PersonID{"a-ann": ann, "a-bob": bob, "a-bob-2": bob} {
			if err := s.AddAccount(ctx, Account{ID: id, Email: id, EmailKey: id, Person: p}); err != nil {
				t.Fatal(err)
			}
		}
		grant := func(p record.PersonID, l Level) {
			if err := s.Grant(ctx, p, "a-ann", l, 1); err != nil {
				t.Fatal(err)
			}
		}
		grant(bob, ReadOnly)
		grant(child, ReadWrite)
		digest := func(p record.PersonID) [32]byte { return sha256.Sum256([]byte(p)) }
		for _, p := range []record.PersonID{ann, bob, child} {
			c := Credential{Digest: digest(p), Account: "a-ann", Person: p, Label: "x", Scopes: "mcp:read", CreatedAt: 1, ExpiresAt: 9}
			if err := errors.Join(s.AddToken(ctx, c), s.AddLink(ctx, c)); err != nil {
				t.Fatal(err)
			}
		}
		for _, tt := range []struct {
			what string
			do   func()
			want [3]Level
		}{
			{"as it was made", func() {}, [3]Level{ReadWrite, ReadOnly, ReadWrite}},
			{"one of two accounts of Bob's is disabled", func() { change(t, s, `UPDATE account SET disabled_at = 5 WHERE account_id = 'a-bob'`) }, [3]Level{ReadWrite, ReadOnly, ReadWrite}},
			{"both are", func() { change(t, s, `UPDATE account SET disabled_at = 5 WHERE account_id = 'a-bob-2'`) }, [3]Level{ReadWrite, 0, ReadWrite}},
			{"the child has an account", func() {
				if err := s.AddAccount(ctx, Account{ID: "a-child", Email: "c", EmailKey: "c", Person: child}); err != nil {
					t.Fatal(err)
				}
			}, [3]Level{ReadWrite, 0, ReadWrite}},
			{"the grant is less", func() { grant(child, ReadOnly) }, [3]Level{ReadWrite, 0, ReadOnly}},
			{"the grant is withdrawn", func() { grant(child, NoAccess) }, [3]Level{ReadWrite, 0, 0}},
			{"Bob is back", func() { change(t, s, `UPDATE account SET disabled_at = 0 WHERE account_id = 'a-bob'`) }, [3]Level{ReadWrite, ReadOnly, 0}},
			{"Bob's record is gone", func() { changeAs(t, s, string(bob), `DELETE FROM person WHERE person_id = ?`, string(bob)) }, [3]Level{ReadWrite, 0, 0}},
			{"Ann is disabled", func() { change(t, s, `UPDATE account SET disabled_at = 5 WHERE account_id = 'a-ann'`) }, [3]Level{0, 0, 0}},
			{"Ann is gone", func() { change(t, s, `DELETE FROM account WHERE account_id = 'a-ann'`) }, [3]Level{0, 0, 0}},
		} {
			tt.do()
			for i, p := range []record.PersonID{ann, bob, child} {
				for _, k := range []CredentialKind{TokenCredential, LinkCredential} {
					c, level, err := s.FindCredential(ctx, k, digest(p))
					if err != nil || level != tt.want[i] || c.Person != p || c.Account != "a-ann" {
						t.Errorf("%s: %s of %s: %d, want %d, %v", tt.what, k, p, level, tt.want[i], err)
					}
				}
			}
		}
		// Whatever else there is of a digest, it is another credential.
		for _, other := range [][32]byte{{}, sha256.Sum256([]byte("x")), func() [32]byte { d := digest(ann); d[31]++; return d }()} {
			if _, _, err := s.FindCredential(ctx, TokenCredential, other); !errors.Is(err, ErrNoCredential) {
				t.Error(err)
			}
		}
	})
}

func TestACredentialOfNothingIsNotKeptAndEndsNothing(t *testing.T) {
	engines(t, func(t *testing.T, s *Store) {
		ctx := context.Background()
		if err := s.AddPersonAndAccount(ctx, Person{ID: "p-ann", Zone: "UTC"}, Account{ID: "a-ann", Email: "a", EmailKey: "a", Person: "p-ann"}); err != nil {
			t.Fatal(err)
		}
		if err := s.AddPersonAndAccount(ctx, Person{ID: "p-bob", Zone: "UTC"}, Account{ID: "a-bob", Email: "b", EmailKey: "b", Person: "p-bob"}); err != nil {
			t.Fatal(err)
		}
		if err := s.Grant(ctx, "p-bob", "a-ann", ReadOnly, 1); err != nil {
			t.Fatal(err)
		}
		add := func(n int, account string, person record.PersonID) error {
			return s.AddLink(ctx, Credential{Digest: sha256.Sum256(fmt.Append(nil, n)), Account: account, Person: person, CreatedAt: record.Instant(n), ExpiresAt: 100})
		}
		if err := add(1, "a-ann", "p-bob"); err != nil {
			t.Fatal(err)
		}
		if err := s.Grant(ctx, "p-bob", "a-ann", NoAccess, 1); err != nil {
			t.Fatal(err)
		}
		for n, of := range map[int][2]string{2: {"a-ann", "p-bob"}, 3: {"a-nobody", "p-bob"}, 4: {"a-bob", "p-ann"}, 5: {"a-bob", "p-nobody"}} {
			if err := add(n, of[0], record.PersonID(of[1])); !errors.Is(err, ErrNoAccess) {
				t.Errorf("%v: %v", of, err)
			}
		}
		if all, err := s.Credentials(ctx, LinkCredential); err != nil || len(all) != 1 || all[0].RevokedAt != 0 {
			t.Errorf("%+v, %v", all, err)
		}
	})
}

func TestAUseIsNotedOnceInATime(t *testing.T) {
	engines(t, func(t *testing.T, s *Store) {
		ctx := context.Background()
		if err := s.AddPersonAndAccount(ctx, Person{ID: "p-ann", Zone: "UTC"}, Account{ID: "a-ann", Email: "a", EmailKey: "a", Person: "p-ann"}); err != nil {
			t.Fatal(err)
		}
		c := Credential{Digest: [32]byte{1}, Account: "a-ann", Person: "p-ann", Label: "x", CreatedAt: 1, ExpiresAt: 1 << 60}
		if err := errors.Join(s.AddToken(ctx, c), s.AddLink(ctx, c)); err != nil {
			t.Fatal(err)
		}
		minute := record.Instant(time.Minute.Microseconds())
		for _, tt := range []struct{ at, want record.Instant }{
			{10 * minute, 10 * minute}, {11*minute - 1, 10 * minute}, {11 * minute, 11 * minute}, {5 * minute, 11 * minute}, {11*minute + 1, 11 * minute},
		} {
			for _, k := range []CredentialKind{TokenCredential, LinkCredential} {
				err := s.UseCredentials(ctx, []CredentialUse{{Kind: k, Digest: [32]byte{9}, At: tt.at}, {Kind: k, Digest: c.Digest, At: tt.at}}, time.Minute)
				if err != nil {
					t.Fatal(err)
				}
				if got, _, err := s.FindCredential(ctx, k, c.Digest); err != nil || got.LastUsedAt != tt.want {
					t.Errorf("%s at %d: %d, want %d, %v", k, tt.at, got.LastUsedAt, tt.want, err)
				}
			}
		}
	})
}

// BenchmarkFindCredential is what every request pays before anything else: its cost does not grow with the accounts.
func BenchmarkFindCredential(b *testing.B) {
	for _, accounts := range []int{10, 10_000} {
		b.Run(fmt.Sprintf("%d accounts, a granted record", accounts), func(b *testing.B) {
			ctx := context.Background()
			s, err := OpenSQLite(ctx, b.TempDir()+"/s.db", "")
			if err != nil {
				b.Fatal(err)
			}
			defer s.Close()
			err = s.db.Write(ctx, "", func(tx engine.Tx) error {
				for n := range accounts {
					p, a := Person{ID: personAt(n), Zone: "UTC"}, Account{ID: fmt.Sprint("a-", n), EmailKey: fmt.Sprint(n), Person: personAt(n)}
					if err := errors.Join(insertPerson(ctx, tx, &p), insertAccount(ctx, tx, &a)); err != nil {
						return err
					}
				}
				return nil
			})
			last := personAt(accounts - 1)
			c := Credential{Digest: [32]byte{1}, Account: "a-0", Person: last, CreatedAt: 1, ExpiresAt: 2, Label: "x"}
			if err := errors.Join(err, s.Grant(ctx, last, "a-0", ReadOnly, 1), s.AddToken(ctx, c)); err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				if _, level, err := s.FindCredential(ctx, TokenCredential, c.Digest); err != nil || level != ReadOnly {
					b.Fatal(level, err)
				}
			}
		})
	}
}
