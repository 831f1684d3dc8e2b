package record

import "slices"

// dayPart is a part of the day that words name. Words of one part are the same dose: nightly at bedtime.
type dayPart int

const (
	partMorning dayPart = iota
	partNoon
	partAfternoon
	partEvening
	partNight
	dayParts
)

// sigFacts are what the phrases of a text say, before it is known whether they agree.
type sigFacts struct {
	doses    []Dose
	each     bool // the dose is said to be that of one time
	count    int  // doses a day, said outright
	daily    bool // "daily", which may stand beside other words
	whole    bool // 每天, 每周 or 早晚 without 次: an amount beside it may be the whole of the time's
	parts    [dayParts]bool
	times    []string
	period   int
	weekdays [8]bool
	perWeek  int
	prn      bool
	max      *Dose
	meals    bool     // speaks of meals, whose number nobody said
	food     bool     // speaks of food
	about    sigAbout // the last timing
	linked   bool     // the words before were joined to what comes by "and" or the like
	strong   bool     // … by "and"
}

type sigEffect func(*sigFacts, sigValues) bool

// sigPerDay is n doses a day; n = 0 takes the number of the phrase.
func sigPerDay(n int) sigEffect {
	return func(f *sigFacts, v sigValues) bool {
		n := n
		if n == 0 {
			n = whole(v.number)
		}
		if n < 1 || n > maxDosesPerDay || f.count != 0 && f.count != n {
			return false
		}
		f.count = n
		return true
	}
}

func whole(f float64) int {
	if f != float64(int(f)) {
		return 0
	}
	return int(f)
}

// sigHours is one dose every n hours, where that makes the same doses every day or leaves out whole days.
func sigHours(f *sigFacts, v sigValues) bool {
	switch n := whole(v.number); {
	case n >= 1 && n <= 24 && 24%n == 0:
		return sigPerDay(24/n)(f, v)
	case n > 24 && n%24 == 0:
		return sigEvery(n/24)(f, v)
	default:
		return false
	}
}

// sigEvery is one dose every n days; 0 takes the number of the phrase.
func sigEvery(n int) sigEffect {
	return func(f *sigFacts, v sigValues) bool {
		n := n
		if n == 0 {
			n = whole(v.number)
		}
		if n < 1 || n > maxPeriodDays || f.period != 0 && f.period != n {
			return false
		}
		f.period = n
		return true
	}
}

func sigWeeks(f *sigFacts, v sigValues) bool {
	n := whole(v.number)
	return n >= 1 && n <= maxPeriodDays/7 && sigEvery(7*n)(f, v)
}

// sigPerWeek is how many days a week, which only the days themselves make plain; 0 takes the number of the phrase.
func sigPerWeek(n int) sigEffect {
	return func(f *sigFacts, v sigValues) bool {
		n := n
		if n == 0 {
			n = whole(v.number)
		}
		if n < 1 || n > 7 || f.perWeek != 0 && f.perWeek != n {
			return false
		}
		f.perWeek = n
		return true
	}
}

// sigPart is a dose in each of the parts. A second part counts only where words join it to the first, since "in the
// evening at bedtime" is one dose; evening and night must be joined by "and".
func sigPart(parts ...dayPart) sigEffect {
	return func(f *sigFacts, _ sigValues) bool {
		had := f.parts != [dayParts]bool{}
		for _, p := range parts {
			if had && !f.parts[p] && !f.linked {
				return false
			}
			if p == partNight && f.parts[partEvening] && !f.strong || p == partEvening && f.parts[partNight] && !f.strong {
				return false
			}
			f.parts[p] = true
		}
		return true
	}
}

func sigDaily(f *sigFacts, _ sigValues) bool { f.daily = true; return true }

func sigHanDaily(f *sigFacts, _ sigValues) bool { f.daily, f.whole = true, true; return true }

func sigHanWeekly(f *sigFacts, v sigValues) bool { f.whole = true; return sigEvery(7)(f, v) }

func sigHanParts(parts ...dayPart) sigEffect {
	return func(f *sigFacts, v sigValues) bool { f.whole = true; return sigPart(parts...)(f, v) }
}

func sigEach(f *sigFacts, _ sigValues) bool { f.each = true; return true }

func sigNothing(*sigFacts, sigValues) bool { return true }

func sigMeals(f *sigFacts, _ sigValues) bool { f.meals = true; return true }

func sigFood(f *sigFacts, _ sigValues) bool { f.food = true; return true }

func sigAsNeeded(f *sigFacts, _ sigValues) bool { f.prn = true; return true }

func sigLink(f *sigFacts, _ sigValues) bool { f.linked = true; return true }

func sigAnd(f *sigFacts, _ sigValues) bool { f.linked, f.strong = true, true; return true }

func sigMax(f *sigFacts, v sigValues) bool {
	if f.max != nil {
		return false
	}
	d := v.dose
	f.max = &d
	return true
}

// instruction is what the facts say together; ok is false where they contradict each other, say nothing, or say more
// than an instruction can hold.
func (f *sigFacts) instruction() (in Instruction, ok bool) {
	parts := 0
	for _, has := range f.parts {
		if has {
			parts++
		}
	}
	if !f.oneDose(parts) {
		return Instruction{}, false
	}
	if len(f.doses) > 0 {
		in.Dose = &f.doses[0]
	}
	days := f.days()
	count := f.count
	if count == 0 {
		count = parts
	}
	switch {
	case parts > 0 && count != parts:
		return Instruction{}, false
	case f.meals && f.count == 0 && len(f.times) == 0:
		return Instruction{}, false
	case f.max != nil && !f.prn:
		return Instruction{}, false
	case f.whole && !f.each && f.count == 0 && parts != 1 && len(f.times) == 0 && in.Dose != nil && in.Dose.Value != 1:
		// 每天2片 may be two at once or two over the day.
		return Instruction{}, false
	}
	switch {
	case f.prn:
		return f.asNeeded(in, count, days)
	case len(f.times) > 0:
		return f.atTimes(in, count, parts, days)
	case f.period > 0 || f.perWeek > 0 || len(days) > 0:
		return f.someDays(in, count, days)
	case count > 0:
		in.DosesPerDay = count
	case f.daily:
		in.DosesPerDay = 1
	default:
		return in, in.Dose != nil && !f.food
	}
	return in, true
}

// oneDose says whether the doses are one: the same one again only where each part of the day has its own.
func (f *sigFacts) oneDose(parts int) bool {
	if len(f.doses) <= 1 {
		return true
	}
	for _, d := range f.doses {
		if d != f.doses[0] {
			return false
		}
	}
	return len(f.doses) == parts || len(f.doses) == len(f.times)
}

func (f *sigFacts) days() (days []int) {
	for d, has := range f.weekdays {
		if has {
			days = append(days, d)
		}
	}
	return days
}

func (f *sigFacts) asNeeded(in Instruction, count int, days []int) (Instruction, bool) {
	if count > 0 || f.daily || len(f.times) > 0 || f.period > 0 || f.perWeek > 0 || len(days) > 0 {
		return Instruction{}, false
	}
	in.AsNeeded = true
	if f.max != nil {
		if in.Dose == nil || f.max.Unit != in.Dose.Unit || f.max.Value < in.Dose.Value {
			return Instruction{}, false
		}
		in.MaxDosePerDay = f.max.Value
	}
	return in, true
}

func (f *sigFacts) atTimes(in Instruction, count, parts int, days []int) (Instruction, bool) {
	in.Times = slices.Clone(f.times)
	slices.Sort(in.Times)
	distinct := len(slices.Compact(slices.Clone(in.Times))) == len(in.Times)
	other := f.period > 0 || f.perWeek > 0 || len(days) > 0
	if parts > 0 && slices.ContainsFunc(in.Times, func(t string) bool { return !f.inParts(t) }) {
		// "Every evening at 8:00" means another time than it says.
		return in, false
	}
	return in, distinct && !other && (count == 0 || count == len(in.Times)) && (parts == 0 || parts == len(in.Times))
}

func (f *sigFacts) someDays(in Instruction, count int, days []int) (Instruction, bool) {
	switch {
	case count > 1 || f.daily && len(days) == 0:
		return Instruction{}, false
	case len(days) > 0:
		in.Weekdays = days
		return in, (f.period == 0 || f.period == 7 && len(days) == 1) && (f.perWeek == 0 || f.perWeek == len(days))
	case f.perWeek > 1 || f.perWeek == 1 && f.period != 0 && f.period != 7:
		return Instruction{}, false
	case f.perWeek == 1:
		in.PeriodDays = 7
	case f.period == 1:
		in.DosesPerDay = 1
	default:
		in.PeriodDays = f.period
	}
	return in, true
}

// partHours are the clock hours that a part of the day may have, from and up to.
var partHours = [dayParts][2]string{
	partMorning: {"04:00", "12:00"}, partNoon: {"11:00", "14:30"}, partAfternoon: {"12:00", "18:30"},
	partEvening: {"16:00", "23:30"}, partNight: {"18:00", "23:59"},
}

func (f *sigFacts) inParts(clock string) bool {
	for p, has := range f.parts {
		if has && partHours[p][0] <= clock && clock <= partHours[p][1] {
			return true
		}
	}
	return false
}
