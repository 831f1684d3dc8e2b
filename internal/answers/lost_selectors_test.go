package answers

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

// A selector that is passed over makes another question of the call: the answer says so, and does not repeat it.
func TestASelectorThatCannotBeReadIsTold(t *testing.T) {
	const (
		keyword, keywords = "1 keyword left out: no text, or nothing in it that can be seen", "2 keywords left out: no text, or nothing in it that can be seen"
		indicator         = "1 indicator left out: no text, or nothing in it that can be seen"
	)
	c := newClinic(t, "Europe/Berlin")
	c.names = vocabulary(t)
	c.clockAt("2026-04-10 12:00")
	for _, tt := range []struct {
		name, tool, args string
		want             []string
	}{
		{"a blank of Braille, and the catalogue is answered", ReadingsTool, `{"indicators":["\u2800"]}`, []string{indicator}},
		{"a bare one", ReadingsTool, `{"indicators":"\u2800"}`, []string{indicator}},
		{"beside a name", ReadingsTool, `{"indicators":["Zorvelin","\u3164"],"view":"raw"}`, []string{indicator}},
		{"in both lists", ReadingsTool, `{"indicators":["Zorvelin"],"keywords":["\u2800"],"view":"stats"}`, []string{keyword}},
		{"what is no text", ReadingsTool, `{"keywords":["Zorvelin",7,{"Zorvelin":1}],"view":"month"}`, []string{keywords}},
		{"of medications, and all are answered", MedicationsTool, `{"keywords":["\u2800"]}`, []string{keyword}},
		{"of the log", MedicationsTool, `{"keywords":["\u2800","Zorvelin"],"view":"log"}`, []string{keyword}},
		{"of what was", MedicationsTool, `{"keywords":[true],"view":"history"}`, []string{keyword}},
		{"ways to give nothing", ReadingsTool, `{"keywords":["",null,"null"," "],"indicators":""}`, nil},
		{"nothing", MedicationsTool, `{}`, nil},
	} {
		e := c.Ask(t.Context(), c.person, tt.tool, json.RawMessage(tt.args), ForModel())
		var got []string
		for _, note := range e.Assumptions {
			if strings.Contains(note, "left out") {
				got = append(got, note)
			}
		}
		if e.Status != OK || !slices.Equal(got, tt.want) {
			t.Errorf("%s: %s, %q of %q", tt.name, e.Status, got, e.Assumptions)
		}
	}
}
