package mcphttp

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/seed-a76b335c/philint/internal/mcpserver"
	"github.com/seed-a76b335c/philint/internal/mcpserver/wire"
)

// exchange is a session of the SDK's that lasts for one request. It implements [mcp.Transport] and [mcp.Connection].
type exchange struct {
	in    chan jsonrpc.Message
	out   chan *jsonrpc.Response
	done  chan struct{}
	close sync.Once
}

func newExchange() *exchange {
	// There is room for the request and for its withdrawal, and for the one answer: nobody waits for the other side.
	return &exchange{in: make(chan jsonrpc.Message, 2), out: make(chan *jsonrpc.Response, 1), done: make(chan struct{})}
}

// Connect is called once, by the SDK.
func (x *exchange) Connect(context.Context) (mcp.Connection, error) { return x, nil }

// Read is called by the SDK for the next message.
func (x *exchange) Read(ctx context.Context) (jsonrpc.Message, error) {
	select {
	case m := <-x.in:
		return m, nil
	case <-x.done:
		return nil, io.EOF
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Write is called by the SDK with the answer. Whatever else a server may say, there is nobody to say it to.
func (x *exchange) Write(_ context.Context, m jsonrpc.Message) error {
	if r, ok := m.(*jsonrpc.Response); ok {
		select {
		case x.out <- r:
		default:
		}
	}
	return nil
}

// Close ends the session.
func (x *exchange) Close() error {
	x.close.Do(func() { close(x.done) })
	return nil
}

// SessionID is that of a transport without sessions.
func (x *exchange) SessionID() string { return "" }

// begun is the state in which a session starts: before the stateless revisions there has been a handshake, at another
// request, unless this is it.
func begun(version, method string) *mcp.ServerSessionOptions {
	if version >= wire.Stateless || method == "initialize" {
		return nil
	}
	return &mcp.ServerSessionOptions{State: &mcp.ServerSessionState{
		InitializeParams:          &mcp.InitializeParams{ProtocolVersion: version},
		InitializedParams:         &mcp.InitializedParams{},
		NegotiatedProtocolVersion: version,
	}}
}

// ask answers a request: a call of a tool by itself where that is all there is to it, anything else by the SDK.
func (h *Handler) ask(ctx context.Context, m *wire.Message, version string) *reply {
	if m.Method == "tools/call" {
		if call, ok := h.server.Call(m.Members(), version >= wire.Stateless); ok {
			return called(ctx, call, m.ID, version)
		}
	}
	return h.exchange(ctx, m, version)
}

func called(ctx context.Context, call *mcpserver.Call, id json.RawMessage, version string) *reply {
	body, err := call.Append(ctx, wire.Begin(id, "result"))
	if err != nil {
		return failed("tools/call", version, err)
	}
	return &reply{status: http.StatusOK, body: append(body, '}')}
}

// exchange has the SDK answer a request.
func (h *Handler) exchange(ctx context.Context, m *wire.Message, version string) *reply {
	x := newExchange()
	session, err := h.server.Connect(ctx, x, begun(version, m.Method))
	if err != nil {
		return refuse(http.StatusInternalServerError, mcpserver.Internal(err))
	}
	defer func() { _ = session.Close() }() // it waits for the tool, which must not outlive its place among the callers
	x.in <- &jsonrpc.Request{ID: m.RPCID, Method: m.Method, Params: m.Params}
	select {
	case r := <-x.out:
		return answered(m, version, r)
	case <-ctx.Done():
	}
	// The client has gone, or waited as long as anybody may. The tool is told, and says how far it came.
	x.in <- &jsonrpc.Request{Method: "notifications/cancelled", Params: json.RawMessage(`{"requestId":` + string(m.ID) + `}`)}
	return answered(m, version, <-x.out)
}

func answered(m *wire.Message, version string, r *jsonrpc.Response) *reply {
	if r.Error != nil {
		return failed(m.Method, version, r.Error)
	}
	return &reply{status: http.StatusOK, body: wire.Envelope(m.ID, "result", r.Result)}
}

func failed(method, version string, err error) *reply {
	f := mcpserver.Close(method, err)
	return refuse(status(version, f.Code), f)
}
