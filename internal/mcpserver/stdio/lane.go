package stdio

import (
	"context"
	"io"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// lane is the connection of one of the SDK's sessions. It implements [mcp.Transport] and [mcp.Connection].
type lane struct {
	in     chan jsonrpc.Message
	done   chan struct{}
	close  sync.Once
	answer func(context.Context, jsonrpc.Message) error
}

func newLane(answer func(context.Context, jsonrpc.Message) error) *lane {
	return &lane{in: make(chan jsonrpc.Message), done: make(chan struct{}), answer: answer}
}

// Connect is called once, by the SDK.
func (l *lane) Connect(context.Context) (mcp.Connection, error) { return l, nil }

// Read is called by the SDK for the next request.
func (l *lane) Read(ctx context.Context) (jsonrpc.Message, error) {
	select {
	case m := <-l.in:
		return m, nil
	case <-l.done:
		return nil, io.EOF
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Write is called by the SDK with an answer.
func (l *lane) Write(ctx context.Context, m jsonrpc.Message) error { return l.answer(ctx, m) }

// Close ends the session.
func (l *lane) Close() error {
	l.close.Do(func() { close(l.done) })
	return nil
}

// SessionID is that of a transport without sessions.
func (l *lane) SessionID() string { return "" }

// put hands a request to the session, which takes it at once unless it has ended.
func (l *lane) put(m jsonrpc.Message) bool {
	select {
	case l.in <- m:
		return true
	case <-l.done:
		return false
	}
}
