package icpc3

import (
	_ "embed"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// A modifier is a word that people put around a complaint and that leaves it the same complaint: how much, how long,
// whose, which side. The table is closed. Words that make it another one are not in it: no, without, fear of,
// history of, acute, chronic, bleeding.
type modifier struct {
	word string
	// lead and trail say where it may stand.
	lead, trail bool
	// inner stands between a part of the body and what is wrong with it: 头有点痛.
	inner bool
	// condition lets it stand around diagnoses too. How bad is not among them: severe anaemia has its own rubric.
	condition bool
	// codes are the beginnings of the codes that the rest may have; empty is any. A side is harmless for a knee, but
	// abdominal pain on one side is not general abdominal pain.
	codes []string
}

//go:embed data/modifiers.tsv
var modifiersFile string

// maxModifiers is how many words may be taken off one term ("a very mild headache today").
const maxModifiers = 4

// modifierTable keeps modifiers by where they stand. A term is short and the words are few; what makes it quick is
// that a word is found by its first or last character.
type modifierTable struct {
	lead, trail map[rune][]modifier
	inner       []modifier
}

// feelings are the last characters that an inner word may stand before. With another end it would be part of a
// sentence.
const feelings = "疼痛痒酸麻胀肿干晕闷红"

var modifiers = sync.OnceValues(func() (*modifierTable, error) { return parseModifiers("modifiers.tsv", modifiersFile) })

// parseModifiers reads `word|word… TAB places TAB kinds TAB beginnings of codes`.
func parseModifiers(name, text string) (*modifierTable, error) {
	table := &modifierTable{lead: map[rune][]modifier{}, trail: map[rune][]modifier{}}
	seen := map[string]int{}
	for number, line := range ownLines(text) {
		cells := strings.Split(line, "\t")
		if len(cells) != 4 {
			return nil, fmt.Errorf("icpc3: %s line %d: want four columns: words, places, kinds, codes", name, number)
		}
		m := modifier{}
		if cells[3] != "any" {
			m.codes = strings.Fields(cells[3])
		}
		if err := m.place(cells[1], cells[2]); err != nil {
			return nil, fmt.Errorf("icpc3: %s line %d: %w", name, number, err)
		}
		for word := range strings.SplitSeq(cells[0], "|") {
			m.word = folded(written(word))
			if m.word == "" {
				return nil, fmt.Errorf("icpc3: %s line %d: an empty word", name, number)
			}
			for _, place := range m.places() {
				if first, twice := seen[place+m.word]; twice {
					return nil, fmt.Errorf("icpc3: %s line %d: a word of line %d again", name, number, first)
				}
				seen[place+m.word] = number
			}
			table.add(m)
		}
	}
	return table, nil
}

func (m modifier) places() []string {
	var out []string
	if m.lead {
		out = append(out, "lead ")
	}
	if m.trail {
		out = append(out, "trail ")
	}
	if m.inner {
		out = append(out, "inner ")
	}
	return out
}

func (m *modifier) place(places, kinds string) error {
	switch places {
	case "lead":
		m.lead = true
	case "trail":
		m.trail = true
	case "both":
		m.lead, m.trail = true, true
	case "inner":
		m.inner = true
	default:
		return errors.New("the places are lead, trail, both or inner")
	}
	switch kinds {
	case "symptom":
	case "both":
		m.condition = true
	default:
		return errors.New("the kinds are symptom or both")
	}
	return nil
}

func (t *modifierTable) add(m modifier) {
	if m.lead {
		r, _ := utf8.DecodeRuneInString(m.word)
		t.lead[r] = append(t.lead[r], m)
	}
	if m.trail {
		r, _ := utf8.DecodeLastRuneInString(m.word)
		t.trail[r] = append(t.trail[r], m)
	}
	if m.inner {
		t.inner = append(t.inner, m)
	}
}

// unmodified looks a term up again without the words around it. The first number of words taken off that leads to
// the index decides; if two ways of taking off that many lead to different answers, there is none.
func (t *Table) unmodified(term string, k Kind) *Match {
	words, err := modifiers()
	if err != nil {
		return nil
	}
	var first, second, third [maxWays]stripped // no allocation for a term that has no modifier, which most have not
	now, next := append(first[:0], stripped{rest: term}), second[:0]
	for range maxModifiers {
		var found *Match
		for _, s := range now {
			for _, shorter := range words.strip(third[:0], s, k) {
				m, ok := t.lookup(shorter.rest, k)
				switch {
				case !ok:
					if len(next) < maxWays && !slices.ContainsFunc(next, shorter.same) {
						next = append(next, shorter)
					}
				case !m.within(shorter.codes):
				case found == nil:
					found = m
				case found != m && !found.same(m):
					return nil
				}
			}
		}
		if found != nil || len(next) == 0 {
			return found
		}
		now, next = next, now[:0]
	}
	return nil
}

// maxWays is how many ways of taking words off are followed at a time. A term of people's has one or two.
const maxWays = 8

// stripped is a term without some of the words around it, and the codes that those words are harmless for.
type stripped struct {
	rest  string
	codes []string
}

// same says that two ways have come to the same place.
func (s stripped) same(other stripped) bool {
	return s.rest == other.rest && len(s.codes) == len(other.codes)
}

// strip takes one word off a term, in every way there is.
func (t *modifierTable) strip(out []stripped, s stripped, k Kind) []stripped {
	first, _ := utf8.DecodeRuneInString(s.rest)
	for _, m := range t.lead[first] {
		if rest, ok := strings.CutPrefix(s.rest, m.word); ok && m.fits(k) && parted(m.word, rest, true) {
			out = append(out, s.without(m, strings.TrimPrefix(rest, " ")))
		}
	}
	last, _ := utf8.DecodeLastRuneInString(s.rest)
	for _, m := range t.trail[last] {
		if rest, ok := strings.CutSuffix(s.rest, m.word); ok && m.fits(k) && parted(m.word, rest, false) {
			out = append(out, s.without(m, strings.TrimSuffix(rest, " ")))
		}
	}
	if !strings.ContainsRune(feelings, last) {
		return out
	}
	part, feeling := s.rest[:len(s.rest)-utf8.RuneLen(last)], string(last)
	for _, m := range t.inner {
		if rest, ok := strings.CutSuffix(part, m.word); ok && m.fits(k) && rest != "" {
			out = append(out, s.without(m, rest+feeling))
		}
	}
	return out
}

func (m modifier) fits(k Kind) bool { return m.condition || k == Symptom }

func (s stripped) without(m modifier, rest string) stripped {
	codes := s.codes
	if codes == nil {
		codes = m.codes
	}
	return stripped{rest: rest, codes: codes}
}

// parted says that a modifier is a word of its own: English needs a space, Chinese and punctuation do not.
func parted(word, rest string, lead bool) bool {
	if rest == "" {
		return false
	}
	inner, _ := utf8.DecodeLastRuneInString(word)
	if !lead {
		inner, _ = utf8.DecodeRuneInString(word)
	}
	if inner >= utf8.RuneSelf || !isLetter(byte(inner)) {
		return true
	}
	if lead {
		return rest[0] == ' '
	}
	return rest[len(rest)-1] == ' '
}

func isLetter(b byte) bool { return 'a' <= b && b <= 'z' || '0' <= b && b <= '9' }

// within says that every code of a match begins as one of these.
func (m *Match) within(beginnings []string) bool {
	if beginnings == nil {
		return true
	}
	for _, c := range m.Codes {
		if !slices.ContainsFunc(beginnings, func(b string) bool { return strings.HasPrefix(c, b) }) {
			return false
		}
	}
	return true
}

// same says that two matches give the same answer.
func (m *Match) same(other *Match) bool {
	return m.Outcome == other.Outcome && m.Reason == other.Reason && slices.Equal(m.Codes, other.Codes)
}
