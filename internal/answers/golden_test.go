package answers

import (
	"bytes"
	"context"
	"encoding/json"
	command "flag"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/seed-a76b335c/philint/internal/store"
)

var update = command.Bool("update", false, "write the golden files anew")

// asked are questions about the demo record whose answers are kept as files, for a person to read: what a model is shown
// of each, and what a browser gets.
var asked = []struct {
	name   string // of the files
	lan    bool   // of the second person
	tool   string
	args   string
	limits func(*Limits)
	json   bool // the browser's answer is kept too
}{
	// The catalogue.
	{name: "catalogue", args: `{}`, json: true},
	{name: "catalogue-zh", lan: true, args: `{}`},
	{name: "catalogue-of-a-window", args: `{"start":"2026-08-01","end":"2026-08-31"}`},
	{name: "catalogue-cut", args: `{}`, limits: func(l *Limits) { l.Catalogue = 18 }, json: true},
	{name: "catalogue-nothing-matched", args: `{"keywords":["potassium"]}`},

	// Single readings.
	{name: "raw-laboratory", args: `{"keywords":["cholesterol"]}`, json: true},
	{name: "raw-one", args: `{"indicators":["4548-4"]}`},
	{name: "raw-ordinal", lan: true, args: `{"keywords":["尿"]}`},
	{name: "raw-window", args: `{"indicators":["Body weight"],"start":"2026-09-30","end":"2026-09-01"}`, json: true},
	{name: "raw-cut", args: `{"keywords":["steps"]}`, limits: func(l *Limits) { l.Rows = 8 }},
	{name: "raw-said", args: `{"keywords":["headache","cough"]}`, json: true},
	{name: "raw-said-zh", lan: true, args: `{"keywords":["headache"]}`},
	{name: "raw-said-uncoded", args: `{"keywords":["tingling"]}`},
	{name: "raw-notes", args: `{"indicators":["Note"]}`},
	{name: "raw-both-tables", lan: true, args: `{"indicators":["高血压","Systolic blood pressure"],"start":"2026-09-01"}`, json: true},
	{name: "raw-some-unmatched", args: `{"indicators":["Body weight","Potassium","K"],"start":"2026-09-20"}`},
	{name: "raw-night", args: `{"indicators":["93831-6","93829-0"],"start":"2026-09-26","end":"2026-09-26"}`, json: true},
	{name: "raw-empty-window", args: `{"indicators":["4548-4"],"end":"2026-01-01"}`, json: true},

	// Buckets.
	{name: "minute", args: `{"keywords":["steps"],"view":"minute","start":"2026-03-29","end":"2026-03-29"}`, json: true},
	{name: "hour", args: `{"keywords":["steps"],"view":"hour","start":"2026-03-28","end":"2026-03-29"}`},
	{name: "hour-of-what-was-said", args: `{"keywords":["headache"],"view":"hour"}`},
	{name: "day", args: `{"indicators":["Number of steps in 24 hour Measured"],"view":"day","start":"2026-03-27","end":"2026-03-31"}`, json: true},
	{name: "day-cut", lan: true, args: `{"keywords":["steps"],"view":"day"}`, limits: func(l *Limits) { l.Points = 7 }},
	{name: "week", lan: true, args: `{"keywords":["blood pressure"],"view":"week","start":"2026-08-01"}`},
	{name: "month", args: `{"keywords":["weight"],"view":"month"}`, json: true},
	{name: "month-of-what-was-said", args: `{"keywords":["cough"],"view":"month"}`},
	{name: "day-sleep", args: `{"keywords":["sleep"],"view":"day","start":"2026-09-19"}`},

	// Statistics.
	{name: "stats", args: `{"indicators":["Body weight","Systolic blood pressure","Ferritin [Mass/volume] in Serum or Plasma by Immunoassay"],"view":"stats"}`, json: true},
	{name: "stats-mixed-units", args: `{"keywords":["creatinine","cholesterol","ferritin","triglycerides"],"view":"stats"}`},
	{name: "stats-mixed-units-zh", lan: true, args: `{"keywords":["glucose","cholesterol","creatinine","血红蛋白"],"view":"stats"}`},
	{name: "stats-equal-units", args: `{"keywords":["TSH"],"view":"stats"}`},
	{name: "month-equal-units", args: `{"keywords":["TSH"],"view":"month"}`},
	{name: "stats-comparators", args: `{"keywords":["CRP"],"view":"stats"}`},
	{name: "stats-how-often", lan: true, args: `{"keywords":["headache","头晕"],"view":"stats"}`},
	{name: "stats-no-numbers", args: `{"keywords":["urine"],"view":"stats"}`},

	// The latest.
	{name: "latest", args: `{"keywords":["heart rate","weight","cholesterol"],"view":"latest"}`, json: true},
	{name: "latest-inside-a-window", args: `{"keywords":["steps"],"view":"latest","end":"2026-01-31"}`},
	{name: "latest-said", lan: true, args: `{"keywords":["headache","fever"],"view":"latest"}`},

	// Medications.
	{name: "plan", tool: MedicationsTool, args: `{}`, json: true},
	{name: "plan-zh", lan: true, tool: MedicationsTool, args: `{}`},
	{name: "plan-of-march", tool: MedicationsTool, args: `{"view":"plan","start":"2026-03-01","end":"2026-03-31","keywords":["ramipril"]}`},
	{name: "plan-of-march-zh", lan: true, tool: MedicationsTool, args: `{"start":"2026-03-01","end":"2026-03-31"}`},
	{name: "plan-none", tool: MedicationsTool, args: `{"keywords":["aspirin"]}`, json: true},
	{name: "log", lan: true, tool: MedicationsTool, args: `{"view":"log"}`, json: true},
	{name: "log-of-a-window", tool: MedicationsTool, args: `{"view":"log","start":"2026-03-20","end":"2026-03-01"}`},
	{name: "log-cut", lan: true, tool: MedicationsTool, args: `{"view":"log"}`, limits: func(l *Limits) { l.Plans = 9 }},
	{name: "log-empty", tool: MedicationsTool, args: `{"view":"log","start":"2025-01-01","end":"2025-01-31"}`},
	{name: "history", tool: MedicationsTool, args: `{"view":"history"}`, json: true},
	{name: "history-zh", lan: true, tool: MedicationsTool, args: `{"view":"history","keywords":["metformin"]}`},
	{name: "history-of-april", lan: true, tool: MedicationsTool, args: `{"view":"history","start":"2026-04-01","end":"2026-04-30"}`},

	// Refusals.
	{name: "refused-view-without-selector", args: `{"view":"stats"}`},
	{name: "refused-both-selectors", args: `{"keywords":["a"],"indicators":["b"],"view":"weekly"}`, json: true},
	{name: "refused-unknown-parameter", tool: MedicationsTool, args: `{"view":"plan","member":"妈妈","kind":"x"}`},
	{name: "refused-dates", args: `{"start":"2026-06-31","end":"yesterday","keywords":["a"]}`},
	{name: "refused-json", args: `{"keywords":`},
	{name: "refused-twice", tool: MedicationsTool, args: `{"view":"plan","view":"log"}`},
}

// pages are the pages that only a browser gets.
var pages = []struct {
	name string
	lan  bool
	read func(*asker) (any, *Envelope)
}{
	{name: "records", read: func(a *asker) (any, *Envelope) {
		return a.Records(context.Background(), a.person, RecordsQuestion{Limit: "3"})
	}},
	{name: "records-zh", lan: true, read: func(a *asker) (any, *Envelope) {
		return a.Records(context.Background(), a.person, RecordsQuestion{Kind: "all", Start: "2026-09-08", End: "2026-09-11", Keyword: "血", Limit: "20"})
	}},
	{name: "journal", read: func(a *asker) (any, *Envelope) {
		return a.Journal(context.Background(), a.person, JournalQuestion{})
	}},
	{name: "journal-zh", lan: true, read: func(a *asker) (any, *Envelope) {
		return a.Journal(context.Background(), a.person, JournalQuestion{From: "2025-11-01", To: "2025-12-31", Kind: "symptom"})
	}},
}

func TestAnswersAboutTheDemoRecord(t *testing.T) {
	engines(t, func(t *testing.T, s *store.Store) {
		ilse, lan := loadDemo(t, s)
		answersAre(t, ilse, lan)
	})
	kept := map[string]bool{}
	for _, q := range asked {
		kept[q.name+".txt"], kept[q.name+".json"] = true, q.json
	}
	for _, q := range pages {
		kept[q.name+".json"] = true
	}
	files, err := os.ReadDir(goldenDir)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if !kept[f.Name()] {
			t.Errorf("%s is no question's answer any more", f.Name())
		}
	}
}

func answersAre(t *testing.T, ilse, lan *asker) {
	t.Helper()
	for _, q := range asked {
		who := ilse
		if q.lan {
			who = lan
		}
		tool := q.tool
		if tool == "" {
			tool = ReadingsTool
		}
		model, browser := ForModel(), ForBrowser()
		if q.limits != nil {
			q.limits(&model)
			q.limits(&browser)
		}
		t.Run(q.name, func(t *testing.T) {
			text := Compact(who.Ask(context.Background(), who.person, tool, json.RawMessage(q.args), model))
			golden(t, q.name+".txt", tool+" "+q.args+"\n\n"+text+"\n")
			if !q.json {
				return
			}
			out, err := REST(who.Ask(context.Background(), who.person, tool, json.RawMessage(q.args), browser))
			if err != nil {
				t.Fatal(err)
			}
			golden(t, q.name+".json", withoutDigests(lined(t, out)))
		})
	}
	for _, q := range pages {
		who := ilse
		if q.lan {
			who = lan
		}
		t.Run(q.name, func(t *testing.T) {
			page, failed := q.read(who)
			if failed != nil {
				t.Fatal(Compact(*failed))
			}
			out, err := json.MarshalIndent(page, "", " ")
			if err != nil {
				t.Fatal(err)
			}
			golden(t, q.name+".json", withoutDigests(string(out)+"\n"))
		})
	}
}

const goldenDir = "testdata/golden"

// golden holds a text against a file, or writes it.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join(goldenDir, name)
	if *update {
		if err := os.MkdirAll(goldenDir, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(want) == got {
		return
	}
	was, is := strings.Split(string(want), "\n"), strings.Split(got, "\n")
	for i := range max(len(was), len(is)) {
		if i >= len(was) || i >= len(is) || was[i] != is[i] {
			t.Errorf("%s, line %d:\n%s\nis now\n%s\nrun with -update and look at the difference", path, i+1, strings.Join(was[min(i, len(was)):min(i+1, len(was))], ""), strings.Join(is[min(i, len(is)):min(i+1, len(is))], ""))
			return
		}
	}
}

var (
	rowIDs  = regexp.MustCompile(`("(?:row_id|id)": ?"[0-9a-f]{16})[0-9a-f]{16}"`)
	cursors = regexp.MustCompile(`("next": ?")[A-Za-z0-9_-]{34}"`)
)

// withoutDigests leaves of a row's id the instant that it begins with, and of a cursor nothing: the rest changes with
// what makes two rows the same, which is another package's business.
func withoutDigests(answer string) string {
	return cursors.ReplaceAllString(rowIDs.ReplaceAllString(answer, `$1…"`), `$1…"`)
}

// lined is an answer for a browser, a row a line.
func lined(t *testing.T, answer []byte) string {
	t.Helper()
	var all struct {
		Rows []json.RawMessage `json:"rows"`
	}
	if err := json.Unmarshal(answer, &all); err != nil {
		t.Fatal(err)
	}
	rest := slices.Clone(answer)
	for _, row := range all.Rows {
		rest = bytes.Replace(rest, row, append([]byte("\n"), append(slices.Clone(row), '\n')...), 1)
	}
	return strings.ReplaceAll(string(rest), "\n,\n", ",\n") + "\n"
}
