package store

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"hash"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store/engine"
)

// Access-log entries say that somebody read a record, never what was in it: no values, codes or names.

// AccessEntry is one line of a person's access log.
type AccessEntry struct {
	Seq       int64
	At        record.Instant
	Actor     string // the account's id
	Surface   string // mcp, chat, web, rest, cli
	Operation string // of a closed list
	Rows      int64
	Outcome   string
	RequestID string
}

// ErrChain says that the access log was changed after it was written.
var ErrChain = errors.New("the access log's chain is broken")

// LogAccess appends an entry. Its hash covers the entry and the hash before it, so that a line which is changed or
// taken out later breaks the chain.
func (p *PersonStore) LogAccess(ctx context.Context, e AccessEntry) error {
	return p.Write(ctx, func(tx *Tx) error {
		seq, prev, err := tx.lastAccess(ctx)
		if err != nil {
			return err
		}
		e.Seq = seq + 1
		_, err = tx.tx.Exec(ctx, `INSERT INTO access_log (person_id, seq, at, actor, surface, operation, rows_read, outcome, request_id, prev_hash, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			tx.person, e.Seq, int64(e.At), e.Actor, e.Surface, e.Operation, e.Rows, e.Outcome, e.RequestID, prev, e.hash(tx.person, prev))
		return conflictIsBusy(err)
	})
}

// conflictIsBusy makes two writers of one chain take turns: the second finds its place taken and runs again.
func conflictIsBusy(err error) error {
	var e *engine.Error
	if errors.As(err, &e) && e.Kind == engine.Constraint {
		return &engine.Error{Kind: engine.Busy, Code: e.Code}
	}
	return err
}

func (tx *Tx) lastAccess(ctx context.Context) (seq int64, hash []byte, err error) {
	rows, err := tx.tx.Query(ctx, `SELECT seq, hash FROM access_log WHERE person_id = ? ORDER BY seq DESC LIMIT 1`, tx.person)
	if err != nil {
		return 0, nil, err
	}
	hash = []byte{}
	for rows.Next() {
		if err := rows.Scan(&seq, &hash); err != nil {
			return 0, nil, errors.Join(err, rows.Close())
		}
	}
	return seq, hash, rows.Close()
}

func (e AccessEntry) hash(person string, prev []byte) []byte {
	h := sha256.New()
	part(h, prev)
	part(h, []byte(person))
	for _, n := range []int64{e.Seq, int64(e.At), e.Rows} {
		var b [8]byte
		binary.BigEndian.PutUint64(b[:], uint64(n))
		part(h, b[:])
	}
	for _, s := range []string{e.Actor, e.Surface, e.Operation, e.Outcome, e.RequestID} {
		part(h, []byte(s))
	}
	return h.Sum(nil)
}

func part(h hash.Hash, b []byte) {
	var n [8]byte
	binary.BigEndian.PutUint64(n[:], uint64(len(b)))
	h.Write(n[:])
	h.Write(b)
}

// AccessLog returns a person's log, oldest first, and ErrChain with what can be read where it was tampered with.
func (p *PersonStore) AccessLog(ctx context.Context) ([]AccessEntry, error) {
	var out []AccessEntry
	broken := false
	err := p.readOnce(ctx, func(tx engine.Tx) error {
		out, broken = nil, false
		rows, err := tx.Query(ctx, `SELECT seq, at, actor, surface, operation, rows_read, outcome, request_id, prev_hash, hash FROM access_log WHERE person_id = ? ORDER BY seq`, string(p.id))
		if err != nil {
			return err
		}
		last := []byte{}
		for rows.Next() {
			var e AccessEntry
			var at int64
			var prev, sum []byte
			if err := rows.Scan(&e.Seq, &at, &e.Actor, &e.Surface, &e.Operation, &e.Rows, &e.Outcome, &e.RequestID, &prev, &sum); err != nil {
				return errors.Join(err, rows.Close())
			}
			e.At = record.Instant(at)
			out = append(out, e)
			broken = broken || e.Seq != int64(len(out)) || string(prev) != string(last) || string(sum) != string(e.hash(string(p.id), prev))
			last = sum
		}
		return rows.Close()
	})
	if err == nil && broken {
		err = ErrChain
	}
	return out, err
}
