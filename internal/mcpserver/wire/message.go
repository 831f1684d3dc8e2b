// Package wire takes JSON-RPC messages apart and puts answers together, for every transport: what a transport of the SDK's
// would repeat of a message that it cannot read is never written here.
package wire

import (
	"encoding/json"
	"regexp"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"github.com/seed-a76b335c/philint/internal/mcpserver"
	"github.com/seed-a76b335c/philint/internal/schema"
)

// MaxDepth bounds the nesting of a message; its arguments are bounded further by their decoder.
const MaxDepth = 64

// Message is a JSON-RPC message that has the form of one.
type Message struct {
	ID       json.RawMessage // as sent; nil in a notification
	RPCID    jsonrpc.ID      // the same, as the SDK has it
	Method   string
	Params   json.RawMessage // an object, or nil
	Response bool            // an answer: a server that asks nothing waits for none
}

// wholeNumber is an id that survives the SDK, which holds ids as floats on the way.
var wholeNumber = regexp.MustCompile(`^(?:0|-?[1-9][0-9]{0,14})$`)

const maxIDLength = 512

// Parse reads one message that is valid JSON, see [schema.Valid] and [MaxDepth]. With the fault comes the id, where there
// is a usable one.
func Parse(data []byte) (Message, *mcpserver.Fault) {
	var m Message
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
		if m.RPCID, ok = Identify(id); !ok {
			return m, mcpserver.InvalidRequest("id must be a string of at most 512 bytes, or a whole number of at most 15 digits")
		}
		m.ID = id
	}
	if string(fields["jsonrpc"]) != `"2.0"` {
		return m, mcpserver.InvalidRequest(`jsonrpc must be "2.0"`)
	}
	method, ok := fields["method"]
	if !ok {
		_, result := fields["result"]
		_, failed := fields["error"]
		if m.Response = result || failed; m.Response {
			return m, nil
		}
		return m, mcpserver.InvalidRequest("it has no method")
	}
	if json.Unmarshal(method, &m.Method) != nil || method[0] != '"' {
		m.Method = ""
		return m, mcpserver.InvalidRequest("method must be a string")
	}
	if m.Method == "" {
		return m, mcpserver.InvalidRequest("method must not be empty")
	}
	if params, ok := fields["params"]; ok && string(params) != "null" {
		m.Params = params
	}
	return m, checkParams(m)
}

// Identify makes the SDK's id of a sent one. False is an id that is none, or would not survive.
func Identify(raw json.RawMessage) (jsonrpc.ID, bool) {
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
func checkParams(m Message) *mcpserver.Fault {
	if m.Params == nil {
		return nil
	}
	members, ok := schema.Members(m.Params)
	if !ok {
		return mcpserver.InvalidParams("params must be an object")
	}
	seen := map[string]bool{}
	for _, f := range members {
		own := m.Method == "tools/call" && f.Key == "arguments"
		if seen[f.Key] || !own && (f.Value[0] == '{' || f.Value[0] == '[') && schema.Repeats(f.Value, MaxDepth) {
			return mcpserver.InvalidParams("a key stands twice in one object")
		}
		seen[f.Key] = true
	}
	return nil
}

// Param is a member of params, or nil.
func (m Message) Param(key string) json.RawMessage { return member(m.Params, key) }

// Meta is a member of params._meta, or nil.
func (m Message) Meta(key string) json.RawMessage { return member(m.Param("_meta"), key) }

func member(object json.RawMessage, key string) json.RawMessage {
	if object == nil {
		return nil
	}
	members, _ := schema.Members(object)
	for _, f := range members {
		if f.Key == key {
			return f.Value
		}
	}
	return nil
}

// Notification says whether the method is one that has no answer.
func (m Message) Notification() bool { return strings.HasPrefix(m.Method, "notifications/") }
