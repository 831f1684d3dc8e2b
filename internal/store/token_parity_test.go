package store

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"time"

	"github.com/seed-a76b335c/philint/internal/record"
)

// credential is one of a person's own account, in the parity suite's world.
func (w *world) credential(k CredentialKind, holder, subject, n int) Credential {
	c := Credential{
		Digest: sha256.Sum256(fmt.Append(nil, k, holder, subject, n)), Account: "acc" + string(w.persons[holder]), Person: w.persons[subject],
		CreatedAt: record.Instant(10 + n), ExpiresAt: 1000,
	}
	if k == TokenCredential {
		c.Label, c.Scopes = words[n%len(words)], "mcp:read api:read"
	}
	return c
}

// issue adds credentials of everybody to everybody, unless they are there. The answers say which were refused.
func (w *world) issue(ctx context.Context, s *Store) ([]string, error) {
	if all, err := s.Credentials(ctx, TokenCredential); err != nil || len(all) > 0 {
		return nil, err
	}
	var out []string
	if err := s.Grant(ctx, w.persons[2], "acc"+string(w.persons[1]), ReadOnly, 3); err != nil {
		return nil, err
	}
	for holder := range w.persons {
		for subject := range w.persons {
			for n := range 2 {
				out = append(out, fmt.Sprint(
					s.AddToken(ctx, w.credential(TokenCredential, holder, subject, n)),
					s.AddLink(ctx, w.credential(LinkCredential, holder, subject, n))))
			}
		}
	}
	return out, nil
}

// withCredentials is a query on a store that has some.
func withCredentials(f func(ctx context.Context, s *Store, w *world, k CredentialKind) (any, error)) func(context.Context, *Store, *world) (any, error) {
	return func(ctx context.Context, s *Store, w *world) (any, error) {
		issued, err := w.issue(ctx, s)
		out := []any{issued}
		for _, k := range []CredentialKind{TokenCredential, LinkCredential} {
			if err != nil {
				return nil, err
			}
			var a any
			a, err = f(ctx, s, w, k)
			out = append(out, a)
		}
		return out, err
	}
}

func init() {
	maps.Copy(asked, map[string]func(context.Context, *Store, *world) (any, error){
		"Store.AddToken": withCredentials(func(ctx context.Context, s *Store, w *world, k CredentialKind) (any, error) {
			return s.Credentials(ctx, k)
		}),
		"Store.AddLink": withCredentials(func(ctx context.Context, s *Store, w *world, k CredentialKind) (any, error) {
			return s.Credentials(ctx, k)
		}),
		"Store.Credentials": withCredentials(func(ctx context.Context, s *Store, w *world, k CredentialKind) (any, error) {
			return s.Credentials(ctx, k)
		}),
		"Store.CredentialsOf": withCredentials(func(ctx context.Context, s *Store, w *world, k CredentialKind) (any, error) {
			var out []any
			for _, id := range append([]record.PersonID{"", "none"}, w.persons...) {
				c, err := s.CredentialsOf(ctx, k, "acc"+string(id))
				if err != nil {
					return nil, err
				}
				out = append(out, c)
			}
			return out, nil
		}),
		"Store.FindCredential": withCredentials(func(ctx context.Context, s *Store, w *world, k CredentialKind) (any, error) {
			var out []any
			for holder := range w.persons {
				for subject := range w.persons {
					c, level, err := s.FindCredential(ctx, k, w.credential(k, holder, subject, 1).Digest)
					if err != nil && !errors.Is(err, ErrNoCredential) {
						return nil, err
					}
					out = append(out, c, level, err == nil)
				}
			}
			return out, nil
		}),
		"Store.UseCredentials": withCredentials(func(ctx context.Context, s *Store, w *world, k CredentialKind) (any, error) {
			c := w.credential(k, 1, 2, 1)
			var uses []CredentialUse
			for _, at := range []record.Instant{100, 101, 200, 150} {
				uses = append(uses, CredentialUse{Kind: k, Digest: c.Digest, At: at})
			}
			if err := s.UseCredentials(ctx, uses, 50*time.Microsecond); err != nil {
				return nil, err
			}
			after, level, err := s.FindCredential(ctx, k, c.Digest)
			return []any{after, level}, err
		}),
		"Store.Revoke": withCredentials(func(ctx context.Context, s *Store, w *world, k CredentialKind) (any, error) {
			c := w.credential(k, 1, 2, 1)
			var out []string
			for _, by := range []Revocation{{Account: "acc" + string(w.persons[0])}, {Account: c.Account}, {ByOperator: true}} {
				by.Key, by.At = [8]byte(c.Digest[:8]), 300
				out = append(out, fmt.Sprint(s.Revoke(ctx, k, by)))
			}
			all, err := s.Credentials(ctx, k)
			return []any{out, all}, err
		}),
		"PersonStore.CheckAccessLog": each(func(ctx context.Context, p *PersonStore) (any, error) {
			head, err := p.CheckAccessLog(ctx, AccessHead{})
			_, cut := p.CheckAccessLog(ctx, AccessHead{Seq: 99, Hash: head.Hash})
			return []any{head, fmt.Sprint(cut)}, err
		}),
		"PersonStore.AccessPage": each(func(ctx context.Context, p *PersonStore) (any, error) {
			newest, err := p.AccessPage(ctx, 0, 2)
			if err != nil || len(newest) == 0 {
				return newest, err
			}
			rest, err := p.AccessPage(ctx, newest[len(newest)-1].Seq, 2)
			return []any{newest, rest}, err
		}),
		"PersonStore.LogAccesses": each(func(ctx context.Context, p *PersonStore) (any, error) {
			if err := p.LogAccesses(ctx, []AccessEntry{{At: 7, Actor: "é", Operation: "b"}, {At: 8, Rows: 3, RequestID: "'"}}); err != nil {
				return nil, err
			}
			return p.AccessLog(ctx)
		}),
		"Store.LogAccesses": func(ctx context.Context, s *Store, w *world) (any, error) {
			var batches []AccessBatch
			for i, id := range w.persons {
				batches = append(batches, AccessBatch{Person: id, Entries: []AccessEntry{{At: record.Instant(i), Actor: words[i]}, {Outcome: words[i+9]}}})
			}
			out := make([]any, len(w.persons))
			n, err := s.LogAccesses(ctx, batches)
			for i, id := range w.persons {
				if err == nil {
					out[i], err = s.Person(id).CheckAccessLog(ctx, AccessHead{})
				}
			}
			return []any{n, out}, err
		},
	})
}
