package store

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"hash"
	"slices"
	"strings"

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

// accessChunk is how many persons' entries are stored in one transaction.
const accessChunk = 256

// AccessBatch are entries of one person's log, in the order in which they happened.
type AccessBatch struct {
	Person  record.PersonID
	Entries []AccessEntry
}

// LogAccess appends an entry.
func (p *PersonStore) LogAccess(ctx context.Context, e AccessEntry) error {
	return p.LogAccesses(ctx, []AccessEntry{e})
}

// LogAccesses appends entries to the person's chain, all or none. Their Seq is given here. An entry's hash covers the
// entry and the hash before it, so that a line which is changed or taken out later breaks the chain.
func (p *PersonStore) LogAccesses(ctx context.Context, entries []AccessEntry) error {
	return p.db.Write(ctx, string(p.id), func(tx engine.Tx) error { return appendAccesses(ctx, tx, string(p.id), entries) })
}

// LogAccesses appends to the chains of several persons: a disk is waited for once for many of them, not once for each.
// Each person's entries are stored all or none. After an error some persons' may be stored; stored is how many batches
// are, from the first in the order of persons' ids, in which batches are brought.
func (s *Store) LogAccesses(ctx context.Context, batches []AccessBatch) (stored int, err error) {
	// In one order, so that two processes do not wait for each other in a ring.
	slices.SortStableFunc(batches, func(a, b AccessBatch) int { return strings.Compare(string(a.Person), string(b.Person)) })
	for chunk := range slices.Chunk(batches, accessChunk) {
		err := s.db.Write(ctx, "", func(tx engine.Tx) error {
			for _, b := range chunk {
				if err := tx.As(ctx, string(b.Person)); err != nil {
					return err
				}
				if err := appendAccesses(ctx, tx, string(b.Person), b.Entries); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return stored, err
		}
		stored += len(chunk)
	}
	return stored, nil
}

var accessColumns = engine.Insertion{Table: "access_log", Key: accessHash, Columns: []engine.Column{
	{Name: "person_id", Type: engine.Text},
	{Name: "seq", Type: engine.Int},
	{Name: "at", Type: engine.Int},
	{Name: "actor", Type: engine.Text},
	{Name: "surface", Type: engine.Text},
	{Name: "operation", Type: engine.Text},
	{Name: "rows_read", Type: engine.Int},
	{Name: "outcome", Type: engine.Text},
	{Name: "request_id", Type: engine.Text},
	{Name: "prev_hash", Type: engine.Bytes},
	{Name: "hash", Type: engine.Bytes},
}}

// accessHash is the place of the hash among the columns.
const accessHash = 10

// appendAccesses continues a chain. Two writers of one chain take turns: the second finds its place taken and runs
// again.
func appendAccesses(ctx context.Context, tx engine.Tx, person string, entries []AccessEntry) error {
	if len(entries) == 0 {
		return nil
	}
	seq, prev, err := lastAccess(ctx, tx, person)
	if err != nil {
		return err
	}
	hashes := make([][]byte, len(entries)+1)
	hashes[0] = prev
	for i, e := range entries {
		e.Seq = seq + 1 + int64(i)
		hashes[i+1] = e.hash(person, hashes[i])
	}
	added, err := tx.Insert(ctx, accessColumns, len(entries), func(i int, v engine.Values) {
		e := &entries[i]
		v.Text(0, person)
		v.Int(1, seq+1+int64(i))
		v.Int(2, int64(e.At))
		v.Text(3, e.Actor)
		v.Text(4, e.Surface)
		v.Text(5, e.Operation)
		v.Int(6, e.Rows)
		v.Text(7, e.Outcome)
		v.Text(8, e.RequestID)
		v.Bytes(9, hashes[i])
		v.Bytes(accessHash, hashes[i+1])
	})
	if err == nil && slices.Contains(added, false) {
		return &engine.Error{Kind: engine.Busy}
	}
	return err
}

func lastAccess(ctx context.Context, tx engine.Tx, person string) (seq int64, hash []byte, err error) {
	hash = []byte{}
	rows, err := tx.Query(ctx, `SELECT seq, hash FROM access_log WHERE person_id = ? ORDER BY seq DESC LIMIT 1`, person)
	if err != nil {
		return 0, nil, err
	}
	for rows.Next() {
		var sum []byte
		if err := rows.Scan(&seq, &sum); err != nil {
			return 0, nil, errors.Join(err, rows.Close())
		}
		hash = slices.Clone(sum)
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
