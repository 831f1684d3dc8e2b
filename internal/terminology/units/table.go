package units

import (
	_ "embed"
	"fmt"
	"strings"
	"sync"

	"github.com/seed-a76b335c/philint/internal/terminology/ucum"
)

//go:embed data/units.tsv
var unitsTSV string

// unitTable holds the units known by name.
type unitTable struct {
	exact    map[string]string   // a cleaned spelling → code
	lower    map[string]string   // a spelling in small letters → code, where case tells nothing apart
	refused  map[string]bool     // spellings with two readings, or withdrawn
	families map[string][]string // code → LOINC properties, the main one first
	codes    []string
}

var table = sync.OnceValues(loadTable)

// Warm loads the tables, which otherwise waits for the first unit or value.
func Warm() {
	_, _ = table() // What is wrong with a table is said by whoever asks it; the tests load all.
	_, _ = words()
	_, _ = scaleWords()
	_, _, _, _ = formTable(), atomKinds(), dims(), alternates()
	_ = notes()
	_, _ = ucum.Parse("mg/dL")
}

// loadTable reads the table of units: code, properties, spellings. Empty properties follow from the form of the code.
// A spelling that begins with "=" is read only as written. A row whose code begins with "!" refuses its spellings.
// One spelling for two codes is an error.
func loadTable() (*unitTable, error) {
	t := &unitTable{
		exact:    make(map[string]string, 2048),
		lower:    make(map[string]string, 2048),
		refused:  map[string]bool{},
		families: make(map[string][]string, 512),
	}
	strict := map[string]bool{}
	for n, line := range lines(unitsTSV) {
		f := strings.Split(line, "\t")
		if len(f) != 3 {
			return nil, fmt.Errorf("units line %d: %d columns, want 3", n, len(f))
		}
		if err := t.addRow(f[0], f[1], f[2], strict); err != nil {
			return nil, fmt.Errorf("units line %d: %w", n, err)
		}
	}
	lx, err := words()
	if err != nil {
		return nil, err
	}
	t.foldCase(lx, strict)
	for _, c := range t.codes {
		if len(t.families[c]) == 0 {
			t.families[c] = byForm(c)
		}
	}
	return t, nil
}

func (t *unitTable) addRow(code, properties, spellings string, strict map[string]bool) error {
	if strings.HasPrefix(code, "!") {
		for s := range strings.SplitSeq(spellings, "|") {
			if c, ok := t.exact[clean(s)]; ok {
				return fmt.Errorf("%q is refused and stands for %q", s, c)
			}
			t.refused[clean(s)] = true
		}
		return nil
	}
	if _, ok := t.families[code]; ok {
		return fmt.Errorf("%q has two rows", code)
	}
	var list []string
	if properties != "" {
		list = strings.Split(properties, ",")
	}
	t.families[code] = list
	t.codes = append(t.codes, code)
	if err := t.add(code, code); err != nil {
		return err
	}
	if spellings == "" {
		return nil
	}
	for s := range strings.SplitSeq(spellings, "|") {
		s, asWritten := strings.CutPrefix(s, "=")
		s = clean(s)
		if asWritten {
			strict[s] = true
		}
		if err := t.add(s, code); err != nil {
			return err
		}
	}
	return nil
}

func (t *unitTable) add(spelling, code string) error {
	if t.refused[spelling] {
		return fmt.Errorf("%q stands for %q and is refused", spelling, code)
	}
	if old, ok := t.exact[spelling]; ok {
		return fmt.Errorf("%q stands for %q and for %q", spelling, old, code)
	}
	t.exact[spelling] = code
	return nil
}

// foldCase fills the table of spellings in any case, without those that would then mean two things.
// A code of its own right is left out too where its words would: MPa is not what mpa means.
func (t *unitTable) foldCase(lx *lexicon, strict map[string]bool) {
	clash := map[string]bool{}
	for s, code := range t.exact {
		if strict[s] || !foldable(s) || s == code && lx.hasTorn(s) {
			continue
		}
		k := strings.ToLower(s)
		if old, ok := t.lower[k]; ok && old != code {
			clash[k] = true
		}
		t.lower[k] = code
	}
	for k := range clash {
		delete(t.lower, k)
	}
}
