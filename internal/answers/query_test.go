package answers

import (
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/schema"
)

func TestWhatCannotBeAskedIsRefusedByNameInOrder(t *testing.T) {
	const secret = "Hannelore"
	for _, tt := range []struct {
		name, tool, in string
		want           []string // the beginnings of the reasons, in order
	}{
		{"unknown names come first and sorted", ReadingsTool, `{"zeta":"Hannelore","view":"Hannelore","alpha":1}`, []string{"alpha: unknown parameter", "zeta: unknown parameter, accepted: end, indicators, keywords, start, view", "view: must be one of: raw, minute, hour, day, week, month, stats, latest"}},
		{"a parameter of an older tool is unknown", ReadingsTool, `{"kind":"medications"}`, []string{"kind: unknown"}},
		{"nobody can name a person", ReadingsTool, `{"member":"妈妈"}`, []string{"member: unknown"}},
		{"a misspelt parameter does not run on defaults", ReadingsTool, `{"keyword":["Hannelore"]}`, []string{"keyword: unknown"}},
		{"a view that there is not", ReadingsTool, `{"view":"none","keywords":["Hannelore"]}`, []string{"view: must be one of"}},
		{"a bare none is no view", MedicationsTool, `{"view":"none"}`, []string{"view: must be one of: plan, log, history"}},
		{"two ways to select", ReadingsTool, `{"keywords":["Hannelore"],"indicators":["Hannelore"]}`, []string{"keywords+indicators: one of them"}},
		{"two ways to select, and a date that is none", ReadingsTool, `{"keywords":["Hannelore"],"indicators":["Hannelore"],"start":"Hannelore"}`, []string{"keywords+indicators: one of them", "start: must be a date of the form YYYY-MM-DD"}},
		{"the form of a date", ReadingsTool, `{"start":"2026-3-1","end":"Hannelore"}`, []string{"start: must be a date", "end: must be a date"}},
		{"a date with a time", ReadingsTool, `{"start":"2026-03-01T00:00:00Z"}`, []string{"start: must be a date"}},
		{"a line end behind a date", ReadingsTool, `{"start":"2026-03-01\n"}`, []string{"start: must be a date"}},
		{"a day that the calendar has not", ReadingsTool, `{"start":"2025-06-31"}`, []string{"start: is of the right form and no day"}},
		{"a day that the calendar has not, of medications", MedicationsTool, `{"end":"2025-02-29","view":"log"}`, []string{"end: is of the right form and no day"}},
		{"the form of one date and the day of the other", ReadingsTool, `{"start":"2025-06-31","end":"1.7."}`, []string{"start: is of the right form", "end: must be a date"}},
		{"a year before the calendar", ReadingsTool, `{"start":"0000-01-01"}`, []string{"start: is of the right form"}},
		{"a view of nothing", ReadingsTool, `{"view":"stats"}`, []string{"view: needs indicators or keywords"}},
		{"a view of nothing, where the selector is blank", ReadingsTool, `{"view":"day","keywords":["  "]}`, []string{"view: needs indicators or keywords"}},
		{"a view of nothing, where nobody sees the selector", ReadingsTool, "{\"view\":\"day\",\"indicators\":[\"\u2800\"]}", []string{"view: needs indicators or keywords, and those that were given are no text, or have nothing in them that can be seen"}},
		{"a view of nothing, where the selector is no text", ReadingsTool, `{"view":"day","keywords":[7]}`, []string{"view: needs indicators or keywords, and those that were given are no text"}},
		{"a view of nothing and a date that is none", ReadingsTool, `{"view":"day","end":"x"}`, []string{"end: must be a date", "view: needs indicators or keywords"}},
		{"too many keywords", ReadingsTool, `{"view":"day","keywords":["` + strings.Repeat(`x","`, 5) + letters(21) + `"]}`, []string{"keywords: at most 20"}},
		{"too many indicators", ReadingsTool, `{"indicators":["` + letters(51) + `"]}`, []string{"indicators: at most 50"}},
		{"a keyword that is a page", ReadingsTool, `{"keywords":["` + strings.Repeat(secret, 30) + `"]}`, []string{"keywords[0]: at most 200 characters"}},
		{"a keyword with a control character", ReadingsTool, `{"keywords":["a\u0000b"]}`, []string{"keywords[0]: must not hold control characters"}},
		{"a number for a date", ReadingsTool, `{"start":20260301}`, []string{"start: must be a string"}},
		{"a number for a list", ReadingsTool, `{"keywords":29463}`, []string{"keywords: must be a list, each element a string"}},
		{"a truth for a list", ReadingsTool, `{"keywords":true,"view":"stats"}`, []string{"keywords: must be a list, each element a string"}},
		{"an object for a list", MedicationsTool, `{"keywords":{"Hannelore":1}}`, []string{"keywords: must be a list"}},
		{"a number for a list, and a view that needs it", ReadingsTool, `{"indicators":29463,"view":"latest"}`, []string{"indicators: must be a list, each element a string"}},
		{"a number for one list, and the other beside it", ReadingsTool, `{"indicators":29463,"keywords":["Hannelore"],"start":"x"}`, []string{"start: must be a date", "indicators: must be a list"}},
		{"a parameter twice", ReadingsTool, `{"view":"raw","view":"stats"}`, []string{"view: given twice"}},
		{"no object", ReadingsTool, `["Hannelore"]`, []string{"arguments: must be an object"}},
		{"no JSON", ReadingsTool, `{"keywords":`, []string{"arguments: must be a JSON object"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := New(Config{})
			e := s.fault(t.Context(), tt.tool, second(parse(tt.tool, json.RawMessage(tt.in))))
			if e.Status != Error || e.ErrorKind != InvalidArguments || e.ErrorClass != Recoverable || len(e.Assumptions) != 1 || e.Data != nil {
				t.Fatalf("%+v", e)
			}
			got := strings.Split(e.Assumptions[0], "; ")
			for i, want := range tt.want {
				if i >= len(got) || !strings.HasPrefix(got[i], want) {
					t.Errorf("got %q\nwant %q", got, tt.want)
					break
				}
			}
			if strings.Contains(e.Assumptions[0], "view: needs") && !slices.ContainsFunc(tt.want, func(w string) bool { return strings.HasPrefix(w, "view: needs") }) {
				t.Errorf("a selector that was given is asked for: %q", e.Assumptions[0])
			}
			if strings.Count(e.Assumptions[0], "accepted: ") > 1 {
				t.Errorf("what is accepted is said again and again: %q", e.Assumptions[0])
			}
			if strings.Contains(e.Assumptions[0], secret) || strings.Contains(e.Assumptions[0], "妈妈") {
				t.Errorf("the refusal quotes what was sent: %q", e.Assumptions[0])
			}
		})
	}
}

func second[A any](_ A, err error) error { return err }

// letters is a list of different names, as it stands between quotes.
func letters(n int) string {
	out := make([]string, n)
	for i := range out {
		out[i] = "n" + strings.Repeat("i", i)
	}
	return strings.Join(out, `","`)
}

func TestWhatModelsSendIsReadAsItIsMeant(t *testing.T) {
	from, to := record.DayOf(2026, 3, 1), record.DayOf(2026, 3, 31)
	for _, tt := range []struct {
		name, in string
		want     Question
	}{
		{"nothing", ``, Question{View: Raw}},
		{"what stands for nothing", `{"keywords":null,"indicators":[],"start":"","end":"null","view":""}`, Question{View: Raw}},
		{"a list", `{"indicators":["A","B"]}`, Question{View: Raw, Indicators: []string{"A", "B"}}},
		{"a list as text", `{"indicators":"[\"A\",\"B\"]"}`, Question{View: Raw, Indicators: []string{"A", "B"}}},
		{"a list as text in a list", `{"indicators":["[\"A\"]"]}`, Question{View: Raw, Indicators: []string{"A"}}},
		{"one text with a comma", `{"keywords":"A, B"}`, Question{View: Raw, Keywords: []string{"A", "B"}}},
		{"a comma in an element", `{"keywords":["1,25-Dihydroxyvitamin D"]}`, Question{View: Raw, Keywords: []string{"1,25-Dihydroxyvitamin D"}}},
		{"brackets that are no JSON", `{"keywords":"[broken]"}`, Question{View: Raw, Keywords: []string{"[broken]"}}},
		{"one twice", `{"keywords":["A"," A ","B"]}`, Question{View: Raw, Keywords: []string{"A", "B"}}},
		{"both ends", `{"start":"2026-03-01","end":"2026-03-31"}`, Question{View: Raw, Window: record.Window{From: &from, To: &to}}},
		{"the ends the other way round", `{"start":"2026-03-31","end":"2026-03-01"}`, Question{View: Raw, Window: record.Window{From: &from, To: &to}, Swapped: true}},
		{"one end", `{"end":"2026-03-31","view":"latest","keywords":["a"]}`, Question{View: Latest, Keywords: []string{"a"}, Window: record.Window{To: &to}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := parse(ReadingsTool, json.RawMessage(tt.in))
			tt.want.Tool = ReadingsTool
			if len(got.Keywords) == 0 {
				got.Keywords = nil
			}
			if len(got.Indicators) == 0 {
				got.Indicators = nil
			}
			if err != nil || !reflect.DeepEqual(got, tt.want) {
				t.Errorf("%+v, %v\nwant %+v", got, err, tt.want)
			}
		})
	}
}

func TestTheToolsFitTheirRules(t *testing.T) {
	list := Tools()
	if len(list) != 2 || list[0].Name != ReadingsTool || list[1].Name != MedicationsTool {
		t.Fatalf("the tools are %v", list)
	}
	person := regexp.MustCompile(`(?i)user|person_id|member|account|patient|subject`)
	for _, tool := range list {
		if n := utf8.RuneCountInString(tool.Description); n < 80 || n > 4000 {
			t.Errorf("%s: a description of %d characters", tool.Name, n)
		}
		if !regexp.MustCompile(`^[a-z][a-z0-9_]{2,63}$`).MatchString(tool.Name) || tool.Title == "" {
			t.Errorf("the name %q with the title %q", tool.Name, tool.Title)
		}
		for _, p := range tool.Schema.Properties() {
			if p.Description == "" || p.Required || person.MatchString(p.Name) {
				t.Errorf("%s.%s: %+v", tool.Name, p.Name, p)
			}
			if flat := p.Types[0]; flat == schema.Object || p.Items != nil && p.Items.Types[0] != schema.String {
				t.Errorf("%s.%s is not flat", tool.Name, p.Name)
			}
			if slices.Contains([]string{"keywords", "indicators"}, p.Name) && (p.MaxItems == 0 || p.Items.MaxLength == 0 || p.List != schema.Selectors) {
				t.Errorf("%s.%s has no bounds", tool.Name, p.Name)
			}
		}
	}
	var published struct {
		Properties map[string]struct {
			Enum     []string `json:"enum"`
			Default  string   `json:"default"`
			MaxItems int      `json:"maxItems"`
			Pattern  string   `json:"pattern"`
		} `json:"properties"`
		AdditionalProperties bool `json:"additionalProperties"`
	}
	text, err := json.Marshal(list[0].Schema)
	if err != nil {
		t.Fatal(err)
	}
	published.AdditionalProperties = true
	if err := json.Unmarshal(text, &published); err != nil {
		t.Fatal(err)
	}
	p := published.Properties
	if published.AdditionalProperties || len(p) != 5 || len(p["view"].Enum) != 8 || p["view"].Default != "raw" ||
		p["keywords"].MaxItems != 20 || p["indicators"].MaxItems != 50 || p["start"].Pattern != `^\d{4}-\d{2}-\d{2}$` || p["end"].Pattern != p["start"].Pattern {
		t.Errorf("published: %s", text)
	}
}

func TestEachViewHasOneMethod(t *testing.T) {
	for _, v := range readingViews {
		if methods[v] == nil {
			t.Errorf("nothing answers view=%s", v)
		}
	}
	if len(methods) != len(readingViews) {
		t.Errorf("%d methods for %d views", len(methods), len(readingViews))
	}
}

func TestEveryParameterCounts(t *testing.T) {
	base := `{"keywords":["a"],"start":"2026-01-01","end":"2026-01-02","view":"day"}`
	seen := map[string]string{Canonical(ReadingsTool, json.RawMessage(base)): base}
	for _, other := range []string{
		`{"keywords":["b"],"start":"2026-01-01","end":"2026-01-02","view":"day"}`,
		`{"indicators":["a"],"start":"2026-01-01","end":"2026-01-02","view":"day"}`,
		`{"keywords":["a"],"start":"2026-01-02","end":"2026-01-02","view":"day"}`,
		`{"keywords":["a"],"start":"2026-01-01","end":"2026-01-03","view":"day"}`,
		`{"keywords":["a"],"start":"2026-01-01","end":"2026-01-02","view":"week"}`,
		`{"keywords":["a"],"end":"2026-01-02","view":"day"}`,
		`{"keywords":["a"],"start":"2026-01-02","view":"day"}`,
		`{"keywords":["a","b"],"start":"2026-01-01","end":"2026-01-02","view":"day"}`,
		`{"keywords":["a,b"],"start":"2026-01-01","end":"2026-01-02","view":"day"}`,
		`{"view":"day"}`, `{}`, `{"view":"stats"}`, `{"extra":1}`, `{"extra":2}`, `no JSON`, `[1]`,
	} {
		name := Canonical(ReadingsTool, json.RawMessage(other))
		if same, ok := seen[name]; ok {
			t.Errorf("%s and %s are one call", same, other)
		}
		seen[name] = other
	}
	if Canonical(MedicationsTool, json.RawMessage(`{}`)) == Canonical(ReadingsTool, json.RawMessage(`{}`)) {
		t.Error("two tools' calls are one")
	}
}

// TestOneCallHasOneName: the order of keys and elements, and what counts as absent, make no other call.
func TestOneCallHasOneName(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	keys := []string{"keywords", "indicators", "start", "end", "view", "extra"}
	values := map[string][]any{
		"keywords": {nil, []any{"a", "b", "c"}, []any{"x, y", "z"}, []any{}, "null"}, "indicators": {nil, []any{"a", "b"}, ""},
		"start": {nil, "2026-01-01", "2026-06-31", ""}, "end": {nil, "2026-02-01"}, "view": {nil, "raw", "stats", "none"}, "extra": {nil, nil, []any{1, "b", nil, map[string]any{"k": nil, "l": []any{2, 1}}}},
	}
	spell := func(call map[string]any) string {
		var parts []string
		for k, v := range call {
			if v == nil && rng.IntN(2) == 0 {
				continue
			}
			if l, ok := v.([]any); ok {
				l = slices.Clone(l)
				rng.Shuffle(len(l), func(i, j int) { l[i], l[j] = l[j], l[i] })
				v = l
			}
			text, _ := json.Marshal(v)
			parts = append(parts, `"`+k+`": `+string(text))
		}
		rng.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
		return "{" + strings.Join(parts, ", ") + "}"
	}
	for _, tool := range []string{ReadingsTool, MedicationsTool, "another_tool"} {
		for range 400 {
			call := map[string]any{}
			for _, k := range keys {
				call[k] = values[k][rng.IntN(len(values[k]))]
			}
			a, b := spell(call), spell(call)
			if Canonical(tool, json.RawMessage(a)) != Canonical(tool, json.RawMessage(b)) {
				t.Fatalf("%s: two names of one call:\n%s\n%s", tool, a, b)
			}
		}
	}
	for _, same := range [][2]string{
		{`{"keywords":"a, b"}`, `{"keywords":["b","a"]}`},
		{`{"view":"raw"}`, ``},
		{`{}`, `null`},
		{`{"start":"2026-02-01","end":"2026-01-01"}`, `{"start":"2026-01-01","end":"2026-02-01"}`},
	} {
		if Canonical(ReadingsTool, json.RawMessage(same[0])) != Canonical(ReadingsTool, json.RawMessage(same[1])) {
			t.Errorf("%s and %s ask the same", same[0], same[1])
		}
	}
}
