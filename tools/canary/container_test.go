package canarycheck_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed-a76b335c/philint/canary"
	"github.com/seed-a76b335c/philint/internal/ci"
	canarycheck "github.com/seed-a76b335c/philint/tools/canary"
)

// Paths and ports inside the container.
const (
	inside      = "/recordserver"
	dataDir     = "/data"
	filesDir    = "/data/in"
	besideIn    = filesDir + "/beside"
	mainPort    = "8080/tcp"
	metricsPort = "9090/tcp"
)

// contained is a server in a container.
type contained struct{ *canary.Server }

func (c contained) Metrics() string         { return "http://" + c.Address(metricsPort) + "/metrics" }
func (c contained) Path(name string) string { return filesDir + "/" + name }

func (c contained) Printed() []byte {
	out, _ := c.Server.Printed()
	return out
}

func (c contained) Run(ctx context.Context, stdin []byte, args ...string) (canary.Output, error) {
	var in io.Reader
	if stdin != nil {
		in = bytes.NewReader(stdin)
	}
	return c.Exec(ctx, append([]string{inside}, args...), in)
}

func (c contained) Beside(ctx context.Context, how, file string, stdin []byte, args ...string) (canary.Output, error) {
	var in io.Reader
	if stdin != nil {
		in = bytes.NewReader(stdin)
	}
	return c.Exec(ctx, append([]string{besideIn, how, file, inside}, args...), in)
}

func (c contained) Put(ctx context.Context, name string, content []byte) (string, error) {
	return c.Path(name), c.CopyTo(ctx, c.Path(name), content, 0o600)
}

// image is a context to build the server's image from, as it is shipped but for the build tag.
func image(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, d := range []string{"bin/image/root/data/in", "bin/image/root/tmp"} {
		if err := os.MkdirAll(filepath.Join(dir, d), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	program(t, filepath.Join(dir, "bin", "image"))
	file, err := os.ReadFile(filepath.Join("..", "..", "Dockerfile"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "Dockerfile"), file, 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestCanary is the check of the server as it is shipped: in its image, with a root that cannot be written, as a user
// without rights.
func TestCanary(t *testing.T) {
	if testing.Short() {
		t.Skip("short: builds an image and uses the whole server in it")
	}
	began := time.Now()
	list := faults(t)
	tokens, build := words(t, list), image(t)
	program, err := os.ReadFile(beside(t, t.TempDir()))
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%-20s %v", "build", time.Since(began).Round(time.Millisecond))
	began = time.Now()
	logs := os.Getenv("CANARY_LOG_DIR")
	if logs == "" {
		logs = t.TempDir()
	}
	var driver *canarycheck.Driver
	report, err := canary.Check(t.Context(), canary.Config{
		Build:   canary.Build{Context: build},
		Command: []string{"serve", "--demo", "--data", dataDir, "--addr", "0.0.0.0:8080", "--metrics-addr", "0.0.0.0:9090", "--public-url", "https://records.example.org", "--log-level", "debug"},
		Env:     map[string]string{"RECORDSERVER_LOG_LEVEL": "debug"},
		Port:    mainPort, Ports: []string{metricsPort}, DataDir: dataDir, Scratch: []string{"/tmp"}, ReadOnly: true, Confined: true,
		Ready: "/healthz", StopTimeout: 20 * time.Second, Tokens: tokens, Sent: canarycheck.Sent(list), Shapes: shapes(),
		LogDir: logs,
		Drive: func(ctx context.Context, s *canary.Server) error {
			if err := s.CopyTo(ctx, besideIn, program, 0o700); err != nil {
				return err
			}
			driver = canarycheck.New(contained{s}, tokens)
			return driver.Drive(ctx)
		},
	})
	took := time.Since(began)
	if errors.Is(err, canary.ErrNoEngine) {
		if ci.On() {
			t.Fatal(err) // there is no server of which more could be told
		}
		t.Skipf("not here: %v; the server was not checked in a container", err)
	}
	if err != nil {
		for line := range strings.Lines(err.Error()) {
			t.Errorf("%s", strings.TrimSpace(line))
		}
	}
	if driver != nil {
		for _, p := range driver.Took {
			t.Logf("  %-18s %v", p.Name, p.Took.Round(time.Millisecond))
		}
		for _, missing := range driver.Covered.Missing(driver.Registry()) {
			t.Error(missing)
		}
	}
	for _, p := range report.Phases {
		t.Logf("%-20s %v", p.Name, p.Took.Round(time.Millisecond))
	}
	for _, f := range report.Findings {
		t.Errorf("%s", f)
	}
	log, err := os.ReadFile(filepath.Join(logs, canary.Stderr))
	if err != nil {
		t.Errorf("the log cannot be read: %T", err)
	}
	telling(t, log)
	stdout, err := os.ReadFile(filepath.Join(logs, canary.Stdout))
	if err != nil {
		t.Errorf("the output cannot be read: %T", err)
	}
	found, err := announced(stdout, log)
	if err != nil {
		t.Error(err)
	}
	for _, f := range found {
		t.Errorf("%s", f)
	}
	for _, s := range sums(report.Streams) {
		t.Logf("%-40s %d lines, %d bytes", s.Name, s.Lines, s.Bytes)
	}
	if report.ExitCode != 0 {
		t.Errorf("the server ended with status %d", report.ExitCode)
	}
	t.Logf("whole cycle after the build: %v", took.Round(time.Millisecond))
}

// sums puts the streams of one name together, in the order in which they came up.
func sums(streams []canary.Stream) (out []canary.Stream) {
	for _, s := range streams {
		i := slices.IndexFunc(out, func(o canary.Stream) bool { return o.Name == s.Name })
		if i < 0 {
			out = append(out, s)
			continue
		}
		out[i].Lines += s.Lines
		out[i].Bytes += s.Bytes
	}
	return out
}

var _ canarycheck.Target = contained{}
