package baseline_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	. "github.com/seed-a76b335c/philint/analyzers/baseline"
)

var update = flag.Bool("update", false, "write golden files")

// golden compares text with a file in testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs (go test -update writes it)\ngot:\n%s\nwant:\n%s", path, got, want)
	}
}

// finding reads "package decl sink class operand type [leaf,leaf] [file:offset]" of words; the offset is the number of the finding.
func findings(lines ...string) []Finding {
	var fs []Finding
	for i, line := range lines {
		w := strings.Fields(line)
		f := Finding{Package: w[0], Decl: w[1], Sink: w[2], Class: w[3], Operand: w[4], Type: w[5], File: w[0] + "/a.go", Offset: 100 * (i + 1)}
		if len(w) > 6 {
			f.Fields = strings.Split(w[6], ",")
		}
		fs = append(fs, f)
	}
	return fs
}

// whole is a run over exactly the packages of its findings.
func whole(lines ...string) Run {
	return Run{Whole: true, Findings: findings(lines...)}
}

func total(changes []Change) int {
	n := 0
	for _, c := range changes {
		n += c.Count
	}
	return n
}
