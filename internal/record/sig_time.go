package record

import (
	"fmt"
	"slices"
)

// clock reads a time of day: at 8 am, 20:00, 早上8点半.
func (p *sigParser) clock() sigMatch {
	i := p.at
	if p.is(i, "at", "@") {
		i++
	}
	half, n := p.dayHalf(i)
	i += n
	h, m, n, sure := p.hourMinute(i)
	if n == 0 {
		return sigMatch{}
	}
	i += n
	if suffix, n := p.amPM(i); n > 0 && half == 0 {
		if h < 1 || h > 12 {
			return sigMatch{}
		}
		half, i, sure = suffix, i+n, true
	}
	switch {
	case !sure:
		return sigMatch{}
	case half == beforeNoon && h == 12:
		h = 0
	case half == afterNoon && h < 12, half == aroundNoon && h < 3:
		h += 12
	case half == aroundNoon && (h < 11 || h > 14), half == beforeNoon && h > 12:
		return sigMatch{}
	}
	clock := fmt.Sprintf("%02d:%02d", h, m)
	if _, ok := ParseClock(clock); !ok {
		return sigMatch{}
	}
	return sigMatch{length: i - p.at, about: aboutTimes, effect: func(f *sigFacts, _ sigValues) bool {
		f.times = append(f.times, clock)
		return true
	}}
}

type dayHalf int

const (
	beforeNoon dayHalf = iota + 1
	aroundNoon
	afterNoon
)

var sigDayHalves = map[string]dayHalf{
	"凌晨": beforeNoon, "早上": beforeNoon, "早晨": beforeNoon, "清晨": beforeNoon, "上午": beforeNoon, "早": beforeNoon, "晨": beforeNoon,
	"中午": aroundNoon, "下午": afterNoon, "傍晚": afterNoon, "晚上": afterNoon, "晚间": afterNoon, "晚": afterNoon,
	"每早": beforeNoon, "每晚": afterNoon,
}

func (p *sigParser) dayHalf(i int) (dayHalf, int) {
	for n := 2; n > 0; n-- {
		word := ""
		for j := range n {
			word += p.token(i + j).text
		}
		if half, ok := sigDayHalves[word]; ok {
			return half, n
		}
	}
	return 0, 0
}

// hourMinute reads a clock, an hour with 点, or a bare hour; sure says that it cannot be anything but a time.
func (p *sigParser) hourMinute(i int) (h, m, used int, sure bool) {
	t := p.token(i)
	if t.kind == sigClock {
		return int(t.text[0]-'0')*10 + int(t.text[1]-'0'), int(t.text[3]-'0')*10 + int(t.text[4]-'0'), 1, true
	}
	f, n := p.plainNumber(i)
	if n == 0 || f != float64(int(f)) || f < 0 || f > 24 {
		return 0, 0, 0, false
	}
	h = int(f)
	if !p.is(i+n, "点") {
		return h, 0, n, false
	}
	used = n + 1
	switch minutes, k := p.plainNumber(i + used); {
	case p.is(i+used, "半"):
		return h, 30, used + 1, true
	case p.is(i+used, "钟", "整"):
		return h, 0, used + 1, true
	case k > 0 && p.is(i+used+k, "分") && minutes == float64(int(minutes)) && minutes < 60:
		return h, int(minutes), used + k + 1, true
	}
	return h, 0, used, true
}

func (p *sigParser) amPM(i int) (dayHalf, int) {
	switch {
	case p.is(i, "am"):
		return beforeNoon, 1
	case p.is(i, "pm"):
		return afterNoon, 1
	}
	return 0, 0
}

// weekdays reads days of the week: on Mondays and Thursdays, Monday to Friday, 每周一、四.
func (p *sigParser) weekdays() sigMatch {
	i := p.at
	for p.is(i, "on", "every", "each", "and") {
		i++
	}
	days, n := p.englishWeekdays(i)
	if n == 0 {
		i = p.at
		days, n = p.hanWeekdays(i)
	}
	if n == 0 {
		return sigMatch{}
	}
	return sigMatch{length: i + n - p.at, about: aboutDays, effect: func(f *sigFacts, _ sigValues) bool {
		for _, d := range days {
			if f.weekdays[d] {
				return false
			}
			f.weekdays[d] = true
		}
		return true
	}}
}

func (p *sigParser) englishWeekdays(i int) (days []int, used int) {
	set, ok := sigWeekdays[p.token(i).text]
	if !ok || p.token(i).kind != sigWord {
		return nil, 0
	}
	used = 1
	if p.is(i+1, ".") {
		used++
	}
	if len(set) == 1 && p.is(i+used, "to", "through", "thru") {
		last, ok := sigWeekdays[p.token(i+used+1).text]
		if !ok || len(last) != 1 {
			return nil, 0
		}
		return dayRange(set[0], last[0]), used + 2
	}
	return set, used
}

func dayRange(from, to int) (days []int) {
	if from > to {
		return nil
	}
	for d := from; d <= to; d++ {
		days = append(days, d)
	}
	return days
}

var sigHanWeekdays = map[string]int{"一": 1, "二": 2, "三": 3, "四": 4, "五": 5, "六": 6, "日": 7, "天": 7}

func (p *sigParser) hanWeekdays(i int) (days []int, used int) {
	j := i
	if p.is(j, "每") {
		j++
	}
	switch {
	case p.is(j, "周"):
		j++
	case p.is(j, "星") && p.is(j+1, "期"), p.is(j, "礼") && p.is(j+1, "拜"):
		j += 2
	default:
		return nil, 0
	}
	day := func(k int) int { return sigHanWeekdays[p.token(k).text] }
	if day(j) == 0 {
		return nil, 0
	}
	days = []int{day(j)}
	j++
	if p.is(j, "至", "到") {
		for j++; p.is(j, "周", "星", "期", "礼", "拜"); j++ {
		}
		return dayRange(days[0], day(j)), j + 1 - i
	}
	for {
		k := j
		// Without a mark between them the days must go up: 周一三五, and not 周一一片.
		for p.is(k, "、", ",", "和", "及") {
			k++
		}
		d := day(k)
		if d == 0 || d <= days[len(days)-1] || slices.Contains([]string{"次", "片", "粒", "天", "周", "日"}, p.token(k+1).text) {
			return days, j - i
		}
		days = append(days, d)
		j = k + 1
	}
}
