package apple

import (
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// clock reads the export's dates: "2026-03-04 08:15:00 +0100".
type clock struct {
	// shift is how many years the file's calendar is ahead of ours.
	shift int
	zones map[int]*time.Location
}

// buddhistEra is how far the Thai calendar's years are ahead. Its months and days are ours.
const buddhistEra = 543

// The years that a date can have: with another one, the date is of another calendar, or no date.
const (
	minYear   = 1900
	maxYear   = 2200
	firstYear = 2014 // no export is older
)

// calendar finds out from the day of the export in which calendar a phone wrote. The Thai one can be told from ours,
// because its years lie in our far future. All others cannot: a year of an emperor, of the Hijra or of the Saka era is
// some year of ours too.
func calendar(export string) (shift int, ok bool) {
	y, _, _, _, ok := splitDate(export)
	switch {
	case !ok:
		return 0, false
	case y >= firstYear && y <= maxYear:
		return 0, true
	case y >= firstYear+buddhistEra && y <= maxYear+buddhistEra:
		return buddhistEra, true
	default:
		return 0, false
	}
}

// parse reads a date and time with its offset.
func (c *clock) parse(b []byte) (time.Time, bool) {
	if t, ok := c.usual(b); ok {
		return t, true
	}
	return c.unusual(string(b))
}

// usual reads the form that nearly all dates have, without allocating.
func (c *clock) usual(b []byte) (time.Time, bool) {
	if len(b) != 25 || b[4] != '-' || b[7] != '-' || b[10] != ' ' || b[13] != ':' || b[16] != ':' || b[19] != ' ' {
		return time.Time{}, false
	}
	var n [7]int
	for i, at := range [...]int{2, 5, 8, 11, 14, 17, 21} {
		hi, lo := b[at]-'0', b[at+1]-'0'
		if hi > 9 || lo > 9 {
			return time.Time{}, false
		}
		n[i] = int(hi)*10 + int(lo)
	}
	c1, c2, m1, m2 := b[0]-'0', b[1]-'0', b[23]-'0', b[24]-'0'
	if c1 > 9 || c2 > 9 || m1 > 9 || m2 > 9 {
		return time.Time{}, false
	}
	return c.date(int(c1)*1000+int(c2)*100+n[0], n[1], n[2], n[3], n[4], n[5], b[20], n[6], int(m1)*10+int(m2))
}

func (c *clock) date(year, month, day, hour, minute, second int, sign byte, zoneHour, zoneMinute int) (time.Time, bool) {
	year -= c.shift
	if year < minYear || year > maxYear || !isDay(year, month, day) || hour > 23 || minute > 59 || second > 59 ||
		zoneHour > 18 || zoneMinute > 59 || sign != '+' && sign != '-' {
		return time.Time{}, false
	}
	offset := zoneHour*3600 + zoneMinute*60
	if sign == '-' {
		offset = -offset
	}
	seconds := time.Date(year, time.Month(month), day, hour, minute, second, 0, time.UTC).Unix() - int64(offset)
	return time.Unix(seconds, 0).In(c.zone(offset)), true
}

func (c *clock) zone(offset int) *time.Location {
	z := c.zones[offset]
	if z == nil {
		if c.zones == nil {
			c.zones = map[int]*time.Location{}
		}
		z = time.FixedZone("", offset)
		c.zones[offset] = z
	}
	return z
}

func isDay(year, month, day int) bool {
	if month < 1 || month > 12 || day < 1 || day > 31 {
		return false
	}
	return day <= 28 || time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC).Day() == day
}

// halves are the words of a twelve-hour clock that some phones write in spite of themselves.
var halves = map[string]int{"AM": 0, "PM": 12, "上午": 0, "下午": 12, "午前": 0, "午後": 12, "오전": 0, "오후": 12}

// unusual reads dates with the digits of other scripts, and with a twelve-hour clock.
func (c *clock) unusual(s string) (time.Time, bool) {
	if len(s) > 64 {
		return time.Time{}, false
	}
	fields := strings.FieldsFunc(latinDigits(s), unicode.IsSpace)
	if len(fields) < 3 || len(fields) > 4 {
		return time.Time{}, false
	}
	year, month, day, rest, ok := splitDate(fields[0])
	if !ok || rest != "" {
		return time.Time{}, false
	}
	half, twelve, offset := 0, false, fields[len(fields)-1]
	time3 := fields[1]
	if len(fields) == 4 {
		half, twelve = halves[strings.ToUpper(fields[2])]
		if !twelve {
			half, twelve = halves[fields[1]]
			time3 = fields[2]
		}
		if !twelve {
			return time.Time{}, false
		}
	} else {
		for word, h := range halves {
			if rest, found := strings.CutPrefix(time3, word); found {
				half, twelve, time3 = h, true, rest
			}
		}
	}
	hour, after, ok1 := leadingNumber(time3, ':')
	minute, after, ok2 := leadingNumber(after, ':')
	second, after, ok3 := leadingNumber(after, 0)
	if !ok1 || !ok2 || !ok3 || after != "" || len(offset) != 5 {
		return time.Time{}, false
	}
	zone, after, ok := leadingNumber(offset[1:], 0)
	if !ok || after != "" {
		return time.Time{}, false
	}
	if twelve {
		if hour < 1 || hour > 12 {
			return time.Time{}, false
		}
		hour = hour%12 + half
	}
	return c.date(year, month, day, hour, minute, second, offset[0], zone/100, zone%100)
}

// day reads the date of a summary, at midnight of no zone.
func (c *clock) day(s string) (time.Time, bool) {
	year, month, day, rest, ok := splitDate(latinDigits(s))
	year -= c.shift
	if !ok || rest != "" || year < minYear || year > maxYear || !isDay(year, month, day) {
		return time.Time{}, false
	}
	return time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC), true
}

// splitDate takes year, month and day off the beginning of a text.
func splitDate(s string) (year, month, day int, rest string, ok bool) {
	year, rest, ok1 := leadingNumber(latinDigits(s), '-')
	month, rest, ok2 := leadingNumber(rest, '-')
	day, rest, ok3 := leadingNumber(rest, 0)
	return year, month, day, rest, ok1 && ok2 && ok3
}

// leadingNumber takes a number of at most four digits and what separates it from the next off the beginning of a text.
func leadingNumber(s string, separator byte) (n int, rest string, ok bool) {
	i := 0
	for i < len(s) && i < 4 && '0' <= s[i] && s[i] <= '9' {
		n = n*10 + int(s[i]-'0')
		i++
	}
	rest = s[i:]
	if i == 0 {
		return 0, s, false
	}
	if separator != 0 {
		if rest == "" || rest[0] != separator {
			return 0, s, false
		}
		rest = rest[1:]
	}
	return n, rest, true
}

// latinDigits writes the digits of all scripts as 0 to 9. Every script's stand in a row that begins with its zero.
func latinDigits(s string) string {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return strings.Map(latinDigit, s)
		}
	}
	return s
}

func latinDigit(r rune) rune {
	if r < utf8.RuneSelf || !unicode.IsDigit(r) {
		return r
	}
	for _, block := range unicode.Nd.R16 {
		if rune(block.Lo) <= r && r <= rune(block.Hi) {
			return '0' + (r-rune(block.Lo))%10
		}
	}
	return r
}
