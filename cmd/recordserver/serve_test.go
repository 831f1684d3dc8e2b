package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/seed-a76b335c/philint/internal/demo"
)

// served is a running server.
type served struct {
	t                *testing.T
	cmd              *exec.Cmd
	said             string // on standard output
	url, token, link string
	log              bytes.Buffer
}

// serveAt starts the server and waits until it has said where it is.
func serveAt(t *testing.T, args ...string) *served {
	t.Helper()
	s := &served{t: t, cmd: program(t, append([]string{"serve", "--addr", "127.0.0.1:0"}, args...)...)}
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	s.cmd.Stderr = &s.log
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.cmd.Process.Kill(); _ = s.cmd.Wait() })
	late := time.AfterFunc(30*time.Second, func() { _ = s.cmd.Process.Kill() })
	defer late.Stop()
	for lines := bufio.NewScanner(out); lines.Scan(); {
		line := lines.Text()
		s.said += line + "\n"
		word := strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(word, "rst_"):
			s.token = word
		case strings.Contains(word, "/mcp/rsl_"):
			s.link = word
		case strings.Contains(line, " serves "):
			_, s.url, _ = strings.Cut(line, " serves ")
		case strings.HasPrefix(word, "curl "):
			go func() { _, _ = io.Copy(io.Discard, out) }()
			return s
		}
	}
	_ = s.cmd.Wait()
	t.Fatalf("it did not start: %s%s", s.said, &s.log)
	return nil
}

// ask sends a request and returns status and body.
func (s *served) ask(method, url, token, body string) (int, string) {
	s.t.Helper()
	r, err := http.NewRequestWithContext(s.t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", "application/json, text/event-stream")
		r.Header.Set("Mcp-Protocol-Version", "2025-06-18")
	}
	c := &http.Client{Timeout: 20 * time.Second}
	w, err := c.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	defer func() { _ = w.Body.Close() }()
	got, err := io.ReadAll(w.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	return w.StatusCode, string(got)
}

// end tells it to end and returns the status.
func (s *served) end() int {
	s.t.Helper()
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		s.t.Fatal(err)
	}
	late := time.AfterFunc(20*time.Second, func() { _ = s.cmd.Process.Kill() })
	defer late.Stop()
	_ = s.cmd.Wait()
	return s.cmd.ProcessState.ExitCode()
}

func TestTheDemoIsServedOnEverySurface(t *testing.T) {
	s := serveAt(t, "--demo", "--log-level", "debug")
	question := toolCall(1, "query_health_indicators", `{"keywords":["heart rate"],"view":"month"}`)
	for _, tt := range []struct{ name, method, url, token, body, want string }{
		{"health", "GET", "/healthz", "", "", `{"status":"ok"}`},
		{"REST", "GET", "/api/v1/indicators?keyword=heart%20rate&view=month", s.token, "", `"status":"ok"`},
		{"medications", "GET", "/api/v1/medications", s.token, "", `"plan_id"`},
		{"MCP with the token", "POST", "/mcp", s.token, question, `\"row_count\"`},
		{"MCP with the link", "POST", strings.TrimPrefix(s.link, s.url), "", question, `\"row_count\"`},
		{"the vocabularies", "POST", "/mcp", s.token, toolCall(2, "resolve_indicator", `{"names":["Glucose"]}`), `2345-7`},
		{"metrics", "GET", "/metrics", "", "", `tool_calls_total{tool="query_health_indicators",outcome="ok"} 2`},
	} {
		if status, got := s.ask(tt.method, s.url+tt.url, tt.token, tt.body); status != 200 || !strings.Contains(got, tt.want) {
			t.Errorf("%s: %d %.300s", tt.name, status, got)
		}
	}
	var config struct {
		Servers map[string]struct {
			Type, URL string
			Headers   map[string]string
		} `json:"mcpServers"`
	}
	_, rest, _ := strings.Cut(s.said, "sends headers:\n")
	line, _, _ := strings.Cut(rest, "\n")
	if err := json.Unmarshal([]byte(line), &config); err != nil {
		t.Fatalf("the client's configuration is no JSON: %v\n%s", err, s.said)
	}
	if c := config.Servers["health-record"]; c.Type != "http" || c.URL != s.url+"/mcp" || c.Headers["Authorization"] != "Bearer "+s.token {
		t.Errorf("%+v", config)
	}

	// Everything of the record goes out, and nothing of it, nor of who asked, into the log.
	var all string
	for _, view := range []string{"raw", "latest", "stats", "day"} { // the words of a journal are in raw and latest
		_, got := s.ask("POST", s.url+"/mcp", s.token, toolCall(3, "query_health_indicators", `{"keywords":["glucose","headache","blood pressure"],"view":"`+view+`"}`))
		all += got
	}
	for _, path := range []string{"/api/v1/indicators", "/api/v1/medications?view=log", "/api/v1/" + secret, "/api/v1/indicators?keyword=" + secret} {
		_, got := s.ask("GET", s.url+path, s.token, "")
		all += got
	}
	if status := s.end(); status != done {
		t.Errorf("told to end, it ended with %d\n%s", status, &s.log)
	}
	if len(all) < 10_000 {
		t.Errorf("little went out: %d bytes", len(all))
	}
	words, seen := []string{"Hannelore", s.token[4:], s.link[strings.LastIndex(s.link, "/")+5:]}, 0
	for _, c := range demo.Canaries() {
		words = append(words, c.Word)
		if strings.Contains(all, c.Word) {
			seen++
		}
	}
	if seen < 3 {
		t.Errorf("of the words that must not be in the log %d went out", seen)
	}
	for _, word := range words {
		if strings.Contains(s.log.String(), word) {
			t.Errorf("the log has %q", word)
		}
	}
	if !strings.Contains(s.log.String(), `"msg":"stopped"`) {
		t.Errorf("the log does not say that it stopped:\n%s", &s.log)
	}
}

func TestWhatADemonstrationGaveOutEndsWithIt(t *testing.T) {
	data := t.TempDir()
	first := serveAt(t, "--demo", "--data", data)
	if status, _ := first.ask("GET", first.url+"/api/v1/indicators", first.token, ""); status != 200 {
		t.Fatalf("%d", status)
	}
	if status := first.end(); status != done {
		t.Fatalf("status %d\n%s", status, &first.log)
	}
	// The read is in the access log, although the server ended right after it.
	invented, err := demo.Persons()
	if err != nil {
		t.Fatal(err)
	}
	if r := run(t, nil, "audit", "list", "--data", data, "--person", string(invented[0].ID)); r.status != done || !strings.Contains(r.out, "rest") || !strings.Contains(r.out, "readings") {
		t.Errorf("%+v", r)
	}
	second := serveAt(t, "--demo", "--data", data)
	if status, _ := second.ask("GET", second.url+"/api/v1/indicators", first.token, ""); status != 401 {
		t.Errorf("the first run's token answers %d", status)
	}
	_, path, _ := strings.Cut(first.link, "/mcp/")
	if status, _ := second.ask("POST", second.url+"/mcp/"+path, "", ping); status != 401 {
		t.Errorf("the first run's link answers %d", status)
	}
	if status, _ := second.ask("GET", second.url+"/api/v1/indicators", second.token, ""); status != 200 {
		t.Errorf("the second run's token answers %d", status)
	}
}

func TestATemporaryDemoLeavesNothing(t *testing.T) {
	tmp := t.TempDir()
	cmd := program(t, "serve", "--demo", "--addr", "127.0.0.1:0")
	cmd.Env = append(cmd.Env, "TMPDIR="+tmp)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill() })
	lines := bufio.NewScanner(out)
	for lines.Scan() && !strings.Contains(lines.Text(), "curl ") {
	}
	if made, err := os.ReadDir(tmp); err != nil || len(made) != 1 {
		t.Fatalf("%v %v", made, err)
	}
	if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	for lines.Scan() {
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("%v", err)
	}
	if left, err := os.ReadDir(tmp); err != nil || len(left) != 0 {
		t.Errorf("left behind: %v %v", left, err)
	}
}

// A person's own record never stands beside invented ones, and a demonstration never in a person's store.
func TestADemonstrationKeepsOutOfARealStore(t *testing.T) {
	data := t.TempDir()
	added := run(t, nil, "user", "add", "--data", data, "--name", "Ana Lindqvist", "--zone", "Europe/Berlin")
	if added.status != done {
		t.Fatalf("%+v", added)
	}
	for _, args := range [][]string{{"--data", data}, {}} {
		r := run(t, map[string]string{"RECORDSERVER_DATA": data}, append([]string{"serve", "--demo", "--addr", "127.0.0.1:0"}, args...)...)
		if r.status != failed || !strings.Contains(r.err, "somebody else's record") {
			t.Errorf("%q: %+v", args, r)
		}
	}
	if r := run(t, nil, "user", "list", "--data", data); strings.Count(r.out, "\n") != 1 {
		t.Errorf("the store has others now: %s", r.out)
	}
}

func TestAServerThatCannotStartSaysWhy(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = taken.Close() }()
	none := filepath.Join(t.TempDir(), "mistyped")
	encrypted, foreign, keyed := t.TempDir(), t.TempDir(), write(t, "key", strings.Repeat("k", 40))
	if r := run(t, nil, "user", "add", "--data", encrypted, "--key-file", keyed, "--name", "A", "--zone", "UTC"); r.status != done {
		t.Fatalf("%+v", r)
	}
	if err := os.WriteFile(filepath.Join(foreign, storeFile), bytes.Repeat([]byte("no store "), 1000), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name   string
		args   []string
		status int
		want   string
	}{
		{"the port is taken", []string{"--addr", taken.Addr().String(), "--demo"}, failed, "--addr: another process listens there already"},
		{"the metrics' port is taken", []string{"--addr", "127.0.0.1:0", "--metrics-addr", taken.Addr().String(), "--demo"}, failed, "--metrics-addr: another process listens there already"},
		{"no such address", []string{"--addr", "192.0.2.1:0", "--behind-proxy", "--demo"}, failed, "no such address"},
		{"others reach it", []string{"--addr", "0.0.0.0:0", "--demo"}, misuse, "--public-url https://"},
		{"the store is encrypted", []string{"--addr", "127.0.0.1:0", "--data", encrypted}, failed, "give its key file"},
		{"another key", []string{"--addr", "127.0.0.1:0", "--data", encrypted, "--key-file", write(t, "other", strings.Repeat("o", 40))}, failed, "the key does not open"},
		{"no such key file", []string{"--addr", "127.0.0.1:0", "--data", encrypted, "--key-file", keyed + ".none"}, failed, "key file cannot be read"},
		{"no store", []string{"--addr", "127.0.0.1:0", "--data", none}, failed, "there is no store in the data directory"},
		{"no store of this program", []string{"--addr", "127.0.0.1:0", "--data", foreign}, failed, "of a newer version of it"},
		{"a key for what is not kept", []string{"--addr", "127.0.0.1:0", "--demo", "--key-file", keyed}, misuse, "--key-file"},
		{"an argument", []string{"--demo", "now"}, misuse, "takes no arguments"},
	} {
		r := run(t, nil, append([]string{"serve"}, tt.args...)...)
		if r.status != tt.status || !strings.Contains(r.err, tt.want) || r.out != "" {
			t.Errorf("%s: %+v", tt.name, r)
		}
	}
	if _, err := os.Stat(none); err == nil {
		t.Error("a mistyped data directory was made")
	}
	serveAt(t, "--data", none, "--create").end()
	serveAt(t, "--data", none).end()
}

// Who was answered half is answered whole when the server is told to end, and who comes later is not answered.
func TestWhatHasBegunIsAnsweredBeforeTheEnd(t *testing.T) {
	s := serveAt(t, "--demo")
	addr := strings.TrimPrefix(s.url, "http://")
	half, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = half.Close() }()
	body := toolCall(7, "query_health_indicators", `{"keywords":["heart rate"],"view":"month"}`)
	head := "POST /mcp HTTP/1.1\r\nHost: " + addr + "\r\nAuthorization: Bearer " + s.token + "\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\nMcp-Protocol-Version: 2025-06-18\r\nContent-Length: "
	if _, err := io.WriteString(half, head+strconv.Itoa(len(body))+"\r\n\r\n"+body[:10]); err != nil {
		t.Fatal(err)
	}
	time.Sleep(200 * time.Millisecond)
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	time.Sleep(200 * time.Millisecond)
	if late, err := net.Dial("tcp", addr); err == nil {
		_ = late.Close()
		t.Error("it goes on listening")
	}
	if _, err := io.WriteString(half, body[10:]); err != nil {
		t.Fatal(err)
	}
	got, err := http.ReadResponse(bufio.NewReader(half), nil)
	if err != nil {
		t.Fatalf("not answered: %v\n%s", err, &s.log)
	}
	answer, err := io.ReadAll(got.Body)
	if err != nil || got.StatusCode != 200 || !strings.Contains(string(answer), `row_count`) {
		t.Errorf("%d %v %.200s", got.StatusCode, err, answer)
	}
	_ = s.cmd.Wait()
	if status := s.cmd.ProcessState.ExitCode(); status != done {
		t.Errorf("status %d\n%s", status, &s.log)
	}
}
