package terminology

import (
	"crypto/sha256"
	_ "embed" // The phrases.
	"encoding/hex"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/seed-a76b335c/philint/internal/terminology/alias"
	"github.com/seed-a76b335c/philint/internal/terminology/lookup"
)

// Own names are rows of words as well, so that modifiers may stand beside them. To take them all apart is slow;
// phrases.txt has them taken apart: a line for each line of the names' files, in their order, with a target and the
// phrases that are new, parted by tabs; then all words of the phrases, a line for each first letter. It is generated; a
// test and the build's check compare it with its sources.

//go:embed phrases.txt
var phrasesText string

// wordsMark stands where other lines have a target.
const wordsMark = "words"

const phrasesMark = "# Generated from the own names and the modifiers; do not edit. sha256:"

// ownPhrases are the targets of the lines, each with its phrases.
func ownPhrases(text string) iter.Seq2[string, string] {
	return func(yield func(target, phrases string) bool) {
		for text != "" {
			var line string
			line, text, _ = strings.Cut(text, "\n")
			if strings.HasPrefix(line, "#") {
				continue
			}
			target, phrases, _ := strings.Cut(line, "\t")
			if !yield(target, phrases) {
				return
			}
		}
	}
}

// ownCounts are how many phrases there are, and how many words.
func ownCounts() (phrases, words int) {
	before, after, _ := strings.Cut(phrasesText, "\n"+wordsMark+"\t")
	return strings.Count(before, "\t"), strings.Count(after, "\t") + 1
}

// Generated are the files that are computed from others, under this package's directory, as they have to be.
func Generated() (map[string]string, error) {
	keys, err := alias.Keys()
	if err != nil {
		return nil, fmt.Errorf("own names: %w", err)
	}
	phrases, err := writePhrases(keys)
	if err != nil {
		return nil, err
	}
	return map[string]string{"alias/" + alias.KeysFile: keys, "phrases.txt": phrases}, nil
}

func writePhrases(keys string) (string, error) {
	entries, err := alias.Load()
	if err != nil {
		return "", fmt.Errorf("own names: %w", err)
	}
	lex, err := baseLexicon()
	if err != nil {
		return "", fmt.Errorf("modifiers: %w", err)
	}
	sum := sha256.Sum256([]byte(keys + modifiersTSV))
	var b strings.Builder
	b.WriteString(phrasesMark + hex.EncodeToString(sum[:]))
	type meant struct{ phrase, target string }
	seen := make(map[meant]bool, len(entries))
	words := map[string]bool{}
	at := -1 // the entry whose line is open
	for i := range entries {
		e := &entries[i]
		phrase := lex.phraseOf(e.Key)
		if phrase == "" || seen[meant{phrase, e.Target}] {
			continue
		}
		seen[meant{phrase, e.Target}] = true
		if at < 0 || e.File != entries[at].File || e.Line != entries[at].Line {
			b.WriteString("\n" + e.Target)
			at = i
		}
		b.WriteString("\t" + phrase)
		for word := range strings.SplitSeq(phrase, " ") {
			words[word] = true
		}
	}
	last := utf8.RuneError
	for _, word := range slices.Sorted(maps.Keys(words)) {
		if first, _ := utf8.DecodeRuneInString(word); first != last {
			b.WriteString("\n" + wordsMark)
			last = first
		}
		b.WriteString("\t" + word)
	}
	b.WriteByte('\n')
	return b.String(), nil
}

// phraseOf is a key as a row of words; empty for one that has too many.
func (l *lexicon) phraseOf(key string) string {
	var w words
	if l.read(&w, key); w.overflow {
		return ""
	}
	return w.text()
}

// ownNames adds the own names. One whose code is not in the table stands for nothing.
func (x *index) ownNames() {
	senses := make([]int32, 0, 2048) // by target, one more than the place
	targets := lookup.New(2048)
	sense := func(target string) int32 {
		n, added := targets.Add(target)
		if added {
			senses = append(senses, x.ownSense(target))
		}
		return senses[n]
	}
	first, whole := len(x.list), true
	for target, phrases := range ownPhrases(phrasesText) {
		if target == wordsMark {
			x.ownWords(phrases, whole, first)
			first = len(x.list)
			continue
		}
		s := sense(target)
		if s == 0 {
			whole = false
			continue
		}
		for phrases != "" {
			var phrase string
			phrase, phrases, _ = strings.Cut(phrases, "\t")
			x.addPhrase(phrase, s-1)
		}
	}
	for i := range x.extra {
		e := &x.extra[i]
		s, phrase := sense(e.Target), x.base.phraseOf(e.Key)
		if s > 0 && phrase != "" && !x.has(phrase, s-1) {
			x.addPhrase(phrase, s-1)
			x.addWords(phrase)
		}
	}
}

// ownWords adds the words of the own names' phrases: as the file lists them where all names are in use, else those of
// the phrases from a place of the list on.
func (x *index) ownWords(words string, whole bool, first int) {
	if !whole {
		for _, p := range x.list[first:] {
			x.addWords(x.table.Text(p.phrase))
		}
		return
	}
	for words != "" {
		var word string
		word, words, _ = strings.Cut(words, "\t")
		x.vocab.Add(word)
	}
}

// ownSense is the place of what own names with a target stand for, one more than it is; 0 where they stand for nothing.
func (x *index) ownSense(target string) int32 {
	a := x.names.Target(target)
	if a == nil {
		return 0
	}
	s := surface{alias: a}
	if len(a.Codes) == 1 {
		s.target = x.byCode(a.Codes[0])
		if s.target == nil {
			return 0
		}
		s.group = s.target.group
		s.fixed = x.fixedBy(s.target)
	}
	return x.addSense(s) + 1
}

// fixedBy compares an alias's row with the one its component alone would mean. What differs is what the alias says.
func (x *index) fixedBy(t *entry) fixedAxes {
	d := t.group.usual()
	f := fixedAxes{challenge: t.challenge != ""}
	if d == nil {
		return f
	}
	f.system = t.system != d.system && usualSystem(t.system) >= usualSystems
	f.time = t.time != d.time
	f.method = t.method != "" && t.method != d.method
	return f
}
