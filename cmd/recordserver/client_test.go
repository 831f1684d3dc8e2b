package main

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/seed-a76b335c/philint/internal/fhir"
)

// connect starts the process under a client of the SDK.
func connect(t *testing.T, version string, env ...string) *mcp.ClientSession {
	t.Helper()
	cmd := program(t, "mcp")
	cmd.Env = append(cmd.Env, env...)
	c := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "0"}, nil)
	session, err := c.Connect(t.Context(), &mcp.CommandTransport{Command: cmd}, &mcp.ClientSessionOptions{ProtocolVersion: version})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = session.Close() })
	return session
}

func call[T any](t *testing.T, c *mcp.ClientSession, tool, args string) (out T, failed bool) {
	t.Helper()
	r, err := c.CallTool(t.Context(), &mcp.CallToolParams{Name: tool, Arguments: json.RawMessage(args)})
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(r.Content[0].(*mcp.TextContent).Text), &out); err != nil {
		t.Fatal(err)
	}
	return out, r.IsError
}

type observations struct {
	Observations []fhir.Observation
	Coded, Of    int
	Note, Error  string
}

func codeOf(o fhir.Observation) string {
	if len(o.Code.Coding) == 0 {
		return ""
	}
	return o.Code.Coding[0].Code
}

func TestAClientOfEachRevisionUsesEveryTool(t *testing.T) {
	for _, version := range mcp.SupportedProtocolVersions() {
		t.Run(version, func(t *testing.T) {
			c := connect(t, version)
			if got := c.InitializeResult(); got.ProtocolVersion != version || got.Instructions == "" {
				t.Fatalf("agreed on %q", got.ProtocolVersion)
			}
			list, err := c.ListTools(t.Context(), nil)
			if err != nil || len(list.Tools) != 6 || list.TTLMs != 300_000 || list.CacheScope != "public" {
				t.Fatalf("%+v %v", list, err)
			}

			names, _ := call[struct {
				Message string
				Results []struct {
					Name, LOINC, Canonical string
					Resolved               bool
					Candidates             int
				}
			}](t, c, "resolve_indicator", `{"names":["Glucose","total cholesterol","血脂"]}`)
			if names.Message != "2/3 resolved" || names.Results[0].LOINC != "2345-7" || names.Results[1].LOINC != "2093-3" || names.Results[2].Resolved {
				t.Errorf("%+v", names)
			}
			units, _ := call[struct {
				Message string
				Results []struct{ Unit, UCUM, Family string }
			}](t, c, "normalize_unit", `{"units":["mg/dl","×10⁹/L","zorkmid"]}`)
			if units.Message != "2/3 normalized" || units.Results[0].UCUM != "mg/dL" || units.Results[0].Family != "MCnc" || units.Results[1].UCUM != "10*9/L" {
				t.Errorf("%+v", units)
			}
			type conversion struct {
				Success     bool
				Converted   *float64
				From        string `json:"from_ucum"`
				Reason, Err string
			}
			warm, _ := call[conversion](t, c, "convert_unit", `{"value":98.6,"from_unit":"°F","to_unit":"°C"}`)
			if warm.Converted == nil || *warm.Converted != 37 {
				t.Errorf("%+v", warm)
			}
			apart, failed := call[conversion](t, c, "convert_unit", `{"value":1,"from_unit":"kg/m2","to_unit":"mg/dL"}`)
			if failed || !apart.Success || apart.Converted != nil || apart.Reason == "" {
				t.Errorf("%+v", apart)
			}
			if huge, failed := call[conversion](t, c, "convert_unit", `{"value":1e308,"from_unit":"g","to_unit":"ug"}`); !failed || huge.Success {
				t.Errorf("%+v", huge)
			}
			readings, _ := call[observations](t, c, "standardize_reading", `{"readings":[{"name":"Total Cholesterol","value":"5.2","unit":"mmol/L"},{"name":"发烧"},{"name":"Hemoglobin","value":14.50,"unit":"g/dL"}]}`)
			if readings.Coded != 2 || readings.Of != 3 || codeOf(readings.Observations[0]) != "14647-2" || codeOf(readings.Observations[1]) != "" ||
				codeOf(readings.Observations[2]) != "718-7" || readings.Observations[2].ValueQuantity.Value != "14.50" {
				t.Errorf("%+v", readings)
			}
			ill, _ := call[fhir.Observation](t, c, "standardize_complaint", `{"text":"发烧"}`)
			if codeOf(ill) != "AS03" || ill.Code.Text != "发烧" {
				t.Errorf("%+v", ill)
			}
			none, failed := call[observations](t, c, "standardize_report", `{"text":"Glucose 5.2 mmol/L"}`)
			if !failed || !strings.Contains(none.Error, "RECORDSERVER_MODEL_URL") {
				t.Errorf("%+v", none)
			}
		})
	}
}

func TestAClientReadsPromptsAndResources(t *testing.T) {
	c := connect(t, "")
	prompts, err := c.ListPrompts(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, p := range prompts.Prompts {
		names = append(names, p.Name)
		args := map[string]string{}
		for _, a := range p.Arguments {
			args[a.Name] = "what was filled into " + a.Name
		}
		got, err := c.GetPrompt(t.Context(), &mcp.GetPromptParams{Name: p.Name, Arguments: args})
		if err != nil {
			t.Fatal(err)
		}
		text := got.Messages[0].Content.(*mcp.TextContent).Text
		for name := range args {
			if !strings.Contains(text, args[name]) {
				t.Errorf("%s leaves out %s", p.Name, name)
			}
		}
		for _, tool := range []string{"standardize_reading", "standardize_complaint", "standardize_report", "convert_unit", "loinc_code"} {
			text = strings.ReplaceAll(text, tool, "")
		}
		if strings.Contains(text, "_") {
			t.Errorf("%s names a tool that is not there: %s", p.Name, text)
		}
	}
	if got := strings.Join(names, " "); got != "compare_readings log_symptoms read_lab_report standardize_document" {
		t.Errorf("prompts %s", got)
	}
	resources, err := c.ListResources(t.Context(), nil)
	if err != nil || len(resources.Resources) != 2 {
		t.Fatalf("%+v %v", resources, err)
	}
	read := func(uri string) string {
		r, err := c.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: uri})
		if err != nil {
			t.Fatal(err)
		}
		return r.Contents[0].Text
	}
	var v struct {
		Vocabularies []struct {
			Name, Version, Source, Notice string
			Rows                          int
		}
	}
	if err := json.Unmarshal([]byte(read("recordserver://vocabularies")), &v); err != nil || len(v.Vocabularies) != 3 {
		t.Fatalf("%+v %v", v, err)
	}
	for _, e := range v.Vocabularies {
		if e.Version == "" || e.Rows == 0 || e.Source != "embedded" || e.Notice == "" {
			t.Errorf("%+v", e)
		}
	}
	lines := strings.Split(strings.TrimSuffix(read("recordserver://catalogue"), "\n"), "\n")
	found := false
	for _, l := range lines {
		if strings.Count(l, "\t") != strings.Count(lines[0], "\t") {
			t.Errorf("a line of another length: %q", l)
		}
		found = found || strings.HasPrefix(l, "8867-4\tHeart rate\t")
	}
	if !found || len(lines) < 20 {
		t.Errorf("%d lines, heart rate is there: %v", len(lines), found)
	}
}

// endpoint is a model that answers every question with one text.
func endpoint(t *testing.T, answer string) string {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(map[string]any{"choices": []any{map[string]any{
			"finish_reason": "stop", "message": map[string]any{"role": "assistant", "content": answer},
		}}})
	}))
	t.Cleanup(s.Close)
	return s.URL + "/v1"
}

func TestAReportIsListedByAModelAndCodedHere(t *testing.T) {
	url := endpoint(t, `{"collected":"2026-03-01","rows":[{"name":"Glucose","value":"5.2","unit":"mmol/L","collected":""},{"name":"Ferritin","value":"999","unit":"ng/mL","collected":""}]}`)
	c := connect(t, "", "RECORDSERVER_MODEL_URL="+url, "RECORDSERVER_MODEL=test")
	page := "Collected 2026-03-01\nGlucose  5.2 mmol/L\n"
	file := filepath.Join(t.TempDir(), "report.txt")
	if err := os.WriteFile(file, []byte(page), 0o600); err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(map[string]string{"text": page})
	if err != nil {
		t.Fatal(err)
	}
	path, err := json.Marshal(map[string]string{"path": file})
	if err != nil {
		t.Fatal(err)
	}
	for _, args := range []string{string(text), string(path)} {
		got, failed := call[observations](t, c, "standardize_report", args)
		if failed || got.Coded != 1 || got.Of != 1 || codeOf(got.Observations[0]) != "14749-6" || got.Observations[0].Effective != "2026-03-01" || got.Note == "" {
			t.Errorf("%+v", got)
		}
	}
	for args, want := range map[string]string{
		`{"path":"/nowhere/` + secret + `.pdf"}`: "no such file",
		`{"path":"/"}`:                           "regular file",
		`{"text":"a","path":"b"}`:                "exactly one of path and text",
	} {
		got, failed := call[observations](t, c, "standardize_report", args)
		if !failed || !strings.Contains(got.Error, want) || strings.Contains(got.Error, "Hannelore") {
			t.Errorf("%s: %+v", args, got)
		}
	}
}

func TestAModelThatFailsIsSaidToHave(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		http.Error(w, secret, http.StatusUnauthorized)
	}))
	defer s.Close()
	c := connect(t, "", "RECORDSERVER_MODEL_URL="+s.URL, "RECORDSERVER_MODEL=test")
	got, failed := call[observations](t, c, "standardize_report", `{"text":"Glucose 5.2 mmol/L"}`)
	if !failed || !strings.Contains(got.Error, "RECORDSERVER_MODEL_KEY") || strings.Contains(got.Error, "Hannelore") {
		t.Errorf("%+v", got)
	}
}
