package stdio

import (
	"encoding/json"
	"slices"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/seed-a76b335c/philint/internal/mcpserver"
)

// The protocol revisions are dates, so they can be compared as strings.
const (
	stateless       = "2026-07-28" // from this one on there is no handshake
	newestHandshake = "2025-11-25"
)

// methods are the requests that this server answers; the value says whether they need params. Others of the SDK's,
// such as logging/setLevel, belong to capabilities that the server does not have.
var methods = map[string]bool{
	"initialize": true, "server/discover": false, "ping": false,
	"tools/list": false, "tools/call": true,
	"prompts/list": false, "prompts/get": true,
	"resources/list": false, "resources/templates/list": false, "resources/read": true,
	"subscriptions/listen": true,
}

// A laneName is one of the three sessions that requests go to.
type laneName int

const (
	handshake laneName = iota // begun by the client's initialize
	open                      // revisions with a handshake, without one: a pipe in a shell, a request that names its revision
	modern                    // stateless revisions
	lanes3
)

const (
	versionKey      = mcp.MetaKeyProtocolVersion
	capabilitiesKey = mcp.MetaKeyClientCapabilities
)

// route says in which lane a request is answered, and in which protocol version.
func route(m *message, negotiated string) (laneName, string, *mcpserver.Fault) {
	version := ""
	if raw := m.meta(versionKey); raw != nil {
		if json.Unmarshal(raw, &version) != nil || version == "" {
			return 0, "", mcpserver.InvalidParams("_meta protocolVersion must be a string")
		}
		if !slices.Contains(mcp.SupportedProtocolVersions(), version) {
			return 0, "", mcpserver.UnsupportedVersion(mcp.SupportedProtocolVersions())
		}
	}
	switch {
	case m.method == "server/discover" && version == "":
		// A client that asks which versions there are knows none to name yet.
		m.params = discoverParams
		return modern, stateless, nil
	case version >= stateless:
		return modern, version, m.describeClient()
	case m.method == "subscriptions/listen":
		return 0, "", mcpserver.MethodNotFound
	case m.method == "initialize":
		if !handshakeParams(m.params) {
			return 0, "", mcpserver.Close(m.method, &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams})
		}
		return handshake, newestHandshake, nil
	}
	in := open
	if negotiated != "" {
		in = handshake
	}
	switch {
	case version != "":
	case negotiated != "":
		version = negotiated
	default:
		version = newestHandshake
	}
	return in, version, nil
}

// describeClient gives a request of a stateless revision what the SDK asks for beside the version: the version alone
// says how a request is to be read, and nothing here depends on what the client can do.
func (m *message) describeClient() *mcpserver.Fault {
	for _, key := range []string{capabilitiesKey, mcp.MetaKeyClientInfo} {
		if raw := m.meta(key); raw != nil && raw[0] != '{' {
			return mcpserver.InvalidParams("_meta " + key + " must be an object; it may be left out")
		}
	}
	if m.meta(capabilitiesKey) != nil {
		return nil
	}
	var params, meta map[string]json.RawMessage
	err := json.Unmarshal(m.params, &params)
	if err == nil {
		err = json.Unmarshal(params["_meta"], &meta)
	}
	if err != nil {
		return mcpserver.InvalidParams("_meta must be an object")
	}
	meta[capabilitiesKey] = json.RawMessage("{}")
	if params["_meta"], err = encode(meta); err == nil {
		m.params, err = encode(params)
	}
	if err != nil {
		return mcpserver.Internal(err)
	}
	return nil
}

// handshakeParams says whether a session can be begun with these. The SDK answers what it cannot read, and a second
// handshake, with one and the same error.
func handshakeParams(raw json.RawMessage) bool {
	var p struct {
		Version *string                    `json:"protocolVersion"`
		Can     map[string]json.RawMessage `json:"capabilities"`
		Client  map[string]json.RawMessage `json:"clientInfo"`
	}
	var sdk mcp.InitializeParams
	return json.Unmarshal(raw, &p) == nil && p.Version != nil && *p.Version != "" && json.Unmarshal(raw, &sdk) == nil
}

var discoverParams = json.RawMessage(`{"_meta":{"` + versionKey + `":"` + stateless + `","` + capabilitiesKey + `":{}}}`)
