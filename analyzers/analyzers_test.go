package analyzers_test

import (
	"go/ast"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/seed-a76b335c/philint/analyzers/internal/engine"
	"github.com/seed-a76b335c/philint/analyzers/internal/policy"
	"github.com/seed-a76b335c/philint/analyzers/internal/sink"
)

// TestFixtures runs every fixture package beside the analyzers. What a line must say stands on it.
func TestFixtures(t *testing.T) {
	for name, surface := range map[string]sink.Surface{"logphi": sink.Log, "telemetryphi": sink.Telemetry, "panicphi": sink.Stream} {
		t.Run(name, func(t *testing.T) {
			dir, err := filepath.Abs(filepath.Join(name, "testdata"))
			if err != nil {
				t.Fatal(err)
			}
			entries, err := os.ReadDir(filepath.Join(dir, "src"))
			if err != nil {
				t.Fatal(err)
			}
			var patterns []string
			for _, e := range entries {
				if fixture(e.Name()) {
					patterns = append(patterns, e.Name()+"/...")
				}
			}
			if len(patterns) == 0 {
				t.Fatal("no fixture package")
			}
			analysistest.Run(t, dir, both(surface), patterns...)
		})
	}
}

// fixture reports whether a folder is a fixture rather than a stub of somebody's module.
func fixture(name string) bool { return filepath.Ext(name) == "" }

// both reports what the surface's analyzer and the core report, since a fixture holds lines for both.
func both(surface sink.Surface) *analysis.Analyzer {
	core := engine.New(&engine.Options{
		Sinks: sink.Default(), Words: policy.NewWords(policy.Extra{}),
		Keys:       func(_ *token.FileSet, f *ast.File) bool { return f.Name.Name == "keys" },
		Registered: func(name string) bool { return name == "user_id" },
	})
	return &analysis.Analyzer{
		Name: "both", Doc: "both", Requires: []*analysis.Analyzer{core},
		Run: func(pass *analysis.Pass) (any, error) {
			for _, f := range pass.ResultOf[core].(*engine.Result).Findings {
				if f.Surface == surface || f.Class == policy.Escape || f.Class == policy.Internal {
					pass.Report(f.Diagnostic())
				}
			}
			return nil, nil
		},
	}
}

// TestSameEveryTime runs the engine twice over the fixtures and compares every word: verdicts are cached and counted in
// baselines, so they must not depend on the order of a map.
func TestSameEveryTime(t *testing.T) {
	dir, err := filepath.Abs(filepath.Join("logphi", "testdata"))
	if err != nil {
		t.Fatal(err)
	}
	patterns := []string{"wrappers_hard/...", "wrappers_chain/...", "wrappers_field/...", "origin/...", "origin_more/...", "order/...", "sinks_slog/..."}
	var first []string
	for range 4 {
		var got []string
		for _, r := range analysistest.Run(t, dir, both(sink.Log), patterns...) {
			for _, d := range r.Diagnostics {
				got = append(got, r.Pass.Fset.Position(d.Pos).String()+": "+d.Message)
			}
		}
		slices.Sort(got) // packages are judged side by side
		if first == nil {
			first = got
			continue
		}
		if !slices.Equal(first, got) {
			for i := range min(len(first), len(got)) {
				if first[i] != got[i] {
					t.Fatalf("two runs differ: %d and %d diagnostics, first in\n%s\n%s", len(first), len(got), first[i], got[i])
				}
			}
		}
	}
	if len(first) == 0 {
		t.Fatal("no diagnostics")
	}
}
