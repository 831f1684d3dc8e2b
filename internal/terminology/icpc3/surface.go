package icpc3

import (
	_ "embed"
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync"

	"github.com/seed-a76b335c/philint/internal/terminology/lookup"
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

const (
	sentinelBroad     = "!too-broad"
	sentinelAmbiguous = "!ambiguous:"
)

var ownSurfaces = sync.OnceValues(loadSurfaces)

// Surfaces are our own names in file order, or the error that a file of ours has: two targets for one name, a line
// out of shape.
func Surfaces() ([]Surface, error) {
	own, err := ownSurfaces()
	return slices.Concat(own[Symptom].surfaces(), own[Condition].surfaces()), err
}

// surfaceSet are the names of one kind.
type surfaceSet struct {
	kind  Kind
	lines []surfaceLine
	texts []string // all names, line by line
	// names numbers them as written, and folded where no name is written so; lineOf is the line of each.
	names  *lookup.Table
	lineOf []int32
}

// surfaceLine is one line of a file: its names have one target.
type surfaceLine struct {
	target   string
	codes    []string
	tooBroad bool
	file     string
	number   int
	from, to int32 // its names among the texts
}

func (l *surfaceLine) at(o *surfaceSet) []string { return o.texts[l.from:l.to] }

// surfaces are the names one by one.
func (o *surfaceSet) surfaces() []Surface {
	list := make([]Surface, 0, len(o.texts))
	for i := range o.lines {
		l := &o.lines[i]
		for _, text := range l.at(o) {
			list = append(list, Surface{
				Text: text, Folded: folded(text), Kind: o.kind, Codes: l.codes, TooBroad: l.tooBroad, File: l.file, Line: l.number,
			})
		}
	}
	return list
}

// line finds the line of a name that is folded already.
func (o *surfaceSet) line(name string) (int32, bool) {
	n, ok := o.names.Find(name)
	if !ok {
		return 0, false
	}
	return o.lineOf[n], true
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
	size, lines := 0, 0
	for _, f := range files {
		n := strings.Count(*f.text, "\n") + 1
		lines += n
		size += strings.Count(*f.text, "|") + n
	}
	o := surfaceSet{
		kind: k, lines: make([]surfaceLine, 0, lines), texts: make([]string, 0, size),
		names: lookup.New(size), lineOf: make([]int32, 0, size),
	}
	for _, f := range files {
		for number, line := range ownLines(*f.text) {
			if err := o.addLine(f.name, number, line); err != nil {
				return surfaceSet{}, err
			}
		}
	}
	if err := o.addFolded(); err != nil {
		return surfaceSet{}, err
	}
	return o, nil
}

func (o *surfaceSet) addLine(file string, number int, line string) error {
	names, target, ok := strings.Cut(line, "\t")
	l := surfaceLine{file: file, number: number, from: int32(len(o.texts))} //nolint:gosec // The files are our own.
	if !ok || !l.aim(target) {
		return fmt.Errorf("icpc3: %s line %d: want surface|surface, a tab, and a code, !too-broad or !ambiguous:CODE,CODE", file, number)
	}
	at := int32(len(o.lines)) //nolint:gosec // As above.
	for more := true; more; {
		var text string
		text, names, more = strings.Cut(names, "|")
		if text == "" || text[0] == ' ' || text[len(text)-1] == ' ' {
			return fmt.Errorf("icpc3: %s line %d: an empty surface, or a blank at its end", file, number)
		}
		n, added := o.names.Add(text)
		if added {
			o.lineOf = append(o.lineOf, at)
		} else if first := &o.lines[o.lineOf[n]]; o.lineOf[n] != at && first.target != target {
			return twoTargets(text, &l, first)
		}
		o.lineOf[n] = at
		o.texts = append(o.texts, text)
	}
	l.to = int32(len(o.texts)) //nolint:gosec // As above.
	o.lines = append(o.lines, l)
	return nil
}

func (o *surfaceSet) addFolded() error {
	written := int32(o.names.Len()) //nolint:gosec // As above.
	for at := range o.lines {
		l := &o.lines[at]
		for _, text := range l.at(o) {
			simple := folded(text)
			if simple == text {
				continue
			}
			n, added := o.names.Add(simple)
			if added {
				o.lineOf = append(o.lineOf, int32(at)) //nolint:gosec // As above.
			} else if first := &o.lines[o.lineOf[n]]; n >= written && first.target != l.target {
				return twoTargets(text, l, first)
			}
		}
	}
	return nil
}

func twoTargets(text string, l, first *surfaceLine) error {
	return fmt.Errorf("icpc3: %s line %d: %q has another target in %s line %d", l.file, l.number, text, first.file, first.number)
}

// aim sets what the names of a line stand for.
func (l *surfaceLine) aim(target string) bool {
	l.target = target
	if target == sentinelBroad {
		l.tooBroad = true
		return true
	}
	list, ambiguous := strings.CutPrefix(target, sentinelAmbiguous)
	l.codes = strings.Split(list, ",")
	for _, c := range l.codes {
		if _, ok := shapeOf(c); !ok {
			return false
		}
	}
	return ambiguous == (len(l.codes) > 1)
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
