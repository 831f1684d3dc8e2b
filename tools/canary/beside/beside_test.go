package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/seed-a76b335c/philint/internal/llm"
	"github.com/seed-a76b335c/philint/tools/canary/internal/model"
)

// as is what this test binary is where another program is wanted.
const as = "BESIDE_TEST_AS"

func TestMain(m *testing.M) {
	switch os.Getenv(as) {
	case "a command":
		os.Exit(asker())
	case "a server":
		os.Exit(server())
	}
	os.Exit(m.Run())
}

// asker asks the model that its environment names, and says what it was told, and what came on standard input.
func asker() int {
	c, err := llm.New(llm.FromEnv(os.Getenv))
	if err != nil {
		return 1
	}
	said, err := c.Complete(context.Background(), []llm.Message{{Role: "user", Content: "a question"}})
	if err != nil {
		return 2
	}
	in, _ := io.ReadAll(os.Stdin)
	fmt.Printf("%s, %s", said, in)
	return 7
}

// server ends when it is told to, and says by its status whether a request was under way.
func server() int {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	begun := make(chan bool, 1)
	s := &http.Server{Addr: os.Getenv("RECORDSERVER_ADDR"), ReadHeaderTimeout: headerWait, Handler: http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/healthz" {
			begun <- true
			_, _ = io.ReadAll(r.Body)
		}
	})}
	go func() { _ = s.ListenAndServe() }()
	<-ctx.Done()
	select {
	case <-begun:
		return 8
	default:
		return 1
	}
}

func self(t *testing.T, what string) *exec.Cmd {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv(as, what)
	return exec.Command(exe)
}

func status(t *testing.T, err error) int {
	t.Helper()
	exit, ok := errors.AsType[*exec.ExitError](err)
	if !ok {
		t.Fatalf("%v", err)
	}
	return exit.ExitCode()
}

func TestACommandFindsTheModelAndItsInput(t *testing.T) {
	cmd := self(t, "a command")
	var out bytes.Buffer
	cmd.Stdout = &out
	m := &model.Model{Script: model.Script{Path: "/v1", Name: "m", Key: "k", Turns: []model.Turn{{When: "question", Body: model.Says("an answer", "stop")}}}}
	if got := status(t, withModel(cmd, m, strings.NewReader("a line\n"))); got != 7 || out.String() != "an answer, a line\n" {
		t.Errorf("status %d, %q", got, out.String())
	}
}

func TestAServerIsToldToEndWhileItIsAsked(t *testing.T) {
	if got := status(t, whileAsked(self(t, "a server"), []byte("POST /mcp HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhalf"))); got != 8 {
		t.Errorf("status %d", got)
	}
}

func TestTheLastLineWaitsForQuestions(t *testing.T) {
	m := &model.Model{Script: model.Script{Path: "/v1", Name: "m", Key: "k", Turns: []model.Turn{{After: time.Minute}}, Asked: 1}}
	s := httptest.NewServer(m)
	defer s.Close()
	ctx, cancel := context.WithCancel(t.Context())
	r, w := io.Pipe()
	var said sync.WaitGroup
	said.Go(func() {
		say(w, []byte("first\nlast\n"), m)
		_ = w.Close()
	})
	line := make([]byte, 6)
	if _, err := io.ReadFull(r, line); err != nil || string(line) != "first\n" {
		t.Fatalf("%q, %v", line, err)
	}
	rest := make(chan string, 1)
	go func() {
		all, _ := io.ReadAll(r)
		rest <- string(all)
	}()
	select {
	case got := <-rest:
		t.Fatalf("%q comes before the question", got)
	case <-time.After(200 * time.Millisecond):
	}
	c, err := llm.New(llm.Config{BaseURL: s.URL + "/v1", Model: "m", Key: "k"})
	if err != nil {
		t.Fatal(err)
	}
	said.Go(func() { _, _ = c.Complete(ctx, []llm.Message{{Role: "user", Content: "x"}}) })
	if got := <-rest; got != "last\n" {
		t.Errorf("%q", got)
	}
	cancel()
	said.Wait()
}

func TestWhatCannotBeRunIsAnError(t *testing.T) {
	file := filepath.Join(t.TempDir(), "x")
	if err := os.WriteFile(file, []byte("no script"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, err := range map[string]error{
		"no file": beside("model", file+"2", []string{"true"}), "no script": beside("model", file, []string{"true"}), "no such thing": beside("y", file, []string{"true"}), "no command": beside("end", file, []string{file}),
	} {
		if err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
