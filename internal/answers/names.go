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
}

// NewVocabulary makes one. The first question by a name builds an index of the codes of series; Warm does it before.
func NewVocabulary(set *terminology.Set) *Vocabulary {
	return &Vocabulary{set: set, titles: map[string][]rank.Label{}}
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
func (v *Vocabulary) Reach(keyword string) (series, reported []string) {
	if r := v.set.Resolve(keyword); r.Resolved() {
		series = append(series, v.set.SeriesOf(r.Code))
	}
	for _, kind := range [...]icpc3.Kind{icpc3.Symptom, icpc3.Condition} {
		if code := v.set.Complaint(keyword, kind).Code(); code != "" {
			reported = append(reported, terminology.ComplaintSeries(code))
		}
	}
	return series, reported
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
