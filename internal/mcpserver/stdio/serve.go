package stdio

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/seed-a76b335c/philint/internal/mcpserver"
	"github.com/seed-a76b335c/philint/internal/mcpserver/wire"
)

// Grace periods at the end.
const (
	// drainTime is how long requests may take that are open when the input ends. A pipe in a shell ends with the last
	// question, and what is answered here takes far less; but a client that has gone must not leave a process behind that
	// waits for a language model.
	drainTime = 5 * time.Second
	// writeTime is how long the answers may take that say that a request was cancelled.
	writeTime = time.Second
	// endTime is how long sessions may take to end when their requests have been cancelled.
	endTime = 5 * time.Second
)

// Serve answers the client on in and out. It returns nil when in has ended and all is answered, or ctx ends.
func Serve(ctx context.Context, s *mcpserver.Server, in io.Reader, out io.Writer) error {
	info, err := json.Marshal(s.Info)
	if err != nil {
		return fmt.Errorf("encode the server's name: %w", err)
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	m := newMux(info, out)
	var sessions []*mcp.ServerSession
	for name := range lanes3 {
		session, err := s.Connect(ctx, m.lanes[name], begun(name))
		if err != nil {
			return fmt.Errorf("connect: %w", err)
		}
		sessions = append(sessions, session)
	}
	err = m.pump(ctx, in)
	cancel()
	for _, l := range m.lanes {
		_ = l.Close() // never fails
	}
	return errors.Join(err, ended(sessions))
}

// begun is the state in which a session starts: one without a handshake is as if it had had one.
func begun(name laneName) *mcp.ServerSessionOptions {
	if name != open {
		return nil
	}
	return &mcp.ServerSessionOptions{State: &mcp.ServerSessionState{
		InitializeParams:          &mcp.InitializeParams{ProtocolVersion: wire.NewestHandshake},
		InitializedParams:         &mcp.InitializedParams{},
		NegotiatedProtocolVersion: wire.NewestHandshake,
	}}
}

// pump reads lines until there are no more, the client does not read any more, or ctx ends.
func (m *mux) pump(ctx context.Context, in io.Reader) error {
	type read struct {
		line []byte
		err  error
	}
	reads := make(chan read)
	stop := make(chan struct{})
	defer close(stop)
	// A read of standard input cannot be interrupted, so it has a goroutine that may outlive this one.
	go func() {
		l := newLines(in, MaxLine)
		for {
			line, err := l.next()
			select {
			case reads <- read{line, err}:
			case <-stop:
				return
			}
			if err != nil && !errors.Is(err, errLongLine) {
				return
			}
		}
	}()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-m.broken:
			return errBroken
		case r := <-reads:
			switch {
			case errors.Is(r.err, errLongLine):
				m.send(wire.Failure(nil, mcpserver.InvalidRequest(fmt.Sprintf("a line has at most %d bytes", MaxLine))))
			case r.err == nil:
				m.line(r.line)
			default:
				m.drain(ctx)
				if errors.Is(r.err, io.EOF) {
					return nil
				}
				return fmt.Errorf("read: %w", r.err)
			}
		}
	}
}

// drain waits for the requests that are open. The SDK would drop their answers once it has seen the end of the input.
func (m *mux) drain(ctx context.Context) {
	late := time.NewTimer(drainTime)
	defer late.Stop()
	for {
		m.mu.Lock()
		open, idle := m.unanswered, m.idle
		m.mu.Unlock()
		if open == 0 {
			return
		}
		select {
		case <-idle:
		case <-ctx.Done():
			return
		case <-m.broken:
			return
		case <-late.C:
			m.abandon()
			return
		}
	}
}

// abandon answers the requests that are still open: they are cancelled. A client that has gone may not read it.
func (m *mux) abandon() {
	done := make(chan struct{})
	go func() {
		defer close(done)
		m.cancelAll()
	}()
	late := time.NewTimer(writeTime)
	defer late.Stop()
	select {
	case <-done:
	case <-late.C:
	}
}

func (m *mux) cancelAll() {
	m.mu.Lock()
	open := slices.Collect(maps.Keys(m.calls))
	m.mu.Unlock()
	for _, id := range open {
		m.finished(&jsonrpc.Response{ID: id, Error: mcpserver.Cancelled})
	}
}

// ended waits for the sessions, not forever: a tool may not look at its context.
func ended(sessions []*mcp.ServerSession) error {
	done := make(chan struct{}, len(sessions))
	for _, s := range sessions {
		go func() {
			_ = s.Wait() // what ended a session is known here already
			done <- struct{}{}
		}()
	}
	late := time.NewTimer(endTime)
	defer late.Stop()
	for range sessions {
		select {
		case <-done:
		case <-late.C:
			return errors.New("a request did not end when it was cancelled")
		}
	}
	return nil
}
