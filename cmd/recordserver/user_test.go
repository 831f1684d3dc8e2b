package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-a76b335c/philint/internal/auth"
	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store"
	"github.com/seed-a76b335c/philint/internal/store/pgtest"
)

// newPerson adds one and returns the id.
func newPerson(t *testing.T, env map[string]string) string {
	t.Helper()
	r := run(t, env, "user", "add", "--name", secret, "--zone", "Europe/Berlin")
	if r.status != done {
		t.Fatal(r.err)
	}
	return strings.TrimSpace(r.out)
}

// places are stores of each kind, as the environment names them.
func places(t *testing.T, test func(t *testing.T, env map[string]string)) {
	t.Helper()
	t.Run("sqlite", func(t *testing.T) { test(t, map[string]string{envData: t.TempDir()}) })
	t.Run("encrypted", func(t *testing.T) {
		key := write(t, "key", strings.Repeat("k", 40))
		test(t, map[string]string{envData: t.TempDir(), envKeyFile: key})
	})
	t.Run("postgres", func(t *testing.T) { test(t, map[string]string{envData: t.TempDir(), envStore: pgtest.DSN(t)}) })
}

func TestAPersonIsAddedAndListed(t *testing.T) {
	places(t, func(t *testing.T, env map[string]string) {
		id := newPerson(t, env)
		if _, err := record.ParsePersonID(id); err != nil {
			t.Errorf("%q: %v", id, err)
		}
		if r := run(t, env, "user", "list"); r.status != done || !strings.Contains(r.out, id+"  Europe/Berlin") || strings.Contains(r.out+r.err, secret) {
			t.Errorf("%+v", r)
		}
		if r := run(t, env, "user", "list", "--names"); r.status != done || !strings.Contains(r.out, secret) {
			t.Errorf("%+v", r)
		}
	})
}

func TestAnAccountIsMadeOnce(t *testing.T) {
	env := map[string]string{envData: t.TempDir()}
	const password = "Hannelore's 电池"
	add := func(email string) result {
		return runWith(t, env, password+"\r\n", "user", "add", "--name", "x", "--zone", "UTC+5:45", "--email", email, "--password-stdin")
	}
	if r := add("Jo@example.org"); r.status != done || strings.Contains(r.out+r.err, "Hannelore") {
		t.Fatalf("%+v", r)
	}
	if r := add("jo@EXAMPLE.org"); r.status != failed || r.out != "" {
		t.Errorf("the address is taken: %+v", r)
	}
	s, err := store.OpenSQLite(context.Background(), filepath.Join(env[envData], storeFile), "")
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	a, err := s.AccountByEmail(context.Background(), "jo@example.org")
	if err != nil {
		t.Fatal(err)
	}
	if ok, err := auth.Verify(a.PasswordHash, password); !ok || err != nil || a.Email != "Jo@example.org" {
		t.Errorf("%+v: %v", a, err)
	}
	persons, err := s.Persons(context.Background())
	if err != nil || len(persons) != 1 || persons[0].ID != a.Person || persons[0].Zone != "UTC+05:45" {
		t.Errorf("%+v, %v", persons, err)
	}
}

func TestWhatIsWrongWithAPersonIsSaidWithoutIt(t *testing.T) {
	dir := t.TempDir()
	env := map[string]string{envData: dir}
	for _, tt := range []struct {
		in   string
		args []string
		want string
	}{
		{"", []string{"--zone", "UTC"}, "--name"},
		{"", []string{"--name", " ", "--zone", "UTC"}, "--name"},
		{"", []string{"--name", "a\nb" + secret, "--zone", "UTC"}, "--name"},
		{"", []string{"--name", strings.Repeat("x", 201), "--zone", "UTC"}, "--name"},
		{"", []string{"--name", "x"}, "--zone"},
		{"", []string{"--name", "x", "--zone", secret}, "--zone"},
		{"", []string{"--name", "x", "--zone", "Local"}, "--zone"},
		{"", []string{"--name", "x", "--zone", "UTC", "--email", secret}, "--email"},
		{"", []string{"--name", "x", "--zone", "UTC", "--password-stdin"}, "--email"},
		{"Hannelore\n", []string{"--name", "x", "--zone", "UTC", "--email", "a@b.example", "--password-stdin"}, "too short"},
		{"", []string{"--name", "x", "--zone", "UTC", "--email", "a@b.example", "--password-stdin"}, "too short"},
		{strings.Repeat("Hannelore", 200), []string{"--name", "x", "--zone", "UTC", "--email", "a@b.example", "--password-stdin"}, "too long"},
	} {
		r := runWith(t, env, tt.in, append([]string{"user", "add"}, tt.args...)...)
		if r.status != misuse || r.out != "" || strings.Count(r.err, "\n") != 1 || !strings.Contains(r.err, tt.want) || strings.Contains(r.err, "Hannelore") {
			t.Errorf("%q: %+v", tt.args, r)
		}
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 0 {
		t.Errorf("something was made: %v, %v", left, err)
	}
}

func TestAStoreThatCannotBeMeantIsRefused(t *testing.T) {
	key := write(t, "key", strings.Repeat("k", 40))
	file := write(t, "file", "")
	for _, tt := range []struct {
		env    map[string]string
		status int
		want   string
	}{
		{map[string]string{envData: t.TempDir(), envStore: secret}, misuse, "--data"},
		{map[string]string{envData: t.TempDir(), envStore: "postgres://x/y", envKeyFile: key}, misuse, "--key-file"},
		{map[string]string{envData: file}, misuse, "not a directory"},
		{map[string]string{envData: filepath.Join(file, "x")}, failed, "data directory"},
		{map[string]string{envData: t.TempDir(), envKeyFile: file}, failed, "key file"},
		{map[string]string{envData: t.TempDir(), envStore: "host=" + t.TempDir() + " user=" + secret}, failed, "server does not answer"},
	} {
		r := run(t, tt.env, "user", "add", "--name", "A", "--zone", "UTC")
		if r.status != tt.status || r.out != "" || !strings.Contains(r.err, tt.want) || strings.Contains(r.err, secret) {
			t.Errorf("%v: %+v", tt.env, r)
		}
	}
}

func TestAnEncryptedStoreNeedsItsKey(t *testing.T) {
	dir := t.TempDir()
	key, other := write(t, "key", strings.Repeat("k", 40)), write(t, "other", strings.Repeat("o", 40))
	newPerson(t, map[string]string{envData: dir, envKeyFile: key})
	for file, want := range map[string]string{"": "give its key file", other: "give the key file it was made with"} {
		for _, command := range []string{"user list", "doctor", "demo"} {
			r := run(t, map[string]string{envData: dir, envKeyFile: file}, strings.Fields(command)...)
			if r.status != failed || !strings.Contains(r.out+r.err, want) {
				t.Errorf("%s: %+v", command, r)
			}
		}
	}
	b, err := os.ReadFile(filepath.Join(dir, storeFile))
	if err != nil || strings.Contains(string(b), secret) {
		t.Error("the name can be read in the file", err)
	}
}

// A record that was made without an account gets one, and a token then has somebody to be made for.
func TestAPersonIsGivenAnAccountLater(t *testing.T) {
	places(t, func(t *testing.T, env map[string]string) {
		id := newPerson(t, env)
		token := []string{"token", "add", "--account", "ana@example.org", "--label", "laptop", "--scope", "mcp:read,api:read"}
		if r := run(t, env, token...); r.status != failed || !strings.Contains(r.err, "user add-account --person ID --email ADDRESS") || strings.Contains(r.err, "ana@") {
			t.Errorf("without an account: %+v", r)
		}
		give := func(person, email string) result {
			return runWith(t, env, "a long password\n", "user", "add-account", "--person", person, "--email", email, "--password-stdin")
		}
		for _, tt := range []struct {
			name, person, email string
			status              int
			want                string
		}{
			{"no person", "", "ana@example.org", misuse, "--person"},
			{"a person that is none", "ana", "ana@example.org", misuse, "--person"},
			{"nobody's record", string(record.NewPersonID([10]byte{9})), "ana@example.org", failed, "no such person"},
			{"no address", id, "", misuse, "--email"},
			{"an address that is none", id, "ana", misuse, "--email is not an address"},
			{"what is missing", id, "Ana@example.org", done, ""},
			{"a second account", id, "ana2@example.org", failed, "has an account already"},
			{"an address that is taken", newPerson(t, env), "ana@EXAMPLE.org", failed, "there is an account with that address"},
		} {
			if r := give(tt.person, tt.email); r.status != tt.status || !strings.Contains(r.err, tt.want) || r.out != "" || strings.Contains(r.err, "@") {
				t.Errorf("%s: %+v", tt.name, r)
			}
		}
		if r := run(t, env, token...); r.status != done || !strings.HasPrefix(r.out, "rst_") {
			t.Errorf("with an account: %+v", r)
		}
		if r := run(t, env, "link", "add", "--account", "ana@example.org"); r.status != done || !strings.Contains(r.out, "/mcp/rsl_") {
			t.Errorf("a link: %+v", r)
		}
	})
}
