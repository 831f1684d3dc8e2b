package stdio_test

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/seed-a76b335c/philint/internal/mcpserver/stdio"
)

// Whatever comes in, the server ends when the input does, and each line of its output is JSON-RPC.
func FuzzServe(f *testing.F) {
	for _, s := range []string{
		ping, call(1, "echo", "x"), "[" + ping + "," + ping + "]", initialize("2025-06-18"), withVersion("tools/list", "2026-07-28", ""),
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"word":["a"]}}}`,
		`{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{"name":"greet","arguments":{"who":null}}}`,
		`{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"test://a"}}`,
		`{"jsonrpc":"2.0","id":1,"method":"subscriptions/listen","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}},"notifications":{}}}`,
		"{\n", "[[]]", "nul", `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`,
	} {
		f.Add([]byte(s))
	}
	s := testServer(f)
	f.Fuzz(func(t *testing.T, in []byte) {
		if bytes.Contains(in, []byte("wait")) {
			t.Skip("a tool that waits until it is cancelled")
		}
		ctx, stop := context.WithTimeout(context.Background(), 20*time.Second)
		defer stop()
		var out bytes.Buffer
		if err := stdio.Serve(ctx, s, bytes.NewReader(in), &out); err != nil {
			t.Fatal(err)
		}
		if ctx.Err() != nil {
			t.Fatal("the server did not end")
		}
		for line := range strings.Lines(out.String()) {
			var one struct{ JSONRPC string }
			var many []struct{ JSONRPC string }
			if json.Unmarshal([]byte(line), &one) == nil && one.JSONRPC == "2.0" {
				continue
			}
			if json.Unmarshal([]byte(line), &many) != nil || len(many) == 0 {
				t.Fatalf("not JSON-RPC: %s", line)
			}
		}
	})
}
