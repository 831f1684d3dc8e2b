package loinc

import (
	"bytes"
	"slices"
	"strings"
	"testing"
)

// part is a release of four rows: two that the core table has, one of them retired, and two of its own.
func part(t *testing.T) (*Table, *ReleaseReport) {
	t.Helper()
	tab, rep, err := ReadRelease(strings.NewReader(release(
		t, officialRow("2345-7", "LONG_COMMON_NAME", "Glucose as the release has it"), officialRow("718-7", "STATUS", "DEPRECATED"),
		officialRow(withDigit(200001)), officialRow(withDigit(200002), "STATUS", "TRIAL"),
	)))
	if err != nil {
		t.Fatal(err)
	}
	return tab, rep
}

func TestBehindAReleaseTheCoreRowsStay(t *testing.T) {
	tab, rep := part(t)
	if rep.Core != 2 || rep.Withdrawn != 1 || rep.Kept != 2 {
		t.Fatalf("%+v", rep)
	}
	m := tab.Over(Core())
	if want := Core().Len() + 1 - 1; m.Len() != want {
		t.Errorf("%d rows, want %d", m.Len(), want)
	}
	if r, ok := m.Row("2345-7"); !ok || r.LongName != "Glucose as the release has it" {
		t.Errorf("the row of the release does not win: %+v", r)
	}
	if r, ok := m.Row("2951-2"); !ok || !strings.HasPrefix(r.LongName, "Sodium") {
		t.Errorf("a core row that the release lacks is gone: %+v", r)
	}
	if _, ok := m.Row("718-7"); ok {
		t.Error("a code that the release has retired is back")
	}
	if _, ok := m.Row(withDigit(200001)); !ok {
		t.Error("a row of the release is gone")
	}
	if !slices.IsSortedFunc(m.Rows(), func(a, b Row) int { return before(a.Code, b.Code) }) {
		t.Error("the rows are not in order")
	}
	if tab.Len() != 2 || Core().Len() == m.Len()+1 {
		t.Error("one of the tables has changed")
	}
}

func TestAMergedTableHasAVersionOfItsOwn(t *testing.T) {
	tab, _ := part(t)
	m := tab.Over(Core())
	if !strings.HasPrefix(m.Version(), tab.Version()+"+core.") || m.Digest() == tab.Digest() || len(m.Digest()) != 64 {
		t.Errorf("version %s, digest %s", m.Version(), m.Digest())
	}
	smaller := newTable("core-other", "", Core().Rows()[:100])
	if other := tab.Over(smaller); other.Version() == m.Version() || other.Digest() == m.Digest() {
		t.Error("over another core table it has the same version")
	}
	if again := tab.Over(Core()); again.Version() != m.Version() || again.Digest() != m.Digest() {
		t.Error("the same two tables have two versions")
	}
	if Core().Over(Core()) != Core() {
		t.Error("a release that has every code is changed")
	}
}

func TestTheCodesThatAReleaseWithdrawsAreWritten(t *testing.T) {
	tab, _ := part(t)
	var b bytes.Buffer
	if err := WriteTable(&b, tab); err != nil {
		t.Fatal(err)
	}
	back, err := ReadTable(bytes.NewReader(b.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	if back.Digest() != tab.Digest() || back.Version() != tab.Version() || back.Over(Core()).Version() != tab.Over(Core()).Version() {
		t.Error("another table comes back")
	}
	if _, ok := back.Over(Core()).Row("718-7"); ok {
		t.Error("a code that the release has retired is back")
	}
	changed := bytes.Replace(b.Bytes(), []byte("#withdrawn\t718-7"), []byte("#withdrawn\t719-5"), 1)
	if _, err := ReadTable(bytes.NewReader(changed)); err == nil || !strings.Contains(err.Error(), "digest") {
		t.Errorf("a list that was changed is taken: %v", err)
	}
}
