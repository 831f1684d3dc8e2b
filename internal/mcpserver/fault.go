package mcpserver

import (
	"context"
	"encoding/json"
	"errors"
	"regexp"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/seed-a76b335c/philint/redact"
)

// Fault is a JSON-RPC error whose text is the program's own. No other error reaches a client: the SDK's quote names,
// addresses and whole messages.
type Fault struct {
	Code int64
	Text string
	Data json.RawMessage
}

func (f *Fault) Error() string { return f.Text }

// Wire is the fault in the form that the SDK writes.
func (f *Fault) Wire() *jsonrpc.Error {
	return &jsonrpc.Error{Code: f.Code, Message: f.Text, Data: f.Data}
}

// The faults that are not about one request's content.
var (
	ParseError     = &Fault{Code: jsonrpc.CodeParseError, Text: "parse error: each line must be one JSON value in UTF-8"}
	MethodNotFound = &Fault{Code: jsonrpc.CodeMethodNotFound, Text: "method not found: this server does not have it in this protocol version"}
	// Cancelled is the answer to a request that its client has withdrawn; on most transports nobody reads it.
	Cancelled = &Fault{Code: jsonrpc.CodeInternalError, Text: "cancelled"}
)

// InvalidRequest says what is wrong with a message that is JSON and no request.
func InvalidRequest(what string) *Fault {
	return &Fault{Code: jsonrpc.CodeInvalidRequest, Text: "invalid request: " + what}
}

// InvalidParams says what is wrong with a request's parameters.
func InvalidParams(what string) *Fault {
	return &Fault{Code: jsonrpc.CodeInvalidParams, Text: "invalid params: " + what}
}

// Internal tells the type of an unexpected error and nothing that it says.
func Internal(err error) *Fault {
	return &Fault{Code: jsonrpc.CodeInternalError, Text: "internal error: " + redact.ErrType(err)}
}

// versionForm is what a protocol version looks like. What looks otherwise may be anything, and is not repeated.
var versionForm = regexp.MustCompile(`^v?[0-9]{1,4}([.-][0-9]{1,4}){0,2}$`)

// UnsupportedVersion lists the versions that there are, and repeats the requested one, as the protocol asks.
func UnsupportedVersion(supported []string, requested string) *Fault {
	data := map[string]any{"supported": supported}
	if versionForm.MatchString(requested) {
		data["requested"] = requested
	}
	f := &Fault{Code: mcp.CodeUnsupportedProtocolVersion, Text: "unsupported protocol version"}
	if raw, err := json.Marshal(data); err == nil { // strings
		f.Data = raw
	}
	return f
}

// badName is what is wrong when a method that takes a name does not know it.
var badName = map[string]string{
	"tools/call":     "params must name a tool, with arguments as an object; tools/list has the names",
	"prompts/get":    "params must name a prompt, with arguments as an object of strings; prompts/list has them",
	"resources/read": "params must have the uri of a resource; resources/list has them",
	"initialize":     "params must have protocolVersion, capabilities and clientInfo",
}

// Close makes a fault of any error that answers a request for method.
func Close(method string, err error) *Fault {
	if f, ok := errors.AsType[*Fault](err); ok {
		return f
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return Cancelled
	}
	wire, ok := errors.AsType[*jsonrpc.Error](err)
	switch {
	case ok:
	case method == "initialize":
		return InvalidRequest("the session has begun already")
	default:
		return Internal(err)
	}
	switch wire.Code {
	case jsonrpc.CodeParseError:
		return ParseError
	case jsonrpc.CodeMethodNotFound:
		return MethodNotFound
	case jsonrpc.CodeInvalidParams:
		if what, ok := badName[method]; ok {
			return InvalidParams(what)
		}
		return InvalidParams("they do not fit the method in this protocol version")
	case mcp.CodeUnsupportedProtocolVersion:
		return UnsupportedVersion(mcp.SupportedProtocolVersions(), "")
	case jsonrpc.CodeInternalError:
		return Internal(err)
	}
	return InvalidRequest("it does not fit the state of the session")
}
