package record

import (
	"cmp"
	"slices"
	"strings"
	"time"
)

// Contest is one series on one local day: what Elect decides.
type Contest struct {
	Metric Metric
	Day    Day
	Zone   Zone
}

// Length is how long the contest's day is: 23 or 25 hours where clocks change.
func (c *Contest) Length() time.Duration { return DayLength(c.Day, c.Zone, c.Metric.DayStart()) }

// Candidate is what one stream says of the day: one aggregated value, or a single reading. It is never the last of many.
type Candidate struct {
	Stream string
	Source string // what the order of preference names: an app or a device
	Class  SourceClass
	// Changed says, of a profile echo, that it differs from what the service echoed before. One that does not is a setting
	// sent again: it says nothing of the day.
	Changed bool
	Value   DayValue
}

// ElectionOutcome is how an election ended.
type ElectionOutcome string

// Outcomes of elections.
const (
	Elected ElectionOutcome = "elected" // Winner is what the day publishes
	Kept    ElectionOutcome = "kept"    // every candidate is impossible: what the day published before stays, and a check fails
	Nothing ElectionOutcome = "nothing" // no stream says anything of the day: it publishes nothing
)

// Rules by which a winner stands before the next.
const (
	RuleOnly      = "only_candidate"
	RuleClass     = "source_class"
	RuleCoverage  = "coverage"
	RuleFreshness = "measurement_freshness"
	RulePriority  = "static_priority"
	RuleCombined  = "combined_disjoint"
)

// CheckBounds is the check that fails where every candidate of a day is impossible.
const CheckBounds = "day-bounds"

// Rejection is a candidate that cannot be true, and why, as a code.
type Rejection struct {
	Stream string
	Reason RejectReason
}

// Decision is what a day publishes, and why.
type Decision struct {
	Outcome    ElectionOutcome
	Winner     Candidate // of a combined value, the stream of the first contribution
	Rule       string
	Candidates int            // how many streams could have won
	From       []Contribution // the streams of a combined value, the first in rank first
	Rejected   []Rejection    // in order of streams
	Skipped    []string       // streams that said nothing of the day, in order
}

// Detail lists the codes of what was rejected, for the check: never a value, never a source.
func (d *Decision) Detail() string {
	var reasons []string
	for _, r := range d.Rejected {
		reasons = append(reasons, string(r.Reason))
	}
	slices.Sort(reasons)
	return strings.Join(slices.Compact(reasons), " ")
}

// ElectOptions are what an operator or a person may choose.
type ElectOptions struct {
	// Priority names sources or streams, the preferred first, for this metric. It breaks ties and no more: preference does
	// not make a stream that saw an hour better than one that saw the day.
	Priority []string
}

// Elect decides what a series publishes for a local day. It depends on nothing but its arguments, and not on their
// order: running it again on an unchanged day changes nothing.
//
// Candidates that cannot be true are rejected, not ranked. The rest are ranked; the first wins. Totals that sources may
// complete are combined in that order, as Combine says, where the combined value is possible as well.
func Elect(c Contest, candidates []Candidate, o ElectOptions) Decision {
	d := Decision{Outcome: Nothing}
	limits := limitsOf(&c)
	var standing []Candidate
	for i := range candidates {
		switch cand := &candidates[i]; {
		case cand.Class == ProfileEcho && !cand.Changed:
			d.Skipped = append(d.Skipped, cand.Stream)
		default:
			if reason := limits.reject(&cand.Value); reason != "" {
				d.Rejected = append(d.Rejected, Rejection{Stream: cand.Stream, Reason: reason})
				continue
			}
			standing = append(standing, *cand)
		}
	}
	slices.Sort(d.Skipped)
	slices.SortFunc(d.Rejected, func(a, b Rejection) int {
		return cmp.Or(strings.Compare(a.Stream, b.Stream), strings.Compare(string(a.Reason), string(b.Reason)))
	})
	if len(standing) == 0 {
		if len(d.Rejected) > 0 {
			d.Outcome = Kept
		}
		return d
	}
	rank := ranking{priority: o.Priority}
	slices.SortFunc(standing, func(a, b Candidate) int { return rank.compare(&a, &b) })
	d.Outcome, d.Winner, d.Candidates, d.Rule = Elected, standing[0], len(standing), RuleOnly
	if len(standing) > 1 {
		d.Rule = rank.rule(&standing[0], &standing[1])
	}
	if !c.Metric.Fills {
		return d
	}
	if v, from, ok := Combine(standing); ok && limits.reject(&v) == "" {
		d.Winner.Value, d.From, d.Rule = v, from, RuleCombined
	}
	return d
}

// ranking compares candidates. The first criterion that tells two apart decides.
type ranking struct {
	priority []string
}

var criteria = [...]struct {
	rule    string
	compare func(r *ranking, a, b *Candidate) int
}{
	{RuleClass, func(_ *ranking, a, b *Candidate) int { return cmp.Compare(classRank(a), classRank(b)) }},
	{RuleCoverage, func(_ *ranking, a, b *Candidate) int { return cmp.Compare(b.Value.Coverage, a.Value.Coverage) }},
	// When it was measured, never when it was sent: an echo is sent every day, and always looks fresh.
	{RuleFreshness, func(_ *ranking, a, b *Candidate) int { return cmp.Compare(b.Value.MeasuredAt, a.Value.MeasuredAt) }},
	{RulePriority, func(r *ranking, a, b *Candidate) int { return cmp.Compare(r.preference(a), r.preference(b)) }},
	{RulePriority, func(_ *ranking, a, b *Candidate) int { return strings.Compare(a.Stream, b.Stream) }},
	// One stream can stand twice, with its samples and with its maker's figure for the day.
	{RulePriority, func(_ *ranking, a, b *Candidate) int {
		return cmp.Or(
			strings.Compare(string(a.Value.Policy), string(b.Value.Policy)), cmp.Compare(a.Value.Number, b.Value.Number),
			cmp.Compare(a.Value.Count, b.Value.Count), compareIDs(a.Value.Row, b.Value.Row), strings.Compare(a.Source, b.Source))
	}},
}

func (r *ranking) compare(a, b *Candidate) int {
	for i := range criteria {
		if c := criteria[i].compare(r, a, b); c != 0 {
			return c
		}
	}
	return 0
}

func (r *ranking) rule(a, b *Candidate) string {
	for i := range criteria {
		if criteria[i].compare(r, a, b) != 0 {
			return criteria[i].rule
		}
	}
	return RulePriority
}

// classRank: who measured comes before who wrote down, before who passes on.
func classRank(c *Candidate) int {
	switch c.Class {
	case Measurer:
		return 0
	case ByHand:
		return 1
	case ProfileEcho:
		return 2 // a changed one: the others are gone
	default:
		return 3
	}
}

func (r *ranking) preference(c *Candidate) int {
	for i, name := range r.priority {
		if name == c.Source || name == c.Stream {
			return i
		}
	}
	return len(r.priority)
}
