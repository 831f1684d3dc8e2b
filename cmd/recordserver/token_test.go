package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/seed-a76b335c/philint/internal/auth"
	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store"
	"github.com/seed-a76b335c/philint/internal/store/engine"
)

const holder = "Hannelore@example.org"

// newAccountOf adds a person with an account and returns the person's id.
func newAccountOf(t *testing.T, env map[string]string, email string) string {
	t.Helper()
	r := run(t, env, "user", "add", "--name", secret, "--zone", "Europe/Berlin", "--email", email)
	if r.status != done {
		t.Fatal(r.err)
	}
	return strings.TrimSpace(r.out)
}

// opened runs fn with the store of an environment of files, and what knows its credentials a while after they were made.
func opened(t *testing.T, env map[string]string, later time.Duration, fn func(*store.Store, *auth.Authority)) {
	t.Helper()
	s, err := store.OpenSQLite(context.Background(), filepath.Join(env[envData], storeFile), "")
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	now := func() record.Instant {
		return record.InstantOf(time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC).Add(later))
	}
	fn(s, auth.New(auth.Config{Store: s, Now: now, Random: rand.Reader}))
}

var (
	tokenLine = regexp.MustCompile(`^rst_[A-Za-z0-9_-]{43}\n$`)
	keyColumn = regexp.MustCompile(`(?m)^[0-9a-f]{16}`)
)

func TestATokenIsMadeListedAndRevoked(t *testing.T) {
	places(t, func(t *testing.T, env map[string]string) {
		person := newAccountOf(t, env, holder)
		r := run(t, env, "token", "add", "--account", strings.ToUpper(holder), "--scope", "api:read, mcp:read", "--days", "7", "--label", "laptop")
		if r.status != done || !tokenLine.MatchString(r.out) || r.err != "" {
			t.Fatalf("%+v", r)
		}
		token := strings.TrimSpace(r.out)
		l := run(t, env, "token", "list")
		key := keyColumn.FindString(l.out)
		for _, want := range []string{"key  ", person, "mcp:read,api:read", "live", "2026-11-30T12:00Z  2026-12-07T12:00Z  -", "laptop"} {
			if !strings.Contains(l.out, want) {
				t.Errorf("%q is not in %s", want, l.out)
			}
		}
		if l.status != done || strings.Contains(l.out+l.err, token[4:]) || strings.Contains(strings.ToLower(l.out+l.err), "hannelore") {
			t.Errorf("%+v", l)
		}
		if r := run(t, env, "link", "revoke", key); r.status != failed || !strings.Contains(r.err, "no credential with that key") {
			t.Errorf("a token is revoked as a link: %+v", r)
		}
		if r := run(t, env, "token", "revoke", key); r != (result{}) {
			t.Errorf("%+v", r)
		}
		if r := run(t, env, "token", "list"); r.status != done || strings.Contains(r.out, key) {
			t.Errorf("%+v", r)
		}
		if r := run(t, env, "token", "list", "--all"); r.status != done || !strings.Contains(r.out, key) || !strings.Contains(r.out, "revoked") {
			t.Errorf("%+v", r)
		}
	})
}

func TestATokenOpensTheRecordThatItWasMadeFor(t *testing.T) {
	env := map[string]string{envData: t.TempDir()}
	person, other := newAccountOf(t, env, holder), newAccountOf(t, env, "bob@example.org")
	ctx := context.Background()
	if r := run(t, env, "token", "add", "--account", holder, "--person", other, "--label", "x"); r.status != failed || r.out != "" || !strings.Contains(r.err, "may not read that record") {
		t.Errorf("not granted: %+v", r)
	}
	opened(t, env, 0, func(s *store.Store, _ *auth.Authority) {
		a, err := s.AccountByEmail(ctx, strings.ToLower(holder))
		if err == nil {
			err = s.Grant(ctx, record.PersonID(other), a.ID, store.ReadOnly, 1)
		}
		if err != nil {
			t.Fatal(err)
		}
	})
	own := strings.TrimSpace(run(t, env, "token", "add", "--account", holder, "--label", "x").out)
	granted := strings.TrimSpace(run(t, env, "token", "add", "--account", holder, "--person", other, "--label", "x", "--days", "31").out)
	for _, tt := range []struct {
		later  time.Duration
		token  string
		person string
	}{
		{0, own, person},
		{30*24*time.Hour - time.Second, own, person},
		{30 * 24 * time.Hour, own, ""},
		{30 * 24 * time.Hour, granted, other},
		{31 * 24 * time.Hour, granted, ""},
	} {
		opened(t, env, tt.later, func(_ *store.Store, by *auth.Authority) {
			c, err := by.Token(ctx, tt.token, auth.MCPRead)
			if string(c.Person) != tt.person || (err == nil) != (tt.person != "") {
				t.Errorf("after %v: %+v, %v", tt.later, c, err)
			}
			if _, err := by.Token(ctx, tt.token, auth.APIRead); err == nil {
				t.Error("a token is for more than it says")
			}
		})
	}
}

func TestALinkIsAnAddressAndANewOneEndsTheOld(t *testing.T) {
	env := map[string]string{envData: t.TempDir()}
	person := newAccountOf(t, env, holder)
	ctx := context.Background()
	first := run(t, env, "link", "add", "--account", holder)
	const at = "http://127.0.0.1:8080/mcp/"
	if first.status != done || !strings.HasPrefix(first.out, at+"rsl_") || first.err != "" {
		t.Fatalf("%+v", first)
	}
	env[envPublicURL] = "https://records.example.org/"
	second := run(t, env, "link", "add", "--account", holder, "--days", "3")
	link, ok := strings.CutPrefix(strings.TrimSpace(second.out), "https://records.example.org/mcp/")
	if !ok {
		t.Fatalf("%+v", second)
	}
	opened(t, env, 3*24*time.Hour-time.Second, func(_ *store.Store, by *auth.Authority) {
		if c, err := by.Link(ctx, link); err != nil || string(c.Person) != person {
			t.Errorf("%+v, %v", c, err)
		}
		if _, err := by.Link(ctx, strings.TrimSpace(strings.TrimPrefix(first.out, at))); err == nil {
			t.Error("the old link still opens")
		}
	})
	l := run(t, env, "link", "list")
	key := keyColumn.FindString(l.out)
	if l.status != done || strings.Count(l.out, "\n") != 2 || !strings.Contains(l.out, "2026-12-03T12:00Z") || strings.Contains(l.out, link) {
		t.Errorf("%+v", l)
	}
	if r := run(t, env, "link", "list", "--all"); strings.Count(r.out, "\n") != 3 || strings.Count(r.out, "revoked") != 1 {
		t.Errorf("%+v", r)
	}
	if r := run(t, env, "link", "revoke", key); r != (result{}) {
		t.Errorf("%+v", r)
	}
	if r := run(t, env, "link", "revoke", key); r.status != failed || !strings.Contains(r.err, "no credential with that key") {
		t.Errorf("%+v", r)
	}
}

func TestWhatIsWrongWithACredentialIsSaidWithoutIt(t *testing.T) {
	env := map[string]string{envData: t.TempDir()}
	newAccountOf(t, env, holder)
	add := func(more ...string) []string { return append([]string{"token", "add", "--label", "x"}, more...) }
	for _, tt := range []struct {
		args   []string
		status int
		want   string
	}{
		{add(), misuse, "--account"},
		{add("--account", secret), misuse, "--account is not an address"},
		{add("--account", "Hannelore@elsewhere.example"), failed, "no such account"},
		{add("--account", holder, "--person", secret), misuse, "--person"},
		{add("--account", holder, "--person", string(record.NewPersonID([10]byte{1}))), failed, "may not read that record"},
		{add("--account", holder, "--days", "0"), misuse, "1 to 366"},
		{add("--account", holder, "--days", "367"), misuse, "1 to 366"},
		{add("--account", holder, "--days", "9223372036854775807"), misuse, "1 to 366"},
		{add("--account", holder, "--scope", "Hannelore"), misuse, "mcp:read, api:read"},
		{add("--account", holder, "--scope", ""), misuse, "mcp:read, api:read"},
		{add("--account", holder, "--label", ""), misuse, "--label"},
		{add("--account", holder, "--label", "Hannelore\x1b[2J"), misuse, "--label"},
		{[]string{"token", "add", "--account", holder}, misuse, "--label"},
		{add("x"), misuse, "takes no arguments"},
		{[]string{"token", "list", "x"}, misuse, "takes no arguments"},
		{[]string{"token", "revoke"}, misuse, "give one key"},
		{[]string{"token", "revoke", "Hannelore"}, failed, "no credential with that key"},
		{[]string{"token", "frobnicate"}, misuse, "token add, token list, token revoke"},
		{[]string{"link", "add"}, misuse, "--account"},
		{[]string{"link", "add", "--account", holder, "--days", "-1"}, misuse, "1 to 366"},
		{[]string{"link", "add", "--account", holder, "--public-url", "ftp://Hannelore"}, misuse, "--public-url"},
		{[]string{"link", "add", "--account", holder, "--public-url", "https://Hannelore:x@example.org"}, misuse, "--public-url"},
		{[]string{"link", "add", "--account", holder, "--public-url", "https://example.org/Hannelore"}, misuse, "--public-url"},
		{[]string{"link"}, misuse, "link add, link list, link revoke"},
		{[]string{"link", "revoke", "a", "b"}, misuse, "give one key"},
	} {
		r := run(t, env, tt.args...)
		if r.status != tt.status || r.out != "" || strings.Count(r.err, "\n") != 1 || !strings.Contains(r.err, tt.want) || strings.Contains(r.err, "Hannelore") {
			t.Errorf("%q: %+v", tt.args, r)
		}
	}
	if r := run(t, env, "token", "list", "--all"); strings.Count(r.out, "\n") != 1 {
		t.Errorf("something was made: %s", r.out)
	}
}

func TestAnAccessLogIsShownAndChecked(t *testing.T) {
	env := map[string]string{envData: t.TempDir()}
	person, other := newAccountOf(t, env, holder), newPerson(t, env)
	verify := func(more ...string) result { return run(t, env, append([]string{"audit", "verify"}, more...)...) }
	write := func(from, to int) {
		opened(t, env, 0, func(s *store.Store, _ *auth.Authority) {
			for n := from; n < to; n++ {
				e := store.AccessEntry{At: record.InstantOf(time.Date(2026, 3, 1, 12, 0, n, 0, time.UTC)), Actor: "a-x", Surface: "mcp", Operation: "readings", Rows: int64(n), Outcome: "ok", RequestID: fmt.Sprint("req", n)}
				if err := s.Person(record.PersonID(person)).LogAccess(context.Background(), e); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
	if r := verify(); r.status != done || !strings.Contains(r.out, person+"  0 entries\n") || !strings.Contains(r.out, other+"  0 entries\n") {
		t.Errorf("%+v", r)
	}
	write(0, 5)
	r := verify("--person", person)
	head, ok := strings.CutPrefix(strings.TrimSpace(r.out), person+"  5 entries  ")
	if r.status != done || !ok || !regexp.MustCompile(`^5:[0-9a-f]{64}$`).MatchString(head) {
		t.Fatalf("%+v", r)
	}
	write(5, 9)
	if r := verify("--person", person, "--head", head); r.status != done || !strings.Contains(r.out, "  9 entries  9:") {
		t.Errorf("%+v", r)
	}
	if r := run(t, env, "audit", "list", "--person", person, "--limit", "2"); r.status != done || r.out != "9  2026-03-01T12:00:08Z  a-x  mcp  readings  8  ok  req8\n8  2026-03-01T12:00:07Z  a-x  mcp  readings  7  ok  req7\n" {
		t.Errorf("%+v", r)
	}
	tamper := func(sql string) {
		execute(t, filepath.Join(env[envData], storeFile), sql)
	}
	// The end is cut off: the chain by itself does not show it, the head that was kept does.
	tamper(`DELETE FROM access_log WHERE seq > 4`)
	if r := verify("--person", person); r.status != done || !strings.Contains(r.out, "4 entries") {
		t.Errorf("%+v", r)
	}
	if r := verify("--person", person, "--head", head); r.status != failed || r.out != person+"  broken at entry 5\n" || !strings.Contains(r.err, "chain is broken at entry 5") {
		t.Errorf("cut: %+v", r)
	}
	tamper(`UPDATE access_log SET rows_read = 7 WHERE seq = 3`)
	for _, args := range [][]string{nil, {"--person", person}} {
		if r := verify(args...); r.status != failed || !strings.Contains(r.out, person+"  broken at entry 3\n") || strings.Count(r.err, "\n") != 1 {
			t.Errorf("%q: %+v", args, r)
		}
	}
	if r := verify("--person", other); r.status != done {
		t.Errorf("another's log: %+v", r)
	}
	for _, tt := range []struct {
		args   []string
		status int
		want   string
	}{
		{[]string{"verify", "--person", secret}, misuse, "--person"},
		{[]string{"verify", "--person", string(record.NewPersonID([10]byte{1}))}, failed, "no such person"},
		{[]string{"verify", "--head", head}, misuse, "--person"},
		{[]string{"verify", "--person", person, "--head", "Hannelore"}, misuse, "--head"},
		{[]string{"verify", "--person", person, "--head", head[:20]}, misuse, "--head"},
		{[]string{"verify", "x"}, misuse, "takes no arguments"},
		{[]string{"list"}, misuse, "--person"},
		{[]string{"list", "--person", person, "--limit", "0"}, misuse, "--limit"},
		{[]string{"list", "--person", secret}, misuse, "--person"},
	} {
		r := run(t, env, append([]string{"audit"}, tt.args...)...)
		if r.status != tt.status || r.out != "" || strings.Count(r.err, "\n") != 1 || !strings.Contains(r.err, tt.want) || strings.Contains(r.err, "Hannelore") {
			t.Errorf("%q: %+v", tt.args, r)
		}
	}
}

// execute changes a store as somebody does who has its file.
func execute(t *testing.T, file, sql string) {
	t.Helper()
	db, err := engine.OpenSQLite(context.Background(), file, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	err = db.Write(context.Background(), "", func(tx engine.Tx) error {
		n, err := tx.Exec(context.Background(), sql)
		if err == nil && n == 0 {
			err = errors.New("nothing was changed")
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
