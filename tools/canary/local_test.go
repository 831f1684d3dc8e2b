package canarycheck_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/seed-a76b335c/philint/canary"
	canarycheck "github.com/seed-a76b335c/philint/tools/canary"
)

// local is a server of this machine, without a container: a process at a loopback address, in a directory of its own.
type local struct {
	t        *testing.T
	program  string
	beside   string
	dir      string
	store    string // a connection string, or none for the embedded store
	tokens   map[string]string
	sent     []string // channels whose words need not come back
	cmd      *exec.Cmd
	out, err output // of the server
	url      string
	addr     string
	at       string // of the metrics

	mu       sync.Mutex
	planted  []canary.Token
	searcher *canary.Searcher
	words    *canary.Searcher // without shapes
	proven   map[string]bool
	findings []canary.Finding
	streams  map[string]int // bytes of each
}

func (l *local) path(name string) string { return filepath.Join(l.dir, name) }

// environment keeps temporary files of the server and of commands in a directory that is searched. A command that names a
// data directory works on what is in it.
func (l *local) environment(args ...string) []string {
	if l.store != "" && !slices.Contains(args, "--data") {
		return append(l.environment("--data"), "RECORDSERVER_STORE="+l.store)
	}
	return []string{"TMPDIR=" + l.path("tmp"), "HOME=" + l.path("home"), "RECORDSERVER_DATA=" + l.path("data"), "RECORDSERVER_LOG_LEVEL=debug", "RECORDSERVER_ADDR=" + l.addr}
}

func free(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// start boots the server on a store and waits until it is ready.
func start(t *testing.T, program, beside, store string, tokens []canary.Token, sent []string) *local {
	t.Helper()
	l := &local{t: t, program: program, beside: beside, dir: t.TempDir(), store: store, tokens: map[string]string{}, sent: sent, proven: map[string]bool{}, streams: map[string]int{}}
	if err := l.Plant(tokens...); err != nil {
		t.Fatal(err)
	}
	for _, w := range tokens {
		l.tokens[w.Channel] = w.Text
	}
	for _, dir := range []string{"tmp", "home", "data", "work", "data/in"} {
		if err := os.Mkdir(l.path(dir), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	addr, metrics := free(t), free(t)
	l.addr = addr
	l.url, l.at = "http://"+addr, "http://"+metrics+"/metrics"
	l.cmd = exec.Command(program, "serve", "--demo", "--addr", addr, "--metrics-addr", metrics, "--log-level", "debug")
	l.cmd.Env, l.cmd.Dir, l.cmd.Stdout, l.cmd.Stderr = l.environment(), l.path("work"), &l.out, &l.err
	if err := l.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if l.cmd.ProcessState == nil {
			_ = l.cmd.Process.Kill()
			_ = l.cmd.Wait()
		}
	})
	for range 300 {
		if r, err := http.Get(l.url + "/healthz"); err == nil { // the port is open before there is anything to answer from
			_ = r.Body.Close()
			if r.StatusCode == http.StatusOK {
				return l
			}
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.Fatal("the server did not start")
	return nil
}

func (l *local) URL() string             { return l.url }
func (l *local) Metrics() string         { return l.at }
func (l *local) Path(name string) string { return l.path("data/in/" + name) }

func (l *local) Run(ctx context.Context, stdin []byte, args ...string) (canary.Output, error) {
	return l.run(stdin, exec.CommandContext(ctx, l.program, args...), args...)
}

func (l *local) Beside(ctx context.Context, how, file string, stdin []byte, args ...string) (canary.Output, error) {
	cmd := exec.CommandContext(ctx, l.beside, append([]string{how, file, l.program}, args...)...)
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) } // it takes the server with it
	return l.run(stdin, cmd, args...)
}

func (l *local) run(stdin []byte, cmd *exec.Cmd, args ...string) (canary.Output, error) {
	var out, errs bytes.Buffer
	cmd.Env, cmd.Dir, cmd.Stdin, cmd.Stdout, cmd.Stderr = l.environment(args...), l.path("work"), bytes.NewReader(stdin), &out, &errs
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return canary.Output{}, fmt.Errorf("%T", err)
	}
	return canary.Output{Stdout: out.Bytes(), Stderr: errs.Bytes(), Code: cmd.ProcessState.ExitCode()}, nil
}

func (l *local) Put(_ context.Context, name string, content []byte) (string, error) {
	return l.Path(name), os.WriteFile(l.Path(name), content, 0o600)
}

func (l *local) Stop(context.Context) error {
	if err := l.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		return err
	}
	late := time.AfterFunc(20*time.Second, func() { _ = l.cmd.Process.Kill() })
	defer late.Stop()
	return l.cmd.Wait()
}

func (l *local) ReadBack(channel string, reply []byte) error {
	if w := l.tokens[channel]; w == "" || !strings.Contains(strings.ToLower(string(reply)), strings.ToLower(w)) {
		return fmt.Errorf("the word of %q is not in the reply", channel)
	}
	return l.prove(channel, 200)
}

func (l *local) Sent(channel string, status int) error {
	if !slices.Contains(l.sent, channel) {
		return fmt.Errorf("the word of %q must be read back", channel)
	}
	return l.prove(channel, status)
}

func (l *local) prove(channel string, status int) error {
	if l.tokens[channel] == "" || status < 100 {
		return fmt.Errorf("the word of %q was not answered", channel)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.proven[channel] = true
	return nil
}

func (l *local) Printed() []byte { return l.out.bytes() }

func (l *local) Plant(tokens ...canary.Token) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.planted = append(l.planted, tokens...)
	l.searcher, l.words = nil, nil
	return nil
}

func (l *local) Collect(stream string, content []byte) { l.collect(true, stream, content) }

func (l *local) Answer(stream string, content []byte) { l.collect(false, stream, content) }

// search is what is searched with, made when it is asked for after something was planted.
func (l *local) search(withShapes bool) (_ *canary.Searcher, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	s, list := &l.words, []canary.Shape(nil)
	if withShapes {
		s, list = &l.searcher, shapes()
	}
	if *s == nil {
		*s, err = canary.NewSearcher(l.planted, list...)
	}
	return *s, err
}

func (l *local) collect(withShapes bool, stream string, content []byte) {
	s, err := l.search(withShapes)
	if err != nil {
		l.t.Error(err)
		return
	}
	found, err := s.Search(stream, bytes.NewReader(content))
	if err != nil {
		l.t.Error(err)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.streams[stream] += len(content)
	l.findings = append(l.findings, found...)
}

// output is what a process prints.
type output struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.buf.Write(p)
}

func (o *output) bytes() []byte {
	o.mu.Lock()
	defer o.mu.Unlock()
	return bytes.Clone(o.buf.Bytes())
}

// searchAll looks through what the server printed, and through all files beside its data.
func (l *local) searchAll() {
	l.Collect("standard output", l.out.bytes())
	l.Collect("standard error", l.err.bytes())
	found, err := announced(l.out.bytes(), l.err.bytes())
	if err != nil {
		l.t.Error(err)
	}
	l.findings = append(l.findings, found...)
	s, err := l.search(true)
	if err != nil {
		l.t.Error(err)
		return
	}
	for _, dir := range []string{"tmp", "home", "work"} {
		err := filepath.WalkDir(l.path(dir), func(path string, e fs.DirEntry, err error) error {
			if err != nil || path == l.path(dir) {
				return err
			}
			l.findings = append(l.findings, s.Name("files", path[len(l.dir):])...)
			if e.Type().IsRegular() {
				content, err := os.ReadFile(path)
				if err != nil {
					return err
				}
				l.Collect("file in "+dir, content)
			}
			return nil
		})
		if err != nil {
			l.t.Error(err)
		}
	}
}

// unproven are the channels of which nothing shows that their word arrived.
func (l *local) unproven() (out []string) {
	for c := range l.tokens {
		if !l.proven[c] {
			out = append(out, c)
		}
	}
	slices.Sort(out)
	return out
}

var _ canarycheck.Target = (*local)(nil)
