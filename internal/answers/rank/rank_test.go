package rank

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/seed-a76b335c/philint/internal/terminology/fold"
)

func TestANameScoresTheHighestThatHolds(t *testing.T) {
	for _, tt := range []struct {
		why, keyword, name string
		want               float64
	}{
		{"the name itself", "Heart rate", "Heart rate", 3},
		{"case, width and spaces make no other name", "ＨＥＡＲＴ  rate", "Heart Rate", 3},
		{"simplified and traditional are one", "總膽固醇", "总胆固醇", 3},
		{"all words, in any order", "rate heart", "Heart rate, resting", 2},
		{"all words, some in the plural", "triglycerides", "Triglyceride [Mass/volume]", 2},
		{"all words, the name in the plural", "allergy", "Allergies to pollen", 2},
		{"masses are one mass", "lean mass", "Masses, lean", 2},
		{"words stand inside of a name in camels", "heart rate", "RestingHeartRate", 2},
		{"capitals in a row are a word", "hrv rmssd", "HRVRmssd", 2},
		{"words are parted by lines and dots", "heart rate", "heart_rate.mean", 2},
		{"where a word of the name begins", "chole", "LDL-Cholesterol", 1.45},
		{"where a word of a name in camels begins", "rest", "AvgRestingHeartRate", 1.45},
		{"letters inside of a word come last", "sterol", "LDL-Cholesterol", 0.5},
		{"three letters are looked for where words begin", "tri", "Triglyceride", 1.45},
		{"and nowhere else", "AST", "Diastolic blood pressure", 0},
		{"two letters are a word or nothing", "Fe", "Ferritin", 0},
		{"two letters that are a word", "Fe", "Fe (serum)", 2},
		{"a word of two letters says nothing inside of others", "RR now", "Ferritin", 0},
		{"an abbreviation is one word", "IgE", "Body weight", 0},
		{"an abbreviation of a light and a heavy part", "SpO2", "Aspartate aminotransferase", 0},
		{"an abbreviation is found as it is written", "ige", "IgE, total", 2},
		{"and in a name in camels", "BNP", "NTproBNP", 2},
		{"what stands in names of everything is no word of a keyword", "blood urea", "Hemoglobin [Mass/volume] in Blood", 0},
		{"nor are all of them together", "mass in serum", "Iron [Mass/volume] in Serum or Plasma", 1},
		{"alone it is a word", "blood", "Hemoglobin in Blood", 1},
		{"a short word of several stands inside of none", "red cell", "Measured red", 1.2},
		{"nor does its beginning", "red cell", "Body weight Measured", 0},
		{"in a Chinese name", "血糖", "空腹血糖", 1.5},
		{"one of two words", "heart burn", "Heart rate", 1.2},
		{"one of the words that tell something, in another", "blood pressure cuff", "Bloodpressure", 1.2},
		{"a word in the singular stands in the name", "leukocytes count", "Leukocyte esterase", 1.2},
		{"what it is called in Chinese", "glucose", "空腹血糖", 1.5},
		{"what it is called in English", "血糖", "Fasting glucose", 2},
		{"what it is called else", "blood sugar", "Glucose, urine", 2},
		{"a word of a longer keyword in the other language", "早上的体重", "Weight at home", 1.2},
		{"one letter is no word", "d", "Vitamin D and iron", 2},
		{"one letter is found nowhere inside", "d", "Iodine", 0},
		{"nothing of it", "ferritin", "Heart rate", 0},
		{"a word is not every word that it stands in", "iron", "Environment", 0.5},
		{"blank", " ", "Heart rate", 0},
		{"a name that is blank", "rate", " ", 0},
		{"a name of signs", "+", "++", 0},
	} {
		k, l := NewKeyword(tt.keyword), NewLabel(tt.name)
		if got := k.Score(&l); math.Abs(got-tt.want) > 1e-9 {
			t.Errorf("%s: %q in %q scores %v, want %v", tt.why, tt.keyword, tt.name, got, tt.want)
		}
	}
}

func TestPluralsAreFolded(t *testing.T) {
	for in, want := range map[string]string{
		"glasses": "glass", "allergies": "allergy", "steps": "step", "mass": "mass", "gas": "gas", "bilirubin": "bilirubin", "计数s": "计数s", "ass": "ass", "ties": "ty",
	} {
		if got := singular(in); got != want {
			t.Errorf("%q becomes %q, want %q", in, got, want)
		}
	}
}

func TestWhatIsWrittenInOneCharacterIsTheSameInSeveral(t *testing.T) {
	for _, tt := range []struct{ one, several string }{
		{"tetraŀl", "tetral·l"}, {"½ tablet", "1⁄2 tablet"}, {"⑴ Glucose", "(1) Glucose"}, {"Glucose⒈", "Glucose1."}, {"ﷺ", "صلى الله عليه وسلم"}, {"½Tablet", "1⁄2Tablet"},
	} {
		for _, pair := range [][2]string{{tt.one, tt.several + " x"}, {tt.several, tt.one + " x"}} {
			k, l := NewKeyword(pair[0]), NewLabel(pair[1])
			if got := k.Score(&l); got < AllWords {
				t.Errorf("%q in %q scores %v: words %q and %q", pair[0], pair[1], got, k.words, l.words)
			}
		}
	}
}

func TestNoWordHasTwoGroups(t *testing.T) {
	seen := map[string]bool{}
	for _, group := range groups {
		if len(group) < 2 {
			t.Errorf("%q has nothing beside it", group)
		}
		for _, word := range group {
			if seen[word] || word != fold.Key(word) {
				t.Errorf("%q stands twice, or is not folded", word)
			}
			seen[word] = true
		}
	}
}

// A score does not depend on the order of a keyword's words, and a name is found by each of its own.
func FuzzScore(f *testing.F) {
	for _, s := range []string{"Heart rate", "空腹血糖 (mmol/L)", "HRVRmssd", "a\u0301e\u200b", "İ ß ς", "steps' 1,25-", "空腹ŀ\xa9\xba腹血", "paraŀlel ½ ⑴ﷺ"} {
		f.Add(s, s)
	}
	f.Fuzz(func(t *testing.T, keyword, name string) {
		k, l := NewKeyword(keyword), NewLabel(name)
		s := k.Score(&l)
		if s != 0 && s != Letters && s < SomeWords || s > Same {
			t.Fatalf("%q in %q scores %v", keyword, name, s)
		}
		for _, w := range split(name) {
			word := NewKeyword(w)
			least := AllWords
			if Common(singular(w)) {
				least = SomeWords
			}
			if l.Key() != "" && word.Score(&l) < least {
				t.Fatalf("%q is not found by its own %q: words %q", name, w, l.words)
			}
		}
		parts := strings.Fields(keyword)
		slices.Reverse(parts)
		other := NewKeyword(strings.Join(parts, " "))
		if a, b := k.Score(&l), other.Score(&l); (a >= AllWords) != (b >= AllWords) && a != Same && b != Same {
			t.Fatalf("%q scores %v in %q, turned round %v", keyword, a, name, b)
		}
	})
}
