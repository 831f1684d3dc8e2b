package store

import (
	"bytes"
	"crypto/hkdf"
	"crypto/sha256"
	"os"

	"github.com/seed-a76b335c/philint/internal/store/engine"
)

// minKey is the least that a key file holds, in bytes, white space at its ends not counted.
const minKey = 32

// CheckKey says whether a file can be a key file. An error is an *engine.Error.
func CheckKey(path string) error {
	_, err := readKey(path)
	return err
}

// readKey turns a key file, of any bytes, into the 64 bytes that AES-256-XTS takes.
func readKey(path string) ([]byte, error) {
	secret, err := os.ReadFile(path)
	if err != nil || len(bytes.TrimSpace(secret)) < minKey {
		return nil, &engine.Error{Kind: engine.BadKey}
	}
	key, err := hkdf.Key(sha256.New, bytes.TrimSpace(secret), nil, "recordserver store 1", 64)
	if err != nil {
		return nil, &engine.Error{Kind: engine.BadKey}
	}
	return key, nil
}
