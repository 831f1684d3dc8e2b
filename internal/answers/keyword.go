package answers

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/seed-a76b335c/philint/internal/answers/rank"
	"github.com/seed-a76b335c/philint/internal/terminology"
	"github.com/seed-a76b335c/philint/internal/terminology/fold"
)

// Meaning is what the vocabulary takes a keyword for.
type Meaning struct {
	// Sure says that it is one thing, or a panel. Else it may be any of what is here, or is not known.
	Sure     bool
	Series   []string // of tests: the one, the members of a panel and the panel itself, or all that may be meant
	Reported []string // of complaints and diagnoses
}

// Scores of series that are what the vocabulary takes a keyword for, among those of names: what is called just so comes
// before, what has its words after.
const (
	meant   = 2.5
	perhaps = 2.4 // one of what an ambiguous word may be
	nearest = 2.25
)

// candidate is a series that may be what a keyword asks for.
type candidate struct {
	*entry
	labels []rank.Label
	titles int // how many of them are the vocabulary's
}

func (s *Service) candidates(entries []entry) []candidate {
	out := make([]candidate, len(entries))
	for i := range entries {
		out[i].entry = &entries[i]
		out[i].labels, out[i].titles = s.labels(&entries[i])
	}
	return out
}

// labels are all names of a series, first those of the vocabulary.
func (s *Service) labels(e *entry) (out []rank.Label, titles int) {
	out = slices.Clone(s.names.Titles(e.series))
	titles = len(out)
	if e.note {
		out = append(out, rank.NewLabel(noteTitle))
	}
	for i, n := range e.names {
		if i == 0 || e.names[i-1].Name != n.Name {
			out = append(out, rank.NewLabel(n.Name))
		}
	}
	return out, titles
}

// search finds series by keywords. Each keyword is looked for on its own, so that what one finds by its letters does not
// keep the next from what only its code finds.
func (s *Service) search(entries []entry, keywords []string, found *selection) {
	list := s.candidates(entries)
	lists := make([][]string, 0, len(keywords))
	for _, text := range keywords {
		m := s.keyword(list, text)
		if len(m.series) == 0 || m.loose {
			if exact := printedAs(entries, fold.Key(text)); len(exact) > 0 {
				m = matched{series: exact}
			}
		}
		if len(m.series) == 0 {
			found.unmatched = append(found.unmatched, text)
		} else if m.loose {
			found.loose = append(found.loose, text)
		}
		if len(m.beside) > 0 {
			found.beside = append(found.beside, nearestTo{text, m.beside})
		}
		if len(m.nearest) > 0 {
			found.nearest = append(found.nearest, nearestTo{text, m.nearest})
		}
		lists = append(lists, m.series)
	}
	found.series, found.more = shared(lists)
}

// matched is what a keyword found.
type matched struct {
	series  []string
	loose   bool     // none of it is what was asked for, so far as is known: it has words of it
	nearest []string // of series: what is not called so and is shown in the place of what is
	beside  []string // series of the same analyte that it did not find
}

// nearestTo are series that are near to what a keyword asks for.
type nearestTo struct {
	keyword string
	series  []string
}

// hit is a series that a keyword found, with the name that it was found by.
type hit struct {
	*candidate
	score   float64
	name    string
	sound   bool // it is what was asked for, so far as is known
	instead bool // of what was asked for
}

// keyword finds what one keyword asks for. Series that it is the code, the id or the very name of, and what the vocabulary
// takes it for, whatever that is called here, are the answer, with what has all of its words in its name: "blood
// pressure" is not everything in blood. Only where there is none of these, names with some of its words are, and last
// those with its letters, unless the vocabulary knows what else it is.
func (s *Service) keyword(list []candidate, text string) matched {
	k, meaning := rank.NewKeyword(text), s.names.Reach(text)
	hits := s.lexical(list, &k, &meaning, s.names.SeriesOf(text), text)
	s.mean(list, &meaning, hits)
	out := answerOf(slices.Clone(hits), &meaning, &k)
	if meaning.Sure && len(out.series) > 0 {
		for i := range hits {
			if series := hits[i].series; hits[i].measured && !slices.Contains(out.series, series) && related(&meaning, series) {
				out.beside = append(out.beside, series)
			}
		}
	}
	return out
}

// lexical are the hits by names, codes and ids, one for each candidate.
func (s *Service) lexical(list []candidate, k *rank.Keyword, m *Meaning, coded []string, text string) []hit {
	hits := make([]hit, len(list))
	for i := range list {
		c := &list[i]
		h := &hits[i]
		h.candidate = c
		for j := range c.labels {
			label := &c.labels[j]
			if score := k.Score(label); score > h.score || score == h.score && score > 0 && label.Text < h.name {
				h.score, h.name = score, label.Text
			}
		}
		switch {
		case c.series == text || slices.Contains(coded, c.series):
			h.score, h.sound = math.Inf(1), true
		case h.score == rank.Same:
			h.sound = true
		case h.score < rank.Inside || !m.Sure:
		case !c.coded():
			h.sound = c.measured || len(m.Series) == 0
		default:
			if h.sound = related(m, c.series); !h.sound && !c.says(k) {
				h.score = rank.SomeWords
			}
		}
	}
	return hits
}

// says holds a series that is of something else to the names of its codes, without the methods: Hb A1c is not Hb, though
// it is printed so, and what is calculated from creatinine is not creatinine.
func (c *candidate) says(k *rank.Keyword) bool {
	for i := range c.labels[:c.titles] {
		title, _, _ := strings.Cut(c.labels[i].Text, " by ")
		if label := rank.NewLabel(title); k.Stands(&label) {
			return true
		}
	}
	return false
}

// coded says whether the series is one of tests that have codes: what it is does not hang on what it is called.
func (e *entry) coded() bool { return strings.HasPrefix(e.series, "loinc:") }

// related says whether a series is of an analyte that is meant.
func related(m *Meaning, series string) bool {
	return slices.ContainsFunc(m.Series, func(asked string) bool {
		return terminology.KinshipOf(asked, series) != terminology.Unrelated
	})
}

// mean marks what the vocabulary takes the keyword for. Of a test that is not on record, the nearest is: in another
// specimen of blood, after a fast, and else in another fluid. What was measured in units of another kind is the test too.
func (s *Service) mean(list []candidate, m *Meaning, hits []hit) {
	if len(m.Series)+len(m.Reported) == 0 {
		return
	}
	score := meant
	if !m.Sure {
		score = perhaps
	}
	there := make([]bool, len(m.Series)) // with a code
	uncoded := make([]string, len(hits)) // what series the names of those without one have
	for i := range hits {
		h := &hits[i]
		if h.reported && slices.Contains(m.Reported, h.series) {
			h.take(score, false)
		}
		if t := slices.Index(m.Series, h.series); t >= 0 {
			there[t] = true
			h.take(score, !m.Sure)
		}
		if h.measured && strings.HasPrefix(h.series, "local:") {
			uncoded[i] = s.names.Named(h.names[0].Name)
		}
	}
	for t, asked := range m.Series {
		best := terminology.OtherUnits
		var kin []int
		printed := false
		for i := range hits {
			switch {
			case uncoded[i] == asked:
				hits[i].take(score, !there[t])
				printed = true
			case m.Sure:
				switch k := terminology.KinshipOf(asked, hits[i].series); {
				case k == terminology.OtherUnits: // it is the same test, wherever it was made
					hits[i].take(nearest, !there[t])
				case there[t]:
				case k > best:
					best, kin = k, append(kin[:0], i)
				case k == best && k > terminology.OtherUnits:
					kin = append(kin, i)
				}
			}
		}
		if printed && best < terminology.OtherBlood {
			continue // what is printed so is nearer than what is in another fluid
		}
		for _, i := range kin {
			hits[i].take(nearest, true)
		}
	}
}

// take makes a candidate what was asked for, or what is shown instead where it is not called so.
func (h *hit) take(score float64, instead bool) {
	h.instead = instead && h.score < rank.Inside
	h.score, h.sound = max(h.score, score), true
}

// answerOf puts hits in order and leaves out those that better ones make idle.
func answerOf(hits []hit, m *Meaning, k *rank.Keyword) matched {
	least := rank.Begins
	if m.Sure {
		least = rank.Inside
	}
	if !slices.ContainsFunc(hits, func(h hit) bool { return h.score >= least }) {
		least = rank.SomeWords
		if !m.Sure && !slices.ContainsFunc(hits, func(h hit) bool { return h.score >= least }) {
			least = rank.Letters
		}
	}
	hits = slices.DeleteFunc(hits, func(h hit) bool {
		return h.score < least || m.Sure && h.score == rank.Begins && k.Short()
	})
	slices.SortStableFunc(hits, func(a, b hit) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.name, b.name))
	})
	out := matched{loose: least < rank.Begins || m.Sure}
	for i := range hits { // shared counts what one answer has no room for
		h := &hits[i]
		out.series = append(out.series, h.series)
		out.loose = out.loose && !h.sound
		if h.instead {
			out.nearest = append(out.nearest, h.series)
		}
	}
	return out
}
