package canarycheck

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/seed-a76b335c/philint/internal/ingest/format"
	"github.com/seed-a76b335c/philint/internal/mcpserver/mcphttp"
	"github.com/seed-a76b335c/philint/internal/mcpserver/wire"
	"github.com/seed-a76b335c/philint/internal/web"
)

// Headers of a server that is built to be broken, as package hook has them.
const (
	faultHeader = "X-Canary-Fault"
	wordHeader  = "X-Canary-Word"
	faultList   = "list"
)

// offer is what a server offers over the protocol.
type offer struct {
	Tools     []offered
	Prompts   []offered
	Resources []struct{ URI string }
	Versions  []string `json:"supportedVersions"`
}

// offered is a tool or a prompt.
type offered struct {
	Name      string
	Schema    schemaOf `json:"inputSchema"`
	Arguments []struct {
		Name     string
		Required bool
	}
}

// schemaOf is what is read of a tool's schema.
type schemaOf struct {
	Properties map[string]struct {
		Type any
		Enum []string
	}
	Required []string
}

// lists asks the server what it has.
func (d *Driver) lists(ctx context.Context) {
	r := d.send(ctx, request{target: "/", headers: []string{faultHeader + ": " + faultList}, echoes: true})
	if err := json.Unmarshal(r.body, &d.served); err != nil || len(d.served.Faults) == 0 || len(d.served.Routes) == 0 {
		d.fault("the server does not say which routes and faults it has: it is no build with the tag canaryhook")
	}
	for _, list := range []string{"tools/list", "prompts/list", "resources/list", "server/discover"} {
		got := d.ask(ctx, message{method: list, revision: wire.Stateless, who: own})
		if got.failed() || json.Unmarshal(got.Result, &d.offer) != nil {
			d.fault("%s is not answered", list)
		}
	}
}

// Registry is everything that the server has, by its own lists: those that it was asked for, and those in its source.
func (d *Driver) Registry() []Item {
	var out []Item
	add := func(k Kind, names ...string) {
		for _, n := range names {
			if item := (Item{k, n}); !slices.Contains(out, item) {
				out = append(out, item)
			}
		}
	}
	add(Route, d.served.Routes...)
	add(Route, mcphttp.Paths()...)
	for _, r := range web.Routes() {
		add(Route, r.Path)
		for _, p := range r.Parameters {
			add(Parameter, r.Path+" "+p)
		}
	}
	for method := range wire.Methods() {
		add(Method, method)
	}
	add(Revision, d.offer.Versions...)
	for _, from := range []offer{d.offer, d.vocabulary} {
		for _, t := range from.Tools {
			add(Tool, t.Name)
			for p := range t.Schema.Properties {
				add(Argument, t.Name+" "+p)
			}
		}
		for _, p := range from.Prompts {
			add(Prompt, p.Name)
		}
		for _, r := range from.Resources {
			add(Resource, r.URI)
		}
	}
	add(Command, d.helped...)
	add(Command, hiddenCommands...)
	for _, f := range format.All() {
		add(Format, string(f))
		for _, k := range format.Kinds(f) {
			add(Imported, string(f)+" "+k)
		}
	}
	add(Fault, d.served.Faults...)
	return out
}

// hiddenCommands are those that help says nothing of, unless it is asked for one.
var hiddenCommands = []string{"read-pdf"}

// commandsOf are the names in the list of commands that help prints.
func commandsOf(help string) []string {
	var out []string
	for line := range strings.Lines(help) {
		name, ok := strings.CutPrefix(line, "  ")
		if !ok || strings.HasPrefix(name, " ") || strings.HasPrefix(name, "-") {
			continue
		}
		name, _, _ = strings.Cut(name, "  ") // what it does
		var words []string
		for _, w := range strings.Fields(name) {
			if strings.ToLower(w) != w || strings.ContainsAny(w, "-[|") && !isWord(w) {
				break
			}
			words = append(words, w)
			if len(words) == 2 {
				break
			}
		}
		out = append(out, strings.Join(words, " "))
	}
	return out
}

func isWord(w string) bool {
	return strings.Trim(w, "abcdefghijklmnopqrstuvwxyz-") == "" && !strings.HasPrefix(w, "-")
}
