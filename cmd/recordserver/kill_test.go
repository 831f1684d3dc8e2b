package main

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/seed-a76b335c/philint/internal/terminology/loinc"
	"github.com/seed-a76b335c/philint/internal/vocab"
)

// However an import is cut off, the table in use is the old one or the new one, whole.
func TestAnImportThatIsKilledLeavesAWholeTable(t *testing.T) {
	data := t.TempDir()
	files := []string{write(t, "a.csv", release(1000, "2.83")), write(t, "b.csv", release(1200, "2.84"))}
	start := time.Now()
	if out, err := program(t, "vocab", "import", "--partial", "--data", data, "loinc", files[0]).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	whole := time.Since(start)
	versions := map[string]int{}
	killed, cut := 0, 0
	for i := range 20 {
		cmd := program(t, "vocab", "import", "--partial", "--data", data, "loinc", files[(i+1)%2])
		before := unfinished(t, data)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		if i%2 == 0 {
			time.Sleep(time.Duration(rand.Int64N(int64(whole))))
		} else {
			waitFor(func() bool { return unfinished(t, data) != before }, 2*whole)
			time.Sleep(time.Duration(rand.Int64N(int64(5 * time.Millisecond))))
		}
		_ = cmd.Process.Kill()
		if cmd.Wait() != nil {
			killed++
		}
		if unfinished(t, data) != "" {
			cut++
		}
		v, err := vocab.Open(data)
		if err != nil {
			t.Fatal(err)
		}
		if n := loinc.Core().Len() - v.List[0].BuiltIn; n != 1000 && n != 1200 {
			t.Fatalf("%d codes", n)
		}
		versions[strings.SplitN(v.Codes.Version(), "+", 2)[0]]++
	}
	t.Logf("%d of 20 were killed before they ended, %d while they wrote; in use afterwards: %v", killed, cut, versions)
	if killed == 0 || cut == 0 {
		t.Error("no import was killed while it wrote")
	}
	// What was left behind goes with the next import.
	if out, err := program(t, "vocab", "import", "--partial", "--data", data, "loinc", files[1]).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if left := unfinished(t, data); left != "" {
		t.Errorf("left behind: %s", left)
	}
	if _, err := os.Stat(filepath.Join(data, "vocabularies", "loinc.table")); err != nil {
		t.Error(err)
	}
}

// unfinished are the names of files that an import has begun.
func unfinished(t *testing.T, data string) string {
	t.Helper()
	left, err := filepath.Glob(filepath.Join(data, "vocabularies", "*unfinished"))
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(left, " ")
}

func waitFor(f func() bool, most time.Duration) {
	for end := time.Now().Add(most); time.Now().Before(end) && !f(); {
		time.Sleep(100 * time.Microsecond)
	}
}
