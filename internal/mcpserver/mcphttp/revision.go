package mcphttp

import (
	"encoding/json"
	"net/http"
	"slices"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/seed-a76b335c/philint/internal/mcpserver"
	"github.com/seed-a76b335c/philint/internal/mcpserver/wire"
	"github.com/seed-a76b335c/philint/internal/schema"
)

// Headers of a request. In stateless revisions they repeat what the body says, so that what stands between client and
// server can route by them: where they differ, one of the two has been deceived.
const (
	versionHeader = "Mcp-Protocol-Version"
	methodHeader  = "Mcp-Method"
	nameHeader    = "Mcp-Name"
)

// undated is the revision of a request that names none, by the protocol's own rule.
const undated = "2025-03-26"

func mismatch(what string) *reply {
	return refuse(http.StatusBadRequest, &mcpserver.Fault{Code: mcp.CodeHeaderMismatch, Text: "header mismatch: " + what})
}

// read finds the protocol revision of a request, and holds its headers and its method to it.
func (h *Handler) read(r *http.Request, m *wire.Message) (version string, refused *reply) {
	version, refused = h.revision(r, m)
	if refused != nil {
		return "", refused
	}
	needs, known := h.methods[m.Method]
	switch {
	case m.Notification():
		return "", refuse(http.StatusBadRequest, mcpserver.InvalidRequest("a notification has no id"))
	case !known || m.Method == "server/discover" && version < wire.Stateless:
		return "", refuse(status(version, jsonrpc.CodeMethodNotFound), mcpserver.MethodNotFound)
	case needs && m.Params == nil, m.Method == "initialize" && version < wire.Stateless && !wire.Handshake(m.Params):
		return "", refuse(status(version, jsonrpc.CodeInvalidParams), mcpserver.Close(m.Method, &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams}))
	}
	return version, nil
}

func (h *Handler) revision(r *http.Request, m *wire.Message) (string, *reply) {
	headers, header, meta := r.Header.Values(versionHeader), "", ""
	if len(headers) > 0 {
		header = headers[0]
	}
	switch raw := m.Meta(mcp.MetaKeyProtocolVersion); {
	case slices.ContainsFunc(headers, func(h string) bool { return h != header }):
		return "", mismatch(versionHeader + " stands there twice")
	case !objectOrNone(m.Param("_meta")):
		return "", refuse(http.StatusBadRequest, mcpserver.InvalidParams("params._meta must be an object"))
	case raw != nil:
		if meta, _ = schema.Text(raw); meta == "" {
			return "", refuse(http.StatusBadRequest, mcpserver.InvalidParams("_meta "+mcp.MetaKeyProtocolVersion+" must be a string"))
		}
	}
	if meta != "" && header != meta {
		return "", mismatch(versionHeader + " must be there and name the version of the body")
	}
	for _, v := range []string{header, meta} {
		if v != "" && !slices.Contains(h.versions, v) {
			return "", refuse(http.StatusBadRequest, mcpserver.UnsupportedVersion(h.versions, v))
		}
	}
	switch {
	case header == "" && meta == "" && m.Method == "server/discover":
		// A client that asks which versions there are knows none to name yet.
		m.SetParams(wire.DiscoverParams())
		return wire.Stateless, nil
	case header == "":
		return undated, nil
	case header < wire.Stateless:
		return header, nil
	case meta == "":
		return "", refuse(http.StatusBadRequest, mcpserver.InvalidParams("params._meta must have "+mcp.MetaKeyProtocolVersion+" and "+mcp.MetaKeyClientCapabilities))
	case clientFault(m) != nil:
		return "", refuse(http.StatusBadRequest, clientFault(m))
	case r.Header.Get(methodHeader) != m.Method:
		return "", mismatch(methodHeader + " must be there and name the method of the body")
	}
	if key, ok := names[m.Method]; ok && r.Header.Get(nameHeader) != param(m, key) {
		return "", mismatch(nameHeader + " must be there and be the " + key + " of the body's params")
	}
	return header, nil
}

// objectOrNone says that a member is an object, or not there: null is how some clients write that.
func objectOrNone(raw json.RawMessage) bool {
	return raw == nil || raw[0] == '{' || string(raw) == "null"
}

// clientFault says what is wrong with what a request of a stateless revision tells of its client; nil is nothing.
func clientFault(m *wire.Message) *mcpserver.Fault {
	can := m.Meta(mcp.MetaKeyClientCapabilities)
	if can == nil {
		return mcpserver.InvalidParams("params._meta must have " + mcp.MetaKeyClientCapabilities + "; {} is a client that can do nothing more than ask")
	}
	if json.Unmarshal(can, new(*mcp.ClientCapabilities)) != nil || can[0] != '{' {
		return mcpserver.InvalidParams("_meta " + mcp.MetaKeyClientCapabilities + " must be an object, and what is in it as the protocol has it")
	}
	if who := m.Meta(mcp.MetaKeyClientInfo); who != nil && (json.Unmarshal(who, new(*mcp.Implementation)) != nil || who[0] != '{') {
		return mcpserver.InvalidParams("_meta " + mcp.MetaKeyClientInfo + " must be an object with name and version, both text; it may be left out")
	}
	return nil
}

// names are the params that Mcp-Name repeats.
var names = map[string]string{"tools/call": "name", "prompts/get": "name", "resources/read": "uri"}

// param is a string among the params, or "".
func param(m *wire.Message, key string) string {
	s, _ := schema.Text(m.Param(key))
	return s
}

// calledTool is the name of the tool that a message calls, or "".
func calledTool(m *wire.Message) string {
	if m.Method != "tools/call" {
		return ""
	}
	return param(m, "name")
}

// status is the HTTP status of an error. Before the stateless revisions an error was an answer like another.
func status(version string, code int64) int {
	if version < wire.Stateless {
		return http.StatusOK
	}
	switch code {
	case jsonrpc.CodeMethodNotFound:
		return http.StatusNotFound
	case jsonrpc.CodeInvalidParams, jsonrpc.CodeInvalidRequest, mcp.CodeUnsupportedProtocolVersion, mcp.CodeMissingRequiredClientCapabilities:
		return http.StatusBadRequest
	}
	return http.StatusOK
}
