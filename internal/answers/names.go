package answers

import (
	"slices"
	"strings"
	"sync"

	"github.com/seed-a76b335c/philint/internal/answers/rank"
	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/terminology"
	"github.com/seed-a76b335c/philint/internal/terminology/icpc3"
	"github.com/seed-a76b335c/philint/internal/terminology/units"
)

// Vocabulary is [Names] over the vocabularies and the metrics of devices.
type Vocabulary struct {
	set *terminology.Set

	mu     sync.RWMutex
	titles map[string][]rank.Label
	named  map[string]string // series of names
}

// NewVocabulary makes one. The first question by a name builds an index of the codes of series; Warm does it before.
func NewVocabulary(set *terminology.Set) *Vocabulary {
	return &Vocabulary{set: set, titles: map[string][]rank.Label{}, named: map[string]string{}}
}

// Warm builds what the first question would otherwise wait for.
func (v *Vocabulary) Warm() { v.set.SeriesRows("") }

// Display implements [Names].
func (v *Vocabulary) Display(system, code string) string {
	switch system {
	case "":
		return ""
	case terminology.SystemLOINC:
		if row, ok := v.set.Row(code); ok {
			return row.LongName
		}
	case terminology.SystemICPC3:
		if rubric, ok := v.set.Complaints().Rubric(code); ok {
			return rubric.Preferred
		}
	default:
		if m, ok := record.MetricOf(code); ok {
			return metricTitle(m.Key)
		}
	}
	return ""
}

// metricTitle is the name of a metric that has no code elsewhere: Sleep efficiency.
func metricTitle(key string) string {
	text := strings.NewReplacer("_", " ", "-", " ").Replace(key)
	return strings.ToUpper(text[:1]) + text[1:]
}

// Reach implements [Names].
func (v *Vocabulary) Reach(keyword string) Meaning {
	var m Meaning
	if _, ok := v.set.Row(keyword); ok { // it is a code
		m.Sure = true
		m.mean(v, keyword)
		return m
	}
	r := v.set.Resolve(keyword)
	switch {
	case r.Resolved():
		m.Sure = true
		m.mean(v, r.Code)
	case r.Reason == terminology.ReasonTooBroad:
		members := v.set.Family(keyword)
		m.Sure = len(members) > 0
		for _, code := range members {
			m.mean(v, code)
		}
	default: // the rivals of an ambiguous name, or none
		for _, code := range r.Codes {
			m.mean(v, code)
		}
	}
	for _, kind := range [...]icpc3.Kind{icpc3.Symptom, icpc3.Condition} {
		if code := v.set.Complaint(keyword, kind).Code(); code != "" {
			m.Reported = append(m.Reported, terminology.ComplaintSeries(code))
		}
	}
	m.Sure = m.Sure || len(m.Reported) > 0
	return m
}

// mean adds the series of a code, and of all that a panel is made of.
func (m *Meaning) mean(v *Vocabulary, code string) {
	for _, c := range append(v.set.Members(code), code) {
		if series := v.set.SeriesOf(c); series != "" && !slices.Contains(m.Series, series) {
			m.Series = append(m.Series, series)
		}
	}
}

// Named implements [Names].
func (v *Vocabulary) Named(name string) string {
	v.mu.RLock()
	series, ok := v.named[name]
	v.mu.RUnlock()
	if ok {
		return series
	}
	if r := v.set.Resolve(name); r.Resolved() {
		series = v.set.SeriesOf(r.Code)
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if len(v.named) >= maxTitles {
		clear(v.named)
	}
	v.named[name] = series
	return series
}

// SeriesOf implements [Names].
func (v *Vocabulary) SeriesOf(code string) []string {
	// What a source coded by a release that is not here has the code itself for a series.
	out := []string{"loinc:" + code, terminology.ComplaintSeries(code)}
	if series := v.set.SeriesOf(code); series != "" {
		out = append(out, series)
	}
	if m, ok := record.MetricOf(code); ok {
		out = append(out, m.Series())
	}
	return out
}

// Convert implements [Names].
func (v *Vocabulary) Convert(x float64, from, to, system, code string) (float64, bool) {
	if system != terminology.SystemLOINC {
		code = ""
	}
	if from == "" { // a number that is printed without a unit is that of a ratio, and not a hundredth
		one := v.set.Convert(1, "1", to, code)
		return x, one.Value != nil && *one.Value == 1
	}
	c := v.set.Convert(x, from, to, code)
	if c.Value == nil {
		return 0, false
	}
	return *c.Value, true
}

// Carries implements [Names].
func (v *Vocabulary) Carries(system, code, unit string) bool {
	row, ok := v.set.Row(code)
	return system == terminology.SystemLOINC && ok && units.Fits(row.Property, unit)
}

// Commonest implements [Names].
func (v *Vocabulary) Commonest(series, unit string) (system, code string) {
	for _, row := range v.set.SeriesRows(series) {
		if v.Carries(terminology.SystemLOINC, row.Code, unit) {
			return terminology.SystemLOINC, row.Code
		}
	}
	return "", ""
}

// maxTitles bounds what is kept of titles: they are made again from the vocabulary.
const maxTitles = 8192

// Titles implements [Names].
func (v *Vocabulary) Titles(series string) []rank.Label {
	v.mu.RLock()
	out, ok := v.titles[series]
	v.mu.RUnlock()
	if ok {
		return out
	}
	out = v.titlesOf(series)
	v.mu.Lock()
	defer v.mu.Unlock()
	if len(v.titles) >= maxTitles {
		clear(v.titles)
	}
	v.titles[series] = out
	return out
}

func (v *Vocabulary) titlesOf(series string) []rank.Label {
	scheme, rest, _ := strings.Cut(series, ":")
	var titles []string
	switch scheme {
	case "icpc3":
		titles = append(titles, v.Display(terminology.SystemICPC3, rest))
	case "device":
		titles = append(titles, metricTitle(rest))
	case "loinc":
		titles = append(titles, v.Display(terminology.SystemLOINC, rest))
		for _, row := range v.set.SeriesRows(series) {
			titles = append(titles, row.LongName)
		}
	}
	var out []rank.Label
	for _, t := range titles {
		if t != "" && !slices.ContainsFunc(out, func(l rank.Label) bool { return l.Text == t }) {
			out = append(out, rank.NewLabel(t))
		}
	}
	return out
}
