package icpc3

import (
	"strings"
	"testing"
)

func over(t *testing.T, release string) *Table {
	t.Helper()
	table, _, err := ReadRelease(strings.NewReader(release))
	if err != nil {
		t.Fatal(err)
	}
	merged, err := table.Over(loaded(t))
	if err != nil {
		t.Fatal(err)
	}
	return merged
}

func TestBehindAReleaseTheOwnTableStays(t *testing.T) {
	m := over(t, strings.Replace(smallRelease, "Postviral fatigue", "Fatigue as the release has it", 1))
	if m.Len() != loaded(t).Len() || len(m.Report().Lost) != 0 {
		t.Errorf("%d rows, %d own names lost", m.Len(), len(m.Report().Lost))
	}
	if r, ok := m.Rubric("AS05"); !ok || r.Preferred != "Fatigue as the release has it" {
		t.Errorf("the row of the release does not win: %+v", r)
	}
	for text, code := range map[string]string{"headaches": "NS01", "发烧": "AS03", "Fatigue as the release has it": "AS05", "listlessness": "AS05.00"} {
		if got := m.Match(text, Symptom).Code(); got != code {
			t.Errorf("%s is %q, want %q", text, got, code)
		}
	}
	if got := m.Match("measles", Condition).Code(); got == "" {
		t.Error("a diagnosis that the release lacks is not known")
	}
	if m.Version() == loaded(t).Version() || m.Digest() == loaded(t).Digest() {
		t.Error("it has the version of the own table")
	}
}

func TestATermOfTheReleaseMeansWhatItMeansThere(t *testing.T) {
	// The release has given the term of a rubric to another code, and a term that is an inclusion there.
	m := over(t, releaseHeadShort+
		"D\tA\tAD99\totherDiagnosis\tMeasles\t\t\t0\n"+
		"D\tA\tAD98\totherDiagnosis\tSomething\trubella\t\t0\n")
	for text, want := range map[string]string{"measles": "AD99", "rubella": "AD98"} {
		if found, ok := m.licensed[Condition].find(text); !ok || found.Outcome != Coded || found.Codes[0] != want {
			t.Errorf("%s: %+v, want %s", text, found, want)
		}
		if own, ok := loaded(t).licensed[Condition].find(text); !ok || own.Codes[0] == want {
			t.Errorf("%s is no term of the own table: %+v", text, own)
		}
	}
}

func TestAReleaseThatHasEveryCodeIsReturnedAsItIs(t *testing.T) {
	own := loaded(t)
	m, err := own.Over(own)
	if err != nil || m != own || own.Shared(own) != own.Len() {
		t.Errorf("another table, %v", err)
	}
}
