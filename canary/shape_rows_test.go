package canary

import (
	"bytes"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// lab is a row of invented data, and how it looks as text.
type lab struct{ date, name, value, unit string }

var labs = []lab{
	{"2026-05-01", "Glucose", "5.4", "mmol/L"},
	{"2026-05-01", "Ferritin", "80", "ng/mL"},
	{"2026-05-01", "Body weight", "70.5", "kg"},
	{"2026-05-02 07:00:00", "Oxygen", "97", "%"},
	{"2026-05-02", "Leucocytes", "6.1", "10^9/L"},
	{"2026-05-03", "Systolic", "120", "mmHg"},
	{"2026-05-03", "ALT", "31", "U/L"},
}

// notations write a row as programs do.
var notations = []struct {
	name, shape string
	percent     bool // is not found there
	write       func(lab) string
}{
	{name: "a box", shape: "table row", write: func(l lab) string {
		return fmt.Sprintf("│ %s │ %s │ %s │ %s │", l.date, l.name, l.value, l.unit)
	}},
	{name: "a box of two columns", shape: "table row", write: func(l lab) string { return fmt.Sprintf("│ %-12s │ %6s │", l.name, l.value) }},
	{name: "a heavy box", shape: "table row", write: func(l lab) string { return fmt.Sprintf("┃%s┃%s┃%s┃%s┃", l.date, l.name, l.value, l.unit) }},
	{name: "a double box", shape: "table row", write: func(l lab) string { return fmt.Sprintf("║ %s ║ %s %s ║", l.name, l.value, l.unit) }},
	{name: "a box without its sides", shape: "table row", write: func(l lab) string { return fmt.Sprintf(" %s │ %s │ %s", l.date, l.name, l.value) }},
	{name: "a box of letters", shape: "table row", write: func(l lab) string { return fmt.Sprintf("| %s | %s | %s | %s |", l.date, l.name, l.value, l.unit) }},
	{name: "a box of letters of two columns", shape: "table row", write: func(l lab) string { return fmt.Sprintf("| %s | %s |", l.name, l.value) }},
	{name: "psql", shape: "table row", write: func(l lab) string { return fmt.Sprintf(" %s | %-12s | %5s | %s", l.date, l.name, l.value, l.unit) }},
	{name: "a list", shape: "JSON row", write: func(l lab) string { return fmt.Sprintf(`["%s","%s",%s,"%s"]`, l.date, l.name, l.value, l.unit) }},
	{name: "a list with blanks", shape: "JSON row", write: func(l lab) string { return fmt.Sprintf(`["%s", "%s", "%s %s"]`, l.date, l.name, l.value, l.unit) }},
	{name: "a list after words", shape: "JSON in text", write: func(l lab) string {
		return fmt.Sprintf(`2026/12/01 00:00:00 row: ["%s",%s,"%s"]`, l.name, l.value, l.unit)
	}},
	{name: "rows of slog", shape: "JSON row", write: func(l lab) string {
		return slogged(false, "rows", [][]any{{l.date, l.name, l.value, l.unit}})
	}},
	{name: "rows and columns of slog", shape: "JSON row", write: func(l lab) string {
		return slogged(false, "answer", map[string]any{"columns": []string{"date", "name"}, "rows": [][]string{{l.date, l.name}}})
	}},
	{name: "a series", shape: "JSON row", write: func(l lab) string {
		return slogged(false, "body", map[string]any{"series": "2345-7", "points": [][]any{{1777593600, l.value}, {1777680000, l.value}}})
	}},
	{name: "a list as text", shape: "escaped JSON", write: func(l lab) string {
		return slogged(false, "body", fmt.Sprintf(`["%s","%s",%s,"%s"]`, l.date, l.name, l.value, l.unit))
	}},
	{name: "logfmt", shape: "key=value row", write: func(l lab) string {
		return fmt.Sprintf("level=info msg=row name=%q value=%s unit=%s", l.name, l.value, l.unit)
	}},
	{name: "logfmt with the unit in the value", shape: "key=value row", percent: true, write: func(l lab) string {
		return fmt.Sprintf("level=info msg=row name=%q value=%q", l.name, l.value+" "+l.unit)
	}},
	{name: "values under their names", shape: "key=value row", percent: true, write: func(l lab) string {
		return fmt.Sprintf("level=info msg=row marker=%q ferritin=%q", l.value+" "+l.unit, "80 ng/mL")
	}},
	{name: "values under their names in JSON", shape: "JSON row", percent: true, write: func(l lab) string {
		return slogged(false, "marker", l.value+" "+l.unit, "ferritin", "80 ng/mL")
	}},
	{name: "attributes of XML", shape: "key=value row", write: func(l lab) string {
		return fmt.Sprintf(`<result name="%s" value="%s" unit="%s"/>`, l.name, l.value, l.unit)
	}},
	{name: "slog text", shape: "key=value row", write: func(l lab) string {
		return slogged(true, slog.Group("row", "name", l.name, "value", l.value, "unit", l.unit))
	}},
	{name: "slog text as a message", shape: "key=value row", write: func(l lab) string {
		return slogged(true, "detail", fmt.Sprintf("name=%q value=%s unit=%s", l.name, l.value, l.unit))
	}},
	{name: "key=value in a message of JSON", shape: "key=value row", write: func(l lab) string {
		return slogged(false, "detail", fmt.Sprintf("row\nname=%s\nvalue=%s\nunit=%s", l.name, l.value, l.unit))
	}},
	{name: "zerolog's console", shape: "key=value row", write: func(l lab) string {
		return fmt.Sprintf("\x1b[90m10:00AM\x1b[0m \x1b[32mINF\x1b[0m row \x1b[36mname=\x1b[0m%q \x1b[36munit=\x1b[0m%s \x1b[36mvalue=\x1b[0m%s", l.name, l.unit, l.value)
	}},
	{name: "labels of a metric", shape: "key=value row", write: func(l lab) string { return fmt.Sprintf(`reading{name="%s",unit="%s"} %s`, l.name, l.unit, l.value) }},
	{name: "%v", shape: "struct dump", percent: true, write: func(l lab) string {
		return fmt.Sprintf("rows %v", []struct {
			ID                int
			Name, Value, Unit string
		}{{1, l.name, l.value, l.unit}, {2, l.name, l.value, l.unit}})
	}},
	{name: "%v of lists", shape: "struct dump", percent: true, write: func(l lab) string {
		return fmt.Sprintf("rows %v", [][]string{{l.date, l.name, l.value, l.unit}})
	}},
	{name: "%v of a pointer in a message", shape: "struct dump", percent: true, write: func(l lab) string {
		return slogged(true, "row", fmt.Sprintf("%v", &measured{l.name, 5.4, l.unit}))
	}},
	{name: "%+v", shape: "struct dump", write: func(l lab) string {
		return fmt.Sprintf("rows %+v", []measured{{l.name, 5.4, l.unit}})
	}},
	{name: "%+v of what is not exported", shape: "struct dump", write: func(l lab) string {
		return fmt.Sprintf("rows %+v", []struct{ id, name, value, unit string }{{"1", l.name, l.value, l.unit}})
	}},
	{name: "an object of JavaScript", shape: "struct dump", write: func(l lab) string {
		return fmt.Sprintf("row { name: '%s', value: %s, unit: '%s' }", l.name, l.value, l.unit)
	}},
	{name: "YAML in a line", shape: "struct dump", write: func(l lab) string {
		return fmt.Sprintf("- {name: %s, value: %s, unit: %s}", l.name, l.value, l.unit)
	}},
	{name: "YAML in a message", shape: "YAML row", write: func(l lab) string {
		return slogged(true, "body", fmt.Sprintf("rows:\n  - name: %s\n    value: %s\n    unit: %s\n", l.name, l.value, l.unit))
	}},
	{name: "YAML", shape: "YAML row", write: func(l lab) string {
		return fmt.Sprintf("rows:\n- date: %s\n  name: %s\n  value: %s\n  unit: %s\n", l.date, l.name, l.value, l.unit)
	}},
	{name: "YAML of one row", shape: "YAML row", write: func(l lab) string {
		return fmt.Sprintf("name: %s\nvalue: %s\nunit: %q\n", l.name, l.value, l.unit)
	}},
	{name: "YAML in YAML", shape: "YAML row", write: func(l lab) string {
		return fmt.Sprintf("- code: x\n  quantity:\n    value: %s\n    unit: %s\n", l.value, l.unit)
	}},
}

// slogged is a line as slog writes it.
func slogged(text bool, args ...any) string {
	var b bytes.Buffer
	h := slog.Handler(slog.NewJSONHandler(&b, nil))
	if text {
		h = slog.NewTextHandler(&b, nil)
	}
	slog.New(h).Info("stored", args...)
	return b.String()
}

// TestARowIsOneInAnyNotation has the same rows found in all of them, by a searcher, and the line not told.
func TestARowIsOneInAnyNotation(t *testing.T) {
	for _, n := range notations {
		t.Run(n.name, func(t *testing.T) {
			for _, l := range labs {
				if n.percent && l.unit == "%" {
					continue
				}
				text := n.write(l)
				found, err := shapesSearcher(t).Search("log", strings.NewReader("ready\n"+text+"\nended\n"))
				if err != nil {
					t.Fatal(err)
				}
				if !slices.ContainsFunc(found, func(f Finding) bool { return f.Shape == n.shape }) {
					t.Errorf("found %v, want %q in %s", found, n.shape, text)
				}
				for _, f := range found {
					if strings.Contains(f.String(), l.name) || strings.Contains(f.String(), l.unit) && l.unit != "%" || f.Line < 2 || f.Line > 1+strings.Count(text, "\n")+1 {
						t.Errorf("the finding reads %s", f)
					}
				}
			}
		})
	}
}

func TestTheRulesOfATableAreOne(t *testing.T) {
	for line, want := range map[string]bool{
		"┌──┬──┐": true, "├────────┼───┤": true, "└──┴──┘": true, "╔══╦══╗": true, "  ╭───┬───╮": true, "──┼──": true,
		"+---+---+": true, "+------------+----------+": true,
		"┌──────────┐": false, "+----------+": false, "├─┬ express@4.18.2": false, "╚═╝  ╚═╝╚═════╝": false, "│ └── ms@2.1.3": false, "├── a": false, "────────": false,
	} {
		if got := slices.Contains(shapesOf(line), "table row"); got != want {
			t.Errorf("%s is a table's: %v", line, got)
		}
	}
}

// TestAYAMLRowIsOneMapping keeps apart what belongs to different things.
func TestAYAMLRowIsOneMapping(t *testing.T) {
	for text, line := range map[string]int{
		"name: a\nvalue: 5\nunit: kg":                   3,
		"- name: a\n- value: 5\n- unit: kg":             0,
		"name: a\n\nvalue: 5\nready\nunit: kg":          0,
		"a:\n  name: a\nb:\n  unit: kg":                 0,
		"a:\n  unit: kg\n  b:\n    x: y\n  name: a":     5,
		"- unit: kg\n  name: a\n- unit: g\n  name: b\n": 2,
	} {
		found, err := shapesSearcher(t).Search("log", strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		got := 0
		for _, f := range found {
			if got == 0 && f.Shape == "YAML row" {
				got = f.Line
			}
		}
		if got != line {
			t.Errorf("%q: found in line %d, want %d", text, got, line)
		}
	}
	s := shapesSearcher(t) // one search does not see the lines of another
	for _, part := range []string{"name: a\nvalue: 5\n", "unit: kg\n"} {
		if found, err := s.Search("log", strings.NewReader(part)); err != nil || len(found) > 0 {
			t.Errorf("found %v, %v in %q", found, err, part)
		}
	}
}

func TestACellIsReadByWhatItSays(t *testing.T) {
	for kind, texts := range map[cellKind][]string{
		emptyCell:   {"", " ", "null", "-"},
		wordCell:    {"Glucose", "Body weight", "2 capsules", "Vitamin B12"},
		numberCell:  {"5.4", "120/80", "<5", "-1", "5,4", "80"},
		dateCell:    {"2026-05-01", "2026-05-01T07:00:00Z", "2026-05-01 07:00", "1.5.2026", "1777593600", "1777593600000"},
		unitCell:    {"kg", "mmol/L", "ng/mL", "mmHg", "/min", "U/L", "10^9/L", "mL/min", "%"},
		measureCell: {"5.4 mmol/L", "70.5kg", "400 mg", "120/80 mmHg", "97 %", "5 g", "97%"},
		machineCell: {"1.2ms", "10.0.0.7", "10.0.0.7:80", "GET", "/x", "GET /x", "main.go", "INFO", "v1.2.3", "1.2.3", "true", "https://example.org", "5s", "512MB", "2g", "2G", "request"},
	} {
		for _, text := range texts {
			if got := kindOfCell([]byte(text)); got != kind {
				t.Errorf("%q is of kind %d, want %d", text, got, kind)
			}
		}
	}
}

// A log may quote another.
func TestHonestLinesHaveNoRowWhenTheyAreQuoted(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join("testdata", "honest", "*.log"))
	rows := regexp.MustCompile(`^(key=value|YAML) row$`)
	n := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range strings.Split(string(text), "\n") {
			n++
			for _, text := range []bool{false, true} {
				for _, shape := range shapesOf(slogged(text, "line", line)) {
					if rows.MatchString(shape) {
						t.Errorf("%s has the shape %q when it is quoted: %s", filepath.Base(file), shape, line)
					}
				}
			}
		}
	}
	if n < 300 {
		t.Errorf("only %d lines", n)
	}
}

// TestNoLineTakesForever has long lines that start the same thing again and again.
func TestNoLineTakesForever(t *testing.T) {
	for _, part := range []string{
		"(a=", "(a=(", "name=(", " a=\"", `["a",`, "[1,", "[", "[[", "{a:", "{a:{", "{ ", "{name: ", "[1 ", "[1 kg{", "1 2 ", "|", "| ", "||", "| | ", "│", "─┼", " │ ",
		`\n`, `\n- `, `\na: b`, "- ", "a: ", `"a":[`, `\"[\`, `\\n`, "=", "a=", "5.4 ", "unit=s ", `\"`, `{\"a\":`, "2026-05-01|",
	} {
		line := []byte(strings.Repeat(part, maxLine/len(part)))
		for _, s := range DefaultShapes() {
			start := time.Now()
			s.Match(line)
			if took := time.Since(start); took > time.Second {
				t.Errorf("%q takes %v as %q", part, took, s.Name)
			} else if took > 100*time.Millisecond {
				t.Logf("%q takes %v as %q", part, took, s.Name)
			}
		}
	}
}
