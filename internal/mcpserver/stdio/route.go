package stdio

import (
	"encoding/json"
	"slices"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/seed-a76b335c/philint/internal/mcpserver"
	"github.com/seed-a76b335c/philint/internal/mcpserver/wire"
)

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
func route(m *wire.Message, negotiated string) (laneName, string, *mcpserver.Fault) {
	version := ""
	if raw := m.Meta(versionKey); raw != nil {
		if json.Unmarshal(raw, &version) != nil || version == "" {
			return 0, "", mcpserver.InvalidParams("_meta protocolVersion must be a string")
		}
		if !slices.Contains(mcp.SupportedProtocolVersions(), version) {
			return 0, "", mcpserver.UnsupportedVersion(mcp.SupportedProtocolVersions(), version)
		}
	}
	switch {
	case m.Method == "server/discover" && version == "":
		// A client that asks which versions there are knows none to name yet.
		m.SetParams(wire.DiscoverParams())
		return modern, wire.Stateless, nil
	case version >= wire.Stateless:
		return modern, version, describeClient(m)
	case m.Method == "subscriptions/listen":
		return 0, "", mcpserver.MethodNotFound
	case m.Method == "initialize":
		if !wire.Handshake(m.Params) {
			return 0, "", mcpserver.Close(m.Method, &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams})
		}
		return handshake, wire.NewestHandshake, nil
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
		version = wire.NewestHandshake
	}
	return in, version, nil
}

// describeClient gives a request of a stateless revision what the SDK asks for beside the version: the version alone
// says how a request is to be read, and nothing here depends on what the client can do.
func describeClient(m *wire.Message) *mcpserver.Fault {
	for _, key := range []string{capabilitiesKey, mcp.MetaKeyClientInfo} {
		if raw := m.Meta(key); raw != nil && raw[0] != '{' {
			return mcpserver.InvalidParams("_meta " + key + " must be an object; it may be left out")
		}
	}
	if m.Meta(capabilitiesKey) != nil {
		return nil
	}
	var params, meta map[string]json.RawMessage
	err := json.Unmarshal(m.Params, &params)
	if err == nil {
		err = json.Unmarshal(params["_meta"], &meta)
	}
	if err != nil {
		return mcpserver.InvalidParams("_meta must be an object")
	}
	meta[capabilitiesKey] = json.RawMessage("{}")
	var whole json.RawMessage
	if params["_meta"], err = wire.Encode(meta); err == nil {
		if whole, err = wire.Encode(params); err == nil {
			m.SetParams(whole)
		}
	}
	if err != nil {
		return mcpserver.Internal(err)
	}
	return nil
}
