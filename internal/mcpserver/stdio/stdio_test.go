package stdio_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/seed-a76b335c/philint/internal/mcpserver"
	"github.com/seed-a76b335c/philint/internal/mcpserver/stdio"
	"github.com/seed-a76b335c/philint/internal/schema"
)

const secret = "Hannelore-Kohl-1930"

const about = "A tool of the tests: it says what its name says, it is there for nothing else, and nobody should use it."

// testServer has tools that answer, wait, panic and fail.
func testServer(t testing.TB) *mcpserver.Server {
	t.Helper()
	args := schema.Must(schema.Property{Name: "word", Required: true, Schema: schema.Schema{Types: []schema.Type{schema.String}, Description: "a word"}})
	tool := func(name mcpserver.ToolName, call func(context.Context, schema.Args) (mcpserver.Result, error)) mcpserver.Tool {
		return mcpserver.Tool{Name: name, Title: string(name), Description: about, Schema: args, Call: call}
	}
	s, err := mcpserver.New(mcpserver.Config{
		Name: "test", Version: "1.2.3", Instructions: "none",
		Tools: []mcpserver.Tool{
			tool("echo", func(_ context.Context, a schema.Args) (mcpserver.Result, error) {
				return mcpserver.Result{Body: map[string]string{"word": a.String("word")}}, nil
			}),
			tool("wait", func(ctx context.Context, _ schema.Args) (mcpserver.Result, error) {
				<-ctx.Done()
				return mcpserver.Result{}, ctx.Err()
			}),
			tool("slow", func(_ context.Context, a schema.Args) (mcpserver.Result, error) {
				time.Sleep(100 * time.Millisecond)
				return mcpserver.Result{Body: map[string]string{"word": a.String("word")}}, nil
			}),
			tool("throw", func(_ context.Context, a schema.Args) (mcpserver.Result, error) {
				panic(errors.New(a.String("word")))
			}),
			tool("fail", func(_ context.Context, a schema.Args) (mcpserver.Result, error) {
				return mcpserver.Result{}, fmt.Errorf("on %s: %w", a.String("word"), io.ErrUnexpectedEOF)
			}),
			tool("decline", func(context.Context, schema.Args) (mcpserver.Result, error) {
				return mcpserver.Result{}, mcpserver.Failure("not today: come tomorrow")
			}),
		},
		Prompts: []mcpserver.Prompt{{
			Name: "greet", Text: "Greet.",
			Arguments: []mcpserver.PromptArgument{{Name: "who", Label: "Whom", Required: true}, {Name: "how", Label: "How"}},
		}},
		Resources: []mcpserver.Resource{{
			URI: "test://a", Name: "a", MIMEType: "text/plain",
			Read: func(context.Context) (string, error) { return "content", nil },
		}},
		Cache: mcpserver.Cache{TTLMillis: 300_000, Public: true},
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// client is the other end of the streams.
type client struct {
	t    *testing.T
	in   *io.PipeWriter
	out  *bufio.Reader
	stop context.CancelFunc
	done chan error
}

func start(t *testing.T) *client {
	t.Helper()
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	ctx, stop := context.WithCancel(context.Background())
	c := &client{t: t, in: inW, out: bufio.NewReader(outR), stop: stop, done: make(chan error, 1)}
	s := testServer(t)
	go func() {
		c.done <- stdio.Serve(ctx, s, inR, outW)
		_ = outW.Close()
	}()
	t.Cleanup(func() {
		stop()
		_ = inW.Close()
		_ = outR.Close()
	})
	return c
}

func (c *client) send(line string) {
	c.t.Helper()
	if _, err := io.WriteString(c.in, line+"\n"); err != nil {
		c.t.Fatal(err)
	}
}

func (c *client) receive() string {
	c.t.Helper()
	type read struct {
		line string
		err  error
	}
	got := make(chan read, 1)
	go func() {
		line, err := c.out.ReadString('\n')
		got <- read{strings.TrimSuffix(line, "\n"), err}
	}()
	select {
	case r := <-got:
		if r.err != nil {
			c.t.Fatal(r.err)
		}
		return r.line
	case <-time.After(10 * time.Second):
		c.t.Fatal("no answer")
		return ""
	}
}

func (c *client) ask(line string) string {
	c.t.Helper()
	c.send(line)
	return c.receive()
}

func call(id any, tool, word string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%v,"method":"tools/call","params":{"name":%q,"arguments":{"word":%q}}}`, id, tool, word)
}

const ping = `{"jsonrpc":"2.0","id":"p","method":"ping"}`

// Each is answered with a fixed text that quotes nothing, and the session goes on.
func TestWhatIsWrongIsAnsweredAndTheSessionGoesOn(t *testing.T) {
	c := start(t)
	long := `{"jsonrpc":"2.0","id":1,"method":"` + strings.Repeat("a", stdio.MaxLine) + `"}`
	for _, tt := range []struct {
		name, line, id string
		code           int
	}{
		{"no JSON", `{"jsonrpc":"2.0","id":1,` + secret, "null", -32700},
		{"two values in a line", `{"jsonrpc":"2.0"} {}`, "null", -32700},
		{"no UTF-8", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\xff\"}", "null", -32700},
		{"nested without end", strings.Repeat("[", 5000) + strings.Repeat("]", 5000), "null", -32700},
		{"a line that is too long", long, "null", -32600},
		{"an empty list", `[]`, "null", -32600},
		{"a string", `"` + secret + `"`, "null", -32600},
		{"a number", `42`, "null", -32600},
		{"null", `null`, "null", -32600},
		{"another version of JSON-RPC", `{"jsonrpc":"1.0","id":7,"method":"ping"}`, "7", -32600},
		{"no version of JSON-RPC", `{"id":"x","method":"ping"}`, `"x"`, -32600},
		{"no method", `{"jsonrpc":"2.0","id":8}`, "8", -32600},
		{"a method that is no string", `{"jsonrpc":"2.0","id":9,"method":{"` + secret + `":1}}`, "9", -32600},
		{"a method that is null", `{"jsonrpc":"2.0","id":9,"method":null}`, "9", -32600},
		{"a method without a name", `{"jsonrpc":"2.0","id":9,"method":""}`, "9", -32600},
		{"an id that is null", `{"jsonrpc":"2.0","id":null,"method":"ping"}`, "null", -32600},
		{"an id that is a fraction", `{"jsonrpc":"2.0","id":1.5,"method":"ping"}`, "null", -32600},
		{"an id that is an object", `{"jsonrpc":"2.0","id":{},"method":"ping"}`, "null", -32600},
		{"an id that no float holds", `{"jsonrpc":"2.0","id":12345678901234567890,"method":"ping"}`, "null", -32600},
		{"a key twice", `{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}`, "null", -32600},
		{"an id on a notification", `{"jsonrpc":"2.0","id":3,"method":"notifications/initialized"}`, "3", -32600},
		{"an unknown method", `{"jsonrpc":"2.0","id":4,"method":"` + secret + `"}`, "4", -32601},
		{"a method that is not offered", `{"jsonrpc":"2.0","id":4,"method":"logging/setLevel","params":{"level":"debug"}}`, "4", -32601},
		{"a method of another revision", `{"jsonrpc":"2.0","id":4,"method":"subscriptions/listen","params":{"notifications":{}}}`, "4", -32601},
		{"params that are a list", `{"jsonrpc":"2.0","id":5,"method":"tools/list","params":["` + secret + `"]}`, "5", -32602},
		{"no params", `{"jsonrpc":"2.0","id":5,"method":"tools/call"}`, "5", -32602},
		{"params that are null", `{"jsonrpc":"2.0","id":5,"method":"tools/call","params":null}`, "5", -32602},
		{"a key twice in params", `{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"echo","name":"fail"}}`, "5", -32602},
		{"a key twice in _meta", `{"jsonrpc":"2.0","id":5,"method":"tools/list","params":{"_meta":{"a":1,"a":2}}}`, "5", -32602},
		{"an unknown tool", call(6, secret, "x"), "6", -32602},
		{"a tool's name of another type", `{"jsonrpc":"2.0","id":6,"method":"tools/call","params":{"name":{"` + secret + `":1}}}`, "6", -32602},
		{"an unknown prompt", `{"jsonrpc":"2.0","id":6,"method":"prompts/get","params":{"name":"` + secret + `"}}`, "6", -32602},
		{"a prompt without what it needs", `{"jsonrpc":"2.0","id":6,"method":"prompts/get","params":{"name":"greet"}}`, "6", -32602},
		{"a prompt with an unknown argument", `{"jsonrpc":"2.0","id":6,"method":"prompts/get","params":{"name":"greet","arguments":{"who":"x","` + secret + `":"y"}}}`, "6", -32602},
		{"a prompt with an argument of another type", `{"jsonrpc":"2.0","id":6,"method":"prompts/get","params":{"name":"greet","arguments":{"who":{"` + secret + `":1}}}}`, "6", -32602},
		{"an unknown resource", `{"jsonrpc":"2.0","id":6,"method":"resources/read","params":{"uri":"file:///` + secret + `"}}`, "6", -32602},
		{"a cursor that is none", `{"jsonrpc":"2.0","id":6,"method":"tools/list","params":{"cursor":"` + secret + `"}}`, "6", -32602},
		{"an unknown revision", `{"jsonrpc":"2.0","id":6,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"` + secret + `"}}}`, "6", -32022},
		{"a revision of another type", `{"jsonrpc":"2.0","id":6,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":7}}}`, "6", -32602},
		{"a tool that panics", call(10, "throw", secret), "10", -32603},
		{"a tool that fails", call(11, "fail", secret), "11", -32603},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := c.ask(tt.line)
			var r struct {
				ID    json.RawMessage
				Error struct {
					Code    int
					Message string
				}
			}
			if err := json.Unmarshal([]byte(got), &r); err != nil {
				t.Fatal(err)
			}
			if r.Error.Code != tt.code || string(r.ID) != tt.id || r.Error.Message == "" {
				t.Errorf("got %s, want %d for id %s", got, tt.code, tt.id)
			}
			if strings.Contains(got, "Hannelore") {
				t.Errorf("the answer quotes what was sent: %s", got)
			}
			if pong := c.ask(ping); !strings.Contains(pong, `"id":"p"`) || !strings.Contains(pong, `"result"`) {
				t.Errorf("the session did not go on: %s", pong)
			}
		})
	}
}

func TestAnInternalErrorTellsItsTypeOnly(t *testing.T) {
	c := start(t)
	for line, want := range map[string]string{
		call(1, "throw", secret): "internal error: tool throw: panic: *errors.errorString",
		call(1, "fail", secret):  "internal error: *fmt.wrapError<*errors.errorString",
	} {
		var r struct{ Error struct{ Message string } }
		if err := json.Unmarshal([]byte(c.ask(line)), &r); err != nil || r.Error.Message != want {
			t.Errorf("got %q, want %q", r.Error.Message, want)
		}
	}
}

func TestNotificationsAndAnswersHaveNoAnswer(t *testing.T) {
	c := start(t)
	for _, line := range []string{
		`{"jsonrpc":"2.0","method":"notifications/initialized"}`,
		`{"jsonrpc":"2.0","method":"notifications/nobody/knows"}`,
		`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":99}}`,
		`{"jsonrpc":"2.0","method":"notifications/cancelled","params":[1]}`,
		`{"jsonrpc":"2.0","method":"notifications/cancelled"}`,
		`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":1}}`,
		`{"jsonrpc":"2.0","method":"tools/list"}`,
		`{"jsonrpc":"2.0","id":1,"result":{}}`,
		`{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"x"}}`,
		`[{"jsonrpc":"2.0","method":"notifications/initialized"}]`,
		``, `   `, "\r",
	} {
		c.send(line)
	}
	if got := c.ask(ping); !strings.Contains(got, `"id":"p"`) {
		t.Errorf("something was answered: %s", got)
	}
}

func TestAListIsAnsweredByAList(t *testing.T) {
	c := start(t)
	got := c.ask(`[` + call(1, "echo", "a") + `,{"jsonrpc":"2.0","method":"notifications/x"},7,` + call(`"1"`, "slow", "b") +
		`,{"jsonrpc":"2.0","id":2,"method":"nope"},` + call(1, "echo", "twice") + `,` + ping + `]`)
	var list []struct {
		ID    json.RawMessage
		Error *struct{ Code int }
	}
	if err := json.Unmarshal([]byte(got), &list); err != nil {
		t.Fatalf("%v in %s", err, got)
	}
	codes := map[string][]int{}
	for _, e := range list {
		code := 0
		if e.Error != nil {
			code = e.Error.Code
		}
		codes[string(e.ID)] = append(codes[string(e.ID)], code)
	}
	if len(list) < 5 || len(codes["1"]) == 0 || codes["1"][0] != 0 || len(codes[`"1"`]) != 1 || codes[`"1"`][0] != 0 ||
		len(codes["2"]) != 1 || codes["2"][0] != -32601 || len(codes["null"]) == 0 || codes["null"][0] != -32600 || len(codes[`"p"`]) != 1 {
		t.Errorf("got %s", got)
	}
}

func TestAnIdInUseIsRefusedWithoutItself(t *testing.T) {
	c := start(t)
	c.send(call(1, "wait", "x"))
	got := c.ask(call(1, "echo", "x"))
	if !strings.Contains(got, `"id":null`) || !strings.Contains(got, "-32600") {
		t.Errorf("got %s", got)
	}
	if got := c.ask(call(`"1"`, "echo", "x")); !strings.Contains(got, `"id":"1"`) || strings.Contains(got, "-32600") {
		t.Errorf("the same digits as a string are another id: %s", got)
	}
}

func TestIdsComeBackAsTheyWereSent(t *testing.T) {
	c := start(t)
	for _, id := range []string{`0`, `-7`, `999999999999999`, `""`, `"ä\u00e4\n"`, `"999999999999999999999"`} {
		if got := c.ask(call(id, "echo", "x")); !strings.HasPrefix(got, `{"jsonrpc":"2.0","id":`+id+`,"result"`) {
			t.Errorf("id %s: %s", id, got)
		}
	}
}

func TestManyRequestsAtOnceGetTheirOwnAnswers(t *testing.T) {
	c := start(t)
	const n = 500
	go func() {
		for i := range n {
			_, _ = io.WriteString(c.in, call(i, []string{"slow", "echo"}[i%2], fmt.Sprintf("word %d", i))+"\n")
		}
	}()
	seen := map[int]bool{}
	for range n {
		var r struct {
			ID     int
			Result struct{ StructuredContent struct{ Word string } }
		}
		line := c.receive()
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatal(err)
		}
		if seen[r.ID] || r.Result.StructuredContent.Word != fmt.Sprintf("word %d", r.ID) {
			t.Fatalf("a wrong answer to %d: %s", r.ID, line)
		}
		seen[r.ID] = true
	}
}

func TestMoreThanTheLimitAtOnceIsRefused(t *testing.T) {
	c := start(t)
	for i := range 1024 {
		c.send(call(i, "wait", "x"))
	}
	if got := c.ask(call(5000, "echo", "x")); !strings.Contains(got, `"id":5000`) || !strings.Contains(got, "too many requests") {
		t.Errorf("got %s", got)
	}
	c.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":3}}`)
	for range 100 {
		if got := c.ask(call(5000, "echo", "x")); strings.Contains(got, `"result"`) {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Error("a cancelled request still counts")
}

func TestACancelledRequestHasNoAnswer(t *testing.T) {
	c := start(t)
	c.send(call(`"w"`, "wait", "x"))
	c.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"w","reason":"` + secret + `"}}`)
	// Its id can be used again once it has ended.
	for range 200 {
		got := c.ask(call(`"w"`, "echo", "again"))
		if strings.Contains(got, "again") {
			return
		}
		if !strings.Contains(got, `"id":null`) {
			t.Fatalf("the cancelled request was answered: %s", got)
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Error("the request did not end")
}

func TestACancelledRequestIsLeftOutOfItsList(t *testing.T) {
	c := start(t)
	c.send(`[` + call(1, "wait", "x") + `,` + call(2, "echo", "y") + `]`)
	c.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`)
	got := c.receive()
	if !strings.HasPrefix(got, `[{"jsonrpc":"2.0","id":2,"result"`) || strings.Contains(got, `"id":1`) {
		t.Errorf("got %s", got)
	}
}

func TestTheEndOfTheInputWaitsForAnswers(t *testing.T) {
	c := start(t)
	c.send(call(1, "slow", "x"))
	if _, err := io.WriteString(c.in, call(2, "slow", "without a newline")); err != nil {
		t.Fatal(err)
	}
	_ = c.in.Close()
	both := c.receive() + c.receive()
	if !strings.Contains(both, `"id":1`) || !strings.Contains(both, "without a newline") {
		t.Errorf("got %s", both)
	}
	if err := <-c.done; err != nil {
		t.Errorf("the server ended with %v", err)
	}
}

// A client that closes the input has gone, or soon will be: what waits for somebody else is cancelled and answered so.
func TestTheEndOfTheInputEndsWhatTakesLong(t *testing.T) {
	t.Parallel()
	c := start(t)
	c.send(call(1, "wait", "x"))
	c.send(`[` + call(2, "wait", "x") + `,` + call(3, "echo", "y") + `]`)
	_ = c.in.Close()
	begun := time.Now()
	both := c.receive() + c.receive()
	for _, want := range []string{`{"jsonrpc":"2.0","id":1,"error"`, `{"jsonrpc":"2.0","id":2,"error"`, `"id":3,"result"`} {
		if !strings.Contains(both, want) {
			t.Errorf("no %s in %s", want, both)
		}
	}
	if err := <-c.done; err != nil {
		t.Errorf("the server ended with %v", err)
	}
	if took := time.Since(begun); took > 9*time.Second {
		t.Errorf("it took %v", took)
	}
}

func TestTheEndOfTheInputEndsTheServerWhenNobodyReadsTheAnswers(t *testing.T) {
	t.Parallel()
	c := start(t)
	c.send(call(1, "wait", "x"))
	_ = c.in.Close()
	select {
	case err := <-c.done:
		if err != nil {
			t.Errorf("the server ended with %v", err)
		}
	case <-time.After(10 * time.Second):
		t.Error("the server did not end")
	}
}

func TestTheServerEndsWhenItIsTold(t *testing.T) {
	c := start(t)
	c.send(call(1, "wait", "x"))
	c.ask(ping)
	c.stop()
	select {
	case err := <-c.done:
		if err != nil {
			t.Errorf("the server ended with %v", err)
		}
	case <-time.After(3 * time.Second):
		t.Error("the server did not end")
	}
}

func TestTheServerEndsWhenNobodyReads(t *testing.T) {
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	_ = outR.Close()
	done := make(chan error, 1)
	go func() { done <- stdio.Serve(context.Background(), testServer(t), inR, outW) }()
	_, _ = io.WriteString(inW, ping+"\n")
	select {
	case err := <-done:
		if err == nil {
			t.Error("the server does not say that nobody reads")
		}
	case <-time.After(5 * time.Second):
		t.Error("the server did not end")
	}
}
