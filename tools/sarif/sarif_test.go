package sarif

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/xeipuuv/gojsonschema"
)

// officialSchema takes the schema out of the module that ships it, as the text of a constant that it does not export.
func officialSchema(t *testing.T) string {
	t.Helper()
	out, err := exec.Command("go", "list", "-f", "{{.Dir}}", "github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif").Output()
	if err != nil {
		t.Fatal(err)
	}
	f, err := parser.ParseFile(token.NewFileSet(), filepath.Join(strings.TrimSpace(string(out)), "schema.go"), nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var schema string
	ast.Inspect(f, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			schema, err = strconv.Unquote(lit.Value)
		}
		return true
	})
	if err != nil || !strings.Contains(schema, "(SARIF) Version 2.1.0 JSON Schema") {
		t.Fatalf("no schema: %v", err)
	}
	return schema
}

func TestOutputIsValid(t *testing.T) {
	schema, err := gojsonschema.NewSchema(gojsonschema.NewStringLoader(officialSchema(t)))
	if err != nil {
		t.Fatal(err)
	}
	philint := filepath.Join(t.TempDir(), "philint")
	build := exec.Command("go", "build", "-o", philint, "./cmd/philint")
	build.Dir = filepath.Join("..", "..")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for name, status := range map[string]int{"shop": 1, "clean": 0, "odd": 1, "escapes": 1, "broken": 2} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			if err := os.CopyFS(dir, os.DirFS(filepath.Join("..", "..", "cmd", "philint", "testdata", name))); err != nil {
				t.Fatal(err)
			}
			valid(t, schema, run(t, dir, philint, status))
			if name != "shop" {
				return
			}
			// Once more with an entry of the baseline that is stale.
			init := exec.Command(philint, "baseline", "init")
			init.Dir = dir
			if out, err := init.CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			path := filepath.Join(dir, "user", "user.go")
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			text = []byte(strings.Replace(string(text), `, "email", u.Email)`, ")", 1))
			if err := os.WriteFile(path, text, 0o666); err != nil {
				t.Fatal(err)
			}
			doc := run(t, dir, philint, 1)
			valid(t, schema, doc)
			if !strings.Contains(doc, `"ruleId": "stale"`) {
				t.Error("nothing is stale")
			}
		})
	}
	if result, err := schema.Validate(gojsonschema.NewStringLoader(`{"version": "2.1.0", "runs": [{}]}`)); err != nil || result.Valid() {
		t.Error("the schema takes a run without a tool")
	}
}

func run(t *testing.T, dir, philint string, status int) string {
	t.Helper()
	cmd := exec.Command(philint, "-sarif", "./...")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off", "PHILINT_CONFIG=", "PHILINT_BASELINE=")
	out, err := cmd.Output()
	got := 0
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		got = exit.ExitCode()
	} else if err != nil {
		t.Fatal(err)
	}
	if got != status {
		t.Fatalf("status %d, want %d\n%s", got, status, out)
	}
	return string(out)
}

func valid(t *testing.T, schema *gojsonschema.Schema, doc string) {
	t.Helper()
	result, err := schema.Validate(gojsonschema.NewStringLoader(doc))
	if err != nil {
		t.Fatalf("%v\n%s", err, doc)
	}
	for _, e := range result.Errors() {
		t.Errorf("%s", e)
	}
}
