package auth

import (
	"encoding/base64"
	"errors"
	"strings"
	"testing"
	"time"

	"golang.org/x/crypto/argon2"
)

const good = "correct horse 电池"

func TestAHashOpensToItsPasswordOnly(t *testing.T) {
	start := time.Now()
	h, err := Hash(good)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("one hash takes %v", time.Since(start).Round(time.Millisecond))
	if !strings.HasPrefix(h, "$argon2id$v=19$m=65536,t=3,p=4$") {
		t.Errorf("not in the form that is documented: %s", h)
	}
	for password, want := range map[string]bool{
		good: true, "correct horse 电池 ": false, "Correct horse 电池": false, "": false, "short": false,
		// The same characters, composed otherwise.
		"ｃorrect horse 电池": true,
	} {
		if ok, err := Verify(h, password); ok != want || err != nil {
			t.Errorf("%q: %v, %v", password, ok, err)
		}
	}
	again, err := Hash(good)
	if err != nil || again == h {
		t.Error("two hashes of one password are the same", err)
	}
	if Outdated(h) {
		t.Error("a new hash is outdated")
	}
}

func TestAHashOfOtherParametersIsComparedAndOutdated(t *testing.T) {
	salt := []byte("0123456789abcdef")
	key := argon2.IDKey([]byte(good), salt, 1, 8*1024, 1, 32)
	h := "$argon2id$v=19$m=8192,t=1,p=1$" + base64.RawStdEncoding.EncodeToString(salt) + "$" + base64.RawStdEncoding.EncodeToString(key)
	if ok, err := Verify(h, good); !ok || err != nil {
		t.Error(ok, err)
	}
	if !Outdated(h) {
		t.Error("not outdated")
	}
}

func TestNothingOpensAnAccountWithoutAPassword(t *testing.T) {
	if ok, err := Verify("", good); ok || err != nil {
		t.Error(ok, err)
	}
}

func TestPasswordsThatAreRefused(t *testing.T) {
	for password, want := range map[string]error{
		"": ErrShort, "nine char": ErrShort, "电池电池电池": ErrShort, strings.Repeat("x", 1025): ErrLong, "line\nline line": ErrText, "\xff\xfe0123456789": ErrText,
	} {
		if _, err := Hash(password); !errors.Is(err, want) {
			t.Errorf("%.20q: %v, want %v", password, err, want)
		}
	}
}

func TestDamagedHashesAreRefusedWithoutWork(t *testing.T) {
	h, err := Hash(good)
	if err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	for _, damaged := range []string{
		"x", h[:40], strings.Replace(h, "argon2id", "argon2i", 1), strings.Replace(h, "v=19", "v=16", 1), strings.Replace(h, "m=65536", "m=4294967295", 1),
		strings.Replace(h, "t=3", "t=0", 1), strings.Replace(h, "t=3", "t=999999", 1), strings.Replace(h, "p=4", "p=256", 1), strings.Replace(h, "m=65536", "m=065536", 1),
		strings.Replace(h, ",p=4", "", 1), h + "$", h + "=", "$2a$10$abcdefghijklmnopqrstuv",
	} {
		if ok, err := Verify(damaged, good); ok || !errors.Is(err, ErrHash) {
			t.Errorf("%s: %v, %v", damaged, ok, err)
		}
		if Outdated(damaged) {
			t.Errorf("%s: outdated", damaged)
		}
	}
	if took := time.Since(start); took > time.Second {
		t.Errorf("took %v", took)
	}
}
