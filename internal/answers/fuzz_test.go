package answers

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/schema"
)

// parameterName is what a key may look like to be named in a refusal.
var parameterName = regexp.MustCompile(`^[A-Za-z_$@][A-Za-z0-9_.$@-]{0,63}$`)

// FuzzAsk sends any bytes. An answer comes back, and of a refusal nothing was sent but names that look like parameters.
func FuzzAsk(f *testing.F) {
	for _, seed := range []string{
		``, `{}`, `null`, `[]`, `{"view":"stats"}`, `{"keywords":["headache"],"view":"hour"}`, `{"indicators":"718-7, x","start":"2026-09-30","end":"2026-01-01"}`,
		`{"keywords":"[\"a\",\"b\"]","view":"none"}`, `{"start":"2025-06-31"}`, `{"Hannelore Kohl":1,"zeta":"Hannelore"}`, `{"view":"raw","view":"day"}`, `{"keywords":["\u0000"]}`,
		`{"keywords":["` + strings.Repeat("长", 201) + `"]}`, `{"indicators":["icpc3:NS01","loinc:","local:|"],"view":"week"}`, "{\"keywords\":[\"\xff\"]}", `{"end":"9999-12-31","start":"0001-01-01","keywords":["steps"],"view":"month"}`,
	} {
		for _, tool := range []string{ReadingsTool, MedicationsTool, "query_Hannelore"} {
			f.Add(tool, []byte(seed))
		}
	}
	who := newChart(f, openSQLite(f), "Europe/Berlin")
	who.add(
		fact{name: "Steps", value: "900", unit: "{steps}", at: "2026-03-01 08:00"}, fact{name: "头疼", kind: record.Symptom, code: headache, at: "2026-03-01 21:00"},
		fact{name: "Glucose", value: "5", unit: "mmol/L", code: glucoseMoles, at: "2026-03-01 08:00"}, fact{kind: record.Note, value: "new pillow", at: "2026-03-01 08:00"},
	)
	f.Fuzz(func(t *testing.T, tool string, arguments []byte) {
		e := who.Ask(t.Context(), who.person, tool, arguments, ForModel())
		if err := e.check(); err != nil {
			t.Fatal(err)
		}
		switch {
		case e.Status == Error:
			if e.ErrorKind != InvalidArguments || e.ErrorClass != Recoverable {
				t.Fatalf("%s: %q", e.ErrorKind, e.Assumptions)
			}
			quotesNothing(t, e, tool, arguments)
		case e.Data == nil || e.Meta.RowCount != e.Data.Len() || tool == ReadingsTool && !slices.Contains(e.Assumptions, noteAbsence):
			t.Fatalf("an answer without rows or notes: %+v", e)
		}
		if Canonical(tool, arguments) != Canonical(tool, slices.Clone(arguments)) {
			t.Fatal("a call has two names")
		}
	})
}

// quotesNothing holds a refusal against what was sent: no word of it of more than three letters is in the refusal, unless
// the refusal says it of its own accord or it is the name of an unknown parameter.
func quotesNothing(t *testing.T, e Envelope, tool string, arguments []byte) {
	t.Helper()
	text := strings.Join(e.Assumptions, " ")
	var ours []string
	for _, c := range schemas {
		b, err := json.Marshal(c)
		if err != nil {
			t.Fatal(err)
		}
		ours = append(ours, string(b))
	}
	own := strings.Join(ours, " ") + ownWords
	for _, name := range keysOf(arguments) {
		if parameterName.MatchString(name) {
			text = strings.ReplaceAll(text, name, "")
		}
	}
	for _, word := range strings.FieldsFunc(string(arguments)+" "+tool, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) }) {
		if utf8.RuneCountInString(word) > 3 && strings.Contains(text, word) && !strings.Contains(own, word) {
			t.Fatalf("a refusal quotes %q: %q", word, e.Assumptions)
		}
	}
}

// ownWords are those of which refusals are made.
const ownWords = `tool: no such tool, there are query_health_indicators, query_medications arguments must be an object with the parameters JSON UTF-8
unknown parameter, accepted a key that is no name given twice in one give it once at most characters call, send rest another each element string must not hold control
characters, such as NUL, tabs and line ends are one of form calendar, which has month or day date YYYY-MM-DD keywords+indicators them, both right bytes of arguments levels lists objects
needs without these answers catalogue, whose names go indicators: view more least needed`

// keysOf are the keys in arguments, as they are decoded, at any depth.
func keysOf(arguments []byte) []string {
	if !schema.Valid(arguments, schema.MaxDepth) {
		return nil
	}
	members, _ := schema.Members(arguments)
	var out []string
	for _, m := range members {
		out = append(out, m.Key)
	}
	return out
}
