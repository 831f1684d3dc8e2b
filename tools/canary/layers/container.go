package main

import (
	"archive/tar"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/seed-a76b335c/philint/canary"
	"github.com/seed-a76b335c/philint/internal/hook/leak"
)

// dockerfile is the least in which the program runs.
const dockerfile = `FROM scratch
COPY recordserver /recordserver
ENTRYPOINT ["/recordserver"]
`

const (
	port      = "8080"
	endingFor = 20 * time.Second
)

// check boots the program in a container, drives it, and has the canary search it.
func check(ctx context.Context, program string, tokens []canary.Token, env []string) (*canary.Report, error) {
	image, err := archive(program)
	if err != nil {
		return nil, err
	}
	c := canary.Config{
		Build:   canary.Build{Archive: bytes.NewReader(image)},
		Command: []string{"serve", "--demo", "--addr", "0.0.0.0:" + port, "--public-url", "http://127.0.0.1:" + port, "--behind-proxy"},
		Env:     map[string]string{"RECORDSERVER_DATA": "/data", "RECORDSERVER_LOG_LEVEL": "debug"},
		User:    "65532:65532", Port: port + "/tcp", Ready: "/healthz",
		DataDir: "/data", Scratch: []string{"/tmp"}, ReadOnly: true, Confined: true,
		StopTimeout: endingFor,
		Tokens:      tokens, Shapes: canary.DefaultShapes(),
		Drive: func(ctx context.Context, at *canary.Server) error {
			s := &site{
				url: at.URL(), words: words(tokens),
				collect: at.Collect, answered: at.Sent, readBack: at.ReadBack,
			}
			var err error
			s.token, err = mint(func(args ...string) ([]byte, error) {
				out, err := at.Exec(ctx, append([]string{"/recordserver"}, args...), nil)
				if err == nil && out.Code != 0 {
					err = fmt.Errorf("exit status %d", out.Code)
				}
				return out.Stdout, err
			})
			return errors.Join(err, s.drive(ctx))
		},
	}
	for _, e := range env {
		name, value, _ := strings.Cut(e, "=")
		c.Env[name] = value
	}
	// Most words are in a request and nowhere in its answer. Those of the record are read back by the leak that has rows.
	for _, t := range tokens {
		if !read(t.Channel) {
			c.Sent = append(c.Sent, t.Channel)
		}
	}
	return canary.Check(ctx, c)
}

// read says whether a word comes back in the answer to whoever may read it.
func read(channel string) bool {
	for _, l := range leak.All() {
		if l.Sends == leak.Record && l.Channel() == channel {
			return true
		}
	}
	return false
}

// archive is what the image is built from.
func archive(program string) ([]byte, error) {
	content, err := os.ReadFile(program)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	t := tar.NewWriter(&out)
	for _, f := range []struct {
		name    string
		content []byte
		mode    int64
	}{{"Dockerfile", []byte(dockerfile), 0o644}, {"recordserver", content, 0o755}} {
		if err := t.WriteHeader(&tar.Header{Name: f.name, Mode: f.mode, Size: int64(len(f.content))}); err != nil {
			return nil, err
		}
		if _, err := io.Copy(t, bytes.NewReader(f.content)); err != nil {
			return nil, err
		}
	}
	return out.Bytes(), t.Close()
}
