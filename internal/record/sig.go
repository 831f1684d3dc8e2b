package record

import (
	"slices"
	"strconv"
	"strings"
)

// ParseSig reads how a dose is written, in English or Chinese, in the words of labels, prescriptions and their exports.
// It understands all of a text or nothing: a word that it does not know, a range, two doses that differ, or two counts
// that differ make it say no, and then the text stands for itself. It never invents a clock time. What an instruction
// cannot hold and what changes nothing about when and how much (the route, "with food" beside a count, the reason)
// stays in Text, which is the text as it was given.
//
// "Every 6 hours as needed" is left as it is. It says how long to wait at least, which an Instruction has no place for:
// as needed without it would allow doses one after another, four a day would make doses due that nobody need take, and
// four a day at most is what it comes to, not what it says. "Every 4 to 6 hours" is a range besides. The words stand.
func ParseSig(text string) (Instruction, bool) {
	if !sized(text, 1, maxInstructionLen) {
		return Instruction{}, false
	}
	tokens, ok := sigTokens(text)
	if !ok {
		return Instruction{}, false
	}
	p := &sigParser{tokens: tokens}
	for p.at < len(tokens) {
		if !p.step() {
			return Instruction{}, false
		}
	}
	in, ok := p.facts.instruction()
	if !ok {
		return Instruction{}, false
	}
	in.Text = text
	return in, in.Validate() == nil
}

type sigParser struct {
	tokens []sigToken
	at     int
	facts  sigFacts
	prn    bool // as needed was the last thing read: what follows without a preposition is the reason
}

// sigMatch is a reading of the tokens from a position on.
type sigMatch struct {
	length int
	about  sigAbout
	effect sigEffect
	values sigValues
}

// sigValues are what the placeholders of a phrase stood for.
type sigValues struct {
	number float64
	dose   Dose
}

// step takes the longest reading at the current place, and says whether what it means fits to the rest.
func (p *sigParser) step() bool {
	var best sigMatch
	for _, m := range []sigMatch{p.phrase(), p.dose(), p.clock(), p.weekdays(), p.reason()} {
		if m.length > best.length {
			best = m
		}
	}
	if best.length == 0 && p.prn {
		best = p.reasonWords(p.at)
	}
	if best.length == 0 {
		return false
	}
	p.at += best.length
	f, before := &p.facts, p.facts.prn
	if best.about != aboutNothing {
		if f.strong && f.about != aboutNothing && f.about != best.about {
			return false
		}
		f.about = best.about
	}
	if !best.effect(f, best.values) {
		return false
	}
	if best.about != aboutNothing {
		f.linked, f.strong = false, false
	}
	p.prn = f.prn && !before
	return true
}

func (p *sigParser) token(i int) sigToken {
	if i < len(p.tokens) {
		return p.tokens[i]
	}
	return sigToken{kind: sigMark}
}

func (p *sigParser) is(i int, words ...string) bool {
	return i < len(p.tokens) && slices.Contains(words, p.tokens[i].text) && p.tokens[i].kind != sigNumber
}

// phrase matches the phrases of the table.
func (p *sigParser) phrase() (best sigMatch) {
	table := sigPhrases()
	first := p.token(p.at).text
	for _, group := range [][]sigPattern{table[first], table["#"]} {
		for _, pattern := range group {
			if n, v, ok := p.match(pattern.elements); ok && n > best.length {
				best = sigMatch{length: n, about: pattern.about, effect: pattern.effect, values: v}
			}
		}
	}
	return best
}

func (p *sigParser) match(elements []string) (n int, v sigValues, ok bool) {
	i := p.at
	for _, e := range elements {
		switch {
		case e == "#", digits(e, 1, 2):
			f, used := p.number(i)
			if used == 0 || e != "#" && e != strconv.FormatFloat(f, 'f', -1, 64) {
				return 0, v, false
			}
			if e == "#" {
				v.number = f
			}
			i += used
		case e == "@":
			d, used := p.amount(i)
			if used == 0 {
				return 0, v, false
			}
			v.dose = d
			i += used
		default:
			if i >= len(p.tokens) || p.tokens[i].kind == sigNumber || p.tokens[i].text != e {
				return 0, v, false
			}
			i++
		}
	}
	return i - p.at, v, true
}

// number reads a number in digits, English words or Chinese characters, and one that is said again: "one (1)".
func (p *sigParser) number(i int) (f float64, used int) {
	f, used = p.plainNumber(i)
	if used == 0 || !p.is(i+used, "(") {
		return f, used
	}
	again, n := p.plainNumber(i + used + 1)
	if n > 0 && p.is(i+used+1+n, ")") {
		if again != f {
			return 0, 0
		}
		used += n + 2
	}
	return f, used
}

func (p *sigParser) plainNumber(i int) (f float64, used int) {
	t := p.token(i)
	switch {
	case t.kind == sigNumber:
		return t.number, 1
	case t.kind == sigHan:
		return p.hanNumber(i)
	case t.text == "half" && p.is(i+1, "a", "of") && p.is(i+2, "a"):
		return 0.5, 3
	case t.text == "half" && p.is(i+1, "a"):
		return 0.5, 2
	case t.text == "half":
		return 0.5, 1
	case p.is(i, "a", "one") && p.is(i+1, "half"):
		return 0.5, 2
	}
	f, ok := sigNumberWords[t.text]
	switch {
	case !ok || t.kind != sigWord:
		return 0, 0
	case p.is(i+1, "and") && p.is(i+2, "a", "one") && p.is(i+3, "half"):
		return f + 0.5, 4
	}
	return f, 1
}

// hanNumber reads 半 and 一 to 九十九.
func (p *sigParser) hanNumber(i int) (f float64, used int) {
	digit := func(j int) (float64, bool) {
		if p.token(j).kind != sigHan {
			return 0, false
		}
		f, ok := sigHanDigits[p.token(j).text]
		return f, ok
	}
	if p.is(i, "半") {
		return 0.5, 1
	}
	tens, first := digit(i)
	if first {
		used = 1
	} else {
		tens = 1
	}
	if !p.is(i+used, "十") {
		return tens, used
	}
	used++
	if ones, ok := digit(i + used); ok {
		return tens*10 + ones, used + 1
	}
	return tens * 10, used
}

// amount reads a number and a unit: 1 tablet, half a tablet, 500mg, 一片半.
func (p *sigParser) amount(i int) (d Dose, used int) {
	f, n := p.number(i)
	if n == 0 {
		if !p.is(i, "a", "an") {
			return Dose{}, 0
		}
		f, n = 1, 1
	}
	if p.is(i+n, "of") && p.is(i+n+1, "a", "one") {
		n += 2
	}
	unit, m := p.unit(i + n)
	if m == 0 {
		return Dose{}, 0
	}
	n += m
	if p.is(i+n, "半") && p.token(i+n-1).kind == sigHan && f == float64(int(f)) {
		f, n = f+0.5, n+1
	}
	return Dose{Value: f, Unit: unit}, n
}

func (p *sigParser) unit(i int) (unit string, used int) {
	for n := min(4, len(p.tokens)-i); n > 0; n-- {
		words := make([]string, n)
		for j := range words {
			words[j] = p.tokens[i+j].text
		}
		if u, ok := sigUnits[strings.Join(words, " ")]; ok {
			return u, n
		}
		if u, ok := sigUnits[strings.Join(words, "")]; ok && p.tokens[i].kind == sigHan {
			return u, n
		}
	}
	return "", 0
}

// dose reads an amount, in Chinese also with 每次 or 一次 before it, which says that it is the amount of one time.
func (p *sigParser) dose() sigMatch {
	i, each := p.at, false
	if f, n := p.number(i); p.is(i, "每") && p.is(i+1, "次") {
		i, each = i+2, true
	} else if n > 0 && f == 1 && p.is(i+n, "次") {
		i, each = i+n+1, true
	}
	if each {
		for p.is(i, "口", "服", "用", "吃", "喷", "滴", "吸", "入", "注", "射", "涂", "贴", "含", ",", ":") {
			i++
		}
	}
	d, n := p.amount(i)
	if n == 0 {
		return sigMatch{}
	}
	i += n + p.restated(i+n, d)
	return sigMatch{length: i - p.at, values: sigValues{dose: d}, effect: func(f *sigFacts, v sigValues) bool {
		f.doses = append(f.doses, v.dose)
		f.each = f.each || each
		f.linked = true
		return true
	}}
}

// restated reads the same dose in another unit: 1 tablet (500 mg total), 500 mg = 1 tab.
func (p *sigParser) restated(i int, d Dose) (used int) {
	opened := p.is(i, "(")
	if !opened && !p.is(i, "=") {
		return 0
	}
	again, n := p.amount(i + 1)
	counted := strings.HasPrefix(again.Unit, "{")
	if n == 0 || again.Unit == d.Unit || counted && (opened || strings.HasPrefix(d.Unit, "{")) {
		return 0
	}
	if n++; !opened {
		return n
	}
	if p.is(i+n, "total") {
		n++
	}
	if !p.is(i+n, ")") {
		return 0
	}
	return n + 1
}

// reason reads "for pain": words that say nothing about when and how much.
func (p *sigParser) reason() sigMatch {
	if !p.is(p.at, "for") {
		return sigMatch{}
	}
	m := p.reasonWords(p.at + 1)
	if m.length > 0 {
		m.length++
	}
	return m
}

func (p *sigParser) reasonWords(i int) sigMatch {
	reserved := sigReserved()
	n, words := 0, 0
	for ; i+n < len(p.tokens); n++ {
		t := p.tokens[i+n]
		if t.kind == sigMark && (t.text == "/" || t.text == "," && p.token(i+n+1).kind == sigWord && !reserved[p.token(i+n+1).text]) {
			continue
		}
		if t.kind != sigWord || reserved[t.text] {
			break
		}
		words++
	}
	if end := p.token(i + n); words == 0 || words > 8 || end.kind != sigMark || end.text == "-" || end.text == "/" {
		return sigMatch{}
	}
	return sigMatch{length: n, effect: func(f *sigFacts, _ sigValues) bool { return true }}
}
