package schema_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/seed-a76b335c/philint/internal/schema"
)

func bound(f float64) *float64 { return &f }

func str(doc string) schema.Schema {
	return schema.Schema{Types: []schema.Type{schema.String}, Description: doc}
}

// sample has a parameter of every sort.
func sample(t testing.TB) *schema.Closed {
	t.Helper()
	names := schema.Schema{
		Types: []schema.Type{schema.Array}, Description: "names", Items: &schema.Schema{Types: []schema.Type{schema.String}, MaxLength: 20},
		MinItems: 1, MaxItems: 3, List: schema.Names,
	}
	words := names
	words.List, words.MinItems, words.MaxItems = schema.Selectors, 0, 5
	kind := str("kind")
	kind.Enum, kind.Default = []string{"symptom", "condition"}, "symptom"
	day := str("day")
	day.Pattern = `^\d{4}-\d{2}-\d{2}$`
	limit := schema.Schema{Types: []schema.Type{schema.Integer}, Description: "limit", Minimum: bound(1), Maximum: bound(50), Default: json.Number("10")}
	value := schema.Schema{Types: []schema.Type{schema.String, schema.Number}, Description: "value"}
	readings := schema.Schema{
		Types: []schema.Type{schema.Array}, Description: "readings", MinItems: 1, MaxItems: 4, List: schema.Names,
		Items: &schema.Schema{Types: []schema.Type{schema.Object}, Properties: []schema.Property{
			{Name: "name", Required: true, Schema: str("name")}, {Name: "value", Schema: value},
		}},
	}
	short := str("short")
	short.MinLength, short.MaxLength = 2, 4
	document := str("document")
	document.Pages = true
	c, err := schema.New(
		schema.Property{Name: "names", Required: true, Schema: names},
		schema.Property{Name: "words", Schema: words},
		schema.Property{Name: "kind", Schema: kind},
		schema.Property{Name: "day", Schema: day},
		schema.Property{Name: "limit", Schema: limit},
		schema.Property{Name: "value", Schema: value},
		schema.Property{Name: "flag", Schema: schema.Schema{Types: []schema.Type{schema.Boolean}, Description: "flag"}},
		schema.Property{Name: "readings", Schema: readings},
		schema.Property{Name: "short", Schema: short},
		schema.Property{Name: "document", Schema: document},
	)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestArgumentsAreHeldToTheSchema(t *testing.T) {
	const secret = "Hannelore Kohl"
	for _, tt := range []struct {
		name, in string
		want     []string // path kind
	}{
		{"what fits is taken", `{"names":["a"],"kind":"condition","day":"2026-01-02","limit":3,"value":5.40,"flag":true,"short":"abc"}`, nil},
		{"a whole number may be written with a point", `{"names":["a"],"limit":3.0}`, nil},
		{"a required parameter is missing", `{}`, []string{"arguments.names required"}},
		{"null, no text and the word null are missing", `{"names":null,"value":"","kind":"null"}`, []string{"arguments.names required"}},
		{"a list of nothing is missing", `{"names":["  ","",null,"null"]}`, []string{"arguments.names required"}},
		{"unknown names come first and sorted", `{"zeta":"` + secret + `","names":[],"alpha":1}`, []string{"arguments.alpha unknown", "arguments.zeta unknown", "arguments.names required"}},
		{"the case of a name counts", `{"Names":["a"],"names":["a"]}`, []string{"arguments.Names unknown"}},
		{"a key that is no name is not repeated", `{"names":["a"],"` + secret + `":1}`, []string{"arguments.(a key that is no parameter name) unknown"}},
		{"a key with a number in it is not repeated", `{"names":["a"],"mrn_1234567":1}`, []string{"arguments.(a key that is no parameter name) unknown"}},
		{"a key twice", `{"names":["a"],"names":["b"]}`, []string{"arguments.names duplicate"}},
		{"a key twice below", `{"names":["a"],"readings":[{"name":"x"},{"name":"y","name":"z"}]}`, []string{"arguments.readings[1].name duplicate"}},
		{"a key twice in the text of a list", `{"names":["a"],"readings":"[{\"name\":\"y\",\"name\":\"z\"}]"}`, []string{"arguments.readings[0].name duplicate"}},
		{"a key twice where one is spelt with an escape", `{"names":["a"],"\u006eames":["b"]}`, []string{"arguments.names duplicate"}},
		{"an unknown name below", `{"names":["a"],"readings":[{"name":"x","dose":"` + secret + `"}]}`, []string{"arguments.readings[0].dose unknown"}},
		{"a required name below", `{"names":["a"],"readings":[{"name":"x"},{},{"name":"z"},{"name":"null"}]}`, []string{"arguments.readings[1].name required", "arguments.readings[3].name required"}},
		{"a wrong type", `{"names":["a"],"flag":"` + secret + `","limit":"4"}`, []string{"arguments.limit type", "arguments.flag type"}},
		{"a wrong type below", `{"names":["a",{"x":"` + secret + `"}]}`, []string{"arguments.names[1] type"}},
		{"an object in place of a list", `{"names":{"a":1}}`, []string{"arguments.names type"}},
		{"a fraction in place of a whole number", `{"names":["a"],"limit":2.5}`, []string{"arguments.limit type"}},
		{"not among the values", `{"names":["a"],"kind":"` + secret + `"}`, []string{"arguments.kind enum"}},
		{"not of the form", `{"names":["a"],"day":"` + secret + `"}`, []string{"arguments.day pattern"}},
		{"too many", `{"names":["a","b","c","d"]}`, []string{"arguments.names too-many"}},
		{"too many in the text of a list", `{"names":"[\"a\",\"b\",\"c\",\"d\"]"}`, []string{"arguments.names too-many"}},
		{"too long, counted in characters", `{"names":["日日日日日日日日日日日日日日日日日日日日","aaaaaaaaaaaaaaaaaaaaa"]}`, []string{"arguments.names[1] too-long"}},
		{"too short", `{"names":["a"],"short":"x"}`, []string{"arguments.short too-short"}},
		{"below the least", `{"names":["a"],"limit":0}`, []string{"arguments.limit range"}},
		{"above the most", `{"names":["a"],"limit":51}`, []string{"arguments.limit range"}},
		{"a number that no float holds", `{"names":["a"],"value":1e999}`, []string{"arguments.value range"}},
		{"a number of a hundred digits", `{"names":["a"],"value":` + strings.Repeat("9", 100) + `}`, []string{"arguments.value range"}},
		{"a number too near to zero", `{"names":["a"],"value":1e-400}`, []string{"arguments.value range"}},
		{"zeros in every spelling are taken", `{"names":["a"],"value":-0.00e-400}`, nil},
		{"NUL in a string", `{"names":["a"],"value":"5\u0000","short":"ab\u0000"}`, []string{"arguments.value control", "arguments.short control"}},
		{"a control character below", `{"names":["a","b\u001b"],"readings":[{"name":"x"},{"name":"y\u007f","value":"z\u0085"}]}`, []string{"arguments.names[1] control", "arguments.readings[1].name control", "arguments.readings[1].value control"}},
		{"a control character in the text of a list", `{"names":"[\"a\",\"b\\u0001\"]"}`, []string{"arguments.names[1] control"}},
		{"NUL alone is not nothing", `{"names":["\u0000"],"value":"\u0000"}`, []string{"arguments.names[0] control", "arguments.value control"}},
		{"a form feed in a name", `{"names":["a\fb"]}`, []string{"arguments.names[0] control"}},
		{"tabs, line ends and the form feeds of a document are taken", `{"names":["a\tb\r\nc"],"document":"a\fb\n"}`, nil},
		{"NUL in a document", `{"names":["a"],"document":"a\u0000b"}`, []string{"arguments.document control"}},
		{"what nobody sees is missing", `{"names":["\u3000\u200b"],"readings":[{"name":"\u00a0\ufeff"}]}`, []string{"arguments.names required", "arguments.readings[0].name required"}},
		{"no object", `["` + secret + `"]`, []string{"arguments type"}},
		{"the text of an object", `"{\"names\":[\"` + secret + `\"]}"`, []string{"arguments type"}},
		{"no JSON", `{"names":` + secret, []string{"arguments syntax"}},
		{"two values", `{"names":["a"]} {}`, []string{"arguments syntax"}},
		{"no UTF-8", "{\"names\":[\"\xff\"]}", []string{"arguments syntax"}},
		{"too deep", `{"names":` + strings.Repeat("[", 40) + strings.Repeat("]", 40) + `}`, []string{"arguments too-deep"}},
		{"too large", `{"names":["` + strings.Repeat("a", schema.MaxBytes) + `"]}`, []string{"arguments too-large"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := sample(t).Decode([]byte(tt.in))
			var r schema.Rejection
			if err != nil && !errors.As(err, &r) {
				t.Fatalf("an error of type %T", err)
			}
			var got []string
			for _, v := range r {
				got = append(got, v.Path+" "+string(v.Kind))
				if v.Text == "" {
					t.Errorf("%s says nothing", v.Path)
				}
			}
			if !reflect.DeepEqual(got, tt.want) {
				t.Errorf("got %q\nwant %q", got, tt.want)
			}
			for _, word := range []string{secret, "Hannelore", "1234567"} {
				if err != nil && strings.Contains(fmt.Sprintf("%v %+v", err, r), word) {
					t.Errorf("the refusal quotes what was sent: %v", err)
				}
			}
		})
	}
}

func TestTheListOfViolationsIsBounded(t *testing.T) {
	var b strings.Builder
	b.WriteString(`{"names":["a"]`)
	for i := range 1000 {
		fmt.Fprintf(&b, `,"x%03d":1`, i)
	}
	b.WriteString("}")
	_, err := sample(t).Decode([]byte(b.String()))
	var r schema.Rejection
	if !errors.As(err, &r) || len(r) != 17 || r[16].Kind != schema.More || r[16].Text != "and 984 more" {
		t.Errorf("got %d violations, the last %+v", len(r), r[len(r)-1])
	}
}

func TestArgumentsKeepWhatWasSent(t *testing.T) {
	a, err := sample(t).Decode([]byte(`{"names":["b","a","b"],"value":5.40,"readings":[{"name":"x","value":1.50e2},{"name":"y","value":"<5"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	if got := a.Strings("names"); !reflect.DeepEqual(got, []string{"b", "a", "b"}) {
		t.Errorf("names %q", got)
	}
	if a.Text("value") != "5.40" || a.String("kind") != "symptom" || a.Has("flag") || a.Bool("flag") {
		t.Errorf("value %q kind %q", a.Text("value"), a.String("kind"))
	}
	if n, ok := a.Number("limit"); !ok || n != "10" {
		t.Errorf("the default of limit is %q", n)
	}
	r := a.Objects("readings")
	if len(r) != 2 || r[0].Text("value") != "150" || r[1].Text("value") != "<5" || r[1].String("name") != "y" {
		t.Errorf("readings %+v", r)
	}
	if f, ok := a.Float("value"); !ok || f != 5.4 {
		t.Errorf("value as float %v", f)
	}
}

func TestNoArgumentsAreAnEmptyObject(t *testing.T) {
	c := schema.Must(schema.Property{Name: "kind", Schema: str("kind")})
	for _, in := range []string{"", "null", "{}"} {
		if a, err := c.Decode([]byte(in)); err != nil || a.Len() != 0 {
			t.Errorf("%q: %v", in, err)
		}
	}
}

func TestThePublishedSchemaIsClosedAndSaysWhatIsEnforced(t *testing.T) {
	c := schema.Must(
		schema.Property{Name: "kind", Schema: schema.Schema{Types: []schema.Type{schema.String}, Enum: []string{"a<b", "c"}, Default: "c"}},
		schema.Property{Name: "names", Required: true, Schema: schema.Schema{
			Types: []schema.Type{schema.Array}, Description: "n", MinItems: 1, MaxItems: 200, List: schema.Names,
			Items: &schema.Schema{Types: []schema.Type{schema.String, schema.Number}},
		}},
	)
	got, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	want := `{"type":"object","properties":{"kind":{"type":"string","enum":["a\u003cb","c"],"default":"c"},` +
		`"names":{"type":"array","description":"n","minItems":1,"maxItems":200,"items":{"type":["string","number"]}}},` +
		`"required":["names"],"additionalProperties":false}`
	if string(got) != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	none, _ := json.Marshal(schema.Must(schema.Property{Name: "a", Schema: str("d")}))
	if strings.Contains(string(none), "required") {
		t.Errorf("an empty list of required members is published: %s", none)
	}
}

func TestAMistakeInASchemaIsFoundWhenItIsBuilt(t *testing.T) {
	typed := func(ts ...schema.Type) schema.Schema { return schema.Schema{Types: ts, Description: "d"} }
	list := typed(schema.Array)
	enum := typed(schema.String)
	enum.Enum, enum.Default = []string{"a"}, "b"
	number := typed(schema.Integer)
	number.Default = 3
	pattern := typed(schema.String)
	pattern.Pattern = "("
	for name, p := range map[string]schema.Property{
		"no type":                      {Name: "a", Schema: schema.Schema{Description: "d"}},
		"an unknown type":              {Name: "a", Schema: typed("date")},
		"a list without items":         {Name: "a", Schema: list},
		"a list among several types":   {Name: "a", Schema: typed(schema.String, schema.Array)},
		"a name in capitals":           {Name: "Name", Schema: typed(schema.String)},
		"no description":               {Name: "a", Schema: schema.Schema{Types: []schema.Type{schema.String}}},
		"a default outside the values": {Name: "a", Schema: enum},
		"a default of another type":    {Name: "a", Schema: number},
		"a pattern that is none":       {Name: "a", Schema: pattern},
	} {
		if _, err := schema.New(p); err == nil {
			t.Errorf("%s is taken", name)
		}
	}
	if _, err := schema.New(schema.Property{Name: "a", Schema: str("d")}, schema.Property{Name: "a", Schema: str("d")}); err == nil {
		t.Error("a name twice is taken")
	}
}

func TestMembersTakeAnObjectApart(t *testing.T) {
	got, ok := schema.Members([]byte(` {"a": {"b":[1,2]} ,"a":"x"}`))
	if !ok || len(got) != 2 || got[0].Key != "a" || string(got[0].Value) != `{"b":[1,2]}` || string(got[1].Value) != `"x"` {
		t.Errorf("got %q %v", got, ok)
	}
	if _, ok := schema.Members([]byte(`[1]`)); ok {
		t.Error("a list is taken for an object")
	}
}

// Whatever is sent, a refusal quotes none of it, and what passes fits the schema.
func FuzzDecode(f *testing.F) {
	for _, seed := range []string{
		`{"names":["a"]}`, `{"names":"a, b"}`, `{"names":"[\"a\"]","kind":"x"}`, `{"names":["[broken"],"limit":1e3}`,
		`{"names":[[]],"names":2}`, `{"readings":[{"name":1}]}`, `null`, `[`, "{\"a\\u0000\":1}", `{"value":-0.0e-0}`,
	} {
		f.Add([]byte(seed))
	}
	c := sample(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		a, err := c.Decode(data)
		if err != nil {
			var r schema.Rejection
			if !errors.As(err, &r) || len(r) == 0 || len(r) > 17 {
				t.Fatalf("%T with %d violations", err, len(r))
			}
			return
		}
		names := a.Strings("names")
		if len(names) == 0 || len(names) > 3 {
			t.Fatalf("%d names passed", len(names))
		}
		for _, o := range a.Objects("readings") {
			if strings.TrimSpace(o.String("name")) == "" {
				t.Fatal("a reading without a name passed")
			}
		}
	})
}
