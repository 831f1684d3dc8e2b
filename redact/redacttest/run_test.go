package redacttest_test

import (
	"context"
	"io"
	"log/slog"
	"testing"

	"github.com/seed-a76b335c/philint/redact"
	"github.com/seed-a76b335c/philint/redact/redacttest"
)

// A matrix that finds nothing proves nothing: each case must leak through a handler that filters nothing.
func TestEachCaseLeaksThroughAPlainHandler(t *testing.T) {
	leaks := make(map[string]bool)
	for _, r := range redacttest.Matrix(redacttest.Config{Words: true}, func(w io.Writer) redacttest.Logger {
		return redacttest.Slog(slog.New(slog.NewJSONHandler(w, nil)))
	}) {
		leaks[r.Case.Name] = len(r.Leaks) > 0
	}
	for _, r := range redacttest.Matrix(redacttest.Config{Words: true, Formatted: true}, func(w io.Writer) redacttest.Logger {
		return redacttest.Slog(slog.New(slog.NewTextHandler(w, nil)))
	}) {
		leaks[r.Case.Name] = leaks[r.Case.Name] || len(r.Leaks) > 0
	}
	// slog itself writes none of these; a handler that resolves or prints in its own way may.
	harmless := map[string]bool{
		"empty group": true, "LogValuer that panics": true, "LogValuer that returns itself": true, "LogValuer on a typed nil": true,
		"LogValuer with a second answer": true, "pointer cycle": true, "map cycle": true, "slice cycle": true,
		"json.UnmarshalTypeError": true, "json.UnmarshalTypeError with a field": true,
		"Stringer that panics": true, "function": true, "channel": true, "error that is a nil pointer": true,
	}
	for name, leaked := range leaks {
		if !leaked && !harmless[name] {
			t.Errorf("%s: nothing to find", name)
		}
	}
	if len(leaks) < 150 {
		t.Errorf("only %d cases", len(leaks))
	}
}

func TestLeaksFindsPartsAndEncodings(t *testing.T) {
	p := redacttest.Plant(5)
	for name, out := range map[string]string{
		"whole":       `{"x":"` + p.Name + `"}`,
		"beginning":   `{"x":"` + p.Word[:4] + `****"}`,
		"part":        `{"x":"…` + p.Word[2:9] + `…"}`,
		"hexadecimal": "78" + hexOf(p.Word),
	} {
		found := false
		for _, l := range redacttest.Leaks("", p, []byte(out)) {
			found = found || l == name
		}
		if !found {
			t.Errorf("%s is not found", name)
		}
	}
	if l := redacttest.Leaks("", p, []byte(`{"time":"2026-05-04","level":"INFO","msg":"request served","row_count":4177}`)); l != nil {
		t.Errorf("found %v in a clean line", l)
	}
	seen := make(map[redacttest.Planted]bool)
	for i := range redacttest.Cases() {
		if p := redacttest.Plant(i); seen[p] {
			t.Errorf("case %d plants what another has planted", i)
		} else {
			seen[p] = true
		}
	}
}

func hexOf(s string) (h string) {
	for _, c := range []byte(s) {
		h += string("0123456789abcdef"[c>>4]) + string("0123456789abcdef"[c&15])
	}
	return h
}

type recorder struct {
	testing.TB
	errors int
}

func (r *recorder) Helper()               {}
func (r *recorder) Errorf(string, ...any) { r.errors++ }

func TestFailOnDropFailsOncePerField(t *testing.T) {
	r := &recorder{TB: t}
	l := slog.New(redact.NewHandler(slog.NewJSONHandler(io.Discard, nil), redacttest.FailOnDrop(r)))
	l.LogAttrs(context.Background(), slog.LevelInfo, "m", slog.Int("row_count", 1))
	if r.errors != 0 {
		t.Error("a clean record fails the test")
	}
	for range 3 {
		l.Info("m", "email", "x", "user_id", "a b")
	}
	if r.errors != 2 {
		t.Errorf("%d failures, want one for each of two fields", r.errors)
	}
}
