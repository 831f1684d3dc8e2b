package vocab_test

import (
	"archive/zip"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/seed-a76b335c/philint/internal/terminology/icpc3"
	"github.com/seed-a76b335c/philint/internal/terminology/loinc"
	"github.com/seed-a76b335c/philint/internal/vocab"
)

var noon = time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)

// part imports a release that has few codes.
var part = vocab.Options{Now: noon, Partial: true}

// release writes the rows of the embedded table, as many as n, in the form of the official file, and one that is
// dropped.
func release(t testing.TB, n int, version string) string {
	t.Helper()
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	put := func(cells ...string) {
		if err := w.Write(cells); err != nil {
			t.Fatal(err)
		}
	}
	put("LOINC_NUM", "COMPONENT", "PROPERTY", "TIME_ASPCT", "SYSTEM", "SCALE_TYP", "METHOD_TYP", "CLASS", "VersionLastChanged",
		"CLASSTYPE", "STATUS", "CONSUMER_NAME", "SHORTNAME", "EXTERNAL_COPYRIGHT_NOTICE", "LONG_COMMON_NAME",
		"EXAMPLE_UCUM_UNITS", "COMMON_TEST_RANK", "PanelType", "DisplayName")
	rows := 0
	for _, r := range loinc.Core().Rows() {
		if rows == n {
			break
		}
		if r.Kind != loinc.KindLab || r.Panel {
			continue
		}
		status := "ACTIVE"
		if rows == 0 {
			status = "DEPRECATED"
		}
		rows++
		put(r.Code, r.Component, r.Property, r.Time, r.System, r.Scale, r.Method, "CHEM", version, "1", status, "", "", "",
			r.LongName, strings.Join(r.ExampleUnits, ";"), "", "", "")
	}
	w.Flush()
	return b.String()
}

// complaints writes the embedded table in the form in which a release is tabulated.
func complaints(t testing.TB) string {
	t.Helper()
	var b strings.Builder
	b.WriteString("component\tchapter\tcode\tkind\tpreferred\tinclusions\texclusions\tdepth\n")
	for _, r := range icpc3.Core().Rubrics() {
		fmt.Fprintf(&b, "%c\t%s\t%s\t%s\t%s\t%s\t%s\t%d\n", r.Component, r.Chapter, r.Code, r.Kind, r.Preferred,
			strings.Join(r.Inclusions, ";"), strings.Join(r.Exclusions, ";"), r.Depth)
	}
	return b.String()
}

func mustImport(t testing.TB, dir string, k vocab.Kind, text string) vocab.Report {
	t.Helper()
	rep, err := vocab.Import(dir, k, strings.NewReader(text), part)
	if err != nil {
		t.Fatal(err)
	}
	return rep
}

func TestWithoutAnImportTheEmbeddedTablesAreInUse(t *testing.T) {
	v, err := vocab.Open(filepath.Join(t.TempDir(), "not made yet"))
	if err != nil {
		t.Fatal(err)
	}
	if v.Codes != loinc.Core() || v.Complaints != icpc3.Core() || len(v.List) != 3 {
		t.Errorf("%+v", v.List)
	}
	for _, e := range v.List {
		if e.Source != vocab.Embedded || e.Version == "" || e.Rows == 0 || e.BuiltIn != 0 || len(e.Digest) != 64 || e.Notice == "" || !e.Imported.IsZero() {
			t.Errorf("%+v", e)
		}
	}
	if _, err := v.Set(); err != nil {
		t.Error(err)
	}
}

func TestAnImportIsInUseFromThenOn(t *testing.T) {
	dir := t.TempDir()
	rep := mustImport(t, dir, vocab.LOINC, release(t, 50, "2.83"))
	if rep.Rows != 50 || rep.Kept != 49 || len(rep.Dropped) != 1 || !strings.HasPrefix(rep.Version, "loinc-2.83+") {
		t.Errorf("%+v", rep)
	}
	mustImport(t, dir, vocab.ICPC3, complaints(t))
	v, err := vocab.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(v.Codes.Version(), rep.Version+"+core.") || v.Codes.Len() != loinc.Core().Len()-1 || v.Complaints.Len() != icpc3.Core().Len() {
		t.Errorf("%s with %d rows, %d rubrics", v.Codes.Version(), v.Codes.Len(), v.Complaints.Len())
	}
	if v.List[0].Rows != v.Codes.Len() || v.List[0].BuiltIn != loinc.Core().Len()-50 || v.List[1].BuiltIn != 0 {
		t.Errorf("%+v", v.List)
	}
	for _, e := range v.List[:2] {
		if e.Source != vocab.Imported || !e.Imported.Equal(noon) || len(e.Digest) != 64 {
			t.Errorf("%+v", e)
		}
	}
	if v.Complaints.Version() != icpc3.Core().Version() {
		t.Error("the same rows have another version when they were imported")
	}
	next := mustImport(t, dir, vocab.LOINC, release(t, 60, "2.84"))
	if v, err = vocab.Open(dir); err != nil || !strings.HasPrefix(v.Codes.Version(), next.Version) {
		t.Errorf("the second import is not in use: %v", err)
	}
}

func TestFilesAreTheOwnersAlone(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	mustImport(t, dir, vocab.LOINC, release(t, 5, "2.83"))
	err := filepath.WalkDir(dir, func(p string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err == nil && info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s has mode %v", p, info.Mode())
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestAnImportThatFailsLeavesTheOldTable(t *testing.T) {
	dir := t.TempDir()
	old := mustImport(t, dir, vocab.LOINC, release(t, 20, "2.83"))
	good := release(t, 30, "2.84")
	const secret = "Hannelore Kohl"
	for name, r := range map[string]io.Reader{
		"another file":         strings.NewReader("name,born\n" + secret + ",1930\n"),
		"nothing":              strings.NewReader(""),
		"a file cut short":     strings.NewReader(good[:len(good)-40]),
		"a disk that fails":    io.MultiReader(strings.NewReader(good[:2000]), failing{}),
		"a row with no code":   strings.NewReader(good + secret + strings.Repeat(",", 18) + "\n"),
		"a code that is twice": strings.NewReader(good + good[strings.Index(good, "\n")+1:]),
	} {
		_, err := vocab.Import(dir, vocab.LOINC, r, part)
		if err == nil || strings.Contains(err.Error(), "Hannelore") {
			t.Errorf("%s: %v", name, err)
		}
		v, err := vocab.Open(dir)
		if err != nil || !strings.HasPrefix(v.Codes.Version(), old.Version) {
			t.Errorf("%s: the old table is gone: %v", name, err)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "vocabularies", "*unfinished")); len(left) > 0 {
		t.Errorf("left behind: %q", left)
	}
	if _, err := vocab.Import(dir, "rxnorm", strings.NewReader(good), part); err == nil {
		t.Error("an unknown vocabulary is imported")
	}
}

type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, errors.New("input/output error") }

// Wherever one byte is lost, changed or added, the file is refused, and the error says what to do.
func TestADamagedTableIsRefused(t *testing.T) {
	dir := t.TempDir()
	mustImport(t, dir, vocab.LOINC, release(t, 20, "2.83"))
	mustImport(t, dir, vocab.ICPC3, complaints(t))
	for _, k := range vocab.Kinds() {
		file := filepath.Join(dir, "vocabularies", string(k)+".table")
		whole, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		damage := map[string][]byte{"empty": {}, "a byte more": append(bytes.Clone(whole), 'x')}
		for _, at := range []int{0, 30, 60, 120, 200, len(whole) / 2, len(whole) - 2} {
			changed := bytes.Clone(whole)
			changed[at] ^= 1
			damage[fmt.Sprintf("byte %d changed", at)] = changed
			damage[fmt.Sprintf("cut at %d", at)] = whole[:at]
		}
		for name, data := range damage {
			if err := os.WriteFile(file, data, 0o600); err != nil {
				t.Fatal(err)
			}
			_, err := vocab.Open(dir)
			var d *vocab.DamagedError
			switch {
			case name == "byte 30 changed" && err == nil: // a digit of the date: the content is whole
			case !errors.As(err, &d) || d.Kind != k:
				t.Errorf("%s, %s: %v", k, name, err)
			case strings.Count(err.Error(), "import the release again") != 1 || !strings.Contains(err.Error(), "vocab remove "+string(k)) || !strings.Contains(err.Error(), file):
				t.Errorf("the error does not say what to do: %v", err)
			}
		}
		if err := os.WriteFile(file, whole, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := vocab.Open(dir); err != nil {
		t.Error(err)
	}
}

func TestTwoImportsDoNotMix(t *testing.T) {
	dir := t.TempDir()
	mustImport(t, dir, vocab.LOINC, release(t, 5, "2.83"))
	errs := make(chan error)
	for i := range 8 {
		go func() {
			_, err := vocab.Import(dir, vocab.LOINC, strings.NewReader(release(t, 20+i, "2.84")), part)
			errs <- err
		}()
	}
	won := 0
	for range 8 {
		switch err := <-errs; {
		case err == nil:
			won++
		case !errors.Is(err, vocab.ErrBusy):
			t.Error(err)
		}
	}
	if v, err := vocab.Open(dir); err != nil || won == 0 || v.Codes.Len() < loinc.Core().Len()-1 {
		t.Errorf("%d imports, %v", won, err)
	}
}

func TestAReleaseIsFoundInItsZip(t *testing.T) {
	text := release(t, 10, "2.83")
	for _, tt := range []struct {
		name  string
		files []string
		want  error
	}{
		{"one table", []string{"x/anything.CSV", "readme.txt"}, nil},
		{"the official name among others", []string{"LoincTableCore/LoincTableCore.csv", "LoincTable/Loinc.csv", "Accessory/MapTo.csv"}, nil},
		{"no table", []string{"readme.txt"}, vocab.ErrNoTable},
		{"two tables", []string{"a.csv", "b.csv"}, vocab.ErrTables},
		{"the official name twice", []string{"a/Loinc.csv", "b/Loinc.csv"}, vocab.ErrTables},
	} {
		t.Run(tt.name, func(t *testing.T) {
			name := filepath.Join(t.TempDir(), "release.zip")
			f, err := os.Create(name)
			if err != nil {
				t.Fatal(err)
			}
			z := zip.NewWriter(f)
			for _, member := range tt.files {
				w, err := z.Create(member)
				if err != nil {
					t.Fatal(err)
				}
				content := "not,it\n"
				if strings.EqualFold(filepath.Base(member), "Loinc.csv") || len(tt.files) == 2 {
					content = text
				}
				if _, err := io.WriteString(w, content); err != nil {
					t.Fatal(err)
				}
			}
			if err := errors.Join(z.Close(), f.Close()); err != nil {
				t.Fatal(err)
			}
			src, err := vocab.OpenSource(name, vocab.LOINC)
			if !errors.Is(err, tt.want) {
				t.Fatalf("got %v, want %v", err, tt.want)
			}
			if err != nil {
				return
			}
			if _, err := vocab.Import(t.TempDir(), vocab.LOINC, src, part); err != nil {
				t.Error(err)
			}
			if err := src.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestASourceThatIsNoReleaseIsRefused(t *testing.T) {
	dir := t.TempDir()
	if _, err := vocab.OpenSource(dir, vocab.LOINC); !errors.Is(err, vocab.ErrNotFile) {
		t.Errorf("a directory: %v", err)
	}
	if _, err := vocab.OpenSource(filepath.Join(dir, "none.csv"), vocab.LOINC); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
	broken := filepath.Join(dir, "broken.zip")
	if err := os.WriteFile(broken, []byte("PK\x03\x04 and no more"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := vocab.OpenSource(broken, vocab.LOINC); !errors.Is(err, zip.ErrFormat) || !errors.Is(err, vocab.ErrDamaged) {
		t.Errorf("a broken .zip: %v", err)
	}
}

// What is wrong inside is found while it is read.
func TestADamagedFileInAZipSaysWhatToDo(t *testing.T) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	w, err := z.Create("Loinc.csv")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(w, release(t, 2000, "2.83")); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	for _, at := range []int{500, b.Len() / 2, b.Len() - 300} {
		data := bytes.Clone(b.Bytes())
		for i := range 20 {
			data[at+i] ^= 0x55
		}
		name := filepath.Join(t.TempDir(), "release.zip")
		if err := os.WriteFile(name, data, 0o600); err != nil {
			t.Fatal(err)
		}
		src, err := vocab.OpenSource(name, vocab.LOINC)
		if err == nil {
			_, err = io.Copy(io.Discard, src)
			_ = src.Close()
		}
		if !errors.Is(err, vocab.ErrDamaged) {
			t.Errorf("changed at %d of %d: %v", at, len(data), err)
		}
	}
}

// A .zip may unpack to more than any release.
func TestASourceThatUnpacksWithoutEndIsCut(t *testing.T) {
	name := filepath.Join(t.TempDir(), "big.zip")
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	z := zip.NewWriter(f)
	w, err := z.Create("icpc3.tsv")
	if err != nil {
		t.Fatal(err)
	}
	zeros := make([]byte, 1<<20)
	for range 65 {
		if _, err := w.Write(zeros); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(z.Close(), f.Close()); err != nil {
		t.Fatal(err)
	}
	src, err := vocab.OpenSource(name, vocab.ICPC3)
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	if _, err := io.Copy(io.Discard, src); !errors.Is(err, vocab.ErrTooLarge) {
		t.Errorf("got %v", err)
	}
}

func TestTheICPC3TableOfTheSharedDataIsTaken(t *testing.T) {
	const file = "../../../shared/data/icpc3/icpc3.tsv"
	f, err := os.Open(file)
	if err != nil {
		t.Skipf("%s: not here", file)
	}
	defer f.Close()
	rep, err := vocab.Import(t.TempDir(), vocab.ICPC3, f, vocab.Options{Now: noon})
	if err != nil || rep.Kept < 1000 {
		t.Errorf("%+v %v", rep, err)
	}
}
