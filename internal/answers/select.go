package answers

import (
	"cmp"
	"context"
	"slices"

	"github.com/seed-a76b335c/philint/internal/answers/rank"
	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store"
	"github.com/seed-a76b335c/philint/internal/terminology/fold"
)

// maxMatches is how many series the keywords of one question find together.
const maxMatches = 12

// noteTitle is what notes are called: they have no name, their words are their value.
const noteTitle = "Note"

// isReported says that an observation is what the person said and not what was measured.
func isReported(k record.Kind) bool { return k != record.Measurement }

// entry is a series of the person's and the names that stand on its rows.
type entry struct {
	series             string
	measured, reported bool
	note               bool
	names              []store.SeriesName
	readings           int64      // of all kinds
	first, last        record.Day // and their local days
}

// title is what a note of an answer calls the series: the name that most of its rows have.
func (e *entry) title() string {
	if e.note {
		return noteTitle
	}
	return slices.MaxFunc(e.names, func(a, b store.SeriesName) int { return cmp.Compare(a.Readings, b.Readings) }).Name
}

// selection is what a question's selectors found among the person's series. Windows do not narrow it: a series that was
// found and has nothing in the window is another answer than one that was not.
type selection struct {
	series    []string          // in the order of the answer
	titles    map[string]string // of series
	entries   map[string]*entry // of series
	mixed     bool              // some series has both what was measured and what was said
	unmatched []string          // selectors that found nothing
	reported  []string          // and those that found what the surface has another place for
	loose     []string          // keywords that found only what has some of their words
	nearest   []nearestTo       // and those that found what is not called so
	written   []noted           // and those that are in no name, but in the words of notes
	beside    []nearestTo       // and those of whose analyte there is more on record
	more      []string          // series that keywords found beyond maxMatches
	others    []string          // and what they are called
}

// choose finds the series that a question names.
func (s *Service) choose(ctx context.Context, u *subject, q *Question, l Limits) (*selection, error) {
	entries, elsewhere, err := u.within(ctx, q, l)
	if err != nil {
		return nil, err
	}
	found := &selection{titles: map[string]string{}, entries: map[string]*entry{}}
	s.selectors(entries, q, found)
	if len(elsewhere) > 0 && len(found.unmatched)+len(found.loose) > 0 {
		s.elsewhere(elsewhere, q, found)
	}
	if len(q.Keywords) > 0 && len(found.unmatched)+len(found.loose) > 0 {
		if err := u.inNotes(ctx, slices.Concat(entries, elsewhere), found, l); err != nil {
			return nil, err
		}
	}
	for i := range entries {
		if e := &entries[i]; slices.Contains(found.series, e.series) {
			found.titles[e.series], found.entries[e.series] = e.title(), e
			found.mixed = found.mixed || e.measured && e.reported
		}
	}
	for _, series := range found.more {
		for i := range entries {
			if entries[i].series == series {
				found.others = append(found.others, entries[i].title())
			}
		}
	}
	s.tellApart(found)
	s.tellBeside(entries, found)
	return found, nil
}

// tellApart calls series by the name of their commonest code where what is printed does not say which it is: two are
// printed alike, or one is shown for another.
func (s *Service) tellApart(found *selection) {
	alike := map[string]int{}
	for _, title := range found.titles {
		alike[title]++
	}
	for _, series := range found.series {
		instead := slices.ContainsFunc(found.nearest, func(n nearestTo) bool { return slices.Contains(n.series, series) })
		if titles := s.names.Titles(series); len(titles) > 0 && (instead || alike[found.titles[series]] > 1) {
			found.titles[series] = titles[0].Text
		}
	}
}

// tellBeside has series that no keyword found by their names, without those that another one found.
func (s *Service) tellBeside(entries []entry, found *selection) {
	for i := range found.beside {
		b := &found.beside[i]
		var names []string
		for j := range entries {
			e := &entries[j]
			if !slices.Contains(b.series, e.series) || slices.Contains(found.series, e.series) {
				continue
			}
			name := e.title()
			if titles := s.names.Titles(e.series); len(titles) > 0 {
				name = titles[0].Text
			}
			names = append(names, name)
		}
		b.series = names
	}
}

func (s *Service) selectors(entries []entry, q *Question, found *selection) {
	if len(q.Indicators) > 0 {
		s.exact(entries, q.Indicators, found)
	} else {
		s.search(entries, q.Keywords, found)
	}
}

// elsewhere looks for what was not found among series that the surface has another place for.
func (s *Service) elsewhere(entries []entry, q *Question, found *selection) {
	missing := slices.Concat(found.unmatched, found.loose)
	there := &selection{}
	if len(q.Indicators) > 0 {
		s.exact(entries, missing, there)
	} else {
		s.search(entries, missing, there)
	}
	for _, text := range missing {
		if !slices.Contains(there.unmatched, text) && !slices.Contains(there.loose, text) {
			found.reported = append(found.reported, text)
		}
	}
	isThere := func(text string) bool { return slices.Contains(found.reported, text) }
	found.unmatched, found.loose = slices.DeleteFunc(found.unmatched, isThere), slices.DeleteFunc(found.loose, isThere)
}

// within are the series that a question is looked for in: where it names all of them by their ids these alone, which no
// name in the record takes from them, else all of the person's.
func (u *subject) within(ctx context.Context, q *Question, l Limits) (out, elsewhere []entry, err error) {
	out, elsewhere = entriesOf(u.names, l)
	if !slices.ContainsFunc(q.Indicators, func(id string) bool {
		return !slices.ContainsFunc(out, func(e entry) bool { return e.series == id })
	}) {
		return out, elsewhere, nil
	}
	names, err := u.data.SeriesNames(ctx)
	out, elsewhere = entriesOf(names, l)
	return out, elsewhere, err
}

// entriesOf are the series of names, in order. What was only said stands elsewhere where the surface has another place
// for it.
func entriesOf(names []store.SeriesName, l Limits) (out, elsewhere []entry) {
	for len(names) > 0 {
		n := slices.IndexFunc(names, func(n store.SeriesName) bool { return n.Series != names[0].Series })
		if n < 0 {
			n = len(names)
		}
		e := entryOf(names[:n], l)
		if e.names != nil {
			out = append(out, e)
		} else {
			e.names = names[:n]
			elsewhere = append(elsewhere, e)
		}
		names = names[n:]
	}
	return out, elsewhere
}

// entryOf is one series, without names where it is only of what the surface has another place for.
func entryOf(names []store.SeriesName, l Limits) entry {
	e := entry{series: names[0].Series, first: names[0].First, last: names[0].Last}
	for _, n := range names {
		e.readings, e.first, e.last = e.readings+n.Readings, min(e.first, n.First), max(e.last, n.Last)
		if !isReported(n.Kind) {
			e.measured = true
			e.names = append(e.names, n)
			continue
		}
		e.reported, e.note = true, e.note || n.Kind == record.Note
		if !l.MeasuredOnly {
			e.names = append(e.names, n)
		}
	}
	return e
}

// exact finds series by id, code, display name, or name as printed: everything that one of these names. See [subject.within]
// for ids.
func (s *Service) exact(entries []entry, indicators []string, found *selection) {
	for _, text := range indicators {
		key, coded := fold.Key(text), s.coded(entries, text)
		hit := false
		for i := range entries {
			e := &entries[i]
			if !slices.Contains(coded, e.series) && !s.named(e, key) {
				continue
			}
			hit = true
			if !slices.Contains(found.series, e.series) {
				found.series = append(found.series, e.series)
			}
		}
		if !hit {
			printed := printedAs(entries, key)
			if len(printed) == 0 {
				found.unmatched = append(found.unmatched, text)
			}
			for _, series := range printed {
				if !slices.Contains(found.series, series) {
					found.series = append(found.series, series)
				}
			}
		}
	}
}

// named says whether a folded name is one of the series': as printed, or as the vocabulary has it.
func (s *Service) named(e *entry, key string) bool {
	return e.note && key == fold.Key(noteTitle) ||
		slices.ContainsFunc(e.names, func(n store.SeriesName) bool { return n.NameKey == key }) ||
		slices.ContainsFunc(s.names.Titles(e.series), func(l rank.Label) bool { return l.Key() == key })
}

// printedAs are the series that a folded text is called by as answers print it: with escapes, and cut where it is long.
func printedAs(entries []entry, key string) []string {
	var out []string
	for i := range entries {
		e := &entries[i]
		if isPrinted(e.series, key) || slices.ContainsFunc(e.names, func(n store.SeriesName) bool { return isPrinted(n.Name, key) }) {
			out = append(out, e.series)
		}
	}
	return out
}

// isPrinted says whether a folded text is how an answer prints a name, in its table or in a note.
func isPrinted(name, key string) bool {
	for _, form := range printed(name) {
		if fold.Key(form) == key {
			return true
		}
	}
	return false
}

// coded are the person's series with an id, or of a code.
func (s *Service) coded(entries []entry, text string) []string {
	of := s.names.SeriesOf(text)
	var out []string
	for i := range entries {
		if name := entries[i].series; name == text || slices.Contains(of, name) {
			out = append(out, name)
		}
	}
	return out
}

// shared joins what keywords found, in their order. Where it is more than one answer holds, each keyword keeps its best:
// the first must not take all the room. What is left has no place in the answer.
func shared(lists [][]string) (series, left []string) {
	taken := map[string]bool{}
	all := map[string]bool{}
	for place := 0; ; place++ {
		more := false
		for _, list := range lists {
			if place >= len(list) {
				continue
			}
			more = true
			name := list[place]
			switch {
			case all[name]:
			case len(taken) < maxMatches:
				taken[name] = true
			default:
				left = append(left, name)
			}
			all[name] = true
		}
		if !more {
			break
		}
	}
	for _, name := range slices.Concat(lists...) {
		if taken[name] {
			series = append(series, name)
			delete(taken, name)
		}
	}
	return series, left
}
