package schema_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/seed-a76b335c/philint/internal/schema"
)

// What models really send in place of a list.
func TestListsAreMadeOfWhatModelsSend(t *testing.T) {
	type list = []any
	for _, tt := range []struct {
		name, in         string
		names, selectors any
	}{
		{"a list", `["A","B"]`, list{"A", "B"}, list{"A", "B"}},
		{"a bare string with a comma", `"A, B"`, list{"A, B"}, list{"A", "B"}},
		{"a bare string", `"Glucose"`, list{"Glucose"}, list{"Glucose"}},
		{"a comma in an element", `["1,25-Dihydroxyvitamin D"]`, list{"1,25-Dihydroxyvitamin D"}, list{"1,25-Dihydroxyvitamin D"}},
		{"a comma in a bare name", `"1,25-Dihydroxyvitamin D"`, list{"1,25-Dihydroxyvitamin D"}, list{"1", "25-Dihydroxyvitamin D"}},
		{"the text of a list", `"[\"A\",\"B, C\"]"`, list{"A", "B, C"}, list{"A", "B, C"}},
		{"a list that holds the text of a list", `["[\"A\"]"]`, list{"A"}, list{"A"}},
		{"brackets that are no JSON", `"[broken]"`, list{"[broken]"}, list{"[broken]"}},
		{"brackets with a comma that are no JSON", `"[broken, too]"`, list{"[broken, too]"}, list{"[broken, too]"}},
		{"a bracket that is not closed", `"[broken"`, list{"[broken"}, list{"[broken"}},
		{"blanks", `["A","  ",""]`, list{"A"}, list{"A"}},
		{"what nobody sees", `["A","\u3000\u200b"]`, list{"A"}, list{"A"}},
		{"the word null with a space of no width", `"\u200bnull"`, nil, nil},
		{"nothing but blanks", `["  "]`, nil, nil},
		{"other than strings", `["A",1,null,{"b":2}]`, list{"A", json.Number("1"), map[string]any{"b": json.Number("2")}}, list{"A"}},
		{"duplicates", `["A","B","A"," A "]`, list{"A", "B", "A", " A "}, list{"A", "B"}},
		{"null", `null`, nil, nil},
		{"the word null", `"null"`, nil, nil},
		{"the word null in a list", `["null"]`, nil, nil},
		{"no text", `""`, nil, nil},
		{"an empty list", `[]`, nil, nil},
		{"the text of an empty list", `"[]"`, nil, nil},
		{"a number", `7`, json.Number("7"), json.Number("7")}, // for the check of types to refuse
		{"a truth", `true`, true, true},
		{"an object", `{"a":"b"}`, map[string]any{"a": "b"}, map[string]any{"a": "b"}},
		{"a number that is a list's text", `"7"`, list{"7"}, list{"7"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			in := decode(t, tt.in)
			if got := schema.NormaliseList(in, schema.Names); !reflect.DeepEqual(got, tt.names) {
				t.Errorf("as names: %#v, want %#v", got, tt.names)
			}
			if got := schema.NormaliseList(in, schema.Selectors); !reflect.DeepEqual(got, tt.selectors) {
				t.Errorf("as selectors: %#v, want %#v", got, tt.selectors)
			}
			if got := schema.NormaliseList(in, schema.Strict); !reflect.DeepEqual(got, in) {
				t.Errorf("a strict list is changed: %#v", got)
			}
		})
	}
}

func decode(t *testing.T, in string) any {
	t.Helper()
	var v any
	dec := json.NewDecoder(strings.NewReader(in))
	dec.UseNumber()
	if err := dec.Decode(&v); err != nil {
		t.Fatal(err)
	}
	return v
}

// What was given and is not looked for must be told; what is a way to give nothing is not.
func TestWhatIsDroppedOfAListIsCounted(t *testing.T) {
	for _, tt := range []struct {
		name, in         string
		names, selectors int
	}{
		{"nothing", `{}`, 0, 0},
		{"null", `{"list":null}`, 0, 0},
		{"no text", `{"list":""}`, 0, 0},
		{"the word null", `{"list":" null "}`, 0, 0},
		{"a list of ways to give nothing", `{"list":["A",null,""," \t","null","\u00a0"]}`, 0, 0},
		{"a comma too many", `{"list":"A, ,B,"}`, 0, 0},
		{"a word twice", `{"list":["A"," A"]}`, 0, 0},
		{"a blank of Braille", `{"list":["\u2800"]}`, 1, 1},
		{"a bare blank of Braille", `{"list":"\u2800"}`, 1, 1},
		{"the same twice", `{"list":["\u2800","A","\u2800"]}`, 2, 2},
		{"between commas", `{"list":"A,\u200b,B"}`, 0, 1},
		{"in the text of a list", `{"list":"[\"A\",\"\\u3164\"]"}`, 1, 1},
		{"in the text of a list in a list", `{"list":["[\"\\u00ad\"]","A"]}`, 1, 1},
		{"the word null with a space of no width", `{"list":["\u200bnull"]}`, 1, 1},
		{"other than strings", `{"list":["A",1,true,{"b":2},["C"]]}`, -1, 4},
	} {
		for rule, want := range map[schema.List]int{schema.Names: tt.names, schema.Selectors: tt.selectors, schema.Strict: 0} {
			if want < 0 || rule == schema.Strict && strings.Contains(tt.in, `":"`) {
				continue // refused
			}
			c := schema.Must(schema.Property{Name: "list", Schema: schema.Schema{
				Types: []schema.Type{schema.Array}, Description: "-", Items: &schema.Schema{Types: []schema.Type{schema.String}}, List: rule,
			}})
			a, err := c.Decode([]byte(tt.in))
			if rule == schema.Strict && err != nil {
				continue // null, or no text, in the list
			}
			if err != nil || a.Dropped("list") != want || a.Dropped("other") != 0 {
				t.Errorf("%s, rule %d: %d, want %d (%v)", tt.name, rule, a.Dropped("list"), want, err)
			}
		}
	}
	if (schema.Args{}).Dropped("list") != 0 {
		t.Error("no arguments at all")
	}
}
