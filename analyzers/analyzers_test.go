package analyzers_test

import (
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/seed-a76b335c/philint/analyzers"
)

// TestFixtures runs every fixture package beside the analyzers. What a line must say stands on it.
func TestFixtures(t *testing.T) {
	for _, name := range []string{"logphi", "telemetryphi", "panicphi"} {
		t.Run(name, func(t *testing.T) {
			dir, err := filepath.Abs(filepath.Join(name, "testdata"))
			if err != nil {
				t.Fatal(err)
			}
			entries, err := os.ReadDir(filepath.Join(dir, "src"))
			if err != nil {
				t.Fatal(err)
			}
			ran := 0
			for _, e := range entries {
				if !fixture(filepath.Join(dir, "src", e.Name())) {
					continue
				}
				ran++
				t.Run(e.Name(), func(t *testing.T) {
					analysistest.Run(t, dir, named(t, analyzers.All(), name), e.Name()+"/...")
				})
			}
			if ran == 0 {
				t.Error("no fixture package")
			}
		})
	}
}

// fixture reports whether a folder is a fixture rather than a stub of somebody's module.
func fixture(dir string) bool {
	b := filepath.Base(dir)
	return filepath.Ext(b) == ""
}

func named(t *testing.T, all []*analysis.Analyzer, name string) *analysis.Analyzer {
	for _, a := range all {
		if a.Name == name {
			return a
		}
	}
	t.Fatalf("no analyzer %s", name)
	return nil
}
