// Package rank finds names by words: the lexical half of looking for a person's series. It knows no record and no
// vocabulary, and the same words and names always rank the same.
//
// A name and a keyword are compared folded, as package fold has it, and word by word with plurals folded. Chinese is
// not parted into words: there a word is found inside of another.
package rank

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed-a76b335c/philint/internal/terminology/fold"
)

// Scores. A name scores the highest that holds for it.
const (
	Same      = 3.0 // the keyword is the name
	AllWords  = 2.0 // each word of the keyword is a word of the name
	Inside    = 1.5 // the keyword stands in the name
	SomeWords = 1.0 // and 0.2 more for each word that stands in the name
	perWord   = 0.2
)

// Label is a name, taken apart once.
type Label struct {
	Text  string   // as it is printed
	key   string   // folded
	words []string // folded, plurals too
}

// NewLabel takes a name apart.
func NewLabel(text string) Label {
	return Label{Text: text, key: fold.Key(text), words: words(text)}
}

// Key is the folded name: two names that a reader takes for the same have the same.
func (l *Label) Key() string { return l.key }

// Keyword is what names are compared with, taken apart once.
type Keyword struct {
	key   string
	words []string
	same  []Keyword  // what the whole keyword is called else
	parts [][]string // its words and what they are called else, each as written and in the singular
}

// NewKeyword takes a keyword apart.
func NewKeyword(text string) Keyword {
	k := Keyword{key: fold.Key(text), words: words(text)}
	whole, inside := synonyms(k.key)
	for _, s := range whole {
		k.same = append(k.same, Keyword{key: fold.Key(s), words: words(s)})
	}
	seen := map[string]bool{}
	add := func(word string) {
		one := singular(word)
		if utf8.RuneCountInString(word) < 2 || seen[one] {
			return
		}
		seen[one] = true
		k.parts = append(k.parts, slices.Compact([]string{word, one}))
	}
	for _, w := range split(text) {
		add(w)
	}
	for _, s := range inside {
		add(fold.Key(s))
	}
	return k
}

// Score says how well a name matches; 0 is not at all, everything else is at least SomeWords.
func (k *Keyword) Score(l *Label) float64 {
	if k.key == "" || l.key == "" {
		return 0
	}
	if k.key == l.key {
		return Same
	}
	score := k.whole(l)
	for i := range k.same {
		score = max(score, k.same[i].whole(l))
	}
	hits := 0
	for _, forms := range k.parts {
		if slices.ContainsFunc(forms, func(w string) bool { return strings.Contains(l.key, w) }) {
			hits++
		}
	}
	if hits > 0 {
		score = max(score, SomeWords+perWord*float64(hits))
	}
	return score
}

// whole is the score of all of the keyword, 0 where some of it is not in the name.
func (k *Keyword) whole(l *Label) float64 {
	switch {
	case len(k.words) > 0 && !slices.ContainsFunc(k.words, func(w string) bool { return !slices.Contains(l.words, w) }):
		return AllWords
	case utf8.RuneCountInString(k.key) >= 2 && strings.Contains(l.key, k.key):
		return Inside
	default:
		return 0
	}
}

// words are the words of a text, plurals folded.
func words(text string) []string {
	out := split(text)
	for i, w := range out {
		out[i] = singular(w)
	}
	return out
}

// split parts a text into words: at what is neither letter nor number, and where a name changes from small letters to
// capitals (restingHeartRate, HRVRmssd).
func split(text string) []string {
	var out []string
	var word []rune
	end := func() {
		if len(word) > 0 {
			out = append(out, fold.Key(string(word)))
			word = word[:0]
		}
	}
	runes := []rune(text)
	for i, r := range runes {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsNumber(r) && !unicode.IsMark(r):
			end()
			continue
		case i > 0 && unicode.IsUpper(r) && (unicode.IsLower(runes[i-1]) ||
			unicode.IsUpper(runes[i-1]) && i+1 < len(runes) && unicode.IsLower(runes[i+1])):
			end()
		}
		word = append(word, r)
	}
	end()
	return slices.DeleteFunc(out, func(w string) bool { return w == "" })
}

// singular folds English plurals: masses, allergies, triglycerides. Short words and words in -ss stay.
func singular(w string) string {
	switch {
	case len(w) < 4 || !strings.HasSuffix(w, "s") || w[len(w)-2] >= utf8.RuneSelf:
		return w
	case strings.HasSuffix(w, "sses"):
		return w[:len(w)-2]
	case strings.HasSuffix(w, "ies"):
		return w[:len(w)-3] + "y"
	case strings.HasSuffix(w, "ss"):
		return w
	default:
		return w[:len(w)-1]
	}
}
