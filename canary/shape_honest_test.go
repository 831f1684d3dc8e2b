package canary

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestHonestLogsHaveNoShape reads logs in the formats of many programs and libraries.
func TestHonestLogsHaveNoShape(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join("testdata", "honest", "*.log"))
	if len(files) < 20 {
		t.Fatalf("only %d logs", len(files))
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		found, err := shapesSearcher(t).Search(filepath.Base(file), bytes.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range found {
			t.Errorf("%v: %s", f, bytes.Split(text, []byte("\n"))[f.Line-1])
		}
	}
}

// TestWhatIsNoTextHasNoShape reads noise, and the executable that runs this test.
func TestWhatIsNoTextHasNoShape(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	executable, err := os.ReadFile(program)
	if err != nil {
		t.Fatal(err)
	}
	noise := make([]byte, 4<<20)
	if _, err := fixedRandom(9).Read(noise); err != nil {
		t.Fatal(err)
	}
	streams := map[string][]byte{
		"executable":     executable[:min(len(executable), 16<<20)],
		"noise":          noise,
		"noise in a log": append(append([]byte("ready\n"), noise...), "\nended\n"...),
		"a database":     append([]byte("SQLite format 3\x00\x10\x00\x01\x01\x00\x40\x20\x20\x00\x00\x00\x12\x00\x00\x00\x05"), bytes.Repeat([]byte("\x00\x01name|value|2026-05-01|x\n"), 40)...),
		"zeros":          make([]byte, 1<<16),
	}
	for name, stream := range streams {
		s := shapesSearcher(t)
		cut := lineCutter{shapes: s.shapes, report: func(line int, shape string) { t.Errorf("%s has the shape %q in line %d", name, shape, line) }}
		cut.write(stream)
		cut.end()
	}
}

func TestARowIsSeenInATextOfAnyKind(t *testing.T) {
	row := "Body weight|2026-05-01|70.5|kg\n"
	for name, stream := range map[string]string{
		"after the zeros of a log that was cut": string(make([]byte, 4096)) + "ready\n" + row,
		"beside bytes that are no UTF-8":        "gr\xfc\xdfe\n" + row,
		"in colours":                            "\x1b[31mBody weight\x1b[0m|\x1b[32m2026-05-01\x1b[0m|70.5|kg\n",
		"after one strange byte":                "\x01ready\n" + row,
	} {
		found, err := shapesSearcher(t).Search("log", bytes.NewReader([]byte(stream)))
		if err != nil || len(found) != 1 || found[0].Shape != "table row" {
			t.Errorf("%s: found %v, %v", name, found, err)
		}
	}
	own, err := NewSearcher(mintedTokens(t, 1), Pattern("reading", regexp.MustCompile(`\d+ mmHg`)))
	if err != nil {
		t.Fatal(err)
	}
	if found, err := own.Search("file", strings.NewReader("SQLite format 3\x00\x00\x01\x02\x03120 mmHg\x00")); err != nil || len(found) != 1 {
		t.Errorf("a shape of one's own is asked about everything: found %v, %v", found, err)
	}
}

func shapesSearcher(t *testing.T) *Searcher {
	t.Helper()
	s, err := NewSearcher(mintedTokens(t, 1), DefaultShapes()...)
	if err != nil {
		t.Fatal(err)
	}
	return s
}
