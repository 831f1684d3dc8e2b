package icpc3

import (
	"errors"
	"strings"
	"testing"
	"testing/iotest"
)

const (
	releaseHead      = "component\tchapter\tcode\tkind\tpreferred\tdescription\tinclusions\texclusions\tdepth\n"
	releaseHeadShort = "component\tchapter\tcode\tkind\tpreferred\tinclusions\texclusions\tdepth\n"
)

const smallRelease = releaseHead +
	"S\tA\tAS03\tsymptom\tFever\tlong prose\tpyrexia\theat stroke AD45\t0\n" +
	"S\tA\tAS05\tsymptom\tPostviral fatigue\t\t\t\t0\n" +
	"S\tA\tAS05.00\tsymptom\tChronic fatigue syndrome\t\tweariness; listlessness\t\t1\n" +
	"D\tK\tKD73\totherDiagnosis\tHypertension, uncomplicated\t\t\t\t0\n" +
	"S\tC\tCSV\textension\tConsent Scale Value\t\t\t\t0\n" +
	"S\tC\tCSV.1+\textensionCode\tMODERATELY agree\t\t\t\t1\n"

func TestAReleaseIsReadWithOrWithoutDescriptions(t *testing.T) {
	var short strings.Builder
	for line := range strings.Lines(smallRelease) {
		cells := strings.Split(line, "\t")
		short.WriteString(strings.Join(append(cells[:5:5], cells[6:]...), "\t"))
	}
	long, report, err := ReadRelease(strings.NewReader(smallRelease))
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"without": short.String(),
		"windows": "\ufeff" + strings.ReplaceAll(smallRelease, "\n", "\r\n"),
	} {
		other, _, err := ReadRelease(strings.NewReader(text))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if other.Version() != long.Version() {
			t.Errorf("%s: another version", name)
		}
	}
	if long.Len() != 6 || report.Rubrics != 6 || long.Version() == loaded(t).Version() {
		t.Errorf("%d rows, report %+v", long.Len(), report)
	}
	for text, code := range map[string]string{"fever": "AS03", "发烧": "AS03", "listlessness": "AS05.00", "MODERATELY agree": "", "headaches": ""} {
		if got := long.Match(text, Symptom).Code(); got != code {
			t.Errorf("%s is %q, want %q", text, got, code)
		}
	}
}

func TestOwnNamesWhoseRubricIsGoneAreReported(t *testing.T) {
	table, report, err := ReadRelease(strings.NewReader(smallRelease))
	if err != nil {
		t.Fatal(err)
	}
	lost := map[string]LostSurface{}
	for _, l := range report.Lost {
		if _, ok := table.Rubric(l.Code); ok {
			t.Errorf("%s is not gone", l.Code)
		}
		lost[l.Surface+" "+l.Code] = l
	}
	// A name with one rubric left of two stays ambiguous: the other reading of it is not wrong for being gone.
	if m := table.Match("chronic fatigue", Symptom); m.Reason != ReasonAmbiguous || m.Code() != "" || len(m.Codes) != 1 {
		t.Errorf("chronic fatigue: %+v", m)
	}
	if m := table.Match("diabetes", Condition); m.Reason != ReasonNoMatch {
		t.Errorf("diabetes: %+v", m)
	}
	for _, want := range []string{"headaches NS01", "头疼 NS01", "chronic fatigue AS04", "diabetes TD71", "diabetes TD72"} {
		if l, ok := lost[want]; !ok || l.File == "" || l.Line == 0 {
			t.Errorf("%s is not reported", want)
		}
	}
	if total := report.Surfaces; total == 0 || total >= len(surfaces(t)) {
		t.Errorf("%d own names in use", total)
	}
	if n := len(table.Report().Lost); n != len(report.Lost) {
		t.Errorf("the table reports %d lost, the reading %d", n, len(report.Lost))
	}
}

func TestAReleaseThatIsWrongSaysWhereAndNotWhat(t *testing.T) {
	row := func(cells ...string) string { return strings.Join(cells, "\t") + "\n" }
	good := row("S", "A", "AS03", "symptom", "Fever", "", "", "0")
	for name, c := range map[string]struct{ text, want string }{
		"nothing":               {"", "line 1"},
		"another header":        {"code\tpreferred\n", "line 1"},
		"only a header":         {releaseHeadShort, "no rows"},
		"a column too few":      {releaseHeadShort + good + row("S", "A", "AS04", "symptom", "Secret", "", ""), "line 3: 7 columns"},
		"a column too many":     {releaseHeadShort + row("S", "A", "AS04", "symptom", "Secret", "", "", "0", ""), "line 2: 9 columns"},
		"a blank line":          {releaseHeadShort + good + "\n", "line 3"},
		"another component":     {releaseHeadShort + row("F", "A", "AF04", "symptom", "Secret", "", "", "0"), "line 2 column component"},
		"not the component":     {releaseHeadShort + row("D", "A", "AS04", "symptom", "Secret", "", "", "0"), "line 2 column component"},
		"not the chapter":       {releaseHeadShort + row("S", "B", "AS04", "symptom", "Secret", "", "", "0"), "line 2 column chapter"},
		"not the depth":         {releaseHeadShort + row("S", "A", "AS04", "symptom", "Secret", "", "", "1"), "line 2 column depth"},
		"a code out of shape":   {releaseHeadShort + row("S", "A", "Secret", "symptom", "Secret", "", "", "0"), "line 2 column code"},
		"a code twice":          {releaseHeadShort + good + good, "line 3 column code: the code of line 2"},
		"no parent":             {releaseHeadShort + good + row("S", "A", "AS05.00", "symptom", "Secret", "", "", "1"), "line 3 column code"},
		"an unknown kind":       {releaseHeadShort + good + row("S", "A", "AS04", "Secret", "Tired", "", "", "0"), "line 3 column kind"},
		"a kind in capitals":    {releaseHeadShort + row("S", "A", "AS04", "Symptom", "Secret", "", "", "0"), "line 2 column kind"},
		"a form feed":           {releaseHeadShort + row("S", "A", "AS04", "symptom", "Secret\f", "", "", "0"), "line 2 column preferred"},
		"a control of Latin 1":  {releaseHeadShort + row("S", "A", "AS04", "symptom", "Secret\u0085", "", "", "0"), "line 2 column preferred"},
		"a line end of Unicode": {releaseHeadShort + row("S", "A", "AS04", "symptom", "Secret", "a\u2028b", "", "0"), "line 2 column inclusions"},
		"no kind":               {releaseHeadShort + row("S", "A", "AS04", "", "Secret", "", "", "0"), "line 2 column kind"},
		"no preferred term":     {releaseHeadShort + row("S", "A", "AS04", "symptom", " ", "", "", "0"), "line 2 column preferred"},
		"not UTF-8":             {releaseHeadShort + row("S", "A", "AS04", "symptom", "Secret", "\xff", "", "0"), "line 2 column inclusions"},
		"a control character":   {releaseHeadShort + row("S", "A", "AS04", "symptom", "Secret", "", "a\x00b", "0"), "line 2 column exclusions"},
		"a return inside":       {releaseHeadShort + row("S", "A", "AS04", "symptom", "Secret\rx", "", "", "0"), "line 2 column preferred"},
	} {
		t.Run(name, func(t *testing.T) {
			table, _, err := ReadRelease(strings.NewReader(c.text))
			if err == nil || table != nil || !strings.Contains(err.Error(), c.want) {
				t.Fatalf("error %v, want %q in it", err, c.want)
			}
			if strings.Contains(err.Error(), "Secret") {
				t.Errorf("the error says what is in a cell: %v", err)
			}
		})
	}
}

func TestAReadThatFailsIsReported(t *testing.T) {
	broken := errors.New("broken")
	if _, _, err := ReadRelease(iotest.ErrReader(broken)); !errors.Is(err, broken) {
		t.Errorf("release: %v", err)
	}
	if _, err := ReadTable(iotest.ErrReader(broken)); !errors.Is(err, broken) {
		t.Errorf("table: %v", err)
	}
}

func TestCodesHaveAShape(t *testing.T) {
	for code, want := range map[string]bool{
		"AS03": true, "AS05.00": true, "DD07.10": true, "CSV": true, "PSV.9": true, "CSV.1+": true,
		"": false, "A": false, "AS": false, "AS0": false, "AS003": false, "as03": false, "AX03": false, "1S03": false,
		"AS03.": false, "AS03.0": false, "AS03.000": false, "AS03.0a": false, "CSV.": false, "CSV.12": false, "CSV.+": false, "AS03.00.00": false,
	} {
		if _, ok := shapeOf(code); ok != want {
			t.Errorf("%q: %v", code, ok)
		}
	}
}
