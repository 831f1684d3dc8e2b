package canarycheck

import (
	"encoding/json"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/seed-a76b335c/philint/internal/answers"
	"github.com/seed-a76b335c/philint/internal/web"
)

// driven is a driver that has driven all of a server with these things.
func driven(served served, offer offer) *Driver {
	d := &Driver{served: served, offer: offer, helped: []string{"serve", "import"}}
	for _, item := range d.Registry() {
		d.Covered.Good(item.Kind, item.Name)
		d.Covered.Bad(item.Kind, item.Name)
	}
	return d
}

func TestWhatAServerHasAndNobodyDrivesFails(t *testing.T) {
	has := func() (served, offer) {
		return served{Routes: []string{"/mcp"}, Faults: []string{"door/panic-string"}}, offer{Tools: []offered{{Name: answers.ReadingsTool}}, Versions: []string{"2025-06-18"}}
	}
	if missing := driven(has()).Covered.Missing(driven(has()).Registry()); len(missing) > 0 {
		t.Fatalf("everything was driven, and it says %q", missing)
	}
	for name, tt := range map[string]struct {
		change func(*Driver)
		want   string
	}{
		"a new route":      {func(d *Driver) { d.served.Routes = append(d.served.Routes, "/api/v1/chat") }, "route /api/v1/chat: not driven"},
		"a new fault":      {func(d *Driver) { d.served.Faults = append(d.served.Faults, "door/x") }, "fault door/x: not driven"},
		"a new tool":       {func(d *Driver) { d.offer.Tools = append(d.offer.Tools, offered{Name: "query_genetic_data"}) }, "tool query_genetic_data: not driven"},
		"a new prompt":     {func(d *Driver) { d.offer.Prompts = append(d.offer.Prompts, offered{Name: "x"}) }, "prompt x: not driven"},
		"a new resource":   {func(d *Driver) { d.offer.Resources = append(d.offer.Resources, struct{ URI string }{"x:y"}) }, "resource x:y: not driven"},
		"a new revision":   {func(d *Driver) { d.offer.Versions = append(d.offer.Versions, "2027-01-01") }, "MCP revision 2027-01-01: not driven"},
		"a new command":    {func(d *Driver) { d.helped = append(d.helped, "chat") }, "command chat: not driven"},
		"a tool that went": {func(d *Driver) { d.offer.Tools = nil }, "tool " + answers.ReadingsTool + ": driven, and on no list of the server"},
		"an argument": {func(d *Driver) {
			_ = json.Unmarshal([]byte(`{"properties":{"who":{"type":"string"}}}`), &d.offer.Tools[0].Schema)
		}, "tool argument " + answers.ReadingsTool + " who: not driven"},
		"one without refusal": {func(d *Driver) { d.Covered.bad = map[Item]int{} }, "route /mcp: never refused"},
		"one without answer":  {func(d *Driver) { d.Covered.good = map[Item]int{} }, "route /mcp: never answered as it should be"},
	} {
		t.Run(name, func(t *testing.T) {
			d := driven(has())
			tt.change(d)
			if missing := d.Covered.Missing(d.Registry()); !slices.Contains(missing, tt.want) {
				t.Errorf("it says %q", missing)
			}
		})
	}
}

// What the source lists has its step before anything is run.
func TestEachRouteAndToolHasAQuestionWithEachParameter(t *testing.T) {
	for _, r := range web.Routes() {
		given := map[string]bool{"cursor": true} // is the server's own
		for _, q := range goodQueries[r.Path] {
			v, err := url.ParseQuery(q)
			if err != nil {
				t.Error(err)
			}
			for name := range v {
				given[name] = true
			}
		}
		if r.Path != "/metrics" && len(goodQueries[r.Path]) == 0 {
			t.Errorf("%s is not asked", r.Path)
		}
		for _, p := range r.Parameters {
			if !given[p] {
				t.Errorf("%s is not asked with %s", r.Path, p)
			}
		}
	}
	for _, tool := range answers.Tools() {
		if len(goodCalls[tool.Name]) == 0 {
			t.Errorf("%s is not called", tool.Name)
		}
	}
}

func TestWhatHasNoSurfaceYetIsNotThere(t *testing.T) {
	for channel, why := range Absent {
		word, _, _ := strings.Cut(channel, " ")
		for _, r := range web.Routes() {
			if strings.Contains(r.Path, word) {
				t.Errorf("%s is there, and %q has no word: %s", r.Path, channel, why)
			}
		}
	}
}

// The server keeps no traces. When it does, they are to be collected like the metrics.
func TestThereAreNoTracesToLookAt(t *testing.T) {
	cmd := exec.Command("go", "list", "-deps", "./cmd/recordserver")
	cmd.Dir, cmd.Env = filepath.Join("..", ".."), append(os.Environ(), "GOFLAGS=", "GOWORK=off")
	out, err := cmd.Output()
	if err != nil || len(out) < 1000 {
		t.Fatalf("%v, %d bytes", err, len(out))
	}
	for line := range strings.Lines(string(out)) {
		if strings.Contains(line, "opentelemetry") || strings.Contains(line, "opencensus") || strings.Contains(line, "datadog") {
			t.Errorf("the server has %s", strings.TrimSpace(line))
		}
	}
}

func TestTheListOfCommandsIsReadOutOfHelp(t *testing.T) {
	got := commandsOf("usage: recordserver <command>\n\n  user add --name NAME   make a record\n  import --person ID FILE…   bring files\n  vocab import [flags] loinc|icpc3 FILE   read\n  version    the program's version\n\n  --data DIR   x\nFlags\n")
	if !slices.Equal(got, []string{"user add", "import", "vocab import", "version"}) {
		t.Errorf("%q", got)
	}
}
