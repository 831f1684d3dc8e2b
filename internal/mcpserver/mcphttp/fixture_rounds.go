//go:build conformance

//lint:file-ignore SA1019 The suite asks for what the newest revision has deprecated.

package mcphttp

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/seed-a76b335c/philint/internal/mcpserver"
)

// Tools of the stateless revision that need something of the client before they answer: the first call says what, the
// next one brings it, and with it the state of the server, which is under a seal.

func asksFor(property, kind string) *mcp.ElicitParams {
	return &mcp.ElicitParams{
		Message:         "Please say: " + property,
		RequestedSchema: json.RawMessage(`{"type":"object","properties":{"` + property + `":{"type":"` + kind + `"}},"required":["` + property + `"]}`),
	}
}

func samples(text string) *mcp.CreateMessageParams {
	return &mcp.CreateMessageParams{Messages: []*mcp.SamplingMessage{{Role: "user", Content: &mcp.TextContent{Text: text}}}, MaxTokens: 100}
}

// brought is a property that the client's user has filled in.
func brought(r mcp.InputResponseMap, key, property string) (any, bool) {
	e, ok := r[key].(*mcp.ElicitResult)
	if !ok || e.Action != "accept" {
		return nil, false
	}
	v, ok := e.Content[property]
	return v, ok && v != ""
}

func sampled(r mcp.InputResponseMap, key string) (string, bool) {
	m, ok := r[key].(*mcp.CreateMessageWithToolsResult)
	if !ok {
		return "", false
	}
	for _, c := range m.Content {
		if t, ok := c.(*mcp.TextContent); ok {
			return t.Text, true
		}
	}
	return "", true
}

func needs(state string, requests mcp.InputRequestMap) *mcp.CallToolResult {
	return &mcp.CallToolResult{InputRequests: requests, RequestState: state}
}

// seal is the key of this process's states.
type seal []byte

func (k seal) close(state string) string {
	mac := hmac.New(sha256.New, k)
	mac.Write([]byte(state))
	return state + "." + hex.EncodeToString(mac.Sum(nil))
}

func (k seal) open(sealed string) (string, error) {
	at := strings.LastIndexByte(sealed, '.')
	if at < 0 || !hmac.Equal([]byte(k.close(sealed[:at])), []byte(sealed)) {
		return "", mcpserver.InvalidParams("requestState is not one of this server")
	}
	return sealed[:at], nil
}

func addFixtureRounds(s *mcp.Server) {
	key := seal(rand.Text())
	round := func(name string, call func(p *mcp.CallToolParamsRaw, can *mcp.ClientCapabilities) (*mcp.CallToolResult, error)) {
		addFixture(s, "test_input_required_result_"+name, "", func(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return call(req.Params, req.ClientCapabilities())
		})
	}
	round("elicitation", func(p *mcp.CallToolParamsRaw, _ *mcp.ClientCapabilities) (*mcp.CallToolResult, error) {
		if name, ok := brought(p.InputResponses, "user_name", "name"); ok {
			return says("Hello, %v!", name), nil
		}
		return needs("", mcp.InputRequestMap{"user_name": asksFor("name", "string")}), nil
	})
	round("sampling", func(p *mcp.CallToolParamsRaw, _ *mcp.ClientCapabilities) (*mcp.CallToolResult, error) {
		if text, ok := sampled(p.InputResponses, "capital_question"); ok {
			return says("The model says: %s", text), nil
		}
		return needs("", mcp.InputRequestMap{"capital_question": samples("What is the capital of France?")}), nil
	})
	round("list_roots", func(p *mcp.CallToolParamsRaw, _ *mcp.ClientCapabilities) (*mcp.CallToolResult, error) {
		if roots, ok := p.InputResponses["client_roots"].(*mcp.ListRootsResult); ok {
			return says("%d roots", len(roots.Roots)), nil
		}
		return needs("", mcp.InputRequestMap{"client_roots": &mcp.ListRootsParams{}}), nil
	})
	confirm := func(p *mcp.CallToolParamsRaw, _ *mcp.ClientCapabilities) (*mcp.CallToolResult, error) {
		if p.RequestState != "" {
			if _, err := key.open(p.RequestState); err != nil {
				return nil, err
			}
			if _, ok := brought(p.InputResponses, "confirm", "ok"); ok {
				return says("state-ok"), nil
			}
		}
		return needs(key.close("confirm"), mcp.InputRequestMap{"confirm": asksFor("ok", "boolean")}), nil
	}
	round("request_state", confirm)
	round("tampered_state", confirm)
	round("multiple_inputs", func(p *mcp.CallToolParamsRaw, _ *mcp.ClientCapabilities) (*mcp.CallToolResult, error) {
		name, named := brought(p.InputResponses, "user_name", "name")
		greeting, greeted := sampled(p.InputResponses, "greeting")
		roots, rooted := p.InputResponses["client_roots"].(*mcp.ListRootsResult)
		if named && greeted && rooted {
			return says("%s %v, %d roots", greeting, name, len(roots.Roots)), nil
		}
		return needs(key.close("all"), mcp.InputRequestMap{
			"user_name": asksFor("name", "string"), "greeting": samples("Greet somebody."), "client_roots": &mcp.ListRootsParams{},
		}), nil
	})
	round("multi_round", func(p *mcp.CallToolParamsRaw, _ *mcp.ClientCapabilities) (*mcp.CallToolResult, error) {
		if p.RequestState == "" {
			return needs(key.close("1"), mcp.InputRequestMap{"step1": asksFor("name", "string")}), nil
		}
		state, err := key.open(p.RequestState)
		if err != nil {
			return nil, err
		}
		name, second := strings.CutPrefix(state, "2 ")
		if !second {
			given, _ := brought(p.InputResponses, "step1", "name")
			text, _ := given.(string)
			return needs(key.close("2 "+text), mcp.InputRequestMap{"step2": asksFor("color", "string")}), nil
		}
		color, _ := brought(p.InputResponses, "step2", "color")
		return says("%s likes %v", name, color), nil
	})
	round("capabilities", func(p *mcp.CallToolParamsRaw, can *mcp.ClientCapabilities) (*mcp.CallToolResult, error) {
		if len(p.InputResponses) > 0 {
			return says("thank you"), nil
		}
		asked := mcp.InputRequestMap{}
		if can != nil && can.Elicitation != nil {
			asked["user_name"] = asksFor("name", "string")
		}
		if can != nil && can.Sampling != nil {
			asked["greeting"] = samples("Greet somebody.")
		}
		if can != nil && can.RootsV2 != nil {
			asked["client_roots"] = &mcp.ListRootsParams{}
		}
		if len(asked) == 0 {
			return says("there is nothing that this client can be asked"), nil
		}
		return needs("", asked), nil
	})
	s.AddPrompt(&mcp.Prompt{Name: "test_input_required_result_prompt", Description: "A prompt of the conformance suite."}, func(_ context.Context, req *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
		if text, ok := brought(req.Params.InputResponses, "user_context", "context"); ok {
			return &mcp.GetPromptResult{Messages: []*mcp.PromptMessage{{Role: "user", Content: says("In this context: %v", text).Content[0]}}}, nil
		}
		return &mcp.GetPromptResult{InputRequests: mcp.InputRequestMap{"user_context": asksFor("context", "string")}}, nil
	})
}
