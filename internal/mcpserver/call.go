package mcpserver

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/seed-a76b335c/philint/internal/schema"
)

// Call is a call of a tool that needs nothing of a session: the client is asked nothing and told nothing on the way. To
// begin a session of the SDK's for it, and to have its answer encoded there once more, would cost more than most answers
// do.
type Call struct {
	server    *Server
	tool      *Tool
	arguments json.RawMessage
	stateless bool
}

// Call reads the params of a tools/call, whose keys stand once in each object, of a session that has begun or, in the
// stateless revisions, of none. ok is false for what is left to the SDK: a tool that is not in the configuration, and
// whatever the SDK would refuse or might do more with.
func (s *Server) Call(params []schema.Member, stateless bool) (c *Call, ok bool) {
	c = &Call{server: s, stateless: stateless}
	meta := false
	for _, p := range params {
		switch p.Key {
		case "name":
			name, isText := schema.Text(p.Value)
			if c.tool = s.tools[name]; !isText || c.tool == nil {
				return nil, false
			}
		case "arguments":
			c.arguments = p.Value
		case "_meta":
			if !plainMeta(p.Value, stateless) {
				return nil, false
			}
			meta = true
		default:
			return nil, false
		}
	}
	return c, c.tool != nil && (meta || !stateless)
}

// requestMeta is what the SDK reads of a stateless request's _meta.
type requestMeta struct {
	Can    *mcp.ClientCapabilities `json:"io.modelcontextprotocol/clientCapabilities"`
	Client *mcp.Implementation     `json:"io.modelcontextprotocol/clientInfo"`
}

// plainMeta says that the SDK takes _meta as it is. Its version has been looked at before.
func plainMeta(raw json.RawMessage, stateless bool) bool {
	var all map[string]any
	if raw[0] != '{' || json.Unmarshal(raw, &all) != nil {
		return false
	}
	if !stateless {
		return true
	}
	client, told := all[mcp.MetaKeyClientInfo]
	var m requestMeta
	return json.Unmarshal(raw, &m) == nil && m.Can != nil && (!told || client != nil)
}

// Append calls the tool, and appends what the SDK would answer as the result to out. An error is a [Fault].
func (c *Call) Append(ctx context.Context, out []byte) ([]byte, error) {
	start := time.Now()
	a, err := c.answer(ctx)
	c.server.called(ctx, c.tool.Name, c.arguments, time.Since(start), a.ended(err))
	if err != nil {
		return out, err
	}
	meta, kind := "", ""
	if c.stateless {
		meta, kind = c.server.meta, `,"resultType":"complete"`
	}
	return a.write(slices.Grow(out, a.size()+len(meta)), meta, kind), nil
}

// answer calls the tool. A panic in it is logged and answered as by the guard.
func (c *Call) answer(ctx context.Context) (a answer, err error) {
	defer func() {
		if v := recover(); v != nil {
			a, err = answer{}, Panicked(ctx, "tool "+string(c.tool.Name), v)
		}
	}()
	if a, err = c.tool.answer(ctx, c.arguments); err != nil {
		return answer{}, Close("tools/call", err)
	}
	return a, nil
}

// ended is how the call ended, in the words of the log.
func (a *answer) ended(err error) Outcome {
	switch {
	case err != nil:
		return faulty(err)
	case a.outcome != "":
		return a.outcome
	case a.failed:
		return EndedRefused
	}
	return EndedOK
}
