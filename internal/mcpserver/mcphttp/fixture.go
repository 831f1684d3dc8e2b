//go:build conformance

//lint:file-ignore SA1019 The suite asks for what the newest revision has deprecated.

package mcphttp

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/seed-a76b335c/philint/internal/limit"
	"github.com/seed-a76b335c/philint/internal/mcpserver"
	"github.com/seed-a76b335c/philint/internal/mcpserver/wire"
)

// suite is what the conformance suite expects of a server under test beside the server itself: tools, prompts and
// resources of fixed names, and the parts of the protocol that a server of records does not use: sessions, streams,
// questions to the client. All of it stands behind the server's own gates, and what needs no stream is answered by the
// server's own way to the SDK.
type suite struct {
	h        *Handler
	sessions http.Handler // revisions with a handshake: the suite asks the client questions there, which takes a session
	streams  http.Handler // the stateless revision, where an answer is a stream
}

// prepareFixture gives the server the capabilities that the suite asks about.
func prepareFixture(c *mcpserver.Config) {
	c.Adjust = func(o *mcp.ServerOptions) {
		o.Capabilities = &mcp.ServerCapabilities{
			Tools:       &mcp.ToolCapabilities{ListChanged: true},
			Prompts:     &mcp.PromptCapabilities{ListChanged: true},
			Resources:   &mcp.ResourceCapabilities{ListChanged: true, Subscribe: true},
			Completions: &mcp.CompletionCapabilities{},
			Logging:     &mcp.LoggingCapabilities{},
		}
		o.CompletionHandler = func(context.Context, *mcp.CompleteRequest) (*mcp.CompleteResult, error) {
			return &mcp.CompleteResult{Completion: mcp.CompletionResultDetails{Values: []string{}}}, nil
		}
		o.SubscribeHandler = func(context.Context, *mcp.SubscribeRequest) error { return nil }
		o.UnsubscribeHandler = func(context.Context, *mcp.UnsubscribeRequest) error { return nil }
	}
}

func newFixture(h *Handler) fixture {
	for method, needs := range map[string]bool{
		"subscriptions/listen": true, "logging/setLevel": true, "completion/complete": true,
		"resources/subscribe": true, "resources/unsubscribe": true,
	} {
		h.methods[method] = needs
	}
	// The suite asks faster than a person's client may.
	h.c.Callers = limit.New(limit.Rules{PerSecond: 1e6, Burst: 1e6, AtOnce: 1000}, time.Now)
	server := h.server.Server
	addFixtureTools(server)
	addFixtureRounds(server)
	addFixtureTexts(server)
	get := func(*http.Request) *mcp.Server { return server }
	return &suite{
		h:        h,
		sessions: mcp.NewStreamableHTTPHandler(get, &mcp.StreamableHTTPOptions{DisableLocalhostProtection: true, EventStore: mcp.NewMemoryEventStore(nil)}),
		streams:  mcp.NewStreamableHTTPHandler(get, &mcp.StreamableHTTPOptions{Stateless: true, DisableLocalhostProtection: true}),
	}
}

const sessionHeader = "Mcp-Session-Id"

// begins takes the stream and the end of a session.
func (s *suite) begins(w http.ResponseWriter, r *http.Request) bool {
	if r.Method == http.MethodPost {
		return false
	}
	if r.Header.Get(sessionHeader) == "" {
		w.Header().Set("Allow", allowed)
		refuse(http.StatusMethodNotAllowed, mcpserver.InvalidRequest("send it with POST")).write(w, nil)
		return true
	}
	s.sessions.ServeHTTP(w, r)
	return true
}

func (s *suite) answers(w http.ResponseWriter, r *http.Request, body []byte, m *wire.Message, version string) bool {
	var to http.Handler
	switch tool := calledTool(m); {
	case version < wire.Stateless && (r.Header.Get(sessionHeader) != "" || m.Method == "initialize"):
		to = s.sessions
	case version < wire.Stateless:
		return false
	case m.Method == "subscriptions/listen", strings.HasPrefix(tool, "test_") && m.Meta("progressToken") != nil, tool == "test_logging_tool", tool == "test_x_mcp_header":
		to = s.streams
	default:
		return false
	}
	r = r.Clone(r.Context())
	r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	to.ServeHTTP(w, r)
	return true
}
