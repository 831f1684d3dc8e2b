package icpc3

import (
	"slices"
	"strings"
	"testing"
)

func surfaces(t testing.TB) []Surface {
	t.Helper()
	own, err := Surfaces()
	if err != nil {
		t.Fatal(err)
	}
	return own
}

func TestThereAreManyOwnNamesInEachLanguage(t *testing.T) {
	count := map[string]int{}
	rubrics := map[string]map[string]bool{}
	for _, s := range surfaces(t) {
		count[s.File]++
		if len(s.Codes) == 1 {
			if rubrics[s.File] == nil {
				rubrics[s.File] = map[string]bool{}
			}
			rubrics[s.File][s.Codes[0]] = true
		}
	}
	for _, f := range slices.Concat(surfaceFiles[Symptom], surfaceFiles[Condition]) {
		t.Logf("%s: %d names of %d rubrics", f.name, count[f.name], len(rubrics[f.name]))
		if count[f.name] < 900 || len(rubrics[f.name]) < 150 {
			t.Errorf("%s: too few", f.name)
		}
	}
}

// complaintsUsedAsDiagnoses are the S rubrics that a diagnosis may be coded to. ICPC-3 has them among complaints only,
// and people are told them as diagnoses.
var complaintsUsedAsDiagnoses = []string{
	"AS05.00", // chronic fatigue syndrome
	"LS18.00", // fibromyalgia
	"PS06",    // insomnia
	"PS12.00", // alcohol dependence
	"PS12.02", // alcoholism
	"PS14",    // nicotine dependence
	"RS06.00", // sleep apnoea
}

func TestEveryOwnNameHasARubricOfItsComponent(t *testing.T) {
	table := loaded(t)
	used := map[string]bool{}
	for _, s := range surfaces(t) {
		for _, c := range s.Codes {
			r, ok := table.Rubric(c)
			switch {
			case !ok:
				t.Errorf("%s line %d: %s is not in the table", s.File, s.Line, c)
			case r.Extension():
				t.Errorf("%s line %d: %s is a scale value", s.File, s.Line, c)
			case kindOf(r.Component) == s.Kind:
			case s.Kind == Condition && slices.Contains(complaintsUsedAsDiagnoses, c):
				used[c] = true
			default:
				t.Errorf("%s line %d: %s is of the other component", s.File, s.Line, c)
			}
		}
	}
	for _, c := range complaintsUsedAsDiagnoses {
		if !used[c] {
			t.Errorf("%s is an exception that nothing needs", c)
		}
	}
}

// An own name that says what the table says anyway hides which of them it came from.
func TestNoOwnNameRepeatsTheTable(t *testing.T) {
	table := loaded(t)
	var differ []string
	for _, s := range surfaces(t) {
		m, ok := table.licensed[s.Kind].find(s.Text)
		if !ok {
			continue
		}
		if slices.Equal(m.Codes, s.Codes) {
			t.Errorf("%s line %d: %q is %s in the table already", s.File, s.Line, s.Text, m.Codes)
		}
		differ = append(differ, s.Text)
	}
	// Where we differ from a cell we have looked at it: a word of a list that says nothing alone, a word with two
	// meanings, or a narrower rubric of the same parent.
	slices.Sort(differ)
	want := []string{"allergic", "bedsore", "bunion", "manic depression", "pollen", "seasonal", "shock", "soreness"}
	if !slices.Equal(differ, want) {
		t.Errorf("own names that differ from the table: %q", differ)
	}
}

func TestAnOwnNameIsWrittenAsATermIsFolded(t *testing.T) {
	for _, s := range surfaces(t) {
		if s.Text != written(s.Text) || s.Folded != folded(s.Text) {
			t.Errorf("%s line %d: %q is not its own key", s.File, s.Line, s.Text)
		}
	}
}

func TestOneNameInOneFileIsWrittenOnce(t *testing.T) {
	type where struct{ file, key string }
	seen := map[where]int{}
	for _, s := range surfaces(t) {
		at := where{s.File, s.Text}
		if first, twice := seen[at]; twice {
			t.Errorf("%s line %d: %q is on line %d too", s.File, s.Line, s.Text, first)
		}
		seen[at] = s.Line
	}
}

func ptr(text string) *string { return &text }

// Folding finds a name that is written in traditional characters; only what folds to something else is written twice.
func TestNoOwnNameRepeatsItsSimplifiedForm(t *testing.T) {
	type name struct {
		kind Kind
		text string
	}
	target := map[name]string{}
	for _, s := range surfaces(t) {
		target[name{s.Kind, s.Text}] = targetOf(s)
	}
	for _, s := range surfaces(t) {
		if s.Folded != s.Text && target[name{s.Kind, s.Folded}] == targetOf(s) {
			t.Errorf("%s line %d: %q is found by its simplified form", s.File, s.Line, s.Text)
		}
	}
}

func TestAFileOfOwnNamesThatIsWrongSaysWhere(t *testing.T) {
	for name, c := range map[string]struct {
		files []surfaceFile
		want  string
	}{
		"two targets in one file": {
			[]surfaceFile{{"a.tsv", ptr("# head\nheadache|ache in head\tNS01\n\nache in head\tNS02\n")}},
			"a.tsv line 4:",
		},
		"two targets in two files": {
			[]surfaceFile{{"a.tsv", ptr("fever\tAS03\n")}, {"b.tsv", ptr("x\tAS02\nfever\tAS02\n")}},
			"b.tsv line 2:",
		},
		"a code and a sentinel": {
			[]surfaceFile{{"a.tsv", ptr("pain\t!too-broad\npain\tAS01\n")}},
			"a.tsv line 2:",
		},
		"two traditional names with one simplified form": {
			[]surfaceFile{{"a.tsv", ptr("頭痛\tNS01\n头痛|頭痛\tNS01\n發燒\tAS03\n")}, {"b.tsv", ptr("發烧\tAS02\n")}},
			"b.tsv line 1:",
		},
		"no tab":                       {[]surfaceFile{{"a.tsv", ptr("headache NS01\n")}}, "a.tsv line 1:"},
		"an empty surface":             {[]surfaceFile{{"a.tsv", ptr("a||b\tNS01\n")}}, "a.tsv line 1:"},
		"a blank at the end":           {[]surfaceFile{{"a.tsv", ptr("a |b\tNS01\n")}}, "a.tsv line 1:"},
		"a code out of shape":          {[]surfaceFile{{"a.tsv", ptr("headache\tN1\n")}}, "a.tsv line 1:"},
		"ambiguous with one code":      {[]surfaceFile{{"a.tsv", ptr("headache\t!ambiguous:NS01\n")}}, "a.tsv line 1:"},
		"two codes without a sentinel": {[]surfaceFile{{"a.tsv", ptr("headache\tNS01,NS02\n")}}, "a.tsv line 1:"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := parseSurfaces(Symptom, c.files)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want %q in it", err, c.want)
			}
		})
	}
}

func TestOneNameInTwoLanguagesMayHaveOneTarget(t *testing.T) {
	found, err := parseSurfaces(Symptom, []surfaceFile{{"en.tsv", ptr("fever\tAS03\n")}, {"zh.tsv", ptr("fever|发烧\tAS03\n")}})
	if err != nil || len(found.texts) != 3 {
		t.Errorf("%d names, %v", len(found.texts), err)
	}
}

func TestATermIsTriedAsWrittenBeforeItIsFolded(t *testing.T) {
	own, err := parseSurfaces(Symptom, []surfaceFile{{"zh.tsv", ptr("头面\tNS01\n")}, {"tw.tsv", ptr("頭面\tNS02\n")}})
	if err != nil {
		t.Fatal(err)
	}
	table := &Table{rubrics: loaded(t).rubrics, byCode: loaded(t).byCode, codes: loaded(t).codes, preferred: loaded(t).preferred}
	table.own[Symptom] = own
	table.addCurated(Symptom)
	for text, want := range map[string]string{"头面": "NS01", "頭面": "NS02"} {
		if got := table.Match(text, Symptom).Code(); got != want {
			t.Errorf("%s is %s, want %s", text, got, want)
		}
	}
}

func targetOf(s Surface) string {
	if s.TooBroad {
		return sentinelBroad
	}
	return strings.Join(s.Codes, ",")
}
