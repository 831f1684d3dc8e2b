//go:build !canaryhook

package hook_test

import (
	"bytes"
	"log/slog"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-a76b335c/philint/internal/hook"
	"github.com/seed-a76b335c/philint/internal/store"
	"github.com/seed-a76b335c/philint/internal/web"
)

func TestEachSeamReturnsWhatItIsGiven(t *testing.T) {
	if s := new(store.Store); hook.Store(s) != s {
		t.Error("another store")
	}
	if h := slog.Handler(slog.NewTextHandler(&bytes.Buffer{}, nil)); hook.Log(h) != h {
		t.Error("another log")
	}
	house := web.New(web.Config{Metrics: web.NewMetrics()})
	if got, ok := hook.Handler(house).(*web.House); !ok || got != house {
		t.Error("another handler")
	}
	if routes := []web.Route{{Path: "/x", Handler: http.NotFoundHandler()}}; &hook.Routes(routes)[0] != &routes[0] {
		t.Error("other routes")
	}
}

// Words that stand in every build that can be broken, one for each tag, and nowhere else in the program.
var marks = map[string]string{"canaryhook": "X-Canary-Fault", "canaryhook,canaryleak": "X-Canary-Leak"}

// The program is built as it is shipped, and once with each tag so that the look at it can be trusted.
func TestAShippedServerCannotBeBroken(t *testing.T) {
	if testing.Short() {
		t.Skip("short: links the program twice")
	}
	dir := t.TempDir()
	build := func(tags string) []byte {
		t.Helper()
		out := filepath.Join(dir, "recordserver"+tags)
		cmd := exec.Command("go", "build", "-tags", tags, "-o", out, "github.com/seed-a76b335c/philint/cmd/recordserver")
		cmd.Env = append(os.Environ(), "GOFLAGS=")
		if said, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, said)
		}
		program, err := os.ReadFile(out)
		if err != nil {
			t.Fatal(err)
		}
		return program
	}
	shipped := build("")
	for tag, mark := range marks {
		if bytes.Contains(shipped, []byte(mark)) {
			t.Errorf("the program that is shipped holds what %s adds", tag)
		}
		if !bytes.Contains(build(tag), []byte(mark)) {
			t.Errorf("with the tag %s it does not hold it either: the look proves nothing", tag)
		}
	}
	list := exec.Command("go", "list", "-f", "{{range .GoFiles}}{{.}} {{end}}", ".")
	list.Env = append(os.Environ(), "GOFLAGS=")
	said, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.TrimSpace(string(said)); got != "doc.go none.go" {
		t.Errorf("a build without tags has the files %s", got)
	}
}
