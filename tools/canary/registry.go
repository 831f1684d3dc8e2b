package canarycheck

import (
	"fmt"
	"slices"
	"sync"
)

// Kind is a kind of thing that a server has.
type Kind string

// Kinds.
const (
	Route     Kind = "route"
	Parameter Kind = "parameter" // of a route, with its path in front
	Method    Kind = "MCP method"
	Revision  Kind = "MCP revision"
	Tool      Kind = "tool"
	Argument  Kind = "tool argument" // with the tool in front
	Prompt    Kind = "prompt"
	Resource  Kind = "resource"
	Command   Kind = "command"
	Format    Kind = "import format"
	Imported  Kind = "imported kind" // with the format in front
	Fault     Kind = "fault"
)

// Item is a thing that a server has, by its own list.
type Item struct {
	Kind Kind
	Name string
}

func (i Item) String() string { return string(i.Kind) + " " + i.Name }

// Coverage is what has been driven: answered as it should be, and refused.
type Coverage struct {
	mu        sync.Mutex
	good, bad map[Item]int
}

// Good takes down that a thing did what it is for.
func (c *Coverage) Good(k Kind, name string) { c.add(&c.good, k, name) }

// Bad takes down that a thing was used wrongly, and refused it.
func (c *Coverage) Bad(k Kind, name string) { c.add(&c.bad, k, name) }

func (c *Coverage) add(m *map[Item]int, k Kind, name string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if *m == nil {
		*m = map[Item]int{}
	}
	(*m)[Item{k, name}]++
}

// oneWay are things that cannot be used wrongly, or not rightly, and why.
var oneWay = map[Item]string{
	{Method, "subscriptions/listen"}:     "nothing here changes: every request for it is refused",
	{Method, "resources/templates/list"}: "there are none: every request for it is answered with an empty list, or refused as a whole",
}

// Missing says what of a list was not driven, and what was driven that is on no list.
func (c *Coverage) Missing(list []Item) []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	var out []string
	for _, item := range list {
		_, excused := oneWay[item]
		good, bad := c.good[item], c.bad[item]
		switch {
		case good+bad == 0:
			out = append(out, fmt.Sprintf("%s: not driven", item))
		case excused, item.Kind == Fault:
		case good == 0:
			out = append(out, fmt.Sprintf("%s: never answered as it should be", item))
		case bad == 0 && item.Kind != Resource && item.Kind != Imported: // nobody asks for one in a wrong way
			out = append(out, fmt.Sprintf("%s: never refused", item))
		}
	}
	for _, driven := range []map[Item]int{c.good, c.bad} {
		for item := range driven {
			if !slices.Contains(list, item) {
				out = append(out, fmt.Sprintf("%s: driven, and on no list of the server", item))
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
