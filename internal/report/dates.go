package report

import (
	"regexp"
	"strconv"
	"strings"
	"time"
)

var (
	yearFirst = regexp.MustCompile(`^(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*日?(?:\D.*)?$`)
	yearLast  = regexp.MustCompile(`^(\d{1,2})\s*([-/.])\s*(\d{1,2})\s*[-/.]\s*(\d{4})(?:\D.*)?$`)
	dayWord   = regexp.MustCompile(`^(\d{1,2})(?:st|nd|rd|th)?[-. ]+([A-Za-zÀ-ÿ]{3,})[-., ]+(\d{4})(?:\D.*)?$`)
	wordDay   = regexp.MustCompile(`^([A-Za-z]{3,})\.? +(\d{1,2})(?:st|nd|rd|th)?,? +(\d{4})(?:\D.*)?$`)
)

// months by the first three letters, or four where three are shared, in English, German, French and Spanish.
var months = map[string]int{
	"jan": 1, "ene": 1, "feb": 2, "fev": 2, "fév": 2, "mar": 3, "mär": 3, "apr": 4, "avr": 4, "abr": 4,
	"may": 5, "mai": 5, "jun": 6, "juin": 6, "jul": 7, "juil": 7, "aug": 8, "aoû": 8, "aou": 8, "ago": 8, "sep": 9,
	"oct": 10, "okt": 10, "nov": 11, "dec": 12, "dez": 12, "dic": 12, "déc": 12,
}

// isoDate reads a printed date where it can be read in one way only, as YYYY-MM-DD. 03/04/2026 is the third of April
// in one country and the fourth of March in another: not read.
func isoDate(printed string) (string, bool) {
	s := strings.TrimSpace(printed)
	if m := yearFirst.FindStringSubmatch(s); m != nil {
		return date(m[1], number(m[2]), m[3])
	}
	if m := yearLast.FindStringSubmatch(s); m != nil {
		a, b := number(m[1]), number(m[3])
		switch {
		// Points are written between day and month, in that order, where points are written.
		case m[2] == "." || a > 12 || a == b:
			return date(m[4], b, m[1])
		case b > 12:
			return date(m[4], a, m[3])
		}
		return "", false
	}
	if m := dayWord.FindStringSubmatch(s); m != nil {
		return date(m[3], month(m[2]), m[1])
	}
	if m := wordDay.FindStringSubmatch(s); m != nil {
		return date(m[3], month(m[1]), m[2])
	}
	return "", false
}

func month(word string) int {
	r := []rune(strings.ToLower(word))
	if len(r) >= 4 {
		if n := months[string(r[:4])]; n != 0 {
			return n
		}
	}
	return months[string(r[:3])]
}

func number(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		return 0
	}
	return n
}

func date(year string, month int, day string) (string, bool) {
	y, d := number(year), number(day)
	t := time.Date(y, time.Month(month), d, 0, 0, 0, 0, time.UTC)
	if month < 1 || y < 1900 || t.Year() != y || int(t.Month()) != month || t.Day() != d {
		return "", false
	}
	return t.Format(time.DateOnly), true
}
