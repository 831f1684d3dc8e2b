package answers

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"slices"

	"github.com/seed-a76b335c/philint/internal/record"
)

// cursorVersion leads every cursor; another meaning of the rest would have another.
const cursorVersion = 1

// checkBytes is how much of a digest stands in a cursor. It finds what was cut off, mistyped or taken from another
// question; it is no signature: whoever makes one up begins elsewhere in the record that they read anyway.
const checkBytes = 8

// cursor says where the next page of a question begins: behind a row. It holds for the same person and the same
// filters only; how many rows a page has may change.
func (q *RecordsQuestion) cursor(person record.PersonID, last record.ObsID) string {
	b := append([]byte{cursorVersion}, last[:]...)
	return base64.RawURLEncoding.EncodeToString(append(b, q.check(person, last)...))
}

// after is the row that the question's cursor stands behind.
func (q *RecordsQuestion) after(person record.PersonID) (last record.ObsID, ok bool) {
	b, err := base64.RawURLEncoding.Strict().DecodeString(q.Cursor)
	if err != nil || len(b) != 1+len(last)+checkBytes || b[0] != cursorVersion {
		return record.ObsID{}, false
	}
	copy(last[:], b[1:])
	if last.IsZero() || !slices.Equal(b[1+len(last):], q.check(person, last)) {
		return record.ObsID{}, false
	}
	return last, true
}

// check is a digest of a row's place and of what was asked for.
func (q *RecordsQuestion) check(person record.PersonID, last record.ObsID) []byte {
	h := sha256.New()
	h.Write(last[:])
	kind := q.Kind
	if kind == "" {
		kind = string(record.Measurement)
	}
	texts := slices.Concat([]string{string(person), kind, q.Start, q.End, q.Keyword}, slices.Sorted(slices.Values(q.Modalities)))
	for _, text := range texts {
		// Lengths first, so that no two lists run into one another.
		h.Write(binary.BigEndian.AppendUint64(nil, uint64(len(text))))
		h.Write([]byte(text))
	}
	return h.Sum(nil)[:checkBytes]
}
