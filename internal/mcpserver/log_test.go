package mcpserver_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/seed-a76b335c/philint/internal/mcpserver"
	"github.com/seed-a76b335c/philint/internal/schema"
	"github.com/seed-a76b335c/philint/redact"
	"github.com/seed-a76b335c/philint/redact/redacttest"
)

// A call leaves one line: which tool, how many arguments, how long, how it ended.
func TestTheLogOfACallHasNothingThatWasSent(t *testing.T) {
	const secret = "Hannelore-Kohl-1930"
	var log bytes.Buffer
	old := slog.Default()
	defer slog.SetDefault(old)
	slog.SetDefault(slog.New(redact.NewHandler(slog.NewJSONHandler(&log, nil), redacttest.FailOnDrop(t))))

	ts := tools()
	ts[0].Call = func(context.Context, schema.Args) (mcpserver.Result, error) { panic(errors.New(secret)) }
	s, err := mcpserver.New(mcpserver.Config{Name: "t", Version: "1", Tools: ts})
	if err != nil {
		t.Fatal(err)
	}
	here, there := mcp.NewInMemoryTransports()
	if _, err := s.Connect(t.Context(), here, nil); err != nil {
		t.Fatal(err)
	}
	c, err := mcp.NewClient(&mcp.Implementation{Name: secret, Version: "0"}, nil).Connect(t.Context(), there, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, call := range []mcp.CallToolParams{
		{Name: "resolve_indicator", Arguments: json.RawMessage(`{"names":["` + secret + `"]}`)},
		{Name: "resolve_indicator", Arguments: json.RawMessage(`{"names":["x"],"` + secret + `":1}`)},
		{Name: "standardize_reading", Arguments: json.RawMessage(`{"name":"` + secret + `"}`)},
		{Name: secret, Arguments: json.RawMessage(`{"a":1,"b":2}`)},
	} {
		_, _ = c.CallTool(t.Context(), &call)
	}
	_ = c.Close()
	if strings.Contains(log.String(), "Hannelore") {
		t.Errorf("the log has what was sent: %s", log.String())
	}
	var got []string
	for line := range strings.Lines(log.String()) {
		var r struct {
			Msg, Tool, Outcome, Panic string
			ArgCount                  int `json:"arg_count"`
			Stack                     []string
		}
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatal(err)
		}
		switch r.Msg {
		case "tool call":
			got = append(got, strings.Join([]string{r.Tool, string(rune('0' + r.ArgCount)), r.Outcome}, " "))
		case "panic":
			got = append(got, "panic "+r.Panic)
			if len(r.Stack) == 0 || !strings.Contains(r.Stack[0], "TestTheLogOfACall") {
				t.Errorf("the stack does not begin where the panic did: %q", r.Stack)
			}
		}
	}
	want := "resolve_indicator 1 ok, resolve_indicator 2 refused, panic *errors.errorString, standardize_reading 1 error, unknown 2 invalid"
	if strings.Join(got, ", ") != want {
		t.Errorf("got  %s\nwant %s", strings.Join(got, ", "), want)
	}
}
