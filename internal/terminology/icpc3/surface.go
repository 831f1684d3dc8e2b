package icpc3

import (
	"embed"
	"fmt"
	"iter"
	"strings"
	"sync"
)

// What people say is in files of our own, one a language and a kind. A line is
//
//	surface|surface|… TAB code
//
// with a code of the table, or a sentinel: `!too-broad` for a word that names many complaints, `!ambiguous:CODE,CODE`
// for one that names exactly these. A surface stands for itself only; every spelling and every plural is written out.

//go:embed data/symptoms_*.tsv data/conditions_*.tsv
var surfaceFiles embed.FS

var surfaceNames = []struct {
	name string
	kind Kind
}{
	{"symptoms_en.tsv", Symptom},
	{"symptoms_zh.tsv", Symptom},
	{"conditions_en.tsv", Condition},
	{"conditions_zh.tsv", Condition},
}

// Surface is one own name of a rubric.
type Surface struct {
	Text     string
	Key      string // as written
	Folded   string // with simplified characters
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
func Surfaces() ([]Surface, error) { return ownSurfaces() }

func loadSurfaces() ([]Surface, error) {
	var files [kinds][]surfaceFile
	for _, f := range surfaceNames {
		text, err := surfaceFiles.ReadFile("data/" + f.name)
		if err != nil {
			return nil, fmt.Errorf("icpc3: own names: %w", err)
		}
		files[f.kind] = append(files[f.kind], surfaceFile{f.name, string(text)})
	}
	var all []Surface
	for k := range kinds {
		found, err := parseSurfaces(Kind(k), files[k])
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	return all, nil
}

type surfaceFile struct{ name, text string }

// parseSurfaces reads the files of one kind. One name with two targets is an error, within a file and across files;
// the same name with the same target may come twice, for languages share words. Folded, a name is only tried where no
// name is written that way, so two names that differ only as written may differ in target if one of them is the
// simplified one.
func parseSurfaces(k Kind, files []surfaceFile) ([]Surface, error) {
	var all []Surface
	seen := map[string]int{}
	for _, f := range files {
		for number, line := range ownLines(f.text) {
			names, target, ok := strings.Cut(line, "\t")
			s := Surface{Kind: k, File: f.name, Line: number}
			if !ok || !s.aim(target) {
				return nil, fmt.Errorf("icpc3: %s line %d: want surface|surface, a tab, and a code, !too-broad or !ambiguous:CODE,CODE", f.name, number)
			}
			for text := range strings.SplitSeq(names, "|") {
				s.Text, s.Key = text, written(text)
				s.Folded = folded(s.Key)
				if s.Key == "" {
					return nil, fmt.Errorf("icpc3: %s line %d: an empty surface", f.name, number)
				}
				if i, twice := seen[s.Key]; twice && all[i].target() != s.target() {
					return nil, twoTargets(s, all[i])
				}
				seen[s.Key] = len(all)
				all = append(all, s)
			}
		}
	}
	for at, s := range all {
		switch i, twice := seen[s.Folded]; {
		case !twice:
			seen[s.Folded] = at
		case all[i].Key != s.Folded && all[i].target() != s.target():
			return nil, twoTargets(s, all[i])
		}
	}
	return all, nil
}

func twoTargets(s, first Surface) error {
	return fmt.Errorf("icpc3: %s line %d: %q has another target in %s line %d", s.File, s.Line, s.Text, first.File, first.Line)
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
