package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/seed-a76b335c/philint/internal/store/pgtest"
)

// binary is the program as it is built, which the tests of its process start.
var binary = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "recordserver")
	if err != nil {
		return "", err
	}
	name := filepath.Join(dir, "recordserver")
	out, err := exec.Command("go", "build", "-o", name, ".").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	return name, nil
})

func TestMain(m *testing.M) {
	if os.Getenv(envLogs) != "" {
		os.Exit(logAround(os.Args[1:]))
	}
	status := pgtest.Main(m)
	if name, err := binary(); err == nil {
		_ = os.RemoveAll(filepath.Dir(name))
	}
	os.Exit(status)
}

// program is the command, in an environment of its own.
func program(t testing.TB, args ...string) *exec.Cmd {
	t.Helper()
	name, err := binary()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(name, args...)
	cmd.Env = []string{"HOME=" + t.TempDir(), "PATH=" + os.Getenv("PATH")}
	return cmd
}

const secret = "Hannelore-Kohl-1930"

// server is a running process.
type server struct {
	t      *testing.T
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    *bufio.Reader
	stderr *bytes.Buffer
}

func serve(t *testing.T, args ...string) *server {
	t.Helper()
	cmd := program(t, append([]string{"mcp"}, args...)...)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	s := &server{t: t, cmd: cmd, in: in, out: bufio.NewReader(out), stderr: new(bytes.Buffer)}
	cmd.Stderr = s.stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill() })
	return s
}

func (s *server) send(line string) {
	s.t.Helper()
	if _, err := io.WriteString(s.in, line+"\n"); err != nil {
		s.t.Fatal(err)
	}
}

func (s *server) receive() string {
	s.t.Helper()
	late := time.AfterFunc(20*time.Second, func() { _ = s.cmd.Process.Kill() })
	defer late.Stop()
	line, err := s.out.ReadString('\n')
	if err != nil {
		s.t.Fatalf("no answer: %v\n%s", err, s.stderr)
	}
	return strings.TrimSuffix(line, "\n")
}

func (s *server) ask(line string) string {
	s.t.Helper()
	s.send(line)
	return s.receive()
}

// end waits for the process and returns its status and what was left on standard output.
func (s *server) end() (int, string) {
	s.t.Helper()
	late := time.AfterFunc(20*time.Second, func() { _ = s.cmd.Process.Kill() })
	defer late.Stop()
	rest, _ := io.ReadAll(s.out)
	_ = s.cmd.Wait()
	return s.cmd.ProcessState.ExitCode(), string(rest)
}

func toolCall(id int, tool, args string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":%q,"arguments":%s}}`, id, tool, args)
}

const ping = `{"jsonrpc":"2.0","id":"p","method":"ping"}`

func TestTheProcessAnswersWhatIsWrongAndGoesOn(t *testing.T) {
	s := serve(t)
	for _, tt := range []struct {
		line, id string
		code     int
	}{
		{`{"jsonrpc":"2.0","id":1,"` + secret, "null", -32700},
		{secret, "null", -32700},
		{"\xff\xfe", "null", -32700},
		{`[]`, "null", -32600},
		{`"` + secret + `"`, "null", -32600},
		{`{"jsonrpc":"2.0","id":1,"id":1,"method":"ping"}`, "null", -32600},
		{`{"jsonrpc":"3.0","id":1,"method":"ping"}`, "1", -32600},
		{`{"jsonrpc":"2.0","id":1,"method":7}`, "1", -32600},
		{`{"jsonrpc":"2.0","id":1,"method":"` + secret + `"}`, "1", -32601},
		{toolCall(1, secret, `{}`), "1", -32602},
		{`{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{"name":"` + secret + `"}}`, "1", -32602},
		{`{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{"name":"compare_readings","arguments":{"first":"x"}}}`, "1", -32602},
		{`{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"recordserver://` + secret + `"}}`, "1", -32602},
		{`{"jsonrpc":"2.0","id":1,"method":"tools/list","params":[]}`, "1", -32602},
	} {
		got := s.ask(tt.line)
		var r struct {
			ID    json.RawMessage
			Error struct{ Code int }
		}
		if err := json.Unmarshal([]byte(got), &r); err != nil || r.Error.Code != tt.code || string(r.ID) != tt.id {
			t.Errorf("%s\ngot  %s\nwant %d for %s", tt.line, got, tt.code, tt.id)
		}
		if strings.Contains(got, "Hannelore") {
			t.Errorf("the answer quotes what was sent: %s", got)
		}
		if got := s.ask(ping); !strings.Contains(got, `"id":"p","result"`) {
			t.Fatalf("the session did not go on: %s", got)
		}
	}
	got := s.ask(`[` + ping + `,{"jsonrpc":"2.0","method":"notifications/x"},` + toolCall(5, "normalize_unit", `{"units":["mg/dl"]}`) + `]`)
	var list []struct{ ID any }
	if err := json.Unmarshal([]byte(got), &list); err != nil || len(list) != 2 {
		t.Errorf("a list is answered by %s", got)
	}
}

// Whatever is typed, in whatever place, the log has none of it.
func TestTheLogHasNothingThatWasTyped(t *testing.T) {
	s := serve(t, "--log-level", "debug")
	q := `"` + secret + `"`
	lines := []string{
		fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":%s,"version":%s}}}`, q, q),
		toolCall(2, "resolve_indicator", `{"names":[`+q+`]}`),
		toolCall(3, "normalize_unit", `{"units":[`+q+`]}`),
		toolCall(4, "convert_unit", `{"value":1,"from_unit":`+q+`,"to_unit":`+q+`}`),
		toolCall(5, "convert_unit", `{"value":1,"from_unit":"mg/dL","to_unit":"mmol/L","loinc_code":"Hannelore"}`),
		toolCall(6, "standardize_reading", `{"name":`+q+`,"value":`+q+`,"unit":`+q+`}`),
		toolCall(7, "standardize_reading", `{"readings":[{"name":`+q+`,"`+secret+`":1}]}`),
		toolCall(8, "standardize_complaint", `{"text":`+q+`}`),
		toolCall(9, "standardize_complaint", `{"text":"x","kind":`+q+`}`),
		toolCall(10, "standardize_report", `{"path":"/tmp/`+secret+`.pdf"}`),
		toolCall(11, "standardize_report", `{"text":`+q+`}`),
		toolCall(12, secret, `{`+q+`:`+q+`}`),
		fmt.Sprintf(`{"jsonrpc":"2.0","id":13,"method":%s}`, q),
		fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"method":"ping"}`, q),
		fmt.Sprintf(`{"jsonrpc":"2.0","id":15,"method":"prompts/get","params":{"name":"log_symptoms","arguments":{"text":%s}}}`, q),
		fmt.Sprintf(`{"jsonrpc":"2.0","id":16,"method":"resources/read","params":{"uri":%s}}`, q),
		`{"jsonrpc":"2.0","id":17,` + secret,
	}
	for _, line := range lines {
		s.ask(line)
	}
	_ = s.in.Close()
	if status, rest := s.end(); status != 0 || rest != "" {
		t.Errorf("status %d, left on standard output: %q", status, rest)
	}
	log := s.stderr.String()
	for _, word := range []string{"Hannelore", "Kohl", "1930"} {
		if strings.Contains(log, word) {
			t.Errorf("the log has %q:\n%s", word, log)
		}
	}
	if n := strings.Count(log, `"msg":"tool call"`); n != 11 {
		t.Errorf("%d lines for 11 calls:\n%s", n, log)
	}
	for line := range strings.Lines(log) {
		if !json.Valid([]byte(line)) {
			t.Errorf("not JSON: %s", line)
		}
	}
}

func TestTheProcessAnswersManyAtOnce(t *testing.T) {
	s := serve(t)
	const n = 300
	go func() {
		for i := range n {
			_, _ = io.WriteString(s.in, toolCall(i, "convert_unit", fmt.Sprintf(`{"value":%d,"from_unit":"kg","to_unit":"g"}`, i))+"\n")
		}
	}()
	for range n {
		var r struct {
			ID     int
			Result struct{ StructuredContent struct{ Converted float64 } }
		}
		if err := json.Unmarshal([]byte(s.receive()), &r); err != nil {
			t.Fatal(err)
		}
		if r.Result.StructuredContent.Converted != float64(r.ID*1000) {
			t.Fatalf("%d kg are %v g", r.ID, r.Result.StructuredContent.Converted)
		}
	}
}

func TestTheProcessEnds(t *testing.T) {
	t.Run("with its input, when all is answered", func(t *testing.T) {
		s := serve(t)
		s.send(toolCall(1, "resolve_indicator", `{"names":["Glucose"]}`))
		_ = s.in.Close()
		if status, rest := s.end(); status != 0 || !strings.Contains(rest, "2345-7") {
			t.Errorf("status %d, %q", status, rest)
		}
	})
	t.Run("when it is told to", func(t *testing.T) {
		s := serve(t)
		s.ask(ping)
		if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
		if status, rest := s.end(); status != 0 || rest != "" {
			t.Errorf("status %d, %q", status, rest)
		}
	})
	t.Run("when nobody reads", func(t *testing.T) {
		cmd := program(t, "mcp")
		in, err := cmd.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		cmd.Stdout = w
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		_, _ = r.Close(), w.Close()
		_, _ = io.WriteString(in, ping+"\n")
		late := time.AfterFunc(20*time.Second, func() { _ = cmd.Process.Kill() })
		defer late.Stop()
		_ = cmd.Wait()
		if status := cmd.ProcessState.ExitCode(); status != 1 {
			t.Errorf("status %d", status)
		}
	})
}

// A cancelled request ends where it waits: at the model.
func TestACancelledReportEndsAtTheModel(t *testing.T) {
	asked, gone := make(chan struct{}, 1), make(chan struct{}, 1)
	model := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		asked <- struct{}{}
		<-r.Context().Done()
		gone <- struct{}{}
	}))
	defer model.Close()
	within := func(what string, c chan struct{}) {
		t.Helper()
		select {
		case <-c:
		case <-time.After(20 * time.Second):
			t.Fatalf("%s: not in time", what)
		}
	}
	for name, end := range map[string]func(*server) string{
		"the client cancels": func(s *server) string {
			s.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`)
			within("the request to the model ends", gone)
			if got := s.ask(ping); !strings.Contains(got, `"id":"p"`) {
				t.Errorf("the cancelled request is answered: %s", got)
			}
			_ = s.in.Close()
			return `"outcome":"cancelled"`
		},
		"the process is told to end": func(s *server) string {
			if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
				t.Fatal(err)
			}
			within("the request to the model ends", gone)
			return `"msg":"stopped"`
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := serve(t, "--model-url", model.URL, "--model", "test")
			s.send(toolCall(1, "standardize_report", `{"text":"Glucose 5.2 mmol/L"}`))
			within("the model is asked", asked)
			want := end(s)
			if status, rest := s.end(); status != 0 || rest != "" || !strings.Contains(s.stderr.String(), want) {
				t.Errorf("status %d, %q, log %s", status, rest, s.stderr)
			}
		})
	}
}
