package csvtable

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	"golang.org/x/text/unicode/norm"

	"github.com/seed-a76b335c/philint/internal/ingest"
)

// Order is the order of day, month and year in dates that begin with neither the year nor a word.
type Order string

// Orders.
const (
	DayMonthYear Order = "dmy"
	MonthDayYear Order = "mdy"
	YearMonthDay Order = "ymd" // of years with two digits
)

// ParseOrder reads the value of --date-order.
func ParseOrder(s string) (Order, bool) {
	switch o := Order(s); o {
	case DayMonthYear, MonthDayYear, YearMonthDay, "":
		return o, true
	}
	return "", false
}

// orders is a set of them.
type orders uint8

const (
	dmy orders = 1 << iota
	mdy
	ymd
)

var orderBits = map[Order]orders{DayMonthYear: dmy, MonthDayYear: mdy, YearMonthDay: ymd}

func (o orders) only() Order {
	for order, bit := range orderBits {
		if o == bit {
			return order
		}
	}
	return ""
}

// dating is how a table's dates are read.
type dating struct {
	open   orders // what all cells so far allow
	mixed  bool   // no order fits all cells
	settle Order  // by the person, or the whole column
	last   taken  // rows of one visit have one date
}

// taken is a printed date taken apart.
type taken struct {
	printed  string
	date     printedDate
	sure, ok bool
}

func (g *dating) split(printed string) (p printedDate, sure, ok bool) {
	if g.last.printed != printed {
		g.last.printed = printed
		g.last.date, g.last.sure, g.last.ok = split(printed)
	}
	return g.last.date, g.last.sure, g.last.ok
}

// printedDate is a date before its order is known.
type printedDate struct {
	n      [3]int
	years  int // which of n the year can be: 2 last, 0 first, -1 either
	dotted bool
	rest   string
}

var (
	yearFirst = regexp.MustCompile(`^(\d{4})\s*([-/.年])\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*日?(.*)$`)
	compact   = regexp.MustCompile(`^(\d{4})(\d{2})(\d{2})(?:[T ]?(\d{2}):?(\d{2})(?::?(\d{2}))?)?$`)
	numbers   = regexp.MustCompile(`^(\d{1,2})\s*([-/.])\s*(\d{1,2})\s*[-/.]\s*(\d{4}|\d{2})(|[ T,].*)$`)
	dayWord   = regexp.MustCompile(`^(\d{1,2})(?:st|nd|rd|th|er|\.|º)?[-. /]*(?:de )?(\pL{3,})\.?[-. ,/]*(?:de )?(\d{4})(|[ T,].*)$`)
	wordDay   = regexp.MustCompile(`^(\pL{3,})\.? +(\d{1,2})(?:st|nd|rd|th)?,? +(\d{4})(|[ T,].*)$`)
	era       = regexp.MustCompile(`^(令和|平成|昭和|R|H|S)\s*(\d{1,2}|元)[年.](\d{1,2})[月.](\d{1,2})日?(.*)$`)
	coarse    = regexp.MustCompile(`^(?:\d{4}(?:年|\s*[-/.年]\s*\d{1,2}\s*月?)?|\d{1,2}\s*[-/.]\s*\d{4})$`)
	monthYear = regexp.MustCompile(`^(\pL{3,})\.?[ -]+(\d{4})$`)
	clockTime = regexp.MustCompile(`^(上午|下午|午前|午後)?\s*(\d{1,2})[:.h時时点](\d{2})(?:[:.分](\d{2})(?:[.,](\d{1,9}))?秒?)?分?\s*(?i:(am|pm|a\.m\.|p\.m\.|uhr|h))?\s*(Z|[+-]\d{2}:?\d{2})?$`)
)

// eras are the year before the first of each.
var eras = map[string]int{"令和": 2018, "R": 2018, "平成": 1988, "H": 1988, "昭和": 1925, "S": 1925}

// months by the first three letters, or four where three are shared, in English, German, French and Spanish.
var months = map[string]int{
	"jan": 1, "ene": 1, "jän": 1, "feb": 2, "fév": 2, "fev": 2, "mar": 3, "mär": 3, "maer": 3, "mrz": 3, "apr": 4, "avr": 4, "abr": 4, "may": 5, "mai": 5,
	"jun": 6, "juin": 6, "jul": 7, "juil": 7, "aug": 8, "aoû": 8, "aou": 8, "ago": 8, "sep": 9, "set": 9, "oct": 10, "okt": 10, "nov": 11,
	"dec": 12, "dez": 12, "dic": 12, "déc": 12,
}

func monthOf(word string) int {
	r := []rune(strings.ToLower(word))
	if len(r) >= 4 {
		if m := months[string(r[:4])]; m != 0 {
			return m
		}
	}
	return months[string(r[:3])]
}

// isCoarse says that a text is a year or a month.
func isCoarse(s string) bool {
	s = strings.TrimSpace(norm.NFKC.String(s))
	if m := monthYear.FindStringSubmatch(s); m != nil {
		return monthOf(m[1]) != 0
	}
	return coarse.MatchString(s)
}

// The years of tables.
const (
	minYear = 1900
	maxYear = 2200
)

func isDay(y, m, d int) bool {
	t := time.Date(y, time.Month(m), d, 0, 0, 0, 0, time.UTC)
	return y >= minYear && y <= maxYear && m >= 1 && m <= 12 && d >= 1 && t.Day() == d
}

// century writes out a year of two digits, as POSIX does.
func century(y int) int {
	switch {
	case y >= 100:
		return y
	case y < 69:
		return 2000 + y
	default:
		return 1900 + y
	}
}

func atoi(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		return 0
	}
	return n
}

// day is year, month and day of a set of numbers in an order; ok is false where there is no such day.
func (p *printedDate) day(o orders) (y, m, d int, ok bool) {
	switch o {
	case dmy:
		y, m, d = p.n[2], p.n[1], p.n[0]
	case mdy:
		y, m, d = p.n[2], p.n[0], p.n[1]
	case ymd:
		y, m, d = p.n[0], p.n[1], p.n[2]
	}
	if o == ymd != (p.years == 0) && p.years >= 0 {
		return 0, 0, 0, false
	}
	y = century(y)
	return y, m, d, isDay(y, m, d)
}

// fits are the orders in which a date is one.
func (p *printedDate) fits() orders {
	var out orders
	for _, o := range [...]orders{dmy, mdy, ymd} {
		if _, _, _, ok := p.day(o); ok {
			out |= o
		}
	}
	// Where points are written, they stand behind the day and the month, in that order.
	if p.dotted && out&dmy != 0 {
		return dmy
	}
	return out
}

// split takes a printed date apart. sure says that the parts have names, so that p.years is 0.
func split(printed string) (p printedDate, sure, ok bool) {
	s := strings.TrimSpace(norm.NFKC.String(printed))
	if len(s) > 64 {
		return p, false, false
	}
	if m := yearFirst.FindStringSubmatch(s); m != nil {
		return printedDate{n: [3]int{atoi(m[1]), atoi(m[3]), atoi(m[4])}, rest: m[5]}, true, true
	}
	if m := compact.FindStringSubmatch(s); m != nil {
		p = printedDate{n: [3]int{atoi(m[1]), atoi(m[2]), atoi(m[3])}}
		if m[4] != "" {
			p.rest = m[4] + ":" + m[5]
			if m[6] != "" {
				p.rest += ":" + m[6]
			}
		}
		return p, true, true
	}
	if m := era.FindStringSubmatch(s); m != nil {
		return printedDate{n: [3]int{eras[m[1]] + max(1, atoi(m[2])), atoi(m[3]), atoi(m[4])}, rest: m[5]}, true, true
	}
	if m := numbers.FindStringSubmatch(s); m != nil {
		p = printedDate{n: [3]int{atoi(m[1]), atoi(m[3]), atoi(m[4])}, years: 2, dotted: m[2] == ".", rest: m[5]}
		if len(m[4]) == 2 {
			p.years = -1
		}
		return p, false, true
	}
	if m := dayWord.FindStringSubmatch(s); m != nil {
		return printedDate{n: [3]int{atoi(m[3]), monthOf(m[2]), atoi(m[1])}, rest: m[4]}, true, true
	}
	if m := wordDay.FindStringSubmatch(s); m != nil {
		return printedDate{n: [3]int{atoi(m[3]), monthOf(m[1]), atoi(m[2])}, rest: m[4]}, true, true
	}
	return p, false, false
}

// see takes a cell as evidence for the order.
func (g *dating) see(printed string) {
	p, sure, ok := g.split(printed)
	if !ok || sure {
		return
	}
	fits := p.fits()
	if fits == 0 {
		return
	}
	if g.open&fits == 0 {
		g.mixed = true
		return
	}
	g.open &= fits
}

func newDating(asked Order) dating { return dating{open: dmy | mdy | ymd, settle: asked} }

// done settles the order if the evidence does.
func (g *dating) done() {
	if g.settle == "" && !g.mixed {
		g.settle = g.open.only()
	}
}

// read is a printed date, with its time where it has one or clock has.
func (g *dating) read(printed, clock string) (ingest.When, ingest.Reason) {
	p, sure, ok := g.split(printed)
	switch {
	case !ok && isCoarse(printed):
		return ingest.When{}, ingest.CoarseDate
	case !ok:
		return ingest.When{}, ingest.BadTime
	}
	y, m, d := p.n[0], p.n[1], p.n[2]
	if sure {
		ok = isDay(y, m, d)
	} else {
		y, m, d, ok = g.ordered(&p)
		if !ok && p.fits() != 0 && g.settle == "" {
			return ingest.When{}, ingest.AmbiguousDate
		}
	}
	if !ok {
		return ingest.When{}, ingest.BadTime
	}
	day := time.Date(y, time.Month(m), d, 0, 0, 0, 0, time.UTC)
	rest := strings.Trim(p.rest, "T, ")
	if rest == "" {
		rest = strings.TrimSpace(norm.NFKC.String(clock))
	}
	if rest == "" {
		return ingest.When{Start: day, Floating: true, DateOnly: true}, ""
	}
	return at(day, rest)
}

// ordered is the day of a date in the order that is settled, or in any where all agree.
func (g *dating) ordered(p *printedDate) (y, m, d int, ok bool) {
	open := p.fits()
	if g.settle != "" {
		open = orderBits[g.settle]
	} else if !g.mixed {
		open &= g.open
	}
	for _, o := range [...]orders{dmy, mdy, ymd} {
		if open&o == 0 {
			continue
		}
		y2, m2, d2, valid := p.day(o)
		if !valid || ok && (y2 != y || m2 != m || d2 != d) {
			return 0, 0, 0, false
		}
		y, m, d, ok = y2, m2, d2, true
	}
	return y, m, d, ok
}

// at is a clock time on a day.
func at(day time.Time, clock string) (ingest.When, ingest.Reason) {
	m := clockTime.FindStringSubmatch(clock)
	if m == nil {
		return ingest.When{}, ingest.BadTime
	}
	hour, minute, second := atoi(m[2]), atoi(m[3]), atoi(m[4])
	half := strings.ToLower(strings.ReplaceAll(m[6], ".", ""))
	if m[1] != "" {
		half = map[string]string{"上午": "am", "午前": "am", "下午": "pm", "午後": "pm"}[m[1]]
	}
	if half == "am" || half == "pm" {
		if hour < 1 && half == "am" || hour > 12 && half == "am" || hour > 23 {
			return ingest.When{}, ingest.BadTime
		}
		if hour <= 12 {
			hour %= 12
			if half == "pm" {
				hour += 12
			}
		}
	}
	if hour > 23 || minute > 59 || second > 59 {
		return ingest.When{}, ingest.BadTime
	}
	zone, floating := time.UTC, true
	if m[7] != "" {
		floating = false
		if z := strings.ReplaceAll(m[7], ":", ""); z != "Z" {
			hours, minutes := atoi(z[1:3]), atoi(z[3:5])
			if hours > 18 || minutes > 59 {
				return ingest.When{}, ingest.BadTime
			}
			offset := hours*3600 + minutes*60
			if z[0] == '-' {
				offset = -offset
			}
			zone = time.FixedZone("", offset)
		}
	}
	nanos := 0
	if m[5] != "" {
		nanos = atoi((m[5] + "00000000")[:9])
	}
	y, mo, d := day.Date()
	return ingest.When{Start: time.Date(y, mo, d, hour, minute, second, nanos, zone), Floating: floating}, ""
}
