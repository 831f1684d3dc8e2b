package units

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// sharedFile reads a table that lies beside the repository, or skips.
func sharedFile(t *testing.T, name string) [][]string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("..", "..", "..", "..", "shared", name))
	if err != nil {
		t.Skip(name + ": not here")
	}
	var rows [][]string
	for _, l := range strings.Split(strings.TrimSuffix(string(b), "\n"), "\n") {
		rows = append(rows, strings.Split(l, "\t"))
	}
	return rows
}

// Units that were seen with codes are evidence, not truth: some are slips of their source.
func TestMostUnitsSeenWithCodesAreReadAndFitTheirRows(t *testing.T) {
	rows := sharedFile(t, "data/loinc/facts.tsv")
	head := rows[0]
	unitCol, propertyCol := slices.Index(head, "example_units"), slices.Index(head, "property")
	if unitCol < 0 || propertyCol < 0 {
		t.Fatal("the columns are not there")
	}
	var seen, read, judged, fit int
	unread, unfit := map[string]int{}, map[string]int{}
	for _, r := range rows[1:] {
		if r[unitCol] == "" {
			continue
		}
		for _, u := range strings.FieldsFunc(r[unitCol], func(r rune) bool { return r == ';' || r == '|' }) {
			seen++
			code, ok := Normalize(u)
			if !ok {
				unread[strings.TrimSpace(u)]++
				continue
			}
			read++
			if r[propertyCol] == "" {
				continue
			}
			judged++
			if Fits(r[propertyCol], code) {
				fit++
			} else {
				unfit[r[propertyCol]+" "+code]++
			}
		}
	}
	t.Logf("read %d of %d; not read: %v", read, seen, unread)
	t.Logf("fit %d of %d; rejected: %v", fit, judged, unfit)
	if float64(read) < 0.98*float64(seen) || float64(fit) < 0.95*float64(judged) {
		t.Errorf("read %d of %d, fit %d of %d", read, seen, fit, judged)
	}
}

// Whatever UCUM's own cases call valid comes back, but for the spellings that print reads otherwise.
func TestValidCodesOfTheFunctionalCasesComeBack(t *testing.T) {
	rows := sharedFile(t, "data/ucum/functional-tests.tsv")
	var back, all int
	for _, r := range rows[1:] {
		if len(r) < 4 || r[1] != "validate" || r[3] != "valid" {
			continue
		}
		code := strings.TrimSuffix(strings.TrimPrefix(r[2], `["`), `"]`)
		all++
		if got, ok := Normalize(code); ok {
			back++
			if again, ok := Normalize(got); !ok || again != got {
				t.Errorf("Normalize(%q) = %q, and that is %q", code, got, again)
			}
		} else {
			t.Logf("not read: %s", code)
		}
	}
	t.Logf("%d of %d valid codes come back", back, all)
	if float64(back) < 0.95*float64(all) {
		t.Errorf("%d of %d valid codes come back", back, all)
	}
}

func TestUnitsOfTheCodePairsAreRead(t *testing.T) {
	rows := sharedFile(t, "data/loinc/code_unit_pairs.tsv")
	var read, all int
	unread := map[string]int{}
	for _, r := range rows[1:] {
		for _, u := range []string{r[1], r[3]} {
			all++
			if _, ok := Normalize(u); ok {
				read++
			} else {
				unread[u]++
			}
		}
	}
	t.Logf("read %d of %d; not read: %v", read, all, unread)
	if float64(read) < 0.97*float64(all) {
		t.Errorf("read %d of %d", read, all)
	}
}
