package stdio

import (
	"encoding/json"
	"regexp"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"github.com/seed-a76b335c/philint/internal/mcpserver"
	"github.com/seed-a76b335c/philint/internal/schema"
)

// maxDepth bounds the nesting of a message; its arguments are bounded further by their decoder.
const maxDepth = 64

// message is a JSON-RPC message that has the form of one.
type message struct {
	id       json.RawMessage // as sent; nil in a notification
	rpcID    jsonrpc.ID      // the same, as the SDK has it
	method   string
	params   json.RawMessage // an object, or nil
	response bool            // an answer: this server asks nothing, so it waits for none
}

// wholeNumber is an id that survives the SDK, which holds ids as floats on the way.
var wholeNumber = regexp.MustCompile(`^(?:0|-?[1-9][0-9]{0,14})$`)

const maxIDLength = 512

// parse reads one message that is valid JSON. With the fault comes the id, where there is a usable one.
func parse(data []byte) (message, *mcpserver.Fault) {
	var m message
	members, ok := schema.Members(data)
	if !ok {
		return m, mcpserver.InvalidRequest("it must be an object, or a list of them")
	}
	fields := map[string]json.RawMessage{}
	for _, f := range members {
		if _, twice := fields[f.Key]; twice {
			return m, mcpserver.InvalidRequest("a key stands twice in it")
		}
		fields[f.Key] = f.Value
	}
	if id, ok := fields["id"]; ok {
		if m.rpcID, ok = identify(id); !ok {
			return m, mcpserver.InvalidRequest("id must be a string of at most 512 bytes, or a whole number of at most 15 digits")
		}
		m.id = id
	}
	if string(fields["jsonrpc"]) != `"2.0"` {
		return m, mcpserver.InvalidRequest(`jsonrpc must be "2.0"`)
	}
	method, ok := fields["method"]
	if !ok {
		_, result := fields["result"]
		_, failed := fields["error"]
		if m.response = result || failed; m.response {
			return m, nil
		}
		return m, mcpserver.InvalidRequest("it has no method")
	}
	if json.Unmarshal(method, &m.method) != nil || method[0] != '"' {
		m.method = ""
		return m, mcpserver.InvalidRequest("method must be a string")
	}
	if params, ok := fields["params"]; ok && string(params) != "null" {
		m.params = params
	}
	return m, checkParams(m)
}

func identify(raw json.RawMessage) (jsonrpc.ID, bool) {
	if len(raw) > maxIDLength {
		return jsonrpc.ID{}, false
	}
	var v any
	switch {
	case raw[0] == '"':
		var s string
		if json.Unmarshal(raw, &s) != nil {
			return jsonrpc.ID{}, false
		}
		v = s
	case wholeNumber.Match(raw):
		var f float64
		if json.Unmarshal(raw, &f) != nil {
			return jsonrpc.ID{}, false
		}
		v = f
	default:
		return jsonrpc.ID{}, false
	}
	id, err := jsonrpc.MakeID(v)
	return id, err == nil
}

// checkParams refuses what is no object, and keys that stand twice. The arguments of a tool are left to its own
// decoder, which says where they stand.
func checkParams(m message) *mcpserver.Fault {
	if m.params == nil {
		return nil
	}
	members, ok := schema.Members(m.params)
	if !ok {
		return mcpserver.InvalidParams("params must be an object")
	}
	seen := map[string]bool{}
	for _, f := range members {
		if seen[f.Key] || !(m.method == "tools/call" && f.Key == "arguments") && schema.Repeats(f.Value, maxDepth) {
			return mcpserver.InvalidParams("a key stands twice in one object")
		}
		seen[f.Key] = true
	}
	return nil
}

// meta is a member of params._meta, or nil.
func (m message) meta(key string) json.RawMessage {
	for _, outer := range []string{"_meta", key} {
		if m.params == nil {
			return nil
		}
		members, _ := schema.Members(m.params)
		m.params = nil
		for _, f := range members {
			if f.Key == outer {
				m.params = f.Value
			}
		}
	}
	return m.params
}

func (m message) notification() bool { return strings.HasPrefix(m.method, "notifications/") }
