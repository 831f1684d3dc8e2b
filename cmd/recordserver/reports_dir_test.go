package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-a76b335c/philint/internal/llm"
	"github.com/seed-a76b335c/philint/internal/mcpserver"
	"github.com/seed-a76b335c/philint/internal/report"
)

// place puts a file somewhere below a directory.
func place(t *testing.T, text string, parts ...string) string {
	t.Helper()
	name := filepath.Join(parts...)
	if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o700), os.WriteFile(name, []byte(text), 0o600)); err != nil {
		t.Fatal(err)
	}
	return name
}

func link(t *testing.T, to, name string) {
	t.Helper()
	if err := os.Symlink(to, name); err != nil {
		t.Skipf("no links: not here (%v)", err)
	}
}

func TestReportsAreReadFromTheirDirectoryOnly(t *testing.T) {
	base := t.TempDir()
	dir := filepath.Join(base, "reports")
	inside := place(t, "inside", dir, "year", "a.txt")
	outside := place(t, "outside", base, "b.txt")
	place(t, "outside", base, "reports of others", "b.txt")
	link(t, dir, filepath.Join(base, "linked"))
	link(t, inside, filepath.Join(dir, "within.txt"))
	link(t, outside, filepath.Join(dir, "away.txt"))
	link(t, base, filepath.Join(dir, "up"))
	link(t, inside, filepath.Join(base, "in.txt"))
	for _, opened := range []string{dir, filepath.Join(base, "linked"), dir + string(filepath.Separator)} {
		d, err := openReportsDir(opened)
		if err != nil {
			t.Fatal(err)
		}
		for path, want := range map[string]error{
			inside:                                         nil,
			filepath.Join("year", "a.txt"):                 nil,
			"year/../year/a.txt":                           nil,
			filepath.Join(dir, "within.txt"):               nil,
			filepath.Join(base, "in.txt"):                  nil, // it leads into the directory
			filepath.Join(base, "linked", "year", "a.txt"): nil,
			outside:                                           errNotInReports,
			filepath.Join("..", "b.txt"):                      errNotInReports,
			"year/../../b.txt":                                errNotInReports,
			filepath.Join(dir, "away.txt"):                    errNotInReports,
			filepath.Join("up", "b.txt"):                      errNotInReports,
			filepath.Join(base, "reports of others", "b.txt"): errNotInReports,
			filepath.Join(base, "none.txt"):                   errNotInReports,
			"none.txt":                                        errNotInReports,
			"/etc/passwd":                                     errNotInReports,
			dir:                                               report.ErrNotRegular,
			"year":                                            report.ErrNotRegular,
		} {
			text, err := d.text(t.Context(), path, nil)
			if !errors.Is(err, want) || want == nil && text != "inside" {
				t.Errorf("%s: %q, %v, want %v", path, text, err, want)
			}
		}
	}
	if d, err := openReportsDir(""); d != nil || err != nil {
		t.Errorf("without a name: %v, %v", d, err)
	}
}

func TestAModelReadsBelowTheDirectoryAndAClientLearnsNothingOfTheRest(t *testing.T) {
	base := t.TempDir()
	place(t, "Glucose 94 mg/dL\n", base, "reports", "a.txt")
	outside := place(t, "Glucose 95 mg/dL\n", base, "b.txt")
	d, err := openReportsDir(filepath.Join(base, "reports"))
	if err != nil {
		t.Fatal(err)
	}
	asked := 0
	r := reports{from: d}
	if _, err := r.ReadReport(t.Context(), mcpserver.ReportSource{Path: "a.txt"}); err == nil || !strings.Contains(err.Error(), "RECORDSERVER_MODEL") {
		t.Errorf("without a model: %v", err)
	}
	r.reader.Model = completer(func(messages []llm.Message) (string, error) {
		asked++
		if !strings.Contains(messages[1].Content, "94") {
			t.Errorf("the model was asked about %q", messages[1].Content)
		}
		return `{"collected":"","rows":[]}`, nil
	})
	if _, err := r.ReadReport(t.Context(), mcpserver.ReportSource{Path: "a.txt"}); err != nil || asked != 1 {
		t.Errorf("%v, asked %d times", err, asked)
	}
	there, other := "", ""
	if _, err := r.ReadReport(t.Context(), mcpserver.ReportSource{Path: outside}); err != nil {
		there = err.Error()
	}
	if _, err := r.ReadReport(t.Context(), mcpserver.ReportSource{Path: outside + ".none"}); err != nil {
		other = err.Error()
	}
	if there == "" || there != other || strings.Contains(there, base) || asked != 1 {
		t.Errorf("%q and %q, asked %d times", there, other, asked)
	}
}

type completer func([]llm.Message) (string, error)

func (c completer) Complete(_ context.Context, m []llm.Message) (string, error) { return c(m) }
