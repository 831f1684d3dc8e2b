package mcpserver_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/seed-a76b335c/philint/internal/fhir"
	"github.com/seed-a76b335c/philint/internal/mcpserver"
	"github.com/seed-a76b335c/philint/internal/schema"
)

func TestMain(m *testing.M) {
	slog.SetDefault(slog.New(slog.DiscardHandler))
	os.Exit(m.Run())
}

// vocabulary is a small invented one.
type vocabulary struct{}

func (vocabulary) Resolve(name string) mcpserver.ResolvedName {
	if name == "Glucose" {
		return mcpserver.ResolvedName{Name: name, Resolved: true, LOINC: "2345-7", Canonical: "Glucose [Mass/volume] in Serum or Plasma", Candidates: 3}
	}
	return mcpserver.ResolvedName{Name: name}
}

func (vocabulary) NormalizeUnit(printed string) mcpserver.NormalizedUnit {
	if printed == "mg/dl" {
		return mcpserver.NormalizedUnit{Unit: printed, UCUM: "mg/dL", Family: "MCnc"}
	}
	return mcpserver.NormalizedUnit{Unit: printed}
}

func (vocabulary) Convert(value float64, from, to, loinc string) mcpserver.Conversion {
	switch {
	case math.IsInf(value*2, 0):
		return mcpserver.Conversion{Refused: "the result is not finite"}
	case loinc == "none":
		return mcpserver.Conversion{From: from, To: to, Reason: "these do not convert: different quantities"}
	}
	double := value * 2
	return mcpserver.Conversion{Converted: &double, From: from, To: to}
}

func (vocabulary) Reading(r mcpserver.Reading) (fhir.Observation, bool) {
	return fhir.Observation{
		ResourceType: "Observation", Status: "final", Code: fhir.CodeableConcept{Text: r.Name}, ValueString: r.Value + "|" + r.Unit,
	}, r.Name == "Glucose"
}

func (vocabulary) Complaint(text, kind string) fhir.Observation {
	return fhir.Observation{ResourceType: "Observation", Status: "final", Code: fhir.CodeableConcept{Text: text + "|" + kind}}
}

func (v vocabulary) ReadReport(_ context.Context, s mcpserver.ReportSource) (mcpserver.Report, error) {
	if s.Path != "" {
		return mcpserver.Report{}, mcpserver.Failure("no model is set up: set it")
	}
	o, _ := v.Reading(mcpserver.Reading{Name: s.Text})
	return mcpserver.Report{Observations: []fhir.Observation{o}, Note: "read by a model"}, nil
}

func tools() []mcpserver.Tool {
	v := vocabulary{}
	return mcpserver.TerminologyTools(mcpserver.Terminology{Names: v, Units: v, Convert: v, Code: v, Reports: v})
}

func connect(t *testing.T) *mcp.ClientSession {
	t.Helper()
	v := vocabulary{}
	s, err := mcpserver.NewTerminology("1.0.0", mcpserver.Terminology{Names: v, Units: v, Convert: v, Code: v, Reports: v},
		[]mcpserver.Vocabulary{{Name: "LOINC", Version: "2.83", Rows: 1, Source: "embedded", Notice: "a notice"}},
		func() string { return "code\tname\n8867-4\tHeart rate\n" })
	if err != nil {
		t.Fatal(err)
	}
	here, there := mcp.NewInMemoryTransports()
	if _, err := s.Connect(t.Context(), here, nil); err != nil {
		t.Fatal(err)
	}
	c, err := mcp.NewClient(&mcp.Implementation{Name: "t", Version: "0"}, nil).Connect(t.Context(), there, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return c
}

func TestTheToolsAnswer(t *testing.T) {
	names := func(n int) string { return `["` + strings.Repeat(`a","`, n-1) + `a"]` }
	for _, tt := range []struct {
		name, tool, args, want string
		failed                 bool
	}{
		{
			"names are resolved in order, twice if given twice", "resolve_indicator", `{"names":["Glucose","nope","Glucose"]}`,
			`{"success":true,"message":"2/3 resolved","results":[{"name":"Glucose","resolved":true,"loinc":"2345-7","canonical":"Glucose [Mass/volume] in Serum or Plasma","candidates":3},{"name":"nope","resolved":false,"loinc":"","canonical":"","candidates":0},{"name":"Glucose","resolved":true,"loinc":"2345-7","canonical":"Glucose [Mass/volume] in Serum or Plasma","candidates":3}]}`, false,
		},
		{
			"blank names are skipped", "resolve_indicator", `{"names":["  ","nope"]}`,
			`{"success":true,"message":"0/1 resolved","results":[{"name":"nope","resolved":false,"loinc":"","canonical":"","candidates":0}]}`, false,
		},
		{
			"a name that nobody sees is counted", "resolve_indicator", `{"names":["\u2800","nope"]}`,
			`{"success":true,"message":"0/1 resolved; 1 left out, in which nothing can be seen","results":[{"name":"nope","resolved":false,"loinc":"","canonical":"","candidates":0}]}`, false,
		},
		{
			"a unit that nobody sees is counted", "normalize_unit", `{"units":["mg/dl","\u200b"]}`,
			`{"success":true,"message":"1/1 normalized; 1 left out, in which nothing can be seen","results":[{"unit":"mg/dl","ucum":"mg/dL","family":"MCnc"}]}`, false,
		},
		{
			"a bare name is a list of one", "resolve_indicator", `{"names":"1,25-Dihydroxyvitamin D"}`,
			`{"success":true,"message":"0/1 resolved","results":[{"name":"1,25-Dihydroxyvitamin D","resolved":false,"loinc":"","canonical":"","candidates":0}]}`, false,
		},
		{
			"no names", "resolve_indicator", `{"names":[]}`,
			`{"success":false,"error":"arguments.names: required: must be a list, each element a string","kind":"invalid_arguments","rejections":[{"path":"arguments.names","parameter":"names","kind":"required","text":"required: must be a list, each element a string"}]}`, true,
		},
		{
			"201 names", "resolve_indicator", `{"names":` + names(201) + `}`,
			`{"success":false,"error":"arguments.names: at most 200 in one call; send the rest in another","kind":"invalid_arguments","rejections":[{"path":"arguments.names","parameter":"names","kind":"too-many","text":"at most 200 in one call; send the rest in another"}]}`, true,
		},
		{
			"units", "normalize_unit", `{"units":["mg/dl","zorkmid"]}`,
			`{"success":true,"message":"1/2 normalized","results":[{"unit":"mg/dl","ucum":"mg/dL","family":"MCnc"},{"unit":"zorkmid","ucum":"","family":""}]}`, false,
		},
		{"a conversion", "convert_unit", `{"value":1.5,"from_unit":"a","to_unit":"b"}`, `{"success":true,"converted":3,"from_ucum":"a","to_ucum":"b"}`, false},
		{
			"a null is an answer", "convert_unit", `{"value":1.5,"from_unit":"a","to_unit":"b","loinc_code":"none"}`,
			`{"success":true,"converted":null,"from_ucum":"a","to_ucum":"b","reason":"these do not convert: different quantities"}`, false,
		},
		{"a result that is not finite", "convert_unit", `{"value":1e308,"from_unit":"a","to_unit":"b"}`, `{"success":false,"error":"the result is not finite","kind":"no_answer"}`, true},
		{
			"a value in quotes", "convert_unit", `{"value":"1.5","from_unit":"a","to_unit":"b"}`,
			`{"success":false,"error":"arguments.value: must be a number","kind":"invalid_arguments","rejections":[{"path":"arguments.value","parameter":"value","kind":"type","text":"must be a number"}]}`, true,
		},
		{
			"one reading, its number as written", "standardize_reading", `{"name":"Glucose","value":5.40,"unit":"mmol/L"}`,
			`{"observations":[{"resourceType":"Observation","status":"final","code":{"text":"Glucose"},"valueString":"5.40|mmol/L"}],"coded":1,"of":1}`, false,
		},
		{
			"several readings", "standardize_reading", `{"readings":[{"name":"Glucose","value":"<5"},{"name":"x","value":null,"unit":""}]}`,
			`{"observations":[{"resourceType":"Observation","status":"final","code":{"text":"Glucose"},"valueString":"<5|"},{"resourceType":"Observation","status":"final","code":{"text":"x"},"valueString":"|"}],"coded":1,"of":2}`, false,
		},
		{
			"one reading and several", "standardize_reading", `{"unit":"g","readings":[{"name":"Glucose"}]}`,
			`{"success":false,"error":"arguments.unit: give one reading in name, value and unit, or several in readings, not both","kind":"invalid_arguments","rejections":[{"path":"arguments.unit","parameter":"unit","kind":"conflict","text":"give one reading in name, value and unit, or several in readings, not both"}]}`, true,
		},
		{
			"a reading without a name", "standardize_reading", `{"value":5}`,
			`{"success":false,"error":"arguments.name: required: the name of one reading, or a list in readings","kind":"invalid_arguments","rejections":[{"path":"arguments.name","parameter":"name","kind":"required","text":"required: the name of one reading, or a list in readings"}]}`, true,
		},
		{
			"a reading of several without a name", "standardize_reading", `{"readings":[{"name":"a"},{"name":"b"},{"name":"c"},{"name":"  "}]}`,
			`{"success":false,"error":"arguments.readings[3].name: required: must be a string","kind":"invalid_arguments","rejections":[{"path":"arguments.readings[3].name","parameter":"readings","kind":"required","text":"required: must be a string"}]}`, true,
		},
		{"a complaint is a symptom if nothing is said", "standardize_complaint", `{"text":"headache"}`, `{"resourceType":"Observation","status":"final","code":{"text":"headache|symptom"}}`, false},
		{"a condition", "standardize_complaint", `{"text":"gout","kind":"condition"}`, `{"resourceType":"Observation","status":"final","code":{"text":"gout|condition"}}`, false},
		{
			"an unknown kind", "standardize_complaint", `{"text":"gout","kind":"disease"}`,
			`{"success":false,"error":"arguments.kind: must be one of: symptom, condition","kind":"invalid_arguments","rejections":[{"path":"arguments.kind","parameter":"kind","kind":"enum","text":"must be one of: symptom, condition"}]}`, true,
		},
		{
			"no words", "standardize_complaint", `{"text":"  "}`,
			`{"success":false,"error":"arguments.text: required: must be a string","kind":"invalid_arguments","rejections":[{"path":"arguments.text","parameter":"text","kind":"required","text":"required: must be a string"}]}`, true,
		},
		{
			"a report", "standardize_report", `{"text":"page"}`,
			`{"observations":[{"resourceType":"Observation","status":"final","code":{"text":"page"},"valueString":"|"}],"coded":0,"of":1,"note":"read by a model"}`, false,
		},
		{
			"a report with the page breaks of a PDF", "standardize_report", `{"text":"a\fb"}`,
			`{"observations":[{"resourceType":"Observation","status":"final","code":{"text":"a b"},"valueString":"|"}],"coded":0,"of":1,"note":"read by a model"}`, false,
		},
		{
			"control characters", "standardize_reading", `{"readings":[{"name":"a"},{"name":"b","unit":"mg\u0000"}]}`,
			`{"success":false,"error":"arguments.readings[1].unit: must not hold control characters, such as NUL; tabs and line ends are accepted","kind":"invalid_arguments","rejections":[{"path":"arguments.readings[1].unit","parameter":"readings","kind":"control","text":"must not hold control characters, such as NUL; tabs and line ends are accepted"}]}`, true,
		},
		{
			"a name that nobody sees", "standardize_reading", `{"name":"\u3000\u200b","value":"5"}`,
			`{"success":false,"error":"arguments.name: required: the name of one reading, or a list in readings","kind":"invalid_arguments","rejections":[{"path":"arguments.name","parameter":"name","kind":"required","text":"required: the name of one reading, or a list in readings"}]}`, true,
		},
		{"a report without a model", "standardize_report", `{"path":"/a"}`, `{"success":false,"error":"no model is set up: set it","kind":"unavailable"}`, true},
		{
			"no report", "standardize_report", `{}`,
			`{"success":false,"error":"arguments: give exactly one of path and text","kind":"invalid_arguments","rejections":[{"path":"arguments","parameter":"","kind":"conflict","text":"give exactly one of path and text"}]}`, true,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r, err := connect(t).CallTool(t.Context(), &mcp.CallToolParams{Name: tt.tool, Arguments: json.RawMessage(tt.args)})
			if err != nil {
				t.Fatal(err)
			}
			text := r.Content[0].(*mcp.TextContent).Text
			if got := compact(t, text); got != tt.want || r.IsError != tt.failed {
				t.Errorf("failed %v\ngot  %s\nwant %s", r.IsError, got, tt.want)
			}
			structured, err := json.Marshal(r.StructuredContent)
			if err != nil {
				t.Fatal(err)
			}
			var a, b any
			if json.Unmarshal(structured, &a) != nil || json.Unmarshal([]byte(text), &b) != nil || fmt.Sprint(a) != fmt.Sprint(b) {
				t.Errorf("text and structure differ: %s", structured)
			}
		})
	}
}

func compact(t *testing.T, text string) string {
	t.Helper()
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString(strings.TrimSpace(line))
	}
	var raw json.RawMessage
	if err := json.Unmarshal([]byte(text), &raw); err != nil {
		t.Fatal(err)
	}
	// The indented text has a blank after each key's colon and no others of its own.
	out := strings.ReplaceAll(b.String(), `": `, `":`)
	return out
}

// What a model needs to use a tool rightly.
func TestToolsSayWhatModelsNeed(t *testing.T) {
	c := connect(t)
	list, err := c.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(list.Tools) != 6 {
		t.Fatalf("%d tools", len(list.Tools))
	}
	for _, tool := range list.Tools {
		t.Run(tool.Name, func(t *testing.T) {
			a := tool.Annotations
			if !a.ReadOnlyHint || a.DestructiveHint == nil || *a.DestructiveHint || a.OpenWorldHint == nil ||
				*a.OpenWorldHint != (tool.Name == "standardize_report") || a.Title != tool.Name {
				t.Errorf("annotations %+v", a)
			}
			for _, must := range []string{"Use ", "Do not ", "Returns ", "code"} {
				if !strings.Contains(tool.Description, must) && !(must == "Returns " && strings.Contains(tool.Description, "returns ")) {
					t.Errorf("the description does not say %q", must)
				}
			}
			published, err := json.Marshal(tool.InputSchema)
			if err != nil {
				t.Fatal(err)
			}
			for _, never := range []string{"oneOf", "anyOf", "user_id", "patient"} {
				if strings.Contains(string(published), never) {
					t.Errorf("the schema has %s", never)
				}
			}
			var s struct {
				AdditionalProperties *bool
				Properties           map[string]struct{ Description string }
			}
			if err := json.Unmarshal(published, &s); err != nil {
				t.Fatal(err)
			}
			if s.AdditionalProperties == nil || *s.AdditionalProperties {
				t.Error("the schema is open")
			}
			for name, p := range s.Properties {
				if len(p.Description) < 15 {
					t.Errorf("%s has no description", name)
				}
			}
		})
	}
}

func TestAToolThatIsNotFitIsRefused(t *testing.T) {
	good := tools()[0]
	for name, spoil := range map[string]func(*mcpserver.Tool){
		"a name in capitals":        func(t *mcpserver.Tool) { t.Name = "Resolve" },
		"a name of two letters":     func(t *mcpserver.Tool) { t.Name = "ab" },
		"no title":                  func(t *mcpserver.Tool) { t.Title = "" },
		"a short description":       func(t *mcpserver.Tool) { t.Description = "resolves names" },
		"a description without end": func(t *mcpserver.Tool) { t.Description = strings.Repeat("word ", 1000) },
		"no schema":                 func(t *mcpserver.Tool) { t.Schema = nil },
		"no body":                   func(t *mcpserver.Tool) { t.Call = nil },
	} {
		bad := good
		spoil(&bad)
		if _, err := mcpserver.New(mcpserver.Config{Name: "t", Version: "1", Tools: []mcpserver.Tool{bad}}); err == nil {
			t.Errorf("%s is taken", name)
		}
	}
	if _, err := mcpserver.New(mcpserver.Config{Name: "t", Version: "1", Tools: []mcpserver.Tool{good, good}}); err == nil {
		t.Error("a tool twice is taken")
	}
}

// Lists of what depends on who asks must not be shared between clients; the SDK's default is that they are.
func TestListsArePrivateUnlessTheServerSaysOtherwise(t *testing.T) {
	for _, tt := range []struct {
		cache mcpserver.Cache
		scope string
		ttl   int
	}{
		{mcpserver.Cache{}, "private", 0},
		{mcpserver.Cache{TTLMillis: 5, Public: true}, "public", 5},
	} {
		s, err := mcpserver.New(mcpserver.Config{Name: "t", Version: "1", Tools: tools(), Cache: tt.cache})
		if err != nil {
			t.Fatal(err)
		}
		here, there := mcp.NewInMemoryTransports()
		if _, err := s.Connect(t.Context(), here, nil); err != nil {
			t.Fatal(err)
		}
		c, err := mcp.NewClient(&mcp.Implementation{Name: "t", Version: "0"}, nil).Connect(t.Context(), there, nil)
		if err != nil {
			t.Fatal(err)
		}
		list, err := c.ListTools(t.Context(), nil)
		if err != nil || list.CacheScope != tt.scope || list.TTLMs != tt.ttl {
			t.Errorf("%+v: %s %d %v", tt.cache, list.CacheScope, list.TTLMs, err)
		}
		_ = c.Close()
	}
}

func TestRefuseNamesTheParameter(t *testing.T) {
	if got := schema.Refuse("", schema.Conflict, "x").Error(); got != "arguments: x" {
		t.Errorf("got %q", got)
	}
}
