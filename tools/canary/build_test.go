package canarycheck_test

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/seed-a76b335c/philint/canary"
	canarycheck "github.com/seed-a76b335c/philint/tools/canary"
)

// program builds the server as it can be broken.
func program(t *testing.T, dir string) string {
	t.Helper()
	out := filepath.Join(dir, "recordserver")
	run(t, "go", "build", "-tags", "canaryhook", "-ldflags", "-s -w", "-o", out, "./cmd/recordserver")
	return out
}

// beside builds the program that runs commands of the server with something beside them.
func beside(t *testing.T, dir string) string {
	t.Helper()
	out := filepath.Join(dir, "beside")
	run(t, "go", "build", "-C", "tools/canary", "-ldflags", "-s -w", "-o", out, "./beside")
	return out
}

// faults are those that the build has.
func faults(t *testing.T) []string {
	t.Helper()
	var list []string
	if err := json.Unmarshal(run(t, "go", "run", "-tags", "canaryhook", "./internal/hook/faults"), &list); err != nil || len(list) < 50 {
		t.Fatalf("%d faults: %v", len(list), err)
	}
	return list
}

// run runs a command in the main module, as a static program is built.
func run(t *testing.T, command ...string) []byte {
	t.Helper()
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Dir, cmd.Env = filepath.Join("..", ".."), append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=", "GOWORK=off")
	var said bytes.Buffer
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s", command[:2], err, said.Bytes()) // of the compiler
	}
	return out
}

// words are a word for each channel.
func words(t *testing.T, faults []string) []canary.Token {
	t.Helper()
	list, err := canarycheck.Tokens(rand.Reader, faults)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func shapes() []canary.Shape { return append(canary.DefaultShapes(), canarycheck.Shapes()...) }

// The faults are in no build that other tests look at.
func TestTheFaultsAreWhatTheySay(t *testing.T) {
	if out := run(t, "go", "test", "-count=1", "-tags", "canaryhook", "-run", "TestEachFault", "./internal/hook"); !bytes.HasPrefix(out, []byte("ok")) {
		t.Errorf("%s", out)
	}
}
