// Package auth turns passwords into what may be stored, and compares.
package auth

import (
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/crypto/argon2"
	"golang.org/x/text/unicode/norm"
)

// Argon2id's parameters are those that RFC 9106 recommends where memory is bounded: 64 MiB, three passes, four lanes. A
// hash carries its own, so that they can be raised later and old hashes still be compared.
const (
	memory  = 64 * 1024 // KiB
	passes  = 3
	lanes   = 4
	saltLen = 16
	keyLen  = 32
)

// Bounds of a hash's parameters that are accepted when comparing: one that asks for more was not made here, and would
// only take the machine's memory.
const (
	mostMemory = 1 << 20 // KiB
	mostPasses = 16
	mostLanes  = 16
	mostBytes  = 128
)

// Bounds of passwords: characters at least, bytes at most.
const (
	MinPassword = 10
	MaxPassword = 1024
)

// Errors. They say nothing of the password or the hash.
var (
	ErrShort = errors.New("the password is too short: " + strconv.Itoa(MinPassword) + " characters at least")
	ErrLong  = errors.New("the password is too long: " + strconv.Itoa(MaxPassword) + " bytes at most")
	ErrText  = errors.New("the password is not UTF-8, or holds a control character")
	ErrHash  = errors.New("the stored password hash is damaged: set the password again")
)

// Hash is a password as a PHC string: $argon2id$v=19$m=65536,t=3,p=4$salt$key, the last two in base64 without padding.
func Hash(password string) (string, error) {
	text, err := clean(password)
	if err != nil {
		return "", err
	}
	salt := make([]byte, saltLen)
	if _, err := rand.Read(salt); err != nil {
		return "", fmt.Errorf("read random bytes: %w", err)
	}
	key := argon2.IDKey(text, salt, passes, memory, lanes, keyLen)
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, memory, passes, lanes,
		base64.RawStdEncoding.EncodeToString(salt), base64.RawStdEncoding.EncodeToString(key)), nil
}

// clean is a password as it is hashed: keyboards and systems write one character in several ways, so it is brought into
// one form first.
func clean(password string) ([]byte, error) {
	if len(password) > MaxPassword {
		return nil, ErrLong
	}
	if !utf8.ValidString(password) || strings.ContainsFunc(password, func(r rune) bool { return r < ' ' || r == 0x7f }) {
		return nil, ErrText
	}
	text := norm.NFKC.String(password)
	if utf8.RuneCountInString(text) < MinPassword {
		return nil, ErrShort
	}
	return []byte(text), nil
}

// Verify says whether a password is the one that a hash was made of. An empty hash is that of an account without a
// password, which nothing opens.
func Verify(hash, password string) (bool, error) {
	if hash == "" {
		return false, nil
	}
	p, err := parse(hash)
	if err != nil {
		return false, err
	}
	text, err := clean(password)
	if err != nil {
		return false, nil // no such password was ever hashed
	}
	key := argon2.IDKey(text, p.salt, p.passes, p.memory, p.lanes, uint32(len(p.key)))
	return subtle.ConstantTimeCompare(key, p.key) == 1, nil
}

// Outdated says that a hash was made with other parameters than today's, so the password is to be hashed again when it is
// next known.
func Outdated(hash string) bool {
	p, err := parse(hash)
	return err == nil && (p.memory != memory || p.passes != passes || p.lanes != lanes || len(p.key) != keyLen || len(p.salt) != saltLen)
}

type parameters struct {
	memory, passes uint32
	lanes          uint8
	salt, key      []byte
}

func parse(hash string) (parameters, error) {
	parts := strings.Split(hash, "$")
	if len(parts) != 6 || parts[0] != "" || parts[1] != "argon2id" || parts[2] != "v="+strconv.Itoa(argon2.Version) {
		return parameters{}, ErrHash
	}
	fields := strings.Split(parts[3], ",")
	if len(fields) != 3 {
		return parameters{}, ErrHash
	}
	m, okM := number(fields[0], "m=", mostMemory)
	t, okT := number(fields[1], "t=", mostPasses)
	l, okL := number(fields[2], "p=", mostLanes)
	salt, errSalt := base64.RawStdEncoding.Strict().DecodeString(parts[4])
	key, errKey := base64.RawStdEncoding.Strict().DecodeString(parts[5])
	if !okM || !okT || !okL || errSalt != nil || errKey != nil || m < 8*l ||
		len(salt) < 8 || len(salt) > mostBytes || len(key) < 16 || len(key) > mostBytes {
		return parameters{}, ErrHash
	}
	return parameters{memory: m, passes: t, lanes: uint8(l), salt: salt, key: key}, nil
}

func number(field, name string, most uint32) (uint32, bool) {
	digits, ok := strings.CutPrefix(field, name)
	n, err := strconv.ParseUint(digits, 10, 32)
	if !ok || err != nil || n < 1 || n > uint64(most) || strconv.FormatUint(n, 10) != digits {
		return 0, false
	}
	return uint32(n), true
}
