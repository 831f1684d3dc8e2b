package analyzers_test

import (
	"os"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/seed-a76b335c/philint/analyzers/internal/engine"
	"github.com/seed-a76b335c/philint/analyzers/internal/policy"
	"github.com/seed-a76b335c/philint/analyzers/internal/sink"
)

// TestNoFaultOnForeignCode runs the engine over code of all kinds and finds no function in which it failed. By default
// that is a sample; PHILINT_ROBUST names other package patterns, for example "std golang.org/x/tools/...".
func TestNoFaultOnForeignCode(t *testing.T) {
	if testing.Short() {
		t.Skip("short")
	}
	patterns := strings.Fields(os.Getenv("PHILINT_ROBUST"))
	if len(patterns) == 0 {
		patterns = strings.Fields("log log/slog net/http encoding/json go/types text/template database/sql testing golang.org/x/tools/go/analysis/... golang.org/x/tools/go/packages")
	}
	pkgs, err := packages.Load(&packages.Config{Mode: packages.LoadAllSyntax, Tests: false}, patterns...)
	if err != nil {
		t.Fatal(err)
	}
	core := engine.New(&engine.Options{Sinks: sink.Default(), Words: policy.NewWords(policy.Extra{}), Std: true})
	graph, err := checker.Analyze([]*analysis.Analyzer{core}, pkgs, nil)
	if err != nil {
		t.Fatal(err)
	}
	ran, statements, skipped := 0, 0, 0
	for act := range graph.All() {
		if act.Analyzer != core {
			continue
		}
		if act.Err != nil && unloadable(act.Err) {
			skipped++
			continue
		}
		if act.Err != nil {
			t.Errorf("%s: %v", act.Package.PkgPath, act.Err)
			continue
		}
		res, ok := act.Result.(*engine.Result)
		if !ok {
			continue
		}
		ran++
		statements += len(res.Statements)
		for _, f := range res.Findings {
			if f.Class == policy.Internal {
				t.Errorf("%s: %s", act.Package.PkgPath, f.Message)
			}
		}
	}
	if ran == 0 || statements == 0 {
		t.Fatalf("saw %d packages with %d statements", ran, statements)
	}
	t.Logf("%d packages, %d statements; %d packages did not load", ran, statements, skipped)
}

// unloadable reports whether a package could not be judged because it, or one it needs, does not load here: its own
// module's requirements are not ours.
func unloadable(err error) bool {
	return strings.Contains(err.Error(), "skipped due to errors in package") || strings.Contains(err.Error(), "failed prerequisites")
}
