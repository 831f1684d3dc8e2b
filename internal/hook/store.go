//go:build canaryhook

package hook

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"github.com/seed-a76b335c/philint/internal/store"
	"github.com/seed-a76b335c/philint/internal/store/engine"
)

// slowness is how long a slow store takes, unless whoever asks gives up before.
const slowness = time.Second

// fail panics, or ends the goroutine, as a fault says. One that comes back has not happened.
func fail(f fault) {
	if p := panics[f.kind]; p != nil {
		happened.add(f, 1)
		p(f.word)
		happened.add(f, -1)
	}
}

// breaks is what a call comes to: an error, which its caller returns; a panic; or nothing after a long time.
func breaks(ctx context.Context, f fault) error {
	if f.kind == slow {
		select {
		case <-ctx.Done():
			return fmt.Errorf("statement with %s: %w", f.word, ctx.Err())
		case <-time.After(slowness):
			happened.add(f, 1)
			return nil
		}
	}
	if e := broken[f.kind]; e != nil {
		return e(f.word)
	}
	fail(f)
	return nil
}

// Store breaks where a request asks for it.
func Store(s *store.Store) *store.Store {
	return s.Through(func(db engine.DB) engine.DB {
		f := &faulty{DB: traced(db), armed: map[place]*atomic.Pointer[fault]{atAudit: {}, atUses: {}}}
		if file, ok := db.(ofFile); ok {
			return &faultyFile{f, file}
		}
		return f
	})
}

type ofFile interface {
	Standing() error
	Sound() error
}

// faultyFile is a faulty database in a file, which can be asked what a file can be asked.
type faultyFile struct {
	*faulty
	ofFile
}

// faulty is a database that fails as the requests want it. What is written is written later, by others than who asked: a
// fault of theirs waits for them.
type faulty struct {
	engine.DB
	armed map[place]*atomic.Pointer[fault] // the map itself is not changed
}

// Read implements [engine.DB].
func (d *faulty) Read(ctx context.Context, person string, fn func(engine.Tx) error) error {
	return d.DB.Read(ctx, person, d.around(ctx, person, fn))
}

// ReadOnce implements [engine.DB].
func (d *faulty) ReadOnce(ctx context.Context, person string, fn func(engine.Tx) error) error {
	return d.DB.ReadOnce(ctx, person, d.around(ctx, person, fn))
}

func (d *faulty) around(ctx context.Context, person string, fn func(engine.Tx) error) func(engine.Tx) error {
	f, ok := asked(ctx)
	if !ok {
		return fn
	}
	ofPerson := person != "" && person != "*"
	switch f.at {
	case atAudit, atUses:
		d.armed[f.at].Store(&f)
	case atRead, atRows:
		if ofPerson {
			return func(tx engine.Tx) error { return fn(&faultyTx{tx, f}) }
		}
	case atFind, atFound:
		if !ofPerson {
			return func(tx engine.Tx) error { return fn(&faultyTx{tx, f}) }
		}
	}
	return fn
}

// Write implements [engine.DB].
func (d *faulty) Write(ctx context.Context, person string, fn func(engine.Tx) error) error {
	return d.DB.Write(ctx, person, func(tx engine.Tx) error { return fn(&armedTx{tx, d}) })
}

// faultyTx fails where it is asked.
type faultyTx struct {
	engine.Tx
	fault fault
}

// Query implements [engine.Tx].
func (t *faultyTx) Query(ctx context.Context, sql string, args ...any) (engine.Rows, error) {
	inRows := t.fault.at == atRows || t.fault.at == atFound
	if !inRows {
		if err := breaks(ctx, t.fault); err != nil {
			return nil, happened.as(t.fault, err)
		}
	}
	rows, err := t.Tx.Query(ctx, sql, args...)
	if err == nil && inRows {
		return &faultyRows{rows, ctx, t.fault}, nil
	}
	return rows, err
}

// faultyRows fail at the first row that is read, or have other things in it than were stored.
type faultyRows struct {
	engine.Rows
	ctx   context.Context
	fault fault
}

// Scan implements [engine.Rows].
func (r *faultyRows) Scan(dest ...any) error {
	if r.fault.kind != damaged {
		if err := breaks(r.ctx, r.fault); err != nil {
			return happened.as(r.fault, err)
		}
		return r.Rows.Scan(dest...)
	}
	if err := r.Rows.Scan(dest...); err != nil {
		return err
	}
	done := false
	for _, d := range dest {
		done = damage(d, r.fault.word) || done
	}
	if done {
		happened.add(r.fault, 1)
	}
	return nil
}

// damage says whether it did any.
func damage(dest any, word string) bool {
	switch d := dest.(type) {
	case *string:
		*d = word + "\xff{"
	case *engine.Repeated:
		d.Text = word
	case *[]byte:
		*d = []byte(word)
	case *int64:
		*d = -1 << 62
	default:
		return false
	}
	return true
}

// armedTx fails at the writes of the access log, or of the last uses of credentials, when a request has asked for it.
type armedTx struct {
	engine.Tx
	db *faulty
}

// As implements [engine.Tx]. Of a running server only the access log acts for one person after another.
func (t *armedTx) As(ctx context.Context, person string) error {
	if err := t.fire(ctx, atAudit); err != nil {
		return err
	}
	return t.Tx.As(ctx, person)
}

// Exec implements [engine.Tx].
func (t *armedTx) Exec(ctx context.Context, sql string, args ...any) (int64, error) {
	if strings.Contains(sql, "last_used_at") {
		if err := t.fire(ctx, atUses); err != nil {
			return 0, err
		}
	}
	return t.Tx.Exec(ctx, sql, args...)
}

// fire lets the fault happen that waits, once.
func (t *armedTx) fire(ctx context.Context, at place) error {
	if f := t.db.armed[at].Swap(nil); f != nil {
		return happened.as(*f, breaks(ctx, *f))
	}
	return nil
}
