package icpc3

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// sharedData is where the table was taken from. The tests that compare with it skip where it is not.
const sharedData = "../../../../shared/data/icpc3"

func loaded(t testing.TB) *Table {
	t.Helper()
	table, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func shared(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(sharedData, name))
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("shared/data/icpc3: not here")
	}
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestTheTableHasEveryRubricOfBothComponents(t *testing.T) {
	table := loaded(t)
	count := map[byte]int{}
	extensions := 0
	for _, r := range table.Rubrics() {
		count[r.Component]++
		if r.Extension() {
			extensions++
		}
		if found, ok := table.Rubric(r.Code); !ok || found.Preferred != r.Preferred {
			t.Errorf("%s is not found by its code", r.Code)
		}
	}
	if table.Len() != 1218 || count['S'] != 331 || count['D'] != 887 || extensions != 12 {
		t.Errorf("%d rubrics, %d S, %d D, %d extension rows", table.Len(), count['S'], count['D'], extensions)
	}
	if _, ok := table.Rubric("ZZ99"); ok {
		t.Error("a code that is not there is found")
	}
}

func TestEveryCellIsAsTheSourceHasIt(t *testing.T) {
	source := strings.Split(strings.TrimSuffix(shared(t, "icpc3.tsv"), "\n"), "\n")
	table := loaded(t)
	if got, want := table.Len(), len(source)-1; got != want {
		t.Fatalf("%d rows, the source has %d", got, want)
	}
	columns := strings.Split(source[0], "\t")
	for i, line := range source[1:] {
		r := table.Rubrics()[i]
		ours := map[string]string{
			columnComponent: string(r.Component), columnChapter: r.Chapter, columnCode: r.Code, columnKind: r.Kind,
			columnPreferred: r.Preferred, columnInclusions: cellOf(r.Inclusions), columnExclusions: cellOf(r.Exclusions),
			columnDepth: string('0' + byte(r.Depth)),
		}
		for j, cell := range strings.Split(line, "\t") {
			if ours[columns[j]] != cell {
				t.Errorf("line %d column %s differs", i+2, columns[j])
			}
		}
	}
}

func TestTheSourceReadsAsAReleaseAndIsTheSameVersion(t *testing.T) {
	table, report, err := ReadRelease(strings.NewReader(shared(t, "icpc3.tsv")))
	if err != nil {
		t.Fatal(err)
	}
	if table.Version() != loaded(t).Version() {
		t.Error("the same rows have another version")
	}
	if len(report.Lost) != 0 || report.Rubrics != 1218 {
		t.Errorf("report: %+v", report)
	}
}

func TestTheNoticeIsTheOneTheSourceAsksFor(t *testing.T) {
	if sources := shared(t, "SOURCES.md"); !strings.Contains(sources, loaded(t).Notice()) || !strings.Contains(sources, System) {
		t.Error("the attribution or the system address is not the one in SOURCES.md")
	}
}

func TestTheVersionIsADigestOfRowsAndOwnNames(t *testing.T) {
	table := loaded(t)
	if !regexp.MustCompile(`^icpc-3\+[0-9a-f]{12}$`).MatchString(table.Version()) {
		t.Errorf("version %q", table.Version())
	}
	own := table.own
	rows := slices.Clone(table.Rubrics())
	rows[7].Exclusions = []string{"another AS01"}
	if stamp(rows, own) == table.Version() {
		t.Error("another cell leaves the version as it was")
	}
	own[Condition].lines = own[Condition].lines[1:]
	if stamp(table.Rubrics(), own) == table.Version() {
		t.Error("an own name less leaves the version as it was")
	}
}

func TestScaleValuesNeverAnswer(t *testing.T) {
	table := loaded(t)
	for _, r := range table.Rubrics() {
		if !r.Extension() {
			continue
		}
		for _, k := range []Kind{Symptom, Condition} {
			if m := table.Match(r.Preferred, k); m.Reason != ReasonNoMatch {
				t.Errorf("%s answers as %s", r.Code, k)
			}
		}
	}
	for k := range kinds {
		for _, name := range names(table, Kind(k)) {
			for _, c := range table.Match(name, Kind(k)).Codes {
				if r, _ := table.Rubric(c); r.Extension() {
					t.Errorf("%s is in an index", c)
				}
			}
		}
	}
}

func TestAKindIsReadByItsName(t *testing.T) {
	for _, k := range []Kind{Symptom, Condition} {
		if got, ok := ParseKind(k.String()); !ok || got != k {
			t.Errorf("%v", k)
		}
	}
	if _, ok := ParseKind("measurement"); ok || Kind(9).String() != "" {
		t.Error("a kind that is none has a name")
	}
	if m := loaded(t).Match("headache", Kind(9)); m.Reason != ReasonNoMatch {
		t.Error("a kind that is none has an index")
	}
}
