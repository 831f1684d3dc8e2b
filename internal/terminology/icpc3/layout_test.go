package icpc3

import (
	"bytes"
	"errors"
	"strings"
	"testing"
)

func TestATableSurvivesWritingAndReading(t *testing.T) {
	small, _, err := ReadRelease(strings.NewReader(smallRelease))
	if err != nil {
		t.Fatal(err)
	}
	for name, table := range map[string]*Table{"own": loaded(t), "release": small} {
		var out bytes.Buffer
		if err := WriteTable(&out, table); err != nil {
			t.Fatal(err)
		}
		if name == "own" && out.String() != coreFile {
			t.Error("the embedded file is not what writing it again gives")
		}
		again, err := ReadTable(&out)
		if err != nil {
			t.Fatal(err)
		}
		if again.Version() != table.Version() || again.Len() != table.Len() || len(again.Report().Lost) != len(table.Report().Lost) {
			t.Errorf("%s: another table came back", name)
		}
	}
}

func TestATableThatWasChangedIsRefused(t *testing.T) {
	sealed := func(body string) string { return layoutMark + digestOf(body) + "\n" + body }
	for name, c := range map[string]struct{ text, want string }{
		"empty":                {"", "not a table of ours"},
		"another format":       {releaseHead, "not a table of ours"},
		"one character":        {strings.Replace(coreFile, "Measles", "Weasles", 1), "digest"},
		"cut off":              {coreFile[:len(coreFile)-1], "digest"},
		"no rows":              {sealed(""), "no rows"},
		"too few columns":      {sealed("AS03\tsymptom\tSecret\n"), "line 2: want 5 columns"},
		"a code out of shape":  {sealed("X\tsymptom\tSecret\t\t\n"), "line 2 column code"},
		"a parent that is not": {sealed("AS03\tsymptom\tFever\t\t\nAS04.00\tsymptom\tSecret\t\t\n"), "line 3 column code"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := ReadTable(strings.NewReader(c.text))
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Fatalf("error %v, want %q in it", err, c.want)
			}
			if strings.Contains(err.Error(), "Secret") {
				t.Errorf("the error says what is in a cell: %v", err)
			}
		})
	}
}

type fullDisk struct{}

var errFull = errors.New("full")

func (fullDisk) Write([]byte) (int, error) { return 0, errFull }

func TestAWriteThatFailsIsReported(t *testing.T) {
	if err := WriteTable(fullDisk{}, loaded(t)); !errors.Is(err, errFull) {
		t.Error(err)
	}
}
