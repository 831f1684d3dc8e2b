package canarycheck_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/seed-a76b335c/philint/canary"
	"github.com/seed-a76b335c/philint/internal/store/pgtest"
	canarycheck "github.com/seed-a76b335c/philint/tools/canary"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

// The whole server is used as a process of this machine, and nothing that it was given is in what it printed, in what it
// refused with, or in a file beside its data.
func TestNothingThatItWasGivenIsInItsLog(t *testing.T) {
	if testing.Short() {
		t.Skip("short: builds the server and uses all of it")
	}
	t.Run("embedded store", func(t *testing.T) { useAll(t, "") })
	t.Run("PostgreSQL", func(t *testing.T) { useAll(t, pgtest.DSN(t)) })
}

func useAll(t *testing.T, store string) {
	began := time.Now()
	list := faults(t)
	tokens := words(t, list)
	dir := t.TempDir()
	l := start(t, program(t, dir), beside(t, dir), store, tokens, canarycheck.Sent(list))
	t.Logf("%-16s %v", "build and boot", time.Since(began).Round(time.Millisecond))
	d := canarycheck.New(l, tokens)
	d.Thorough = true
	if err := d.Drive(t.Context()); err != nil {
		for line := range strings.Lines(err.Error()) {
			t.Errorf("%s", strings.TrimSpace(line))
		}
	}
	for _, p := range d.Took {
		t.Logf("%-16s %v", p.Name, p.Took.Round(time.Millisecond))
	}
	for _, missing := range d.Covered.Missing(d.Registry()) {
		t.Error(missing)
	}
	for _, c := range l.unproven() {
		t.Errorf("nothing shows that the word of %q arrived", c)
	}
	if _, err := os.Stat(l.path("data/records.db")); (err == nil) != (store == "") {
		t.Error("the record is in another store than it should be")
	}
	l.searchAll()
	for _, f := range l.findings {
		t.Errorf("%s", f)
	}
	for stream, n := range l.streams {
		t.Logf("%-40s %d bytes", stream, n)
	}
	if where := os.Getenv("CANARY_LOG"); where != "" {
		_ = os.WriteFile(where, l.err.bytes(), 0o600)
	}
	telling(t, l.err.bytes())
}

// announced finds in the log the credentials that the server shows on standard output, where they have to be shown.
func announced(stdout, log []byte) ([]canary.Finding, error) {
	var tokens []canary.Token
	for i, secret := range canarycheck.Secrets(stdout) {
		tokens = append(tokens, canary.Token{Channel: fmt.Sprintf("announced credential %d", i+1), Text: secret})
	}
	s, err := canary.NewSearcher(tokens)
	if err != nil {
		return nil, err
	}
	return s.Search("standard error", bytes.NewReader(log))
}

// telling says that a log is one of a server that was used: a log that nobody wrote to leaks nothing.
func telling(t *testing.T, log []byte) {
	t.Helper()
	said := map[string]int{}
	for line := range bytes.Lines(log) {
		var l struct{ Level, Msg string }
		if json.Unmarshal(line, &l) != nil {
			t.Error("a line of the log is no JSON")
			continue
		}
		said[l.Msg]++
	}
	for msg, least := range map[string]int{
		"request": 1000, "tool call": 500, "panic": 50, "question not answered": 20, "access log not written": 5, "access log written again": 3, "last use of credentials not written": 2, "serving": 1, "stopped": 1,
	} {
		if said[msg] < least {
			t.Errorf("the log says %q %d times: it is not that of a server of which everything was used", msg, said[msg])
		}
	}
	t.Log(said)
}
