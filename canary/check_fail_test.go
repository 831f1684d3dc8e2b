package canary

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/moby/moby/client"
)

func TestWhatProvesNothingFails(t *testing.T) {
	for _, tt := range []struct {
		name   string
		leak   string
		change func(*Config)
		want   error
		text   string
	}{
		{"a server that ends before it is ready", "early", nil, ErrExited, "with status 3"},
		{"a server that ends while it is driven", "crash", nil, ErrExited, "with status 5"},
		{"a server that logs nothing", "silent", nil, ErrEmptyLog, ""},
		{"a server that the token does not reach", "deaf to notes", nil, ErrUnproven, `"note"`},
		{"a server that does not hear SIGTERM", "deaf", func(c *Config) { c.StopTimeout = time.Second }, ErrKilled, "SIGTERM"},
		{"a channel that nobody proves", "", func(c *Config) { c.Drive = func(context.Context, *Server) error { return nil } }, ErrUnproven, "note (not read back)"},
		{"a channel that is only sent and was not", "", func(c *Config) {
			c.Tokens, c.Sent = append(c.Tokens, Token{"agent", "gibodafe33aa44bb55cc"}), []string{"agent"}
		}, ErrUnproven, "agent (not sent)"},
		{"a file that cannot be searched to its end", "nested", nil, ErrUnread, "the volume /tmp"},
		{"a drive that fails", "", func(c *Config) {
			text := c.Tokens[0].Text
			c.Drive = func(context.Context, *Server) error { return errors.New("what came was " + text) }
		}, ErrDrive, "whose text holds a token"},
		{"a server that is never ready", "", func(c *Config) { c.Ready, c.StartTimeout = "/nowhere", time.Second }, ErrNotReady, "status 404"},
		{"a server that listens elsewhere", "", func(c *Config) { c.Port, c.Ready, c.StartTimeout = "81/tcp", "", time.Second }, ErrNotReady, "nothing listens"},
		{"a program that is not there", "", func(c *Config) {
			c.Image, c.Build = "", Build{Context: leaky.context, Dockerfile: "Dockerfile.broken"}
		}, ErrStart, ""},
		{"an image that is not there", "", func(c *Config) { c.Image = "canary-leaky:nowhere" }, ErrNoImage, ""},
		{"a Dockerfile that builds on what is not there", "", func(c *Config) {
			c.Image, c.Build = "", Build{Context: leaky.context, Dockerfile: "Dockerfile.base"}
		}, ErrNoImage, "example.invalid/base:1"},
		{"a Dockerfile that cannot be built", "", func(c *Config) {
			c.Image, c.Build = "", Build{Context: leaky.context, Dockerfile: "Dockerfile.nofile"}
		}, ErrBuild, ""},
		{"no Dockerfile", "", func(c *Config) { c.Image, c.Build = "", Build{Context: leaky.context, Dockerfile: "Nofile"} }, ErrBuild, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := config(t, tt.leak)
			for name, text := range map[string]string{
				"Dockerfile.broken": "FROM scratch\nCOPY leaky /leaky\nENTRYPOINT [\"/nothing\"]\n",
				"Dockerfile.base":   "ARG WHICH=1\nFROM --platform=linux/amd64 example.invalid/base:${WHICH} AS a\nFROM a\n",
				"Dockerfile.nofile": "FROM scratch\nCOPY nothing /nothing\n",
			} {
				if err := os.WriteFile(filepath.Join(leaky.context, name), []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			if tt.change != nil {
				tt.change(&c)
			}
			r, err := Check(t.Context(), c)
			silentAbout(t, c, r, err)
			if !errors.Is(err, tt.want) || !strings.Contains(fmt.Sprint(err), tt.text) {
				t.Fatalf("error %v, want %v with %q", err, tt.want, tt.text)
			}
			if !errors.Is(r.Err(), tt.want) {
				t.Errorf("the report says %v", r.Err())
			}
			for _, line := range strings.Split(err.Error(), "\n") {
				if !strings.HasPrefix(line, "canary: ") {
					t.Errorf("a line without a beginning: %s", line)
				}
			}
		})
	}
	nothingLeft(t)
}

func TestALeakIsToldAlsoWhereTheCheckFails(t *testing.T) {
	c := config(t, "stderr")
	drive := c.Drive
	c.Drive = func(ctx context.Context, s *Server) error {
		if err := drive(ctx, s); err != nil {
			return err
		}
		return context.DeadlineExceeded
	}
	r, err := Check(t.Context(), c)
	if !errors.Is(err, ErrDrive) || !errors.Is(err, context.DeadlineExceeded) || !errors.Is(r.Err(), ErrLeak) || len(r.Findings) == 0 {
		t.Fatal(err, r)
	}
}

func TestWhatIsMadeIsRemovedAfterAPanicAndACancelledContext(t *testing.T) {
	t.Run("panic", func(t *testing.T) {
		c := config(t, "")
		c.Drive = func(context.Context, *Server) error { panic("of a test") }
		func() {
			defer func() {
				if recover() == nil {
					t.Error("the panic did not reach the caller")
				}
			}()
			_, _ = Check(t.Context(), c)
		}()
		nothingLeft(t)
	})
	t.Run("goexit", func(t *testing.T) {
		c := config(t, "")
		t.Run("inner", func(t *testing.T) {
			c.Drive = func(context.Context, *Server) error {
				t.SkipNow()
				return nil
			}
			_, _ = Check(t.Context(), c)
		})
		nothingLeft(t)
	})
	t.Run("cancelled", func(t *testing.T) {
		c := config(t, "")
		ctx, cancel := context.WithCancel(t.Context())
		c.Drive = func(ctx context.Context, _ *Server) error {
			cancel()
			<-ctx.Done()
			return nil
		}
		if r, err := Check(ctx, c); !errors.Is(err, context.Canceled) || r.Err() == nil {
			t.Error(err)
		}
		nothingLeft(t)
	})
	t.Run("removed by somebody else", func(t *testing.T) {
		c := config(t, "")
		c.Drive = func(ctx context.Context, s *Server) error {
			// The context of the driving ends before this has its answer.
			if _, err := s.r.api.ContainerRemove(context.WithoutCancel(ctx), s.r.container.GetContainerID(), client.ContainerRemoveOptions{Force: true, RemoveVolumes: true}); err != nil {
				return err
			}
			<-ctx.Done()
			return nil
		}
		if _, err := Check(t.Context(), c); !errors.Is(err, ErrExited) || !strings.Contains(err.Error(), "gone") {
			t.Error(err)
		}
		nothingLeft(t)
	})
}

func TestConfigurationsThatCannotBeAreRefused(t *testing.T) {
	good := func() Config {
		return Config{
			Image: "x", Port: "80/tcp", Tokens: []Token{{"note", "gibodafe33aa44bb55cc"}},
			Drive: func(context.Context, *Server) error { return nil },
		}
	}
	for name, change := range map[string]func(*Config){
		"no image":              func(c *Config) { c.Image = "" },
		"image and build":       func(c *Config) { c.Build.Context = "." },
		"context and archive":   func(c *Config) { c.Image, c.Build = "", Build{Context: ".", Archive: strings.NewReader("")} },
		"no port":               func(c *Config) { c.Port = "" },
		"no drive":              func(c *Config) { c.Drive = nil },
		"no tokens":             func(c *Config) { c.Tokens = nil },
		"a short token":         func(c *Config) { c.Tokens = []Token{{"note", "short"}} },
		"an unknown channel":    func(c *Config) { c.Sent = []string{"other"} },
		"a relative directory":  func(c *Config) { c.Scratch = []string{"tmp"} },
		"the root":              func(c *Config) { c.DataDir = "/" },
		"data that is scratch":  func(c *Config) { c.DataDir, c.Scratch = "/tmp", []string{"/tmp"} },
		"scratch in data":       func(c *Config) { c.DataDir, c.Scratch = "/data", []string{"/tmp", "/data/tmp"} },
		"data in scratch":       func(c *Config) { c.DataDir, c.Scratch = "/tmp/data", []string{"/tmp"} },
		"no directory for logs": func(c *Config) { c.LogDir = "/dev/null/x" },
		"a dotted file":         func(c *Config) { c.Files = []File{{Path: "/a/../b"}} },
		"a relative ready":      func(c *Config) { c.Ready = "ready" },
	} {
		c := good()
		change(&c)
		if r, err := Check(t.Context(), c); !errors.Is(err, ErrConfig) || r == nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestBasesOfADockerfile(t *testing.T) {
	text := "ARG V=2\nFROM golang:$V AS build\nRUN x\nFROM --platform=linux/amd64 scratch\nCOPY --from=build /x /x\nCOPY --from=busybox:1 /y /y\nCOPY --from=0 /z /z\n"
	if got := bases(text, map[string]string{"V": "3"}); !slices.Equal(got, []string{"golang:3", "busybox:1"}) {
		t.Error(got)
	}
}

// Where nothing answers, the process that looks for an engine is one of its own: the library remembers what it found.
func TestWithoutAnEngineOneLineSaysWhatIsMissing(t *testing.T) {
	if os.Getenv("CANARY_TEST_ALONE") != "" {
		c := Config{Image: "x", Port: "80/tcp", Tokens: []Token{{"note", "gibodafe33aa44bb55cc"}}, Drive: func(context.Context, *Server) error { return nil }}
		r, err := Check(t.Context(), c)
		if !errors.Is(err, ErrNoEngine) || !errors.Is(r.Err(), ErrNoEngine) {
			t.Errorf("error %v", err)
		}
		fmt.Printf("said: %v\n", err)
		return
	}
	for _, tt := range []struct{ name, host, want string }{
		{"a port that nobody listens at", "tcp://127.0.0.1:1", "nothing answers at DOCKER_HOST"},
		{"a socket that is not there", "unix:///nowhere/docker.sock", "nothing answers at DOCKER_HOST"},
		{"no address", "nonsense", "nothing answers at DOCKER_HOST"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			alone := exec.Command(os.Args[0], "-test.run", "^TestWithoutAnEngine", "-test.v")
			alone.Env = append(os.Environ(), "CANARY_TEST_ALONE=1", "DOCKER_HOST="+tt.host)
			out, err := alone.CombinedOutput()
			if err != nil || !strings.Contains(string(out), "said: canary: no container engine answers: "+tt.want) {
				t.Fatalf("%v\n%s", err, out)
			}
			for line := range strings.Lines(string(out)) {
				if !strings.HasPrefix(line, "said: ") && strings.Contains(line, "docker") {
					t.Errorf("the library said something by itself: %s", line)
				}
			}
		})
	}
}

func TestALogThatTheEngineHasLostPartsOfIsNoWholeOne(t *testing.T) {
	for _, tt := range []struct {
		name, seen, kept string
		want             error
	}{
		{"all of it", "one\ntwo\n", "one\ntwo\n", nil},
		{"more than was seen", "one\n", "one\ntwo\n", nil},
		{"nothing was seen", "", "one\n", nil},
		{"the beginning was thrown away", "one\ntwo\n", "two\n", ErrLogIncomplete},
		{"the same length, other text", "one\ntwo\n", "two\nsix\n", ErrLogIncomplete},
		{"nothing was kept", "one\n", "", ErrLogIncomplete},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f := followed{sum: sha256.New()}
			for i := range tt.seen {
				if _, err := f.Write([]byte{tt.seen[i]}); err != nil {
					t.Fatal(err)
				}
			}
			k := kept{name: Stdout, start: sha256.New()}
			k.seen, k.sum = f.state()
			for part := range strings.SplitAfterSeq(tt.kept, "\n") {
				if _, err := k.Write([]byte(part)); err != nil {
					t.Fatal(err)
				}
			}
			if err := k.complete(); !errors.Is(err, tt.want) {
				t.Error(err)
			}
		})
	}
}
