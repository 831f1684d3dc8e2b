package answers

import (
	"encoding/json"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/seed-a76b335c/philint/internal/record"
)

// follow makes the call that a next step suggests, from the call and its answer. Not every step can be followed from
// every answer; where it cannot, the answer must not suggest it.
func follow(t *testing.T, step NextStep, call map[string]any, e Envelope) map[string]any {
	t.Helper()
	next := maps.Clone(call)
	switch step {
	case NarrowWindow:
		start, end := record.DayOf(2026, 9, 1), record.DayOf(2026, 9, 15)
		if d, err := record.ParseDay(e.Meta.Start); err == nil {
			start = d
		}
		if d, err := record.ParseDay(e.Meta.End); err == nil {
			end = d
		}
		next["start"], next["end"] = start.String(), max(start, end-1).String()
	case ViewStats:
		next["view"] = "stats"
	case UseIndicators:
		series := seriesIn(t, e)
		if len(series) == 0 {
			t.Fatalf("no name to use in the answer to %v", call)
		}
		delete(next, "keywords")
		next["indicators"] = series[:min(len(series), maxIndicators)]
	case PickFromCatalog:
		next = map[string]any{}
	default:
		t.Fatalf("%v suggests %s, which is no call of these tools", call, step)
	}
	return next
}

// suggested are the values of view= and end= that an answer's sentences name.
var suggested = regexp.MustCompile(`(view|end)=([a-z]+|\d{4}-\d{2}-\d{2})`)

func TestNoAnswerSuggestsACallThatIsRefused(t *testing.T) {
	ilse, lan := loadDemo(t, openSQLite(t))
	rng := rand.New(rand.NewPCG(3, 4))
	one := func(list ...any) any { return list[rng.IntN(len(list))] }
	steps := map[NextStep]int{}
	refused, cut := 0, 0
	for range 900 {
		call := map[string]any{}
		for key, value := range map[string]any{
			"keywords":   one(nil, nil, []string{"headache"}, []string{"steps"}, []string{"sleep", "头疼"}, []string{"cholesterol", "nothing like it"}, []string{"nothing"}, []string{"heart"}, []string{"glucose"}),
			"indicators": one(nil, nil, nil, []string{"718-7"}, []string{"Note"}, []string{"41950-7", "icpc3:NS01"}, []string{"nothing"}, []string{"8480-6", "8462-4"}),
			"start":      one(nil, nil, nil, "2026-01-01", "2026-09-15", "2019-01-01", "2026-06-31"),
			"end":        one(nil, nil, nil, "2026-09-30", "2026-09-15", "2025-12-31", "2019-12-31"),
			"view":       one(nil, "raw", "raw", "minute", "hour", "day", "week", "month", "stats", "latest"),
		} {
			if value != nil {
				call[key] = value
			}
		}
		who := ilse
		if rng.IntN(2) == 0 {
			who = lan
		}
		limits := ForModel()
		if rng.IntN(3) == 0 { // so that much is cut
			limits.Rows, limits.Points, limits.Catalogue = 1+rng.IntN(3), 1+rng.IntN(3), 1+rng.IntN(20)
		}
		e := who.limited(ReadingsTool, call, limits)
		if e.Status == Error {
			if refused++; e.ErrorKind != InvalidArguments {
				t.Fatalf("%v: %s %q", call, e.ErrorKind, e.Assumptions)
			}
			continue
		}
		if e.Meta.Truncated != (e.Meta.Cut != "") || e.Meta.Truncated != (e.Status == Partial) || e.Meta.Truncated && len(e.NextSteps) == 0 {
			t.Errorf("%v: %+v %v", call, e.Meta, e.NextSteps)
		}
		for _, step := range e.NextSteps {
			steps[step]++
			next := follow(t, step, call, e)
			if f := who.limited(ReadingsTool, next, limits); f.Status == Error {
				t.Errorf("%v suggests %s, and %v is refused: %q", call, step, next, f.Assumptions)
			}
		}
		for _, m := range suggested.FindAllStringSubmatch(e.Meta.Cut, -1) {
			cut++
			next := maps.Clone(call)
			next[m[1]] = m[2]
			f := who.limited(ReadingsTool, next, limits)
			if f.Status == Error {
				t.Errorf("%v says %s=%s, and that is refused: %q", call, m[1], m[2], f.Assumptions)
			}
			if m[1] == "end" && Compact(f) == Compact(e) {
				t.Errorf("%v says %s=%s, and that is the same answer again", call, m[1], m[2])
			}
		}
		if e.Meta.View == "" && (slices.Contains(e.NextSteps, ViewStats) || strings.Contains(e.Meta.Cut, "view=")) {
			t.Errorf("%v: a catalogue suggests a view: %v %q", call, e.NextSteps, e.Meta.Cut)
		}
	}
	for _, step := range []NextStep{NarrowWindow, ViewStats, UseIndicators, PickFromCatalog} {
		if steps[step] < 20 {
			t.Errorf("%s was suggested %d times: the questions are too few", step, steps[step])
		}
	}
	if refused < 50 || cut < 100 {
		t.Errorf("%d questions were refused and %d calls named in sentences: the questions are too few", refused, cut)
	}
	t.Logf("steps %v, %d calls named in sentences, %d questions refused", steps, cut, refused)
}

// TestAnAnswerIsCutIfAndOnlyIfASeriesLostARow asks the same with and without limits.
func TestAnAnswerIsCutIfAndOnlyIfASeriesLostARow(t *testing.T) {
	ilse, _ := loadDemo(t, openSQLite(t))
	rng := rand.New(rand.NewPCG(5, 6))
	all := Limits{Rows: 1 << 20, Points: 1 << 20, Catalogue: 1 << 20, Plans: 1 << 20}
	questions := []string{
		`{"keywords":["steps","weight"]}`, `{"keywords":["steps","weight"],"view":"day"}`, `{"keywords":["sleep"],"view":"week"}`, `{"keywords":["blood pressure"],"view":"month"}`,
		`{"keywords":["steps","heart rate"],"view":"hour"}`, `{"keywords":["headache","cough"]}`, `{}`, `{"start":"2026-08-01"}`, `{"keywords":["steps","weight"],"view":"latest"}`, `{"keywords":["cholesterol"],"view":"stats"}`,
	}
	for _, q := range questions {
		whole := ilse.limited(ReadingsTool, q, all)
		counts := rowsPerSeries(t, whole)
		for range 12 {
			l := Limits{Rows: 1 + rng.IntN(80), Points: 1 + rng.IntN(120), Catalogue: 1 + rng.IntN(45), Plans: 1}
			e := ilse.limited(ReadingsTool, q, l)
			got := rowsPerSeries(t, e)
			lost := false
			for series, n := range counts {
				lost = lost || got[series] < n
			}
			if e.Meta.Truncated != lost || e.Meta.RowCount != e.Data.Len() {
				t.Errorf("%s with %+v: truncated %v, lost a row %v, %d rows", q, l, e.Meta.Truncated, lost, e.Meta.RowCount)
			}
		}
		if whole.Meta.Truncated {
			t.Errorf("%s without a limit is cut", q)
		}
	}
}

// rowsPerSeries counts an answer's rows by their JSON, and holds totals against what stands there.
func rowsPerSeries(t *testing.T, e Envelope) map[string]int {
	t.Helper()
	text, err := json.Marshal(e.Data)
	if err != nil {
		t.Fatal(err)
	}
	var rows []struct {
		Series string `json:"series"`
		Total  int    `json:"total"`
	}
	if err := json.Unmarshal(text, &rows); err != nil {
		t.Fatal(err)
	}
	out, totals := map[string]int{}, map[string]int{}
	for _, r := range rows {
		out[r.Series]++
		totals[r.Series] = r.Total
	}
	for series, n := range out {
		if total := totals[series]; total > 0 && e.Meta.View != "" && (n > total || !e.Meta.Truncated && n != total) {
			t.Errorf("%d rows of %s, which has %d", n, series, total)
		}
	}
	return out
}
