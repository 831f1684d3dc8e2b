package auth

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store"
	"github.com/seed-a76b335c/philint/redact"
)

const (
	usedEvery = time.Minute     // how often one credential's last use is written at most
	usedDelay = 2 * time.Second // how long uses are gathered before they are written together
	usedWait  = 30 * time.Second
)

var errPanicked = errors.New("the write panicked")

// use tells credentials apart.
type use struct {
	kind   store.CredentialKind
	digest [32]byte
}

// uses gathers when credentials were last used and writes it now and then, beside the requests. What cannot be written is
// given up: the next request notes it anew.
type uses struct {
	store Store

	mu      sync.Mutex
	pending map[use]record.Instant // to be written
	writing map[use]record.Instant // being written
	timer   *time.Timer            // of the next write; nil for none
	running sync.WaitGroup
	closed  bool
}

// note says that a credential is used. last is when it was used before, as the store has it.
func (u *uses) note(c store.CredentialUse, last record.Instant) {
	if c.At.Sub(last) < usedEvery {
		return
	}
	k := use{c.Kind, c.Digest}
	u.mu.Lock()
	defer u.mu.Unlock()
	_, pending := u.pending[k]
	_, writing := u.writing[k]
	if pending || writing || u.closed {
		return
	}
	if u.pending == nil {
		u.pending = map[use]record.Instant{}
	}
	u.pending[k] = c.At
	if u.timer == nil {
		u.timer = time.AfterFunc(usedDelay, u.write)
	}
}

// write stores what is pending.
func (u *uses) write() {
	u.mu.Lock()
	u.timer = nil
	if u.closed {
		u.mu.Unlock()
		return // close writes it
	}
	u.running.Add(1)
	u.mu.Unlock()
	defer u.running.Done()
	if err := u.flush(context.Background()); err != nil {
		slog.Warn("last use of credentials not written", "error", redact.ErrType(err))
	}
}

func (u *uses) flush(ctx context.Context) error {
	u.mu.Lock()
	u.writing, u.pending = u.pending, nil
	batch := make([]store.CredentialUse, 0, len(u.writing))
	for k, at := range u.writing {
		batch = append(batch, store.CredentialUse{Kind: k.kind, Digest: k.digest, At: at})
	}
	u.mu.Unlock()
	ctx, cancel := context.WithTimeout(ctx, usedWait)
	defer cancel()
	var err error
	if len(batch) > 0 {
		err = u.put(ctx, batch)
	}
	u.mu.Lock()
	u.writing = nil
	if len(u.pending) > 0 && u.timer == nil && !u.closed {
		u.timer = time.AfterFunc(usedDelay, u.write)
	}
	u.mu.Unlock()
	return err
}

// put stores a batch. A panic on the way is a write that failed: in a timer's goroutine nobody else would catch it, and the
// runtime would end the server and print what the panic says.
func (u *uses) put(ctx context.Context, batch []store.CredentialUse) (err error) {
	err = errPanicked // unless the call returns
	defer redact.Recover(ctx)
	return u.store.UseCredentials(ctx, batch, usedEvery)
}

// close writes what is pending; later uses are not noted.
func (u *uses) close(ctx context.Context) error {
	u.mu.Lock()
	u.closed = true
	if u.timer != nil {
		u.timer.Stop()
	}
	u.mu.Unlock()
	u.running.Wait()
	return u.flush(ctx)
}
