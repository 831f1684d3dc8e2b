package icpc3

import (
	_ "embed"
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync"
)

// What people say is in files of our own, one a language and a kind. A line is
//
//	surface|surface|… TAB code
//
// with a code of the table, or a sentinel: `!too-broad` for a word that names many complaints, `!ambiguous:CODE,CODE`
// for one that names exactly these. A surface stands for itself only; every spelling and every plural is written out,
// in the form that a term is folded to, so that nothing has to be folded when they are loaded.

//go:embed data/symptoms_en.tsv
var symptomsEnglish string

//go:embed data/symptoms_zh.tsv
var symptomsChinese string

//go:embed data/conditions_en.tsv
var conditionsEnglish string

//go:embed data/conditions_zh.tsv
var conditionsChinese string

var surfaceFiles = [kinds][]surfaceFile{
	Symptom: {
		{"symptoms_en.tsv", &symptomsEnglish},
		{"symptoms_zh.tsv", &symptomsChinese},
	},
	Condition: {
		{"conditions_en.tsv", &conditionsEnglish},
		{"conditions_zh.tsv", &conditionsChinese},
	},
}

// Surface is one own name of a rubric.
type Surface struct {
	Text     string // as written, which is its key
	Folded   string // its key with simplified characters
	Kind     Kind
	Codes    []string // one, or several when ambiguous, or none when too broad
	TooBroad bool
	File     string
	Line     int
}

func (s Surface) target() string {
	if s.TooBroad {
		return sentinelBroad
	}
	return strings.Join(s.Codes, ",")
}

const (
	sentinelBroad     = "!too-broad"
	sentinelAmbiguous = "!ambiguous:"
)

var ownSurfaces = sync.OnceValues(loadSurfaces)

// Surfaces are our own names in file order, or the error that a file of ours has: two targets for one name, a line
// out of shape.
func Surfaces() ([]Surface, error) {
	own, err := ownSurfaces()
	return slices.Concat(own[Symptom].list, own[Condition].list), err
}

// surfaceSet are the names of one kind.
type surfaceSet struct {
	list  []Surface
	byKey map[string]int // place in the list, by the name as written, and folded where no name is written so
}

func loadSurfaces() (own [kinds]surfaceSet, err error) {
	for k, files := range surfaceFiles {
		if own[k], err = parseSurfaces(Kind(k), files); err != nil {
			return [kinds]surfaceSet{}, err
		}
	}
	return own, nil
}

type surfaceFile struct {
	name string
	text *string
}

// parseSurfaces reads the files of one kind. One name with two targets is an error, within a file and across files;
// the same name with the same target may come twice, for languages share words. Folded, a name is only tried where no
// name is written that way, so two names that differ only as written may differ in target if one of them is the
// simplified one.
func parseSurfaces(k Kind, files []surfaceFile) (surfaceSet, error) {
	size := 0
	for _, f := range files {
		size += strings.Count(*f.text, "|") + strings.Count(*f.text, "\n") + 1
	}
	all := make([]Surface, 0, size)
	seen := make(map[string]int, size)
	for _, f := range files {
		for number, line := range ownLines(*f.text) {
			names, target, ok := strings.Cut(line, "\t")
			s := Surface{Kind: k, File: f.name, Line: number}
			if !ok || !s.aim(target) {
				return surfaceSet{}, fmt.Errorf("icpc3: %s line %d: want surface|surface, a tab, and a code, !too-broad or !ambiguous:CODE,CODE", f.name, number)
			}
			for s.Text, s.Folded = range inStep(names, folded(names)) {
				if s.Text == "" || s.Text[0] == ' ' || s.Text[len(s.Text)-1] == ' ' {
					return surfaceSet{}, fmt.Errorf("icpc3: %s line %d: an empty surface, or a blank at its end", f.name, number)
				}
				if first, twice := seen[s.Text]; twice && all[first].target() != s.target() {
					return surfaceSet{}, twoTargets(s, all[first])
				}
				seen[s.Text] = len(all)
				all = append(all, s)
			}
		}
	}
	for at, s := range all {
		if s.Folded == s.Text {
			continue
		}
		switch i, twice := seen[s.Folded]; {
		case !twice:
			seen[s.Folded] = at
		case all[i].Text != s.Folded && all[i].target() != s.target():
			return surfaceSet{}, twoTargets(s, all[i])
		}
	}
	return surfaceSet{all, seen}, nil
}

func twoTargets(s, first Surface) error {
	return fmt.Errorf("icpc3: %s line %d: %q has another target in %s line %d", s.File, s.Line, s.Text, first.File, first.Line)
}

// inStep are the parts of a line and of the same line folded, which is quicker than to fold the parts one by one.
func inStep(names, simplified string) iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		for more := true; more; {
			var name, simple string
			name, names, more = strings.Cut(names, "|")
			simple, simplified, _ = strings.Cut(simplified, "|")
			if !yield(name, simple) {
				return
			}
		}
	}
}

// aim sets what a surface stands for.
func (s *Surface) aim(target string) bool {
	if target == sentinelBroad {
		s.TooBroad = true
		return true
	}
	list, ambiguous := strings.CutPrefix(target, sentinelAmbiguous)
	s.Codes = strings.Split(list, ",")
	for _, c := range s.Codes {
		if _, ok := shapeOf(c); !ok {
			return false
		}
	}
	return ambiguous == (len(s.Codes) > 1)
}

// ownLines are the lines of a file of ours that say something, with their numbers from 1.
func ownLines(text string) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		number := 0
		for line := range strings.Lines(text) {
			number++
			line = strings.TrimSuffix(line, "\n")
			if line == "" || line[0] == '#' {
				continue
			}
			if !yield(number, line) {
				return
			}
		}
	}
}
