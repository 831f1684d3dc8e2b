package auth

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"io"
	"strings"

	"github.com/seed-a76b335c/philint/internal/store"
)

// Secrets are 32 random bytes in base64url behind a prefix, by which people and scanners of published code know them.
// Only their SHA-256 is stored: a secret that cannot be guessed needs no slow hash, and is found by it at once.
const (
	secretBytes = 32
	keyBytes    = 8 // of a digest, in a key
)

// kind is what tokens and links differ in.
type kind struct {
	stored store.CredentialKind
	via    Via
	prefix string
}

var (
	tokens = kind{store.TokenCredential, ViaToken, "rst_"}
	links  = kind{store.LinkCredential, ViaLink, "rsl_"}
)

// newSecret makes a secret and its digest.
func (k kind) newSecret(random io.Reader) (secret string, digest [32]byte, err error) {
	var b [secretBytes]byte
	if _, err := io.ReadFull(random, b[:]); err != nil {
		return "", digest, fmt.Errorf("read random bytes: %w", err)
	}
	secret = k.prefix + base64.RawURLEncoding.EncodeToString(b[:])
	return secret, sha256.Sum256([]byte(secret)), nil
}

// digest is what a secret is found by. ok is false for what has not the form of one, which is known without asking.
func (k kind) digest(secret string) (digest [32]byte, ok bool) {
	text, ok := strings.CutPrefix(secret, k.prefix)
	if !ok || len(text) != base64.RawURLEncoding.EncodedLen(secretBytes) {
		return digest, false
	}
	var b [secretBytes]byte
	if n, err := base64.RawURLEncoding.Strict().Decode(b[:], []byte(text)); err != nil || n != secretBytes {
		return digest, false
	}
	return sha256.Sum256([]byte(secret)), true
}

// scopes of a stored credential. A link is for MCP and nothing else. A word that is no scope, of a later version, opens
// nothing here.
func (k kind) scopes(c store.Credential) []Scope {
	if k.via == ViaLink {
		return []Scope{MCPRead}
	}
	var out []Scope
	for _, s := range Scopes() {
		for word := range strings.FieldsSeq(c.Scopes) {
			if word == string(s) {
				out = append(out, s)
			}
		}
	}
	return out
}

func keyOf(digest [32]byte) string { return hex.EncodeToString(digest[:keyBytes]) }

// parseKey reads a key.
func parseKey(key string) (out [keyBytes]byte, ok bool) {
	if len(key) != 2*keyBytes {
		return out, false
	}
	_, err := hex.Decode(out[:], []byte(key))
	return out, err == nil
}
