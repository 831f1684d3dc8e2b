package store

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"math"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store/engine"
)

// ErrChain says that the access log was changed after it was written. It comes as a *ChainError.
var ErrChain = errors.New("the access log's chain is broken")

// ChainError says from where on a log is not what was written.
type ChainError struct{ Seq int64 }

func (e *ChainError) Error() string { return fmt.Sprintf("%v at entry %d", ErrChain, e.Seq) }

// Unwrap makes it ErrChain.
func (e *ChainError) Unwrap() error { return ErrChain }

// AccessHead is the newest entry of a log: how many there are and the hash of the last. Who keeps one elsewhere can later
// tell whether the log still has all that it had then.
type AccessHead struct {
	Seq  int64
	Hash string // hexadecimal; "" where there are none
}

const accessFields = `SELECT seq, at, actor, surface, operation, rows_read, outcome, request_id, prev_hash, hash FROM access_log WHERE person_id = ?`

// AccessLog returns a person's log, oldest first, and ErrChain with what can be read where it was tampered with.
func (p *PersonStore) AccessLog(ctx context.Context) ([]AccessEntry, error) {
	var out []AccessEntry
	_, err := p.walkAccesses(ctx, func() { out = nil }, func(e AccessEntry, _ []byte) { out = append(out, e) })
	return out, err
}

// CheckAccessLog reads a person's whole log and returns its head, and a *ChainError where it was tampered with. kept is a
// head that was noted before, or none; a log that does not have it any more was changed as well.
func (p *PersonStore) CheckAccessLog(ctx context.Context, kept AccessHead) (AccessHead, error) {
	found := false
	head, err := p.walkAccesses(ctx, func() { found = false }, func(e AccessEntry, sum []byte) {
		found = found || e.Seq == kept.Seq && hex.EncodeToString(sum) == kept.Hash
	})
	if err == nil && kept.Seq > 0 && !found {
		err = &ChainError{Seq: min(kept.Seq, head.Seq+1)}
	}
	return head, err
}

// AccessPage returns up to limit entries before the one with a number, newest first; before 0 is the newest. It does not
// look at the chain.
func (p *PersonStore) AccessPage(ctx context.Context, before int64, limit int) ([]AccessEntry, error) {
	var out []AccessEntry
	if before == 0 {
		before = math.MaxInt64
	}
	err := p.readOnce(ctx, func(tx engine.Tx) error {
		out = nil
		rows, err := tx.Query(ctx, accessFields+` AND seq < ? ORDER BY seq DESC LIMIT ?`, string(p.id), before, int64(limit))
		if err != nil {
			return err
		}
		for rows.Next() {
			e, _, _, err := scanAccess(rows)
			if err != nil {
				return errors.Join(err, rows.Close())
			}
			out = append(out, e)
		}
		return rows.Close()
	})
	return out, err
}

// walkAccesses hands on the entries, oldest first, with their hashes. restart is called where it begins anew.
func (p *PersonStore) walkAccesses(ctx context.Context, restart func(), each func(e AccessEntry, sum []byte)) (AccessHead, error) {
	var head AccessHead
	broken := int64(0)
	err := p.readOnce(ctx, func(tx engine.Tx) error {
		restart()
		head, broken = AccessHead{}, 0
		rows, err := tx.Query(ctx, accessFields+` ORDER BY seq`, string(p.id))
		if err != nil {
			return err
		}
		var last []byte
		for next := int64(1); rows.Next(); next++ {
			e, prev, sum, err := scanAccess(rows)
			if err != nil {
				return errors.Join(err, rows.Close())
			}
			switch {
			case broken != 0:
			case e.Seq != next:
				broken = next
			case string(prev) != string(last) || string(sum) != string(e.hash(string(p.id), prev)):
				broken = e.Seq
			}
			each(e, sum)
			head.Seq, last = e.Seq, append(last[:0], sum...)
		}
		head.Hash = hex.EncodeToString(last)
		return rows.Close()
	})
	if err == nil && broken != 0 {
		err = &ChainError{Seq: broken}
	}
	return head, err
}

// scanAccess returns an entry and the two hashes, which are valid until the next.
func scanAccess(rows engine.Rows) (e AccessEntry, prev, sum []byte, err error) {
	var at int64
	err = rows.Scan(&e.Seq, &at, &e.Actor, &e.Surface, &e.Operation, &e.Rows, &e.Outcome, &e.RequestID, &prev, &sum)
	e.At = record.Instant(at)
	return e, prev, sum, err
}
