package vocab_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-a76b335c/philint/internal/terminology/icpc3"
	"github.com/seed-a76b335c/philint/internal/terminology/loinc"
	"github.com/seed-a76b335c/philint/internal/vocab"
)

// firstLines is a file that was cut at a line end.
func firstLines(text string, n int) string {
	at := 0
	for range n {
		at += strings.IndexByte(text[at:], '\n') + 1
	}
	return text[:at]
}

func TestAFileThatIsCutIsRefusedUnlessItIsSaidToBeAPart(t *testing.T) {
	for _, tt := range []struct {
		kind vocab.Kind
		text string
		core int
	}{
		{vocab.LOINC, release(t, 5000, "2.83"), loinc.Core().Len()},
		{vocab.ICPC3, complaints(t), icpc3.Core().Len()},
	} {
		dir := t.TempDir()
		short := firstLines(tt.text, 300)
		_, err := vocab.Import(dir, tt.kind, strings.NewReader(short), vocab.Options{Now: noon})
		var p *vocab.PartialError
		if !errors.As(err, &p) || p.Kind != tt.kind || p.Have != 299 || p.Core != tt.core || !strings.Contains(err.Error(), "--partial") {
			t.Errorf("%s: %v", tt.kind, err)
		}
		if entries, _ := os.ReadDir(dir); len(entries) != 0 {
			t.Errorf("%s: what was refused has left %v", tt.kind, entries)
		}
		rep, err := vocab.Import(dir, tt.kind, strings.NewReader(short), part)
		if err != nil || rep.Core != tt.core || rep.Absent != tt.core-299 {
			t.Errorf("%s: %+v, %v", tt.kind, rep, err)
		}
	}
}

func TestAfterASmallImportEveryNameIsStillKnown(t *testing.T) {
	dir := t.TempDir()
	rep := mustImport(t, dir, vocab.LOINC, release(t, 19, "2.83"))
	mustImport(t, dir, vocab.ICPC3, firstLines(complaints(t), 300))
	if rep.Withdrawn != 1 || rep.Kept != 18 {
		t.Errorf("%+v", rep)
	}
	v, err := vocab.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	s, err := v.Set()
	if err != nil {
		t.Fatal(err)
	}
	if r := s.Resolve("Sodium"); r.Code != "2951-2" {
		t.Errorf("%+v", r)
	}
	for text, kind := range map[string]icpc3.Kind{"headache": icpc3.Symptom, "gout": icpc3.Condition} {
		if m := s.Complaint(text, kind); m.Outcome != icpc3.Coded {
			t.Errorf("%s: %+v", text, m)
		}
	}
	for _, problem := range v.Check() {
		t.Error(problem)
	}
}

func TestRemovingAReleaseGoesBackToTheBuiltInTable(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	for _, k := range vocab.Kinds() {
		if err := vocab.Remove(dir, k); !errors.Is(err, vocab.ErrNotImported) {
			t.Errorf("%s: %v", k, err)
		}
	}
	if _, err := os.Stat(dir); err == nil {
		t.Error("removing nothing has made a directory")
	}
	mustImport(t, dir, vocab.LOINC, release(t, 19, "2.83"))
	mustImport(t, dir, vocab.ICPC3, complaints(t))
	if err := os.WriteFile(filepath.Join(dir, "vocabularies", "icpc3.table"), []byte("damaged"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, k := range vocab.Kinds() {
		if err := vocab.Remove(dir, k); err != nil {
			t.Errorf("%s: %v", k, err)
		}
	}
	v, err := vocab.Open(dir)
	if err != nil || v.Codes != loinc.Core() || v.Complaints != icpc3.Core() {
		t.Errorf("the built-in tables are not back: %v", err)
	}
	if err := vocab.Remove(dir, vocab.LOINC); !errors.Is(err, vocab.ErrNotImported) {
		t.Errorf("removed twice: %v", err)
	}
}

func TestADamagedTableDoesNotHideTheOthers(t *testing.T) {
	dir := t.TempDir()
	mustImport(t, dir, vocab.LOINC, release(t, 19, "2.83"))
	rep := mustImport(t, dir, vocab.ICPC3, complaints(t))
	if err := os.WriteFile(filepath.Join(dir, "vocabularies", "loinc.table"), []byte("damaged"), 0o600); err != nil {
		t.Fatal(err)
	}
	v, problems, err := vocab.Inspect(dir)
	var d *vocab.DamagedError
	if err != nil || len(problems) != 1 || !errors.As(problems[0], &d) || d.Kind != vocab.LOINC {
		t.Fatalf("%v, %v", problems, err)
	}
	if len(v.List) != 3 || v.List[0].Source != vocab.Damaged || v.List[0].Rows != 0 || v.List[0].Version != "" ||
		v.List[1].Source != vocab.Imported || v.List[1].Version != rep.Version || v.List[2].Name != "UCUM" {
		t.Errorf("%+v", v.List)
	}
	if more := v.Check(); len(more) != 0 {
		t.Errorf("the others are not well: %v", more)
	}
}
