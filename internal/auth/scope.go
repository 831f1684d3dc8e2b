package auth

import (
	"errors"
	"slices"
	"strings"

	"github.com/seed-a76b335c/philint/internal/audit"
)

// Scope is what a credential is good for. Nothing is implied: a token of the one opens nothing of the other.
type Scope string

// The scopes. There are no others.
const (
	MCPRead Scope = "mcp:read" // read one's record over MCP
	APIRead Scope = "api:read" // read it over REST
)

// Scopes are all scopes, in the order in which they are shown.
func Scopes() []Scope { return []Scope{MCPRead, APIRead} }

// ErrScopes says that a list of scopes is none.
var ErrScopes = errors.New("give at least one of the scopes mcp:read, api:read, with commas between them")

// ParseScopes reads a list with commas between, in any order, and returns each once, in the order of Scopes.
func ParseScopes(list string) ([]Scope, error) {
	var asked []Scope
	for s := range strings.SplitSeq(list, ",") {
		asked = append(asked, Scope(strings.TrimSpace(s)))
	}
	return sortedScopes(asked)
}

func sortedScopes(asked []Scope) ([]Scope, error) {
	out := slices.DeleteFunc(Scopes(), func(s Scope) bool { return !slices.Contains(asked, s) })
	for _, s := range asked {
		if !slices.Contains(out, s) {
			return nil, ErrScopes
		}
	}
	if len(out) == 0 {
		return nil, ErrScopes
	}
	return out, nil
}

// Operations that read no record, beside those of the access log.
const (
	Session    audit.Operation = "session"    // handshakes, and lists of what the server can do
	Vocabulary audit.Operation = "vocabulary" // names, codes and units: the same for everybody
)

// needs is the scope that each operation of each surface needs. What does not stand here nobody may do, whichever verb
// or method it comes with.
var needs = map[audit.Surface]map[audit.Operation]Scope{
	audit.MCP: {
		Session: MCPRead, Vocabulary: MCPRead,
		audit.Presence: MCPRead, audit.Readings: MCPRead, audit.Medications: MCPRead,
	},
	audit.REST: {
		audit.Readings: APIRead, audit.Medications: APIRead, audit.Records: APIRead, audit.Journal: APIRead, audit.Presence: APIRead,
	},
}

// Needs returns the scope that an operation needs on a surface; ok is false for one that no token opens.
func Needs(surface audit.Surface, op audit.Operation) (need Scope, ok bool) {
	need, ok = needs[surface][op]
	return need, ok
}
