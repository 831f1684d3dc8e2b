package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/seed-a76b335c/philint/canary"
	"github.com/seed-a76b335c/philint/internal/demo"
)

// process runs the program on this machine, drives it, tells it to end, and searches all that it left. It is how a filter
// is measured where no container engine is; files outside of the temporary directory are not seen.
type process struct {
	program string
	dir     string              // an empty directory for it
	env     []string            // beside what every run has
	look    func(stderr []byte) // is shown the log
}

// endWait is how long the program may take to end.
const endWait = 20 * time.Second

func (p *process) run(ctx context.Context, tokens []canary.Token) ([]canary.Finding, error) {
	searcher, err := canary.NewSearcher(tokens, canary.DefaultShapes()...)
	if err != nil {
		return nil, err
	}
	data, tmp := filepath.Join(p.dir, "data"), filepath.Join(p.dir, "tmp")
	if err := errors.Join(os.Mkdir(data, 0o700), os.Mkdir(tmp, 0o700)); err != nil {
		return nil, err
	}
	env := slices.Concat(p.env, []string{"TMPDIR=" + tmp, "HOME=" + tmp, "RECORDSERVER_DATA=" + data, "RECORDSERVER_LOG_LEVEL=debug"})
	cmd := exec.CommandContext(ctx, p.program, "serve", "--demo", "--addr", "127.0.0.1:0")
	cmd.Env = env
	out := &announced{ready: make(chan string, 1)}
	var log bytes.Buffer
	cmd.Stdout, cmd.Stderr = out, &log
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	defer func() { _ = cmd.Process.Kill() }()
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()

	s := &site{words: words(tokens), collect: func(string, []byte) {}}
	select {
	case s.url = <-out.ready:
	case <-ended:
		return nil, errors.New("the server ended before it was ready")
	case <-time.After(time.Minute):
		return nil, errors.New("the server was not ready within a minute")
	}
	if s.token, err = mint(func(args ...string) ([]byte, error) {
		c := exec.CommandContext(ctx, p.program, args...)
		c.Env = env
		return c.Output()
	}); err != nil {
		return nil, err
	}
	var found []canary.Finding
	search := func(stream string, content []byte) {
		f, failed := searcher.Search(stream, bytes.NewReader(content))
		found, err = append(found, f...), errors.Join(err, failed)
	}
	s.collect = search
	s.answered = func(channel string, status int) error {
		if status == 0 {
			return fmt.Errorf("%s was not answered", channel)
		}
		return nil
	}
	s.readBack = func(channel string, reply []byte) error {
		if !bytes.Contains(reply, []byte(s.words[channel])) {
			return fmt.Errorf("%s did not come back", channel)
		}
		return nil
	}
	if err := s.drive(ctx); err != nil {
		return nil, err
	}
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		return nil, err
	}
	select {
	case failed := <-ended:
		if failed != nil {
			return nil, fmt.Errorf("the server ended badly: %s", cmd.ProcessState)
		}
	case <-time.After(endWait):
		return nil, errors.New("the server did not end")
	}
	if log.Len() == 0 {
		return nil, errors.New("the log is empty, which proves nothing")
	}
	p.look(log.Bytes())
	search("stderr", log.Bytes())
	search("stdout", out.all.Bytes())
	failed := filepath.WalkDir(tmp, func(path string, d fs.DirEntry, failed error) error {
		name, _ := filepath.Rel(tmp, path)
		if failed != nil || name == "." {
			return failed
		}
		found = append(found, searcher.Name("file", name)...)
		if d.IsDir() {
			return nil
		}
		content, failed := os.ReadFile(path)
		search("file", content)
		return failed
	})
	return found, errors.Join(err, failed)
}

// announced takes the program's standard output, and says the address that stands in it.
type announced struct {
	mu    sync.Mutex
	all   bytes.Buffer
	ready chan string
	said  bool
}

// Write implements [io.Writer].
func (a *announced) Write(p []byte) (int, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.all.Write(p)
	// The address is on the first line; the last says how to end it.
	if text := a.all.String(); !a.said && strings.Contains(text, "Ctrl-C") {
		lines := bufio.NewScanner(strings.NewReader(text))
		lines.Scan()
		if _, url, ok := strings.Cut(lines.Text(), " serves "); ok {
			a.said = true
			a.ready <- strings.TrimSpace(url)
		}
	}
	return len(p), nil
}

// mint makes a token of the demo record's first person, with the program's own command.
func mint(program func(args ...string) ([]byte, error)) (string, error) {
	persons, err := demo.Persons()
	if err != nil {
		return "", err
	}
	said, err := program("token", "add", "--account", persons[0].Email, "--label", "layers", "--scope", "api:read,mcp:read")
	if err != nil {
		return "", fmt.Errorf("token add failed (%T)", err)
	}
	for line := range strings.Lines(string(said)) {
		if line = strings.TrimSpace(line); line != "" && !strings.Contains(line, " ") {
			return line, nil
		}
	}
	return "", errors.New("token add printed no token")
}

func words(tokens []canary.Token) map[string]string {
	out := map[string]string{}
	for _, t := range tokens {
		out[t.Channel] = t.Text
	}
	return out
}
