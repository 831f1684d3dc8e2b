package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed-a76b335c/philint/canary"
	"github.com/seed-a76b335c/philint/internal/ci"
	"github.com/seed-a76b335c/philint/internal/hook/leak"
)

const root = "../../.."

// shared links each program once for all tests.
var shared bench

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "layers-")
	if err != nil {
		panic(err)
	}
	shared = bench{root: root, dir: dir}
	status := m.Run()
	_ = os.RemoveAll(dir)
	os.Exit(status)
}

// committed are the cells of the page as it stands in the repository.
func committed(t *testing.T) (text string, by map[int][3]string) {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(root, "docs", "layers.md"))
	if err != nil {
		t.Fatal(err)
	}
	by = cells(string(content))
	for _, n := range numbers() {
		if _, ok := by[n]; !ok {
			t.Errorf("docs/layers.md has no row for leak %d", n)
		}
	}
	if len(by) != len(numbers()) {
		t.Errorf("docs/layers.md has %d rows for %d leaks", len(by), len(numbers()))
	}
	return string(content), by
}

// compare holds a column of the page against what was measured.
func compare(t *testing.T, column int, rows []row, cell func(row) string) {
	t.Helper()
	_, by := committed(t)
	for _, r := range rows {
		if was, is := by[r.number][column], cell(r); was != is {
			t.Errorf("leak %d (%s): measured %q, docs/layers.md says %q: mend it, or make layers", r.number, r.out, is, was)
		}
	}
}

func slow(t *testing.T) context.Context {
	t.Helper()
	if testing.Short() {
		t.Skip("short: links programs and runs them")
	}
	ctx, cancel := context.WithTimeout(t.Context(), 6*time.Minute) // linking takes a minute where nothing is cached
	t.Cleanup(cancel)
	return ctx
}

func TestTheLinterSeesWhatThePageSays(t *testing.T) {
	seen, err := shared.lint(slow(t))
	if err != nil {
		t.Fatal(err)
	}
	compare(t, 0, (&measured{lint: seen}).rows(), func(r row) string { return r.philint })
}

// cutInTwo says whether the word of the long line stands where a container's log cuts it: in the middle of the word.
func cutInTwo(t *testing.T, tokens []canary.Token, log []byte) {
	t.Helper()
	i := slices.IndexFunc(leak.All(), func(l leak.Leak) bool { return l.Sends == leak.Long })
	word := []byte(words(tokens)[leak.All()[i].Channel()])
	for line := range bytes.Lines(log) {
		if at := bytes.Index(line, word); at >= 0 {
			if before := cut - at; before < 1 || before >= len(word) {
				t.Errorf("the word of the long line begins at byte %d: the cut at %d goes past it", at, cut)
			}
			return
		}
	}
	t.Error("the log has no long line with its word")
}

func TestTheFilterStopsWhatThePageSays(t *testing.T) {
	ctx := slow(t)
	tokens, err := mintWords(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	all, err := shared.runWith(ctx, tags, tokens, func(log []byte) { cutInTwo(t, tokens, log) }, plain())
	if err != nil {
		t.Fatal(err)
	}
	if m := missing(numbers(), all); len(m) > 0 {
		t.Errorf("without the filter the leaks %v let nothing out: that they do not with it says nothing", m)
	}
	kept, err := shared.run(ctx, tags)
	if err != nil {
		t.Fatal(err)
	}
	compare(t, 1, (&measured{filtered: kept}).rows(), func(r row) string { return r.redact })
}

// Each leak lets out its own word and nothing else does: without every second leak exactly those are missing.
func TestAMendedLeakIsMissingAndNoOther(t *testing.T) {
	ctx := slow(t)
	for rest := range 2 {
		var mended, left []int
		for _, n := range numbers() {
			if n%2 == rest {
				mended = append(mended, n)
			} else {
				left = append(left, n)
			}
		}
		by, err := shared.run(ctx, tags, plain(), without(mended))
		if err != nil {
			t.Fatal(err)
		}
		if got := missing(numbers(), by); !slices.Equal(got, mended) {
			t.Errorf("without the leaks %v the leaks %v are missing", mended, got)
		}
		if got := keys(by); !slices.Equal(got, left) {
			t.Errorf("without the leaks %v the leaks %v are found", mended, got)
		}
	}
}

func TestAServerWithoutLeaksLetsNothingOut(t *testing.T) {
	by, err := shared.run(slow(t), "", plain())
	if err != nil {
		t.Fatal(err)
	}
	if len(by) > 0 {
		t.Errorf("found %v", by)
	}
}

// contained runs in a container, or skips where there is no engine for one.
func contained(t *testing.T, tags string, env ...string) map[int][]string {
	t.Helper()
	by, err := shared.contain(slow(t), tags, env...)
	if errors.Is(err, canary.ErrNoEngine) {
		if ci.On() {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	return by
}

func TestTheCanaryFindsEveryLeak(t *testing.T) {
	by := contained(t, tags, plain())
	if m := missing(seen(), by); len(m) > 0 {
		t.Errorf("found %d of %d: the leaks %v are missing", len(by), len(seen()), m)
	}
	t.Logf("found %d of %d planted leaks", len(seen())-len(missing(seen(), by)), len(seen()))
	compare(t, 2, (&measured{canary: by}).rows(), func(r row) string { return r.canary })
}

func TestTheCanaryFindsNothingInAServerWithoutLeaks(t *testing.T) {
	if by := contained(t, ""); len(by) > 0 {
		t.Errorf("found %v", by)
	}
}

func TestTheCanaryFindsInAContainerWhatTheFilterLetsThrough(t *testing.T) {
	by := contained(t, tags)
	rows := (&measured{filtered: by}).rows()
	compare(t, 1, slices.DeleteFunc(rows, func(r row) bool { return !slices.Contains(seen(), r.number) }), func(r row) string { return r.redact })
}

// The page is what page makes of its own cells: nothing in it was written by hand.
func TestThePageIsMadeOfItsTable(t *testing.T) {
	text, by := committed(t)
	rows := (&measured{}).rows()
	for i := range rows {
		c := by[rows[i].number]
		rows[i].philint, rows[i].redact, rows[i].canary = c[0], c[1], c[2]
	}
	var made bytes.Buffer
	if err := page(&made, rows); err != nil {
		t.Fatal(err)
	}
	if made.String() != text {
		t.Error("docs/layers.md is not what make layers writes")
	}
}

func TestTheListOfLeaksIsInOrder(t *testing.T) {
	channels := map[string]int{}
	for i, l := range leak.All() {
		if l.Number != i+1 {
			t.Errorf("leak %d stands at place %d", l.Number, i+1)
		}
		if l.Out == "" || l.Lesson == "" || carriers[l.Sends] == "" {
			t.Errorf("leak %d is not described", l.Number)
		}
		if !l.HasWord() && len(l.Finds) == 0 {
			t.Errorf("leak %d has no word of its own and says of none that it finds", l.Number)
		}
		if was := channels[l.Channel()]; was != 0 {
			t.Errorf("leaks %d and %d let out the same: %s", was, l.Number, l.Channel())
		}
		channels[l.Channel()] = l.Number
	}
	if n := len(seen()); n < 20 {
		t.Errorf("%d leaks that can be found", n)
	}
}

func TestTheReasonsMustFitWhatIsMeasured(t *testing.T) {
	for _, tt := range []struct {
		name   string
		missed []int
		want   string // in the error; "" for none
	}{
		{"exactly", []int{20, 21, 22, 23, 24, 29}, ""},
		{"one that has no reason", []int{1, 20, 21, 22, 23, 24, 29}, "lets through the leaks [1 20"},
		{"one that is caught now", []int{20, 21, 22, 23, 24}, "reasons for [20 21 22 23 24 29]"},
	} {
		err := fit("philint", lintHoles, tt.missed)
		if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
}

// The search is held to what a finding says, not to where it stands in the list.
func TestFindingsAreToldApart(t *testing.T) {
	own := leak.All()[0].Channel()
	for _, tt := range []struct {
		name     string
		findings []canary.Finding
		found    map[int][]string
		strange  int
	}{
		{"a word", []canary.Finding{{Stream: "stderr", Line: 3, Channel: own, Form: canary.Raw}}, map[int][]string{1: {"stderr, raw"}}, 0},
		{
			"a word in two forms",
			[]canary.Finding{{Stream: "stderr", Line: 3, Channel: own, Form: "json+fragment"}, {Stream: "stderr", Line: 4, Channel: own, Form: canary.Case}},
			map[int][]string{1: {"stderr, case"}},
			0,
		},
		{
			"a shape beside a word",
			[]canary.Finding{{Stream: "stderr", Line: 3, Shape: "JSON row"}, {Stream: "stderr", Line: 3, Channel: own, Form: canary.Raw}},
			map[int][]string{1: {"stderr, raw"}},
			0,
		},
		{"a shape alone", []canary.Finding{{Stream: "stderr", Line: 3, Shape: "JSON row"}}, map[int][]string{39: {"stderr, shape of a JSON row"}}, 0},
		{"a shape in a reply", []canary.Finding{{Stream: replyStream, Line: 3, Shape: "CSV row"}}, map[int][]string{}, 0},
		{"a word of nobody's", []canary.Finding{{Stream: "stderr", Line: 3, Channel: "journal words", Form: canary.Raw}}, map[int][]string{}, 1},
		{"a shape of nobody's", []canary.Finding{{Stream: "stderr", Line: 3, Shape: "CSV row"}}, map[int][]string{}, 1},
		{"what comes with another", []canary.Finding{{Stream: "stderr", Line: 3, Channel: "person name", Form: canary.Raw}}, map[int][]string{}, 0},
	} {
		by, strange := found(tt.findings)
		if len(strange) != tt.strange || len(by) != len(tt.found) {
			t.Errorf("%s: %v, strange %v", tt.name, by, strange)
		}
		for n, places := range tt.found {
			if !slices.Equal(by[n], places) {
				t.Errorf("%s: leak %d at %v", tt.name, n, by[n])
			}
		}
	}
}
