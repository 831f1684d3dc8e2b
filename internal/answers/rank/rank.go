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
	Same      = 3.0  // the keyword is the name
	AllWords  = 2.0  // each word of the keyword is a word of the name
	Inside    = 1.5  // the keyword stands in the name, in a script that does not part words
	Begins    = 1.45 // or where a word of the name begins
	SomeWords = 1.0  // and 0.2 more for each word that stands in the name
	Letters   = 0.5  // the keyword stands inside of a word

	perWord  = 0.2
	maxWords = 1.4 // with any number of words
)

// How long what is looked for must be, in letters: what is shorter stands by chance in words of something else. Scripts
// that do not part words say in two what others say in a word.
const (
	shortestStart  = 3 // of a whole keyword, where a word begins
	shortestPart   = 4 // of one of several words, likewise
	shortestInside = 4 // of a whole keyword inside of a word
	shortestHidden = 5 // of one of several words, likewise
	shortestWord   = 2
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

// Words are the words of the name, folded, plurals too. They are not to be changed.
func (l *Label) Words() []string { return l.words }

// Keyword is what names are compared with, taken apart once.
type Keyword struct {
	key   string
	words []string
	plain bool      // every word of it stands in names of everything
	dense bool      // in a script that does not part words
	same  []Keyword // what the whole keyword is called else
	parts []part    // its words and what they are called else
}

// part is a word of a keyword, as written and in the singular.
type part struct {
	forms []string
	dense bool
}

func newKeyword(text string) Keyword {
	k := Keyword{key: fold.Key(text), words: words(text)}
	k.dense = dense(k.key)
	k.plain = !slices.ContainsFunc(k.words, func(w string) bool { return !Common(w) })
	return k
}

// NewKeyword takes a keyword apart.
func NewKeyword(text string) Keyword {
	k := newKeyword(text)
	whole, inside := synonyms(k.key)
	for _, s := range whole {
		k.same = append(k.same, newKeyword(s))
	}
	seen := map[string]bool{}
	add := func(word string) {
		one := singular(word)
		if utf8.RuneCountInString(word) < shortestWord || Common(one) || seen[one] {
			return
		}
		seen[one] = true
		k.parts = append(k.parts, part{slices.Compact([]string{word, one}), dense(word)})
	}
	for _, w := range split(text) {
		add(w)
	}
	for _, s := range inside {
		add(fold.Key(s))
	}
	return k
}

// Short says that the keyword is an abbreviation, or little more: that a word begins like it says nothing.
func (k *Keyword) Short() bool { return !k.dense && utf8.RuneCountInString(k.key) < shortestPart }

// Stands says whether the keyword itself, and not what it is called else, is words of a name.
func (k *Keyword) Stands(l *Label) bool { return k.whole(l) >= Inside }

// Score says how well a name matches; 0 is not at all.
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
	for i := range k.parts {
		if p := &k.parts[i]; slices.ContainsFunc(p.forms, func(w string) bool { return l.has(w, p.dense) }) {
			hits++
		}
	}
	if hits > 0 && (len(k.words) > 1 || len(k.parts) > 1) {
		score = max(score, min(SomeWords+perWord*float64(hits), maxWords))
	}
	return score
}

// whole is the score of all of the keyword, 0 where some of it is not in the name. Words that stand in names of
// everything say nothing about one.
func (k *Keyword) whole(l *Label) float64 {
	n := utf8.RuneCountInString(k.key)
	switch {
	case len(k.words) > 0 && !slices.ContainsFunc(k.words, func(w string) bool { return !slices.Contains(l.words, w) }):
		if k.plain {
			return SomeWords
		}
		return AllWords
	case n < shortestWord:
		return 0
	case k.dense:
		if strings.Contains(l.key, k.key) {
			return Inside
		}
	case n >= shortestStart && !k.plain && l.begins(k.key):
		return Begins
	case n >= shortestInside && (strings.Contains(l.key, k.key) || len(k.words) == 1 && strings.Contains(l.key, k.words[0])):
		return Letters
	}
	return 0
}

// has says whether one of several words of a keyword stands in the name.
func (l *Label) has(word string, dense bool) bool {
	if slices.Contains(l.words, word) {
		return true
	}
	n := utf8.RuneCountInString(word)
	return (dense || n >= shortestPart) && strings.Contains(l.key, word) && (dense || n >= shortestHidden || l.begins(word))
}

// begins says whether a text stands where a word of the name begins.
func (l *Label) begins(text string) bool {
	if slices.ContainsFunc(l.words, func(w string) bool { return strings.HasPrefix(w, text) }) {
		return true
	}
	for at := 0; ; {
		i := strings.Index(l.key[at:], text)
		if i < 0 {
			return false
		}
		at += i
		if before, _ := utf8.DecodeLastRuneInString(l.key[:at]); at == 0 || !inWord(before) {
			return true
		}
		_, size := utf8.DecodeRuneInString(l.key[at:])
		at += size
	}
}

// denseScripts are written without blanks between words, or glue words to others.
var denseScripts = []*unicode.RangeTable{
	unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar, unicode.Tibetan,
}

func dense(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return r >= utf8.RuneSelf && unicode.In(r, denseScripts...) })
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
// capitals (restingHeartRate, HRVRmssd). An abbreviation is one word, however it is written: IgE, SpO2, HbA1c.
func split(text string) []string {
	var out []string
	for _, word := range strings.FieldsFunc(text, outside) {
		if strings.IndexFunc(word[1:], unicode.IsUpper) < 0 { // most words are one, and names are taken apart for every question
			out = appendFolded(out, word)
			continue
		}
		for _, w := range humps([]rune(word)) {
			out = appendFolded(out, w)
		}
	}
	return out
}

// appendFolded appends a word, folded. Some letters and numbers fold to several characters of which not all are of words: ŀ,
// ½ and ⑴ are then taken apart as l·, 1⁄2 and (1) are.
func appendFolded(out []string, word string) []string {
	key := fold.Key(word)
	if strings.IndexFunc(key, outside) < 0 {
		if key == "" {
			return out
		}
		return append(out, key)
	}
	return append(out, strings.FieldsFunc(key, outside)...)
}

func outside(r rune) bool { return !inWord(r) }

func inWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r) }

// shortestHump is the least that a name in camels puts together: what is shorter is a letter or two of an abbreviation.
const shortestHump = 3

func humps(word []rune) []string {
	var out []string
	start := 0
	for i := 1; i < len(word); i++ {
		capital := unicode.IsUpper(word[i]) && (unicode.IsLower(word[i-1]) ||
			unicode.IsUpper(word[i-1]) && i+1 < len(word) && unicode.IsLower(word[i+1]))
		if capital && i-start >= shortestHump && len(word)-i >= shortestHump {
			out = append(out, string(word[start:i]))
			start = i
		}
	}
	return append(out, string(word[start:]))
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
