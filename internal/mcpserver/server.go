package mcpserver

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Config is all that a server offers.
type Config struct {
	Name         string
	Title        string
	Version      string
	Instructions string
	Tools        []Tool
	Prompts      []Prompt
	Resources    []Resource
	Cache        Cache
	// Hide names tools that whoever asks in ctx is not offered; they can be called all the same. Nil hides none.
	Hide func(ctx context.Context) []ToolName
	// Observe is told of each call of a tool, in the words of the log. Nil tells nobody.
	Observe func(ToolName, Outcome, time.Duration)
	// Adjust changes the SDK's options before the server is made. It is for builds that face the conformance suite,
	// which asks for capabilities that no server here has.
	Adjust func(*mcp.ServerOptions)
}

// Cache is how long a client may keep lists and resources, and who may. The zero value is: not at all, and only the
// client itself. The SDK would say public.
type Cache struct {
	TTLMillis int
	Public    bool // nothing in the lists and resources depends on who asks
}

// Server is a server that is ready to be connected.
type Server struct {
	*mcp.Server
	Info mcp.Implementation

	tools   map[string]*Tool
	observe func(ToolName, Outcome, time.Duration)
	meta    string // a result's _meta in stateless revisions: who answers
}

// New builds a server. An error is a mistake in the configuration.
func New(c Config) (*Server, error) {
	info := mcp.Implementation{Name: c.Name, Title: c.Title, Version: c.Version}
	options := &mcp.ServerOptions{
		Instructions: c.Instructions,
		// Not nil, or the SDK would offer to log to the client. Lists do not change while the server runs.
		Capabilities: capabilities(c),
		SetCacheable: func(_ context.Context, _ mcp.Request, out *mcp.Cacheable) {
			out.TTLMs, out.CacheScope = c.Cache.TTLMillis, "private"
			if c.Cache.Public {
				out.CacheScope = "public"
			}
		},
		// No logger: the SDK's lines have the client's names and addresses in them.
	}
	if c.Adjust != nil {
		c.Adjust(options)
	}
	who, err := json.Marshal(map[string]mcp.Implementation{mcp.MetaKeyServerInfo: info})
	if err != nil {
		return nil, fmt.Errorf("encode the server's name: %w", err)
	}
	s := &Server{Info: info, Server: mcp.NewServer(&info, options), tools: map[string]*Tool{}, observe: c.Observe, meta: `"_meta":` + string(who) + `,`}
	for _, t := range c.Tools {
		if err := t.check(); err != nil {
			return nil, err
		}
		if s.tools[string(t.Name)] != nil {
			return nil, fmt.Errorf("tool %s is there twice", t.Name)
		}
		s.tools[string(t.Name)] = &t
		s.AddTool(t.definition(), t.handler())
	}
	for i := range c.Prompts {
		s.AddPrompt(c.Prompts[i].definition(), c.Prompts[i].handler())
	}
	for i := range c.Resources {
		s.AddResource(c.Resources[i].definition(), c.Resources[i].handler())
	}
	s.AddReceivingMiddleware(s.guard, offer(c.Hide))
	return s, nil
}

func capabilities(c Config) *mcp.ServerCapabilities {
	caps := &mcp.ServerCapabilities{}
	if len(c.Tools) > 0 {
		caps.Tools = &mcp.ToolCapabilities{}
	}
	if len(c.Prompts) > 0 {
		caps.Prompts = &mcp.PromptCapabilities{}
	}
	if len(c.Resources) > 0 {
		caps.Resources = &mcp.ResourceCapabilities{}
	}
	return caps
}

// offer leaves hidden tools out of the list.
func offer(hide func(context.Context) []ToolName) mcp.Middleware {
	return func(next mcp.MethodHandler) mcp.MethodHandler {
		if hide == nil {
			return next
		}
		return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
			res, err := next(ctx, method, req)
			list, ok := res.(*mcp.ListToolsResult)
			if err != nil || !ok || list == nil {
				return res, err
			}
			if hidden := hide(ctx); len(hidden) > 0 {
				list.Tools = slices.DeleteFunc(slices.Clone(list.Tools), func(t *mcp.Tool) bool {
					return slices.Contains(hidden, ToolName(t.Name))
				})
			}
			return list, nil
		}
	}
}
