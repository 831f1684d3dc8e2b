package answers

import (
	"cmp"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store"
)

// Numbers of a random record are mmol/L, or mg/dL that convert at one to twenty.
const perMole = 20

// randomChart fills a record: a few series, days with no, one or many readings, elected and not, mixed units, signs, words
// and days that are not known.
func randomChart(c *chart, rng *rand.Rand) (series []string) {
	zones := []string{"", "", "UTC+09:00", "America/New_York"}
	var facts []fact
	for n := range 3 {
		name := fmt.Sprintf("analyte %d", n)
		series = append(series, "local:"+name)
		mixed := rng.IntN(2) == 0
		day := record.DayOf(2026, 1, 1) + record.Day(rng.IntN(5))
		for range 4 + rng.IntN(30) {
			day += record.Day(1 + rng.IntN(4))
			count := 1 + rng.IntN(4)
			elected := -1
			if rng.IntN(2) == 0 {
				elected = rng.IntN(count)
			}
			for i := range count {
				f := fact{name: name, series: "local:" + name, unit: "mmol/L", at: fmt.Sprintf("%s %02d:%02d", day, rng.IntN(24), rng.IntN(60)), zone: zones[rng.IntN(len(zones))], day: day.String(), elected: i == elected}
				switch rng.IntN(12) {
				case 0:
					f.value = "negative"
				case 1:
					f.comparator, f.value = "<", fmt.Sprint(rng.IntN(50))
				default:
					f.value = fmt.Sprint(float64(rng.IntN(2000)) / 100)
				}
				if mixed && rng.IntN(3) == 0 {
					f.unit = "mg/dL"
				}
				var x float64
				if _, err := fmt.Sscan(f.value, &x); err == nil {
					f.canonical, f.canonicalUnit = x, "mmol/L"
					if f.unit == "mg/dL" {
						f.canonical = x / perMole
					}
				}
				if !f.elected && elected < 0 && rng.IntN(10) == 0 {
					f.dayUnknown = true
				}
				facts = append(facts, f)
			}
		}
	}
	c.add(facts...)
	return series
}

// base is what statistics count, found the slow way: of each day the elected row, else all rows.
func base(c *chart, series string, w record.Window) []record.Observation {
	from, to := w.Bounds()
	days := map[record.Day][]record.Observation{}
	for _, o := range c.rows {
		in := o.LocalDay >= from && o.LocalDay <= to || !o.DayKnown && o.LocalDay >= from-1 && o.LocalDay <= to+1
		if o.Coding.Series == series && in {
			days[o.LocalDay] = append(days[o.LocalDay], o)
		}
	}
	var out []record.Observation
	for _, rows := range days {
		if i := slices.IndexFunc(rows, func(o record.Observation) bool { return c.pick[o.ID] }); i >= 0 {
			rows = rows[i : i+1]
		}
		out = append(out, rows...)
	}
	slices.SortFunc(out, func(a, b record.Observation) int {
		return cmp.Or(cmp.Compare(a.LocalDay, b.LocalDay), cmp.Compare(a.Start, b.Start), slices.Compare(a.ID[:], b.ID[:]))
	})
	return out
}

// naive sums observations up the slow way, with exact arithmetic.
type naive struct {
	count, numeric int
	mixed          bool
	least, most    float64
	mean           *big.Rat
}

// isMixed says whether the numbers of rows are in more than one unit.
func isMixed(rows []record.Observation) bool {
	units := map[string]bool{}
	for _, o := range rows {
		if o.HasNumber {
			units[o.UCUM] = true
		}
	}
	return len(units) > 1
}

func sumUp(rows []record.Observation, mixed bool) naive {
	n := naive{count: len(rows), mixed: mixed, least: math.Inf(1), most: math.Inf(-1)}
	sum, plain := new(big.Rat), int64(0)
	for _, o := range rows {
		if !o.HasNumber {
			continue
		}
		n.numeric++
		x := o.Number
		if mixed {
			x = o.Coding.Canonical
		}
		n.least, n.most = min(n.least, x), max(n.most, x)
		if o.Comparator == "" {
			sum.Add(sum, new(big.Rat).SetFloat64(x))
			plain++
		}
	}
	if plain > 0 {
		n.mean = sum.Quo(sum, big.NewRat(plain, 1))
	}
	return n
}

// near compares a number of an answer, which is rounded to four decimals or not at all, with the true one.
func near(got *float64, want float64, known bool) bool {
	if !known || math.IsInf(want, 0) {
		return got == nil
	}
	return got != nil && math.Abs(*got-want) <= 0.00005+1e-9
}

func (n naive) check(t *testing.T, what string, count int, least, most, mean *float64) {
	t.Helper()
	ok := count == n.count && near(least, n.least, true) && near(most, n.most, true)
	if n.mean == nil {
		ok = ok && mean == nil
	} else {
		want, _ := n.mean.Float64()
		ok = ok && near(mean, want, true)
	}
	if !ok {
		t.Errorf("%s: %d %s %s %s, want %+v", what, count, shownNumber(least), shownNumber(most), shownNumber(mean), n)
	}
}

func shownNumber(x *float64) string {
	if x == nil {
		return "none"
	}
	return record.FormatNumber(*x)
}

func windows(rng *rand.Rand) record.Window {
	a, b := record.DayOf(2026, 1, 1)+record.Day(rng.IntN(100)), record.DayOf(2026, 1, 1)+record.Day(rng.IntN(100))
	switch rng.IntN(4) {
	case 0:
		return record.Window{}
	case 1:
		return record.Window{From: &a}
	case 2:
		return record.Window{To: &b}
	default:
		w, _ := record.NewWindow(&a, &b)
		return w
	}
}

func arguments(view View, w record.Window, indicators ...string) map[string]any {
	out := map[string]any{"view": string(view), "indicators": indicators}
	if w.From != nil {
		out["start"] = w.From.String()
	}
	if w.To != nil {
		out["end"] = w.To.String()
	}
	return out
}

func TestStatisticsAndBucketsAreThoseOfASlowCount(t *testing.T) {
	var answers [][]Envelope
	engines(t, func(t *testing.T, s *store.Store) {
		var all []Envelope
		for round := range 8 {
			rng := rand.New(rand.NewPCG(7, uint64(round)))
			c := newChart(t, s, "Europe/Berlin")
			series := randomChart(c, rng)
			for range 6 {
				w := windows(rng)
				for _, view := range []View{Stats, Day, Week, Month} {
					e := c.ask(arguments(view, w, series...))
					if view == Stats {
						checkStats(t, c, e, series, w)
					} else {
						checkBuckets(t, c, e, view, series, w)
					}
					all = append(all, e)
				}
			}
			if t.Failed() {
				t.Fatalf("round %d", round)
			}
		}
		answers = append(answers, all)
	})
	if len(answers) < 2 {
		return
	}
	for i := range answers[0] {
		if a, b := whole(t, answers[0][i]), whole(t, answers[1][i]); a != b {
			t.Fatalf("the engines do not answer question %d alike, bit for bit:\n%s\n%s", i, a, b)
		}
	}
}

// whole is everything that is in an answer.
func whole(t *testing.T, e Envelope) string {
	t.Helper()
	rows, err := REST(e)
	if err != nil {
		t.Fatal(err)
	}
	return Compact(e) + "\n" + string(rows) + fmt.Sprint(e.Provenance)
}

func checkStats(t *testing.T, c *chart, e Envelope, series []string, w record.Window) {
	t.Helper()
	got := map[string]StatsRow{}
	for _, r := range rowsOf[StatsRow](t, e) {
		got[r.Series] = r
	}
	unknown := false
	for _, name := range series {
		rows := base(c, name, w)
		r, there := got[name]
		if there != (len(rows) > 0) {
			t.Fatalf("%s %s: a row: %v, readings: %d", name, w, there, len(rows))
		}
		if !there {
			continue
		}
		n := sumUp(rows, isMixed(rows))
		n.check(t, name+" "+w.String(), r.Count, r.Min, r.Max, r.Avg)
		first, last := rows[0], rows[len(rows)-1]
		if r.NumericCount != n.numeric || r.MixedUnits != n.mixed || r.FirstDate != first.LocalDay.String() || r.LastDate != last.LocalDay.String() {
			t.Errorf("%s %s: %+v, want %+v from %s to %s", name, w, r, n, first.LocalDay, last.LocalDay)
		}
		hasChange := !n.mixed && first.HasNumber && last.HasNumber && first.Comparator+last.Comparator == ""
		if !near(r.Change, last.Number-first.Number, hasChange) {
			t.Errorf("%s %s: change %s", name, w, shownNumber(r.Change))
		}
		if !n.mixed && (r.First != first.Value || r.Last != last.Value) {
			t.Errorf("%s %s: the ends are %q and %q", name, w, r.First, r.Last)
		}
		for _, o := range rows {
			unknown = unknown || !o.DayKnown
		}
	}
	if want := map[bool]Semantics{true: DatePaddedNaive, false: TZExact}[unknown]; e.Meta.Semantics != want {
		t.Errorf("%s: %s, want %s", w, e.Meta.Semantics, want)
	}
}

func checkBuckets(t *testing.T, c *chart, e Envelope, view View, series []string, w record.Window) {
	t.Helper()
	got := map[string][]BucketRow{}
	for _, r := range rowsOf[BucketRow](t, e) {
		got[r.Series] = append(got[r.Series], r)
	}
	for _, name := range series {
		var days []record.Observation // one a day: the elected, else the newest
		for _, o := range base(c, name, w) {
			if !w.Holds(o.LocalDay) {
				continue
			}
			if n := len(days); n > 0 && days[n-1].LocalDay == o.LocalDay {
				days[n-1] = o
			} else {
				days = append(days, o)
			}
		}
		buckets := map[record.Day][]record.Observation{}
		for _, o := range days {
			at := o.LocalDay
			switch view {
			case Week:
				for at.Weekday() != 1 {
					at--
				}
			case Month:
				at = at.Month()
			}
			buckets[at] = append(buckets[at], o)
		}
		rows := got[name]
		if len(rows) != len(buckets) {
			t.Errorf("%s %s %s: %d buckets, want %d", name, view, w, len(rows), len(buckets))
			continue
		}
		before := record.MinDay
		for _, r := range rows {
			at, err := record.ParseDay(r.Period)
			if err != nil || at <= before {
				t.Errorf("%s %s: period %q after %s", name, view, r.Period, before)
			}
			before = at
			sumUp(buckets[at], isMixed(days)).check(t, name+" "+string(view)+" "+r.Period, r.N, r.Min, r.Max, r.Avg)
			elected := slices.ContainsFunc(buckets[at], func(o record.Observation) bool { return c.pick[o.ID] })
			if (r.Provenance == Elected) != elected {
				t.Errorf("%s %s %s is %s, with an elected day: %v", name, view, r.Period, r.Provenance, elected)
			}
		}
	}
}
