package units

import (
	_ "embed"
	"fmt"
	"strings"
	"sync"
	"unicode/utf8"
)

//go:embed data/lexicon.tsv
var lexiconTSV string

//go:embed data/prefixes.tsv
var prefixesTSV string

// lexKind says what a printed word is good for.
type lexKind uint8

const (
	lexUnit  lexKind = iota // a unit with its prefix: mg, 毫克, ммоль
	lexNote                 // what is counted or referred to: cells, creatinine; an annotation in UCUM
	lexPower                // a word for a power of ten in front of a count: K, 万, тыс
	lexPer                  // a word for the division: per, pro, 每
	lexTrap                 // a word that must not be read: Mg
)

// lexeme is one printed word and what it stands for.
type lexeme struct {
	kind lexKind
	code string // the UCUM code, the annotation, or the power's exponent
	time bool   // a unit of time: a number before it in a denominator stays with it, /(24.h)
	lone bool   // an annotation that is kept where it is counted: {steps}, {cells}/uL
	ref  bool   // an annotation that is kept behind a unit: g{creat}
}

// lexicon finds words as written, and, where case tells nothing apart, in any case.
type lexicon struct {
	exact map[string]lexeme
	lower map[string]lexeme
	torn  map[string]bool // words in small letters that would mean two things
}

var words = sync.OnceValues(loadLexicon)

// loadLexicon reads both tables and multiplies every root by its prefixes. A word with two meanings is an error.
func loadLexicon() (*lexicon, error) {
	prefixes, err := loadPrefixes(prefixesTSV)
	if err != nil {
		return nil, err
	}
	lx := &lexicon{exact: make(map[string]lexeme, 2048), lower: make(map[string]lexeme, 2048)}
	for n, line := range lines(lexiconTSV) {
		f := strings.Split(line, "\t")
		if len(f) != 4 {
			return nil, fmt.Errorf("lexicon line %d: %d columns, want 4", n, len(f))
		}
		root, form, use, spellings := f[0], f[1], f[2], strings.Split(f[3], "|")
		if err := lx.addRow(prefixes, root, form, use, spellings); err != nil {
			return nil, fmt.Errorf("lexicon line %d: %w", n, err)
		}
	}
	lx.foldCase()
	return lx, nil
}

func (lx *lexicon) addRow(prefixes map[string][]prefix, root, form, use string, spellings []string) error {
	base := lexeme{code: root}
	switch form {
	case "note":
		base.kind = lexNote
		base.lone = strings.Contains(use, "lone")
		base.ref = strings.Contains(use, "ref")
	case "power":
		base.kind = lexPower
	case "per":
		base.kind = lexPer
	case "trap":
		base.kind = lexTrap
	case "time":
		base.time = true
	}
	if base.kind != lexUnit || use == "" {
		for _, s := range spellings {
			if err := lx.add(s, base); err != nil {
				return err
			}
		}
		return nil
	}
	set, ok := prefixes[form]
	if form == "time" {
		set, ok = prefixes["sym"], true
	}
	if !ok {
		return fmt.Errorf("no prefix system %q", form)
	}
	for _, p := range set {
		if !contains(use, p.code) {
			continue
		}
		l := base
		if p.code != "-" {
			l.code = p.code + root
		}
		for _, s := range spellings {
			for _, ps := range p.spellings {
				if err := lx.add(ps+s, l); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func (lx *lexicon) add(word string, l lexeme) error {
	word = clean(word)
	if old, ok := lx.exact[word]; ok && old != l {
		return fmt.Errorf("%q stands for %q and for %q", word, old.code, l.code)
	}
	lx.exact[word] = l
	return nil
}

// foldCase fills the table of words in any case. A word that would mean two things in lower case is left out, so it
// is only read as written. One letter is never folded: S is siemens, s is second.
func (lx *lexicon) foldCase() {
	lx.torn = map[string]bool{}
	for w, l := range lx.exact {
		if l.kind == lexTrap || utf8.RuneCountInString(w) == 1 {
			continue
		}
		k := strings.ToLower(w)
		if old, ok := lx.lower[k]; ok && old != l {
			lx.torn[k] = true
		}
		lx.lower[k] = l
	}
	for k := range lx.torn {
		delete(lx.lower, k)
	}
}

// find looks a word up as written, then in any case. In a text of capitals the single letters of analysers count too.
func (lx *lexicon) find(word string, capitals bool) (lexeme, bool) {
	if l, ok := lx.exact[word]; ok {
		return l, l.kind != lexTrap
	}
	if utf8.RuneCountInString(word) == 1 {
		if capitals {
			return lx.capital(word)
		}
		return lexeme{}, false
	}
	l, ok := lx.lower[strings.ToLower(word)]
	if ok && !capitals && word[0] == 'U' && strings.HasPrefix(l.code, "u") {
		return lexeme{}, false // a capital U is the unit where case is kept: Ul is UI with a slip, no uL
	}
	return l, ok
}

// hasTorn reports whether a text holds a word that means two things when case is set aside: mPa and MPa.
func (lx *lexicon) hasTorn(s string) bool {
	for i := 0; i < len(s); {
		w := run(s[i:])
		if w > 0 && lx.torn[strings.ToLower(strings.TrimRight(s[i:i+w], "0123456789"))] {
			return true
		}
		i += max(w, 1)
	}
	return false
}

// capital reads the single letters of a text in capitals: G, H, S, D and M are gram, hour, second, day and metre. The
// Cyrillic Г stays out: Г/Л is a gram or 10*9 in a litre.
func (lx *lexicon) capital(word string) (lexeme, bool) {
	if !strings.Contains("GHSDMЛЧ", word) {
		return lexeme{}, false
	}
	l, ok := lx.exact[strings.ToLower(word)]
	return l, ok
}

type prefix struct {
	code      string
	spellings []string
}

// loadPrefixes reads the prefix systems: how a language or a notation writes milli, micro and the others.
func loadPrefixes(tsv string) (map[string][]prefix, error) {
	out := map[string][]prefix{}
	for n, line := range lines(tsv) {
		f := strings.Split(line, "\t")
		if len(f) != 3 {
			return nil, fmt.Errorf("prefixes line %d: %d columns, want 3", n, len(f))
		}
		out[f[0]] = append(out[f[0]], prefix{f[1], strings.Split(f[2], "|")})
	}
	for name := range out {
		out[name] = append(out[name], prefix{"-", []string{""}})
	}
	return out, nil
}

// contains reports whether a comma-separated list holds an entry.
func contains(list, entry string) bool {
	for e := range strings.SplitSeq(list, ",") {
		if e == entry {
			return true
		}
	}
	return false
}

// lines yields the numbered lines of a table without comments and blanks.
func lines(tsv string) func(func(int, string) bool) {
	return func(yield func(int, string) bool) {
		n := 0
		for line := range strings.SplitSeq(tsv, "\n") {
			n++
			line = strings.TrimRight(line, "\r")
			if line == "" || strings.HasPrefix(line, "# ") {
				continue
			}
			if !yield(n, line) {
				return
			}
		}
	}
}
