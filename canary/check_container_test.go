package canary

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestLeaksAreFoundWhereTheyAre(t *testing.T) {
	for _, tt := range []struct {
		leak   string
		stream string // "" for a server that is clean
	}{
		{"", ""},
		{"log", ""},
		{"data", ""},
		{"stdout", "stdout"},
		{"stderr", "stderr"},
		{"shutdown", "stdout"},
		{"long line", "stdout"},
		{"flood", "stdout"},
		{"/tmp/note.txt", "/tmp/note.txt"},
		{"/tmp/a/b/c", "/tmp/a/b/c"},
		{"/dev/shm/note", "/dev/shm/note"},
		{"working directory", "/home/leaky/note.txt"},
		{"name", "/tmp/<name with a token, 24 bytes>"},
		{"link", "/tmp/link (link)"},
		{"gzip", "/tmp/trace.gz"},
		{"binary", "stdout"},
	} {
		name := tt.leak
		if name == "" {
			name = "no leak"
		}
		t.Run(name, func(t *testing.T) {
			c := config(t, tt.leak)
			r, err := Check(t.Context(), c)
			silentAbout(t, c, r, err)
			if err != nil {
				t.Fatal(err)
			}
			if tt.stream == "" {
				if r.Err() != nil {
					t.Fatal(r)
				}
				return
			}
			if !errors.Is(r.Err(), ErrLeak) {
				t.Fatalf("not found: %v", r)
			}
			for _, f := range r.Findings {
				if f.Stream != tt.stream || f.Channel != "note" {
					t.Errorf("found %v, want the note in %s", f, tt.stream)
				}
			}
		})
	}
	nothingLeft(t)
}

func TestWritesToTheRootFileSystemAreFound(t *testing.T) {
	for _, where := range []string{"/note.txt", "/deep/er/note", "/home/leaky/note", "/cache/note", "/tmp/note"} {
		t.Run(where, func(t *testing.T) {
			c := config(t, where)
			c.ReadOnly, c.Scratch, c.User, c.Confined = false, nil, "0", false
			r, err := Check(t.Context(), c)
			silentAbout(t, c, r, err)
			if err != nil {
				t.Fatal(err)
			}
			if len(r.Findings) != 1 || r.Findings[0].Stream != where || r.Findings[0].Line != 2 {
				t.Fatalf("%v", r)
			}
		})
	}
}

func TestADriverHasWhatItNeeds(t *testing.T) {
	tokens, err := Mint(rand.Reader, "note", "agent", "file", "put later")
	if err != nil {
		t.Fatal(err)
	}
	c := config(t, "")
	c.Tokens, c.Sent = tokens, []string{"agent", "file", "put later"}
	c.Files = []File{{Path: "/in/first.csv", Content: []byte(tokens[2].Text)}}
	c.Build, c.Image = Build{Context: leaky.context}, ""
	c.LogDir = t.TempDir()
	c.Drive = func(ctx context.Context, s *Server) error {
		if out, _ := s.Printed(); !bytes.Contains(out, []byte("serving")) {
			return errors.New("what it printed is not there")
		}
		if err := post(ctx, s, "note", tokens[0].Text); err != nil {
			return err
		}
		if !strings.HasPrefix(s.URL(), "http://127.0.0.1:") {
			return errors.New("it is reached from elsewhere")
		}
		if err := s.CopyTo(ctx, "/in/later/file.csv", []byte(tokens[3].Text), 0o600); err != nil {
			return err
		}
		out, err := s.Exec(ctx, []string{"/leaky", "cat"}, strings.NewReader("to and fro"))
		if err != nil || string(out.Stdout) != "to and fro" || out.Code != 7 {
			return fmt.Errorf("exec: %q %d %w", out.Stdout, out.Code, err)
		}
		if s.Sent("agent", 0) == nil || s.Sent("nobody", 200) == nil || s.ReadBack("agent", []byte("nothing")) == nil {
			return errors.New("something was proven that was not")
		}
		if err := s.Sent("note", 200); !errors.Is(err, ErrUnproven) || !strings.Contains(err.Error(), `"note"`) {
			return fmt.Errorf("a channel that must be read back was taken as sent: %w", err)
		}
		if err := errors.Join(s.Sent("agent", 404), s.Sent("file", 200), s.Sent("put later", 200)); err != nil {
			return err
		}
		if err := s.Restart(ctx); err != nil {
			return err
		}
		s.Collect("metrics", []byte("one\ntwo "+tokens[1].Text))
		s.Collect("traces", nil)
		return s.Stop(ctx)
	}
	r, err := Check(t.Context(), c)
	silentAbout(t, c, r, err)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Findings) != 1 || r.Findings[0] != (Finding{Stream: "metrics", Line: 2, Channel: "agent", Form: Raw}) {
		t.Fatal(r)
	}
	if r.Unchanged != 2 || r.ExitCode != 0 || len(r.Proven) != 4 || !r.Proven[0].ReadBack || r.Proven[1].ReadBack {
		t.Errorf("%+v\n%v", r.Proven, r)
	}
	kept, err := os.ReadFile(filepath.Join(c.LogDir, Stdout))
	if err != nil || strings.Count(string(kept), "serving\n") != 2 || strings.Count(string(kept), "ended\n") != 2 {
		t.Errorf("the log of both runs: %q %v", kept, err)
	}
	for _, want := range []string{"canary: 1 finding\n", "stdout ", "files ", "1 read back", "3 sent", "found: metrics:2: token of \"agent\" (raw)\n"} {
		if !strings.Contains(r.String(), want) {
			t.Errorf("the report lacks %q:\n%v", want, r)
		}
	}
	nothingLeft(t)
}
