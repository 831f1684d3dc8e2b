package mcpserver_test

import (
	"encoding/json"
	"flag"
	"os"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files anew")

// What models are told about the tools and prompts changes behaviour, so a change is looked at.
func TestWhatModelsAreTold(t *testing.T) {
	c := connect(t)
	tools, err := c.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	prompts, err := c.ListPrompts(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	got, err := json.MarshalIndent(map[string]any{
		"instructions": c.InitializeResult().Instructions, "tools": tools.Tools, "prompts": prompts.Prompts,
	}, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	const golden = "testdata/told.json"
	if *update {
		if err := os.WriteFile(golden, append(got, '\n'), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if string(want) != string(got)+"\n" {
		t.Errorf("models are told something else than %s says; run with -update and look at the difference", golden)
	}
}
