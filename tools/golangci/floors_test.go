package main_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Who may import whom stands in .golangci.yml. A pattern there that matches no file would let everything through without
// a word, so each of these imports is tried.
func TestTheFloorsOfTheModuleHold(t *testing.T) {
	const module = "github.com/seed-a76b335c/philint/"
	config, err := filepath.Abs("../../.golangci.yml")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	put := func(name, text string) {
		t.Helper()
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	put("go.mod", "module "+strings.TrimSuffix(module, "/")+"\n\ngo 1.26.0\n")
	refused := [][2]string{ // who, whom; no two of them in a circle
		{"internal/web", "internal/store"},
		{"internal/mcpserver", "internal/store"},
		{"internal/mcpserver/mcphttp", "internal/store"},
		{"internal/mcpserver/stdio", "internal/web"},
		{"internal/web", "internal/mcpserver"},
		{"internal/answers", "internal/auth"},
		{"internal/answers/rank", "internal/mcpserver"},
		{"internal/auth", "internal/ingest"},
		{"internal/limit", "internal/answers"},
		{"internal/store", "internal/terminology"},
		{"internal/store/engine", "internal/audit"},
		{"internal/ingest/format", "internal/answers"},
		{"internal/record", "internal/schema"},
		{"internal/audit", "cmd/recordserver"},
	}
	for i, r := range refused {
		for _, p := range r {
			put(p+"/doc.go", "package "+filepath.Base(p)+"\n")
		}
		put(r[0]+"/import"+string(rune('a'+i))+".go", "package "+filepath.Base(r[0])+"\n\nimport _ \""+module+r[1]+"\"\n")
	}
	cmd := exec.Command(golangci, "run", "--config", config, "--enable-only", "depguard", "--output.text.print-issued-lines=false", "--show-stats=false", "./...")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOLANGCI_LINT_CACHE="+t.TempDir(), "GOFLAGS=", "GOWORK=off")
	out, err := cmd.CombinedOutput()
	if err == nil {
		t.Errorf("nothing is refused: %s", out)
	}
	for i, r := range refused {
		file := r[0] + "/import" + string(rune('a'+i)) + ".go"
		if want := "import '" + module + r[1] + "' is not allowed"; !strings.Contains(string(out), file+":3:8: "+want) {
			t.Errorf("%s may import %s:\n%s", r[0], r[1], out)
		}
	}
}
