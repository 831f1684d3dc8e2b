package terminology

import (
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/seed-a76b335c/philint/internal/terminology/fold"
	"github.com/seed-a76b335c/philint/internal/terminology/icpc3"
	"github.com/seed-a76b335c/philint/internal/terminology/units"
)

// Methods by which a name got its code.
const (
	MethodAlias = "alias" // an own name
	MethodName  = "name"  // a name of the LOINC table
	MethodParts = "parts" // put together from a component and modifiers
)

// Reasons why a name has no code.
const (
	ReasonEmpty     = "empty"
	ReasonTooLong   = "too-long"
	ReasonNoMatch   = "no-match"
	ReasonAmbiguous = "ambiguous"
	ReasonTooBroad  = "too-broad"
	ReasonComplaint = "complaint"
	// ReasonAxisConflict is that of a reading whose unit or value no code of the name's analyte admits.
	ReasonAxisConflict = "axis-conflict"
)

// maxName is the length in bytes above which a text is no name of a test. LOINC's longest has 255 characters.
const maxName = 512

// Resolution says what a name means. Code is empty where Reason is not.
type Resolution struct {
	Name    string
	Code    string
	Display string // the LOINC long name
	// Codes are all that the name may mean: the one code, or the rivals of an ambiguous name.
	Codes []string
	// Candidates counts the rows that matched. More than one means that a default was taken.
	Candidates int
	Method     string
	Reason     string
	Evidence   []string
}

// Resolved says that the name has a code.
func (r *Resolution) Resolved() bool { return r.Code != "" }

// Without switches parts of the resolver off. The evaluation uses it to see what a part is worth.
type Without struct {
	Names   bool   // the table's names are not looked up whole
	Aliases bool   // there are no own names
	Code    string // this code is not in the table

	valued bool // a value stands beside the name: "HIV negative" is a test and no diagnosis
}

// Resolve says what the name means, or why that is not known. It never guesses: a name is an own name, a name of the
// table, or put together from parts that leave no word over.
func (s *Set) Resolve(name string) Resolution { return s.resolve(name, Without{}) }

// ResolveWithout is Resolve with a part switched off.
func (s *Set) ResolveWithout(name string, v Without) Resolution { return s.resolve(name, v) }

func (s *Set) resolve(name string, v Without) Resolution {
	r := Resolution{Name: name}
	if len(name) > maxName {
		r.Reason = ReasonTooLong
		return r
	}
	key := fold.KeyAsWritten(name)
	if key == "" {
		r.Reason = ReasonEmpty
		return r
	}
	f := s.find(name, key, v)
	s.answer(&r, f)
	// A symptom is never a test, whoever lists it as one. A diagnosis may be: what is surely a test's name goes first.
	diagnoses := !v.valued && (r.Reason == ReasonNoMatch || r.Method == MethodParts)
	if r.Reason != ReasonTooBroad && s.isComplaint(name, diagnoses) {
		r = Resolution{Name: name, Reason: ReasonComplaint}
	}
	return r
}

// found is a resolution before it is put in words.
type found struct {
	choice
	method string
}

func (f *found) none() bool { return f.entry == nil && len(f.rivals) == 0 && !f.broad }

func (s *Set) answer(r *Resolution, f found) {
	switch {
	case f.broad:
		r.Reason = ReasonTooBroad
	case f.entry != nil:
		r.Code, r.Display = f.entry.row.Code, f.entry.row.LongName
		r.Codes = []string{r.Code}
		r.Candidates = f.candidates
		if r.Candidates == 0 {
			s.index.ready()
			r.Candidates = f.entry.kin()
		}
		r.Method = f.method
		r.Evidence = nameEvidence
	case len(f.rivals) > 0:
		r.Reason = ReasonAmbiguous
		for _, e := range f.rivals {
			r.Codes = append(r.Codes, e.row.Code)
		}
		r.Candidates = len(r.Codes)
	default:
		r.Reason = ReasonNoMatch
	}
}

// nameEvidence is shared: it is never changed.
var nameEvidence = []string{EvidenceName}

// find reads a name as it is written, and then, one after another, in the ways that it may be written otherwise.
func (s *Set) find(name, key string, v Without) found {
	f := s.asWritten(name, key, v)
	for _, respell := range respellings {
		if !f.none() {
			break
		}
		other := respell(name)
		if other == name {
			continue
		}
		name = other
		f = s.asWritten(name, fold.KeyAsWritten(name), v)
	}
	if !f.none() {
		return f
	}
	if rest, how, ok := cutTechnique(name); ok {
		return s.byTechnique(s.asWritten(rest, fold.KeyAsWritten(rest), v), how, v)
	}
	return f
}

// asWritten goes through the ways to read a name, the surest first.
func (s *Set) asWritten(name, key string, v Without) found {
	if f := s.exact(key, v); !f.none() {
		return f
	}
	s.index.ready()
	p := s.parsers.Get().(*parser) //nolint:forcetypeassert // The pool holds nothing else.
	defer s.parsers.Put(p)
	p.hide, p.noAliases = v.Code, v.Aliases
	hans := fold.Hans(key)
	if f := s.parts(p, hans); !f.none() {
		return f
	}
	if p.formal {
		if !p.short {
			return s.withUnit(p, name, v) // "Glucose [mg/dL]" only looks like a long name
		}
		return found{}
	}
	if f := s.halves(p, hans, v); !f.none() {
		return f
	}
	if f := s.withUnit(p, name, v); !f.none() {
		return f
	}
	if apart := parted(name); apart != "" {
		apart = fold.Key(apart)
		if f := s.exact(apart, v); !f.none() {
			return f
		}
		return s.parts(p, apart)
	}
	return found{}
}

// Warm prepares what the first name that has to be taken apart would otherwise wait for.
func (s *Set) Warm() {
	var others sync.WaitGroup
	others.Go(func() {
		s.complaints()
		s.seriesRows()
		units.Warm()
	})
	s.index.ready()
	others.Wait()
}

// exact looks a key up among own names, then among the names of the table.
func (s *Set) exact(key string, v Without) found {
	if a, ok := s.aliases.Find(key); ok && !v.Aliases {
		c := choice{broad: a.Broad(), byAlias: true}
		for _, code := range a.Codes {
			if e := s.index.byCode(code); e != nil && code != v.Code {
				c.rivals = append(c.rivals, e)
			}
		}
		if len(a.Codes) == 1 && len(c.rivals) == 1 {
			c.entry, c.candidates, c.rivals = c.rivals[0], 0, nil
		}
		if f := (found{choice: c, method: MethodAlias}); !f.none() {
			return f
		}
	}
	if v.Names {
		return found{}
	}
	return s.byName(fold.Hans(key), v)
}

// byName looks a key up among the table's names. Two codes of one name are rivals.
func (s *Set) byName(key string, v Without) found {
	f := found{method: MethodName}
	for _, e := range s.index.byName(key) {
		if e.row.Code != v.Code {
			f.rivals = append(f.rivals, e)
		}
	}
	if len(f.rivals) == 1 {
		f.entry, f.candidates, f.rivals = f.rivals[0], 1, nil
	} else if len(f.rivals) > 1 && s.oneAnalyte(f.rivals) {
		best := slices.MinFunc(f.rivals, compareUsual)
		f.entry, f.candidates, f.rivals = best, len(f.rivals), nil
	}
	return f
}

// oneAnalyte says that codes share a consumer name because they differ in property or method only; the commonest is
// then the name's default. Codes with one long name differ in something that names do not say.
func (s *Set) oneAnalyte(list []*entry) bool {
	s.index.ready()
	a := list[0]
	for _, b := range list[1:] {
		if a.row.LongName == b.row.LongName || a.group != b.group || a.system != b.system || a.time != b.time || a.challenge != b.challenge {
			return false
		}
	}
	return true
}

func (s *Set) parts(p *parser, key string) found {
	readings := p.read(fold.Hans(key))
	f := found{choice: p.choose(readings), method: MethodParts}
	if f.byAlias && len(readings) > 0 && len(readings[0].said) == 0 {
		f.method = MethodAlias
	}
	return f
}

// isComplaint says that the words are a symptom, or, where there is no value, a diagnosis.
func (s *Set) isComplaint(name string, diagnoses bool) bool {
	return s.complaints().Known(name, icpc3.Symptom) || diagnoses && s.complaints().Known(name, icpc3.Condition)
}

// parted puts blanks into one_name and restingHeartRate, and is empty for names that need none.
func parted(name string) string {
	if strings.ContainsFunc(name, unicode.IsSpace) {
		return ""
	}
	var b strings.Builder
	var last rune
	changed := false
	for i := 0; i < len(name); {
		r, n := utf8.DecodeRuneInString(name[i:])
		i += n
		next, _ := utf8.DecodeRuneInString(name[i:])
		switch {
		case r == '_' || r == '-' || r == '.':
			b.WriteByte(' ')
			changed, last = true, ' '
			continue
		case unicode.IsUpper(r) && last != 0 && (unicode.IsLower(last) || unicode.IsUpper(last) && unicode.IsLower(next)):
			b.WriteByte(' ')
			changed = true
		}
		b.WriteRune(r)
		last = r
	}
	if !changed {
		return ""
	}
	return b.String()
}
