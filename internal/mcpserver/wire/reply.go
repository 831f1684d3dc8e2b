package wire

import (
	"bytes"
	"encoding/json"
	"slices"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/seed-a76b335c/philint/internal/mcpserver"
)

// Methods are the requests that servers here answer; the value says whether they need params. Others of the SDK's, such
// as logging/setLevel, belong to capabilities that no server here has.
func Methods() map[string]bool {
	return map[string]bool{
		"initialize": true, "server/discover": false, "ping": false,
		"tools/list": false, "tools/call": true,
		"prompts/list": false, "prompts/get": true,
		"resources/list": false, "resources/templates/list": false, "resources/read": true,
		"subscriptions/listen": true,
	}
}

// The protocol revisions are dates, so they can be compared as strings.
const (
	Stateless       = "2026-07-28" // from this one on there is no handshake
	NewestHandshake = "2025-11-25"
)

// Encode writes JSON on one line, with < and > as they are.
func Encode(v any) (json.RawMessage, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimRight(b.Bytes(), "\n"), nil
}

// Failure is the answer to a request that failed. Without an id it answers null.
func Failure(id json.RawMessage, f *mcpserver.Fault) []byte {
	body, err := Encode(f.Wire())
	if err != nil {
		body = json.RawMessage(`{"code":-32603,"message":"internal error"}`)
	}
	return Envelope(id, "error", body)
}

// Envelope puts a result or an error under the id that it answers.
func Envelope(id json.RawMessage, member string, body json.RawMessage) []byte {
	out := append(slices.Grow(Begin(id, member), len(body)+1), body...)
	return append(out, '}')
}

// Begin is an envelope up to where its body stands. What follows the body is a brace.
func Begin(id json.RawMessage, member string) []byte {
	if id == nil {
		id = json.RawMessage("null")
	}
	out := make([]byte, 0, len(id)+len(member)+32)
	out = append(out, `{"jsonrpc":"2.0","id":`...)
	out = append(out, id...)
	out = append(out, `,"`...)
	out = append(out, member...)
	return append(out, `":`...)
}

// DiscoverParams are those of a client that asks which versions there are and knows none to name yet.
func DiscoverParams() json.RawMessage {
	return json.RawMessage(`{"_meta":{"` + mcp.MetaKeyProtocolVersion + `":"` + Stateless + `","` + mcp.MetaKeyClientCapabilities + `":{}}}`)
}

// Handshake says whether a session can be begun with these params. The SDK answers what it cannot read, and a second
// handshake, with one and the same error.
func Handshake(params json.RawMessage) bool {
	var p struct {
		Version *string                    `json:"protocolVersion"`
		Can     map[string]json.RawMessage `json:"capabilities"`
		Client  map[string]json.RawMessage `json:"clientInfo"`
	}
	var sdk mcp.InitializeParams
	return json.Unmarshal(params, &p) == nil && p.Version != nil && *p.Version != "" && json.Unmarshal(params, &sdk) == nil
}
