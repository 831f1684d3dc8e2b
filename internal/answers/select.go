package answers

import (
	"cmp"
	"context"
	"math"
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
	more      int               // series that keywords found beyond maxMatches
}

// choose finds the series that a question names.
func (s *Service) choose(ctx context.Context, u *subject, q *Question, l Limits) (*selection, error) {
	entries, err := u.within(ctx, q, l)
	if err != nil {
		return nil, err
	}
	found := &selection{titles: map[string]string{}, entries: map[string]*entry{}}
	if len(q.Indicators) > 0 {
		s.exact(entries, q.Indicators, found)
	} else {
		s.search(entries, q.Keywords, found)
	}
	for i := range entries {
		if e := &entries[i]; slices.Contains(found.series, e.series) {
			found.titles[e.series], found.entries[e.series] = e.title(), e
			found.mixed = found.mixed || e.measured && e.reported
		}
	}
	return found, nil
}

// within are the series that a question is looked for in: where it names all of them by their ids these alone, which no
// name in the record takes from them, else all of the person's.
func (u *subject) within(ctx context.Context, q *Question, l Limits) ([]entry, error) {
	out := entriesOf(u.names, l)
	if !slices.ContainsFunc(q.Indicators, func(id string) bool {
		return !slices.ContainsFunc(out, func(e entry) bool { return e.series == id })
	}) {
		return out, nil
	}
	names, err := u.data.SeriesNames(ctx)
	return entriesOf(names, l), err
}

// entriesOf are the series of names, in order. What was only said is left out where the surface has another place for it.
func entriesOf(names []store.SeriesName, l Limits) []entry {
	var out []entry
	for _, n := range names {
		if len(out) == 0 || out[len(out)-1].series != n.Series {
			out = append(out, entry{series: n.Series, first: n.First, last: n.Last})
		}
		e := &out[len(out)-1]
		e.readings, e.first, e.last = e.readings+n.Readings, min(e.first, n.First), max(e.last, n.Last)
		if isReported(n.Kind) {
			e.reported, e.note = true, e.note || n.Kind == record.Note
			if l.MeasuredOnly {
				continue
			}
		} else {
			e.measured = true
		}
		e.names = append(e.names, n)
	}
	return slices.DeleteFunc(out, func(e entry) bool { return len(e.names) == 0 })
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
			found.unmatched = append(found.unmatched, text)
		}
	}
}

// named says whether a folded name is one of the series': as printed, or as the vocabulary has it.
func (s *Service) named(e *entry, key string) bool {
	return e.note && key == fold.Key(noteTitle) ||
		slices.ContainsFunc(e.names, func(n store.SeriesName) bool { return n.NameKey == key }) ||
		slices.ContainsFunc(s.names.Titles(e.series), func(l rank.Label) bool { return l.Key() == key })
}

// search finds series by keywords. Each keyword goes through the tiers on its own, so that what one finds by its letters
// does not keep the next from what only its code finds.
func (s *Service) search(entries []entry, keywords []string, found *selection) {
	labels := make([][]rank.Label, len(entries))
	for i := range entries {
		labels[i] = s.labels(&entries[i])
	}
	lists := make([][]string, 0, len(keywords))
	for _, text := range keywords {
		list := s.keyword(entries, labels, text)
		if len(list) == 0 {
			found.unmatched = append(found.unmatched, text)
		}
		lists = append(lists, list)
	}
	found.series, found.more = shared(lists)
}

// labels are all names of a series.
func (s *Service) labels(e *entry) []rank.Label {
	out := slices.Clone(s.names.Titles(e.series))
	if e.note {
		out = append(out, rank.NewLabel(noteTitle))
	}
	for i, n := range e.names {
		if i == 0 || e.names[i-1].Name != n.Name {
			out = append(out, rank.NewLabel(n.Name))
		}
	}
	return out
}

// hit is a series that a keyword found, with the name that it was found by.
type hit struct {
	series, name string
	score        float64
}

// keyword is one keyword's way: series that it is the code or the id of, and names that match it whole; else what the
// vocabulary surely takes it for, whatever it is called here; else names with some of its words. "blood pressure" is not
// everything in blood.
func (s *Service) keyword(entries []entry, labels [][]rank.Label, text string) []string {
	k, coded := rank.NewKeyword(text), s.coded(entries, text)
	var hits []hit
	for i := range entries {
		best := hit{series: entries[i].series}
		if slices.Contains(coded, best.series) {
			best.score = math.Inf(1)
		}
		for j := range labels[i] {
			label := &labels[i][j]
			if score := k.Score(label); score > best.score || score == best.score && score > 0 && label.Text < best.name {
				best.score, best.name = score, label.Text
			}
		}
		if best.score > 0 {
			hits = append(hits, best)
		}
	}
	slices.SortStableFunc(hits, func(a, b hit) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.name, b.name))
	})
	if n := slices.IndexFunc(hits, func(h hit) bool { return h.score < rank.Inside }); n > 0 {
		hits = hits[:n]
	} else if n == 0 || len(hits) == 0 {
		if reached := s.reached(entries, text); len(reached) > 0 {
			return reached
		}
	}
	var out []string
	for _, h := range hits { // shared counts what one answer has no room for
		out = append(out, h.series)
	}
	return out
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

// reached are the person's series among those that the vocabulary finds.
func (s *Service) reached(entries []entry, text string) []string {
	series, reported := s.names.Reach(text)
	var out []string
	for i := range entries {
		e := &entries[i]
		if slices.Contains(series, e.series) || e.reported && slices.Contains(reported, e.series) {
			out = append(out, e.series)
		}
	}
	return out
}

// shared joins what keywords found, in their order. Where it is more than one answer holds, each keyword keeps its best:
// the first must not take all the room.
func shared(lists [][]string) (series []string, more int) {
	taken := map[string]bool{}
	all := map[string]bool{}
	for place := 0; ; place++ {
		left := false
		for _, list := range lists {
			if place >= len(list) {
				continue
			}
			left = true
			all[list[place]] = true
			if len(taken) < maxMatches {
				taken[list[place]] = true
			}
		}
		if !left {
			break
		}
	}
	for _, name := range slices.Concat(lists...) {
		if taken[name] {
			series = append(series, name)
			delete(taken, name)
		}
	}
	return series, len(all) - len(series)
}
