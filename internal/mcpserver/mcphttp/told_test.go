package mcphttp_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"testing"
)

var update = flag.Bool("update", false, "write the golden file anew")

// What models and people are told changes what they do, so a change is looked at.
func TestWhatModelsAreTold(t *testing.T) {
	s := newServer(t)
	told := map[string]json.RawMessage{}
	for name, body := range map[string]string{
		"initialize": initialize, "tools": rpc("tools/list", ""), "prompts": rpc("prompts/list", ""), "resources": rpc("resources/list", ""),
		"overview": rpc("resources/read", `{"uri":"recordserver://overview"}`),
	} {
		told[name] = s.do(call{body: body}).message().Result
	}
	for _, p := range [][2]string{{"review_my_record", `{}`}, {"follow_an_indicator", `{"indicator":"Ferritin"}`}, {"review_my_medications", `{}`}, {"prepare_a_visit", `{"reason":"tired"}`}} {
		told["prompt "+p[0]] = s.do(call{body: rpc("prompts/get", `{"name":"`+p[0]+`","arguments":`+p[1]+`}`)}).message().Result
	}
	raw, err := json.Marshal(told)
	if err != nil {
		t.Fatal(err)
	}
	var got bytes.Buffer
	if err := json.Indent(&got, raw, "", "  "); err != nil {
		t.Fatal(err)
	}
	got.WriteByte('\n')
	const golden = "testdata/told.json"
	if *update {
		if err := os.WriteFile(golden, got.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(want, got.Bytes()) {
		t.Errorf("models are told something else than %s says; run with -update and look at the difference", golden)
	}
}
