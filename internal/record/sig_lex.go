package record

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/seed-a76b335c/philint/internal/terminology/fold"
)

// sigToken is a word, a number, a mark, or one Chinese character.
type sigToken struct {
	text   string
	number float64
	kind   sigKind
}

type sigKind int

const (
	sigWord sigKind = iota
	sigNumber
	sigClock // a time of day: HH:MM in text
	sigMark
	sigHan
)

var sigPlurals = strings.NewReplacer("⁄", "/", "(s)", "s", "(es)", "es")

var sigFractions = strings.NewReplacer("½", " 1/2", "¼", " 1/4", "¾", " 3/4")

// sigTokens cuts a text. ok is false for characters that no instruction needs.
func sigTokens(text string) (out []sigToken, ok bool) {
	// Before folding, which would make 1½ out of it eleven halves.
	s := []rune(sigPlurals.Replace(fold.Key(sigFractions.Replace(text))))
	for i := 0; i < len(s); {
		r := s[i]
		switch {
		case unicode.IsSpace(r):
			i++
		case '0' <= r && r <= '9':
			t, n, ok := sigDigits(s[i:])
			if !ok {
				return nil, false
			}
			out = append(out, t)
			i += n
		case unicode.Is(unicode.Han, r):
			out = append(out, sigToken{text: string(r), kind: sigHan})
			i++
		case unicode.IsLetter(r):
			word, n := sigLetters(s[i:])
			out = append(out, sigToken{text: word})
			i += n
		case strings.ContainsRune(",;.:()/&-+~=、。", r):
			out = append(out, sigToken{text: string(r), kind: sigMark})
			i++
		default:
			return nil, false
		}
	}
	return sigHyphens(out), true
}

// sigLetters reads a word. Dots within and after an abbreviation are dropped: p.o., b.i.d.
func sigLetters(s []rune) (word string, n int) {
	for n < len(s) && unicode.IsLetter(s[n]) && !unicode.Is(unicode.Han, s[n]) {
		n++
	}
	if n == 1 && n+1 < len(s) && s[n] == '.' && unicode.IsLetter(s[n+1]) {
		var b strings.Builder
		n = 0
		for n+1 < len(s) && unicode.IsLetter(s[n]) && s[n+1] == '.' {
			b.WriteRune(s[n])
			n += 2
		}
		if n < len(s) && unicode.IsLetter(s[n]) && (n+1 == len(s) || !unicode.IsLetter(s[n+1])) {
			b.WriteRune(s[n])
			n++
		}
		return b.String(), n
	}
	return string(s[:n]), n
}

// sigDigits reads 2, 0.5, 1,000, 8:00 and 1/2. A decimal comma is not read: 1,5 may be two numbers.
func sigDigits(s []rune) (t sigToken, n int, ok bool) {
	run := func(from int) int {
		i := from
		for i < len(s) && '0' <= s[i] && s[i] <= '9' {
			i++
		}
		return i
	}
	n = run(0)
	at := func(i int) rune {
		if i < len(s) {
			return s[i]
		}
		return 0
	}
	switch end := run(n + 1); {
	case at(n) == ':' && n <= 2 && end == n+3:
		clock := string(s[:end])
		if n == 1 {
			clock = "0" + clock
		}
		_, ok := ParseClock(clock)
		return sigToken{text: clock, kind: sigClock}, end, ok && at(end) != ':'
	case at(n) == '/' && end > n+1:
		return sigFraction(string(s[:n]), string(s[n+1:end]), end, at(end))
	case at(n) == '.' && end > n+1:
		f, err := strconv.ParseFloat(string(s[:end]), 64)
		return sigToken{number: f, kind: sigNumber}, end, err == nil && at(end) != '.'
	case at(n) == ',' && end > n+1:
		text := string(s[:n])
		for n <= 3 && at(n) == ',' && end == n+4 {
			text += string(s[n+1 : end])
			n = end
			end = run(n + 1)
			if at(n) != ',' {
				break
			}
		}
		f, err := strconv.ParseFloat(text, 64)
		return sigToken{number: f, kind: sigNumber}, n, err == nil && len(text) > 3
	}
	f, err := strconv.ParseFloat(string(s[:n]), 64)
	return sigToken{number: f, kind: sigNumber}, n, err == nil
}

// sigFraction reads what tablets are split into. A third has no decimal that means it.
func sigFraction(over, under string, n int, next rune) (sigToken, int, bool) {
	a, _ := strconv.ParseFloat(over, 64)
	b, _ := strconv.ParseFloat(under, 64)
	ok := (under == "2" || under == "4") && a > 0 && a < b && next != '/'
	return sigToken{number: a / max(b, 1), kind: sigNumber, text: "/"}, n, ok
}

// sigHyphens drops the hyphens that bind words (one-half, twice-daily) and makes the one between days of the week a
// word. The others stay: nothing reads them, so a range of numbers is not understood.
func sigHyphens(in []sigToken) []sigToken {
	var out []sigToken
	for i, t := range in {
		if t.text == "-" && t.kind == sigMark && i > 0 && i+1 < len(in) && in[i-1].kind == sigWord && in[i+1].kind == sigWord {
			_, before := sigWeekdays[in[i-1].text]
			_, after := sigWeekdays[in[i+1].text]
			if before && after {
				out = append(out, sigToken{text: "to"})
			}
			continue
		}
		out = append(out, t)
	}
	return sigJoinNumbers(out)
}

// sigJoinNumbers makes one number of "1 1/2".
func sigJoinNumbers(in []sigToken) []sigToken {
	var out []sigToken
	for _, t := range in {
		if n := len(out); n > 0 && t.kind == sigNumber && t.text == "/" && out[n-1].kind == sigNumber && out[n-1].text == "" && out[n-1].number == float64(int(out[n-1].number)) {
			out[n-1].number += t.number
			out[n-1].text = "/"
			continue
		}
		out = append(out, t)
	}
	return out
}
