//go:build conformance

//lint:file-ignore SA1019 The suite asks for what the newest revision has deprecated.

package mcphttp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/seed-a76b335c/philint/internal/mcpserver"
)

// Files that the suite looks for: a picture of one point and a sound without one.
var (
	fixturePicture = []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x00\x00\x00\x00:~\x9bU\x00\x00\x00\nIDATx\x9cc`\x00\x00\x00\x02\x00\x01H\xaf\xa4q\x00\x00\x00\x00IEND\xaeB`\x82")
	fixtureSound   = []byte("RIFF$\x00\x00\x00WAVEfmt \x10\x00\x00\x00\x01\x00\x01\x00@\x1f\x00\x00@\x1f\x00\x00\x01\x00\x08\x00data\x00\x00\x00\x00")
)

type fixtureCall = func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error)

func addFixture(s *mcp.Server, name string, schema string, call fixtureCall) {
	if schema == "" {
		schema = `{"type":"object"}`
	}
	s.AddTool(&mcp.Tool{Name: name, Description: "A tool of the conformance suite.", InputSchema: json.RawMessage(schema)}, call)
}

func says(format string, args ...any) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: fmt.Sprintf(format, args...)}}}
}

func shows(content ...mcp.Content) fixtureCall {
	return func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return &mcp.CallToolResult{Content: content}, nil
	}
}

func embedded(uri string) mcp.Content {
	return &mcp.EmbeddedResource{Resource: &mcp.ResourceContents{URI: uri, MIMEType: "text/plain", Text: "This is an embedded resource"}}
}

func argument(req *mcp.CallToolRequest, name string) string {
	var a map[string]any
	if json.Unmarshal(req.Params.Arguments, &a) != nil {
		return ""
	}
	s, _ := a[name].(string)
	return s
}

// addFixtureTools adds what answers at once, what tells how far it is, and what asks the client in a session.
func addFixtureTools(s *mcp.Server) {
	picture := &mcp.ImageContent{Data: fixturePicture, MIMEType: "image/png"}
	addFixture(s, "test_simple_text", "", shows(&mcp.TextContent{Text: "This is a simple text response for testing."}))
	addFixture(s, "test_image_content", "", shows(picture))
	addFixture(s, "test_audio_content", "", shows(&mcp.AudioContent{Data: fixtureSound, MIMEType: "audio/wav"}))
	addFixture(s, "test_embedded_resource", "", shows(embedded("test://embedded-resource")))
	addFixture(s, "test_multiple_content_types", "", shows(&mcp.TextContent{Text: "Multiple content types test:"}, picture, embedded("test://mixed-content-resource")))
	addFixture(s, "test_error_handling", "", func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		res := says("This tool intentionally returns an error for testing")
		res.IsError = true
		return res, nil
	})
	addFixture(s, "test_tool_with_progress", "", func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		for _, done := range []float64{0, 50, 100} {
			err := req.Session.NotifyProgress(ctx, &mcp.ProgressNotificationParams{ProgressToken: req.Params.GetProgressToken(), Progress: done, Total: 100})
			if err != nil {
				return nil, err
			}
			time.Sleep(20 * time.Millisecond)
		}
		return says("%v", req.Params.GetProgressToken()), nil
	})
	logs := func(lines ...string) fixtureCall {
		return func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			for _, line := range lines {
				if err := req.Session.Log(ctx, &mcp.LoggingMessageParams{Level: "info", Data: line}); err != nil {
					return nil, err
				}
				time.Sleep(20 * time.Millisecond)
			}
			return says("logged"), nil
		}
	}
	addFixture(s, "test_tool_with_logging", "", logs("Tool execution started", "Tool processing data", "Tool execution completed"))
	addFixture(s, "test_logging_tool", "", logs("test_logging_tool"))
	addFixture(s, "test_streaming_elicitation", "", shows(&mcp.TextContent{Text: "nothing asked"}))
	addFixture(s, "test_missing_capability", "", func(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if can := req.ClientCapabilities(); can != nil && can.Sampling != nil {
			return says("sampling is there"), nil
		}
		return nil, &mcpserver.Fault{
			Code: mcp.CodeMissingRequiredClientCapabilities, Text: "the client must be able to sample",
			Data: json.RawMessage(`{"requiredCapabilities":{"sampling":{}}}`),
		}
	})
	changes := func(change func()) fixtureCall {
		return func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			change()
			return says("changed"), nil
		}
	}
	// To add what is there already changes the list all the same.
	addFixture(s, "test_trigger_tool_change", "", changes(func() { addFixture(s, "test_changed", "", shows()) }))
	addFixture(s, "test_trigger_prompt_change", "", changes(func() {
		s.AddPrompt(&mcp.Prompt{Name: "test_changed", Description: "A prompt of the conformance suite."}, func(context.Context, *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
			return &mcp.GetPromptResult{Messages: []*mcp.PromptMessage{}}, nil
		})
	}))
	addFixture(s, "test_sampling", `{"type":"object","properties":{"prompt":{"type":"string"}},"required":["prompt"]}`, func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		res, err := req.Session.CreateMessage(ctx, &mcp.CreateMessageParams{
			Messages: []*mcp.SamplingMessage{{Role: "user", Content: &mcp.TextContent{Text: argument(req, "prompt")}}}, MaxTokens: 100,
		})
		if err != nil {
			return nil, err
		}
		text, ok := res.Content.(*mcp.TextContent)
		if !ok {
			return nil, errors.New("no text")
		}
		return says("LLM response: %s", text.Text), nil
	})
	asks := func(schema string) fixtureCall {
		return func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			message := argument(req, "message")
			if message == "" {
				message = "Please fill this in"
			}
			res, err := req.Session.Elicit(ctx, &mcp.ElicitParams{Message: message, RequestedSchema: json.RawMessage(schema)})
			if err != nil {
				return nil, err
			}
			content, err := json.Marshal(res.Content)
			if err != nil {
				return nil, err
			}
			return says("Elicitation completed: action=%s, content=%s", res.Action, content), nil
		}
	}
	addFixture(s, "test_elicitation", `{"type":"object","properties":{"message":{"type":"string"}},"required":["message"]}`,
		asks(`{"type":"object","properties":{"username":{"type":"string"},"email":{"type":"string"}},"required":["username","email"]}`))
	addFixture(s, "test_elicitation_sep1034_defaults", "", asks(`{"type":"object","properties":{
		"name":{"type":"string","default":"John Doe"},"age":{"type":"integer","default":30},"score":{"type":"number","default":95.5},
		"status":{"type":"string","enum":["active","inactive","pending"],"default":"active"},"verified":{"type":"boolean","default":true}}}`))
	addFixture(s, "test_elicitation_sep1330_enums", "", asks(`{"type":"object","properties":{
		"untitledSingle":{"type":"string","enum":["option1","option2","option3"]},
		"titledSingle":{"type":"string","oneOf":[{"const":"value1","title":"First Option"},{"const":"value2","title":"Second Option"},{"const":"value3","title":"Third Option"}]},
		"legacyEnum":{"type":"string","enum":["opt1","opt2","opt3"],"enumNames":["Option One","Option Two","Option Three"]},
		"untitledMulti":{"type":"array","minItems":1,"maxItems":3,"items":{"type":"string","enum":["option1","option2","option3"]}},
		"titledMulti":{"type":"array","minItems":1,"maxItems":3,"items":{"anyOf":[{"const":"value1","title":"First Choice"},{"const":"value2","title":"Second Choice"},{"const":"value3","title":"Third Choice"}]}}}}`))
	addFixture(s, "test_reconnection", "", func(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if req.Extra != nil && req.Extra.CloseSSEStream != nil {
			req.Extra.CloseSSEStream(mcp.CloseSSEStreamArgs{RetryAfter: 10 * time.Millisecond})
		}
		time.Sleep(100 * time.Millisecond)
		return says("reconnected"), nil
	})
	addFixture(s, "test_x_mcp_header", `{"type":"object","properties":{"region":{"type":"string","x-mcp-header":"Region"},"level":{"type":"integer"}}}`, shows())
	addFixture(s, "json_schema_2020_12_tool", `{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object",
		"$defs":{"address":{"$anchor":"addressDef","type":"object","properties":{"street":{"type":"string"},"city":{"type":"string"}}}},
		"properties":{"name":{"type":"string"},"address":{"$ref":"#/$defs/address"},"contactMethod":{"type":"string","enum":["phone","email"]},"phone":{"type":"string"},"email":{"type":"string"}},
		"allOf":[{"anyOf":[{"required":["phone"]},{"required":["email"]}]}],
		"if":{"properties":{"contactMethod":{"const":"phone"}},"required":["contactMethod"]},"then":{"required":["phone"]},"else":{"required":["email"]},
		"additionalProperties":false}`, shows())
}
