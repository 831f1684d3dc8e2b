package auth

import (
	"context"
	"crypto/rand"
	"errors"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store"
)

// slow is a store whose credentials are all good, that takes a while to note their use, and can be made to fail.
type slow struct {
	Store
	mu   sync.Mutex
	last map[[32]byte]record.Instant
	at   []record.Instant // of the writes
	now  func() record.Instant
	err  error
	loud bool // the error is a panic
}

func (s *slow) FindCredential(_ context.Context, _ store.CredentialKind, digest [32]byte) (store.Credential, store.Level, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return store.Credential{Digest: digest, Scopes: "mcp:read", ExpiresAt: 1 << 62, LastUsedAt: s.last[digest]}, store.ReadOnly, nil
}

func (s *slow) UseCredentials(_ context.Context, uses []store.CredentialUse, _ time.Duration) error {
	time.Sleep(10 * time.Second)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err != nil && s.loud {
		panic(s.err)
	}
	if s.err != nil {
		return s.err
	}
	for _, u := range uses {
		s.last[u.Digest] = u.At
		s.at = append(s.at, s.now())
	}
	return nil
}

func TestTheLastUseIsWrittenOnceAMinuteAndNeverWaitedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		now := func() record.Instant { return record.InstantOf(time.Now()) }
		s := &slow{last: map[[32]byte]record.Instant{}, now: now}
		a := New(Config{Store: s, Now: now, Random: rand.Reader})
		secret, digest, err := tokens.newSecret(rand.Reader)
		if err != nil {
			t.Fatal(err)
		}
		begin := now()
		for range 600 { // ten requests a second, for a minute
			before := now()
			if _, err := a.Token(context.Background(), secret, MCPRead); err != nil {
				t.Fatal(err)
			}
			if took := now().Sub(before); took != 0 {
				t.Fatalf("a request waited %v", took)
			}
			time.Sleep(100 * time.Millisecond)
		}
		if got := s.writes(); len(got) != 1 || got[0].Sub(begin) != 12*time.Second || s.last[digest] != begin {
			t.Errorf("written %v, %v", got, s.last[digest].Sub(begin))
		}
		// A store that fails costs a note, and the next request makes another. So does one that panics.
		s.fail(errors.New("x"))
		for i := range 100 {
			_, _ = a.Token(context.Background(), secret, MCPRead)
			s.shout(i >= 50)
			time.Sleep(time.Second)
		}
		s.fail(nil)
		time.Sleep(2 * time.Minute) // what is under way ends
		if _, err := a.Token(context.Background(), secret, MCPRead); err != nil {
			t.Fatal(err)
		}
		last := now()
		if err := a.Close(context.Background()); err != nil {
			t.Fatal(err)
		}
		if s.last[digest] != last {
			t.Errorf("closing did not write the last use: %v before", last.Sub(s.last[digest]))
		}
		_, _ = a.Token(context.Background(), secret, MCPRead)
		time.Sleep(time.Hour)
		if s.last[digest] != last {
			t.Error("something was written after it was closed")
		}
	})
}

func (s *slow) writes() []record.Instant {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.at)
}

func (s *slow) fail(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.err = err
}

func (s *slow) shout(loud bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.loud = loud
}
