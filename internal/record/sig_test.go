package record

import (
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
)

func sigLinesOf(t testing.TB, name string) []string {
	t.Helper()
	b, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for line := range strings.SplitSeq(strings.TrimSpace(string(b)), "\n") {
		if !strings.HasPrefix(line, "#") {
			out = append(out, line)
		}
	}
	return out
}

func sigSays(in Instruction) string {
	s := Schedule([]Instruction{in})
	if in.MaxDosePerDay > 0 {
		s += " max " + strconv.FormatFloat(in.MaxDosePerDay, 'f', -1, 64)
	}
	return s
}

func TestSentencesThatAreUnderstood(t *testing.T) {
	lines := sigLinesOf(t, "sig_understood.txt")
	if len(lines) < 150 {
		t.Errorf("%d sentences", len(lines))
	}
	for _, line := range lines {
		text, want, _ := strings.Cut(line, " => ")
		in, ok := ParseSig(text)
		switch {
		case !ok:
			t.Errorf("%q is not understood, want %s", text, want)
		case sigSays(in) != want:
			t.Errorf("%q is read as %s, want %s", text, sigSays(in), want)
		case in.Text != text:
			t.Errorf("%q is kept as %q", text, in.Text)
		case in.Validate() != nil:
			t.Errorf("%q: %v", text, in.Validate())
		}
	}
}

func TestSentencesThatAreLeftAsTheyAre(t *testing.T) {
	lines := sigLinesOf(t, "sig_refused.txt")
	if len(lines) < 150 {
		t.Errorf("%d sentences", len(lines))
	}
	for _, text := range lines {
		if in, ok := ParseSig(text); ok {
			t.Errorf("%q is read as %s", text, sigSays(in))
		}
	}
	if _, ok := ParseSig(""); ok {
		t.Error("nothing is understood")
	}
	if _, ok := ParseSig(strings.Repeat("1 tablet daily. ", 40)); ok {
		t.Error("a text over the limit is understood")
	}
}

// TestAllOrNothing puts a word that says nothing known into every place of every sentence.
func TestAllOrNothing(t *testing.T) {
	for _, line := range sigLinesOf(t, "sig_understood.txt") {
		text, _, _ := strings.Cut(line, " => ")
		words := strings.Fields(text)
		for i := range len(words) + 1 {
			changed := strings.Join(slices.Insert(slices.Clone(words), i, "blorf7"), " ")
			if in, ok := ParseSig(changed); ok {
				t.Errorf("%q is read as %s", changed, sigSays(in))
			}
		}
		// A second count that differs from every other.
		for _, more := range []string{", 23 times daily", "，每日23次"} {
			if in, ok := ParseSig(text + more); ok && in.DosesPerDay != 23 {
				t.Errorf("%q is read as %s", text+more, sigSays(in))
			}
		}
	}
}

func TestSpellingsOfOneSentenceMeanTheSame(t *testing.T) {
	for _, line := range sigLinesOf(t, "sig_understood.txt") {
		text, _, _ := strings.Cut(line, " => ")
		in, _ := ParseSig(text)
		for _, other := range []string{strings.ToUpper(text), "  " + text + " ", strings.ReplaceAll(text, " ", "  "), fullWidth(text)} {
			got, ok := ParseSig(other)
			got.Text = in.Text
			if !ok || !reflect.DeepEqual(got, in) {
				t.Errorf("%q is read as %s, %v; %q as %s", other, sigSays(got), ok, text, sigSays(in))
			}
		}
	}
}

func fullWidth(s string) string {
	return strings.Map(func(r rune) rune {
		if '0' <= r && r <= '9' || 'a' <= r && r <= 'z' {
			return r - '!' + '！'
		}
		return r
	}, s)
}

func TestDoseFormsAreWrittenAsAnnotations(t *testing.T) {
	forms := DoseForms()
	if len(forms) != 16 {
		t.Errorf("%d forms", len(forms))
	}
	read := map[string]bool{}
	for _, unit := range sigUnits {
		read[unit] = true
	}
	for _, f := range forms {
		if !strings.HasPrefix(f, "{") || !strings.HasSuffix(f, "}") || !read[f] {
			t.Errorf("%s is no annotation, or no word is read as it", f)
		}
	}
}

func FuzzParseSig(f *testing.F) {
	for _, s := range []string{"1 tablet twice daily", "每天两次，每次一片", "1-2 tablets", "q8h", "1½ tab (two) at 8am", "每周一三五"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		in, ok := ParseSig(s)
		if !ok {
			return
		}
		if err := in.Validate(); err != nil || in.Text != s {
			t.Errorf("%q: %+v, %v", s, in, err)
		}
		if in.Dose == nil && in.Kind() == Unscheduled {
			t.Errorf("%q says nothing", s)
		}
		hasDigit := strings.ContainsFunc(s, func(r rune) bool { return unicode.IsNumber(r) || unicode.Is(unicode.Han, r) })
		if len(in.Times) > 0 && !hasDigit {
			t.Errorf("%q: clock times %v out of nothing", s, in.Times)
		}
	})
}

func BenchmarkParseSig(b *testing.B) {
	for b.Loop() {
		ParseSig("Take 1 tablet (500 mg total) by mouth 2 times daily with food for high blood pressure")
	}
}
