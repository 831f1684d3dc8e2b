package units

import "strings"

// flags are the marks beside a value that say where it lies. Arrows and words, in one spelling each.
var flags = map[string]string{
	"h": "H", "hh": "HH", "ll": "LL", "↑": "H", "↓": "L", "↑↑": "HH", "↓↓": "LL", "▲": "H", "▼": "L", "⬆": "H", "⬇": "L",
	"high": "H", "low": "L", "hi": "H", "lo": "L", "elevated": "H", "critical high": "HH", "critical low": "LL",
	"偏高": "H", "偏低": "L", "高": "H", "低": "L", "升高": "H", "降低": "L", "増加": "H", "高値": "H", "低値": "L", "높음": "H", "낮음": "L",
	"повышен": "H", "понижен": "L", "выше нормы": "H", "ниже нормы": "L", "hoch": "H", "niedrig": "L", "erhöht": "H", "alto": "H", "bajo": "L", "élevé": "H", "bas": "L",
	"*": "*", "**": "*", "!": "*", "a": "A", "aa": "A", "abnormal": "A", "异常": "A", "異常": "A", "n": "N", "normal": "N", "正常": "N",
}

// flagOf finds a flag in any case.
func flagOf(s string) (string, bool) {
	if len(s) > 16 {
		return "", false
	}
	if f, ok := flags[s]; ok {
		return f, true
	}
	f, ok := flags[strings.ToLower(s)]
	return f, ok
}

// cutFlag takes a flag off the end of a text: "mmol/L H", "H", "(L)", "↑". Small h and a are units, not flags.
func cutFlag(s string, unitElsewhere bool) (rest, flag string) {
	s = strings.TrimRight(s, " ")
	// Arrows and stars may be glued.
	for _, mark := range [...]string{"↑↑", "↓↓", "↑", "↓", "▲", "▼", "⬆", "⬇", "**", "*", "!"} {
		if t, ok := strings.CutSuffix(s, mark); ok {
			return strings.TrimRight(t, " "), flags[mark]
		}
	}
	for _, b := range [...][2]string{{"(", ")"}, {"[", "]"}} {
		if !strings.HasSuffix(s, b[1]) {
			continue
		}
		i := strings.LastIndex(s, b[0])
		if i < 0 {
			continue
		}
		in := strings.TrimSpace(s[i+1 : len(s)-1])
		if in == "L" {
			return strings.TrimRight(s[:i], " "), "L"
		}
		if f, ok := flagOf(in); ok && in != "h" && in != "a" && in != "n" {
			return strings.TrimRight(s[:i], " "), f
		}
	}
	i := strings.LastIndexByte(s, ' ')
	last := s[i+1:]
	if last == "h" || last == "a" || last == "n" || last == "l" {
		return s, ""
	}
	if last == "L" {
		// Behind a unit L is a flag; behind the number alone it is litres.
		if i > 0 || unitElsewhere {
			return strings.TrimRight(s[:max(i, 0)], " "), "L"
		}
		return s, ""
	}
	if f, ok := flagOf(last); ok {
		return strings.TrimRight(s[:max(i, 0)], " "), f
	}
	if f, ok := flagOf(s); ok {
		return "", f
	}
	return s, ""
}

// leadingFlag takes a flag off the front: "H 5.6", "↑5.6", "* 5.6".
func leadingFlag(s string, v *Value) string {
	if isDigit(s[0]) {
		return s
	}
	for _, mark := range [...]string{"↑", "↓", "▲", "▼", "*", "!"} {
		if t, ok := strings.CutPrefix(s, mark); ok {
			if t = strings.TrimLeft(t, " "); startsNumber(t) {
				v.Flag = flags[mark]
				return t
			}
		}
	}
	i := strings.IndexByte(s, ' ')
	if i < 1 || i > 4 {
		return s
	}
	word := s[:i]
	rest := strings.TrimLeft(s[i:], " ")
	if !startsNumber(rest) {
		return s
	}
	switch word {
	case "H", "L", "HH", "LL":
		v.Flag = word
		return rest
	}
	return s
}

func startsNumber(s string) bool {
	if s == "" {
		return false
	}
	if isDigit(s[0]) || s[0] == '<' || s[0] == '>' {
		return true
	}
	return len(s) > 1 && (s[0] == '.' || s[0] == '-') && isDigit(s[1])
}
