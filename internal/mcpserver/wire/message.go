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

	members []schema.Member // of Params
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
	if !distinct(members) {
		return m, mcpserver.InvalidRequest("a key stands twice in it")
	}
	f := fieldsOf(members)
	if f.id != nil {
		if m.RPCID, ok = Identify(f.id); !ok {
			return m, mcpserver.InvalidRequest("id must be a string of at most 512 bytes, or a whole number of at most 15 digits")
		}
		m.ID = f.id
	}
	if string(f.version) != `"2.0"` {
		return m, mcpserver.InvalidRequest(`jsonrpc must be "2.0"`)
	}
	if f.method == nil {
		if m.Response = f.answers; m.Response {
			return m, nil
		}
		return m, mcpserver.InvalidRequest("it has no method")
	}
	if f.method[0] != '"' || json.Unmarshal(f.method, &m.Method) != nil {
		m.Method = ""
		return m, mcpserver.InvalidRequest("method must be a string")
	}
	if m.Method == "" {
		return m, mcpserver.InvalidRequest("method must not be empty")
	}
	if f.params == nil || string(f.params) == "null" {
		return m, nil
	}
	m.Params = f.params
	if m.members, ok = schema.Members(f.params); !ok {
		return m, mcpserver.InvalidParams("params must be an object")
	}
	return m, m.checkParams()
}

// fields are the members of a message that mean something, nil where they are not there.
type fields struct {
	version, id, method, params json.RawMessage
	answers                     bool // there is a result or an error
}

func fieldsOf(members []schema.Member) (f fields) {
	for _, m := range members {
		switch m.Key {
		case "jsonrpc":
			f.version = m.Value
		case "id":
			f.id = m.Value
		case "method":
			f.method = m.Value
		case "params":
			f.params = m.Value
		case "result", "error":
			f.answers = true
		}
	}
	return f
}

// few is how many keys are compared with each other. More of them are looked up.
const few = 8

// distinct says that no key stands twice.
func distinct(members []schema.Member) bool {
	if len(members) > few {
		seen := make(map[string]bool, len(members))
		for _, m := range members {
			if seen[m.Key] {
				return false
			}
			seen[m.Key] = true
		}
		return true
	}
	for i := range members {
		for j := range i {
			if members[i].Key == members[j].Key {
				return false
			}
		}
	}
	return true
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

// checkParams refuses keys that stand twice. The arguments of a tool are left to its own decoder, which says where they
// stand.
func (m *Message) checkParams() *mcpserver.Fault {
	twice := !distinct(m.members)
	for _, f := range m.members {
		own := m.Method == "tools/call" && f.Key == "arguments"
		twice = twice || !own && (f.Value[0] == '{' || f.Value[0] == '[') && schema.Repeats(f.Value, MaxDepth)
	}
	if twice {
		return mcpserver.InvalidParams("a key stands twice in one object")
	}
	return nil
}

// SetParams gives the message other params, which must be an object.
func (m *Message) SetParams(params json.RawMessage) {
	m.Params = params
	m.members, _ = schema.Members(params)
}

// Members are the params' own.
func (m *Message) Members() []schema.Member { return m.members }

// Param is a member of params, or nil.
func (m *Message) Param(key string) json.RawMessage { return member(m.members, key) }

// Meta is a member of params._meta, or nil.
func (m *Message) Meta(key string) json.RawMessage {
	meta := m.Param("_meta")
	if meta == nil {
		return nil
	}
	members, _ := schema.Members(meta)
	return member(members, key)
}

func member(members []schema.Member, key string) json.RawMessage {
	for _, f := range members {
		if f.Key == key {
			return f.Value
		}
	}
	return nil
}

// Notification says whether the method is one that has no answer.
func (m *Message) Notification() bool { return strings.HasPrefix(m.Method, "notifications/") }
