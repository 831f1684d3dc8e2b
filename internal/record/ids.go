package record

import (
	"crypto/sha256"
	"encoding/base32"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"strings"
)

// PersonID names a person in the store and in logs: "p-" and 16 characters of base32. It is made at random and tells
// nothing about anyone.
type PersonID string

var personDigits = base32.NewEncoding("abcdefghijkmnpqrstuvwxyz23456789").WithPadding(base32.NoPadding)

// NewPersonID makes an id of 80 random bits.
func NewPersonID(random [10]byte) PersonID {
	return PersonID("p-" + personDigits.EncodeToString(random[:]))
}

// ErrPersonID is a text that is no person's id.
var ErrPersonID = errors.New("not a person's id: p- and 16 characters")

// ParsePersonID checks the form of an id.
func ParsePersonID(s string) (PersonID, error) {
	rest, ok := strings.CutPrefix(s, "p-")
	if !ok || len(rest) != 16 {
		return "", ErrPersonID
	}
	if _, err := personDigits.DecodeString(rest); err != nil {
		return "", ErrPersonID
	}
	return PersonID(s), nil
}

// ObsID names one observation of one person: the start instant, big-endian with the sign bit turned so that ids sort by
// time, and eight bytes of a digest of what makes it the same observation again. Reading a file a second time gives the
// same ids, so nothing is stored twice. The zero ObsID is none.
type ObsID [16]byte

// Identity is what makes two observations of one person the same one.
type Identity struct {
	NameKey        string // the folded printed name
	Start, End     Instant
	SourceRef      string
	SourceRecordID string
	MemberOf       ObsID
	Amends         ObsID
}

// ID is the observation's id.
func (i Identity) ID() ObsID {
	h := sha256.New()
	var n [8]byte
	text := func(s string) {
		// Lengths first, so that no two lists of fields run into one another.
		binary.BigEndian.PutUint64(n[:], uint64(len(s)))
		h.Write(n[:])
		h.Write([]byte(s))
	}
	text(i.NameKey)
	binary.BigEndian.PutUint64(n[:], uint64(i.Start))
	h.Write(n[:])
	binary.BigEndian.PutUint64(n[:], uint64(i.End))
	h.Write(n[:])
	text(i.SourceRef)
	text(i.SourceRecordID)
	h.Write(i.MemberOf[:])
	h.Write(i.Amends[:])
	var id ObsID
	binary.BigEndian.PutUint64(id[:8], uint64(i.Start)^1<<63)
	copy(id[8:], h.Sum(nil))
	return id
}

// Start is the instant at which the observation began.
func (id ObsID) Start() Instant { return Instant(binary.BigEndian.Uint64(id[:8]) ^ 1<<63) }

// IsZero says that this is no observation's id.
func (id ObsID) IsZero() bool { return id == ObsID{} }

// String is the id in hexadecimal.
func (id ObsID) String() string { return hex.EncodeToString(id[:]) }

// ErrObsID is a text that is no observation's id.
var ErrObsID = errors.New("not an observation's id: 32 hexadecimal digits")

// ParseObsID reads what String writes.
func ParseObsID(s string) (ObsID, error) {
	var id ObsID
	if len(s) != hex.EncodedLen(len(id)) {
		return ObsID{}, ErrObsID
	}
	if _, err := hex.Decode(id[:], []byte(s)); err != nil {
		return ObsID{}, ErrObsID
	}
	return id, nil
}
