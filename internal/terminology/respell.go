package terminology

import (
	"regexp"
	"slices"
	"strings"
)

// respellings are ways to write a name that is not known as it stands. Each starts from what the last one left.
var respellings = [...]func(string) string{withoutDots, specimenSpelled}

// dotted are initials with points behind them: "T.S.H." and "H.D.L" are TSH and HDL.
var dotted = regexp.MustCompile(`\b\p{L}(?:\.\p{L})+\b\.?`)

func withoutDots(name string) string {
	return dotted.ReplaceAllStringFunc(name, func(s string) string { return strings.ReplaceAll(s, ".", "") })
}

// Indian reports put the specimen's initial before a name, American ones behind it: "S. Phosphorus", "Potassium, P".
// Without a point or a comma the letter may belong to the name: protein S is none in serum.
var (
	specimenBefore = regexp.MustCompile(`^\s*(?i:(s|sr)\s*\.|(sr)\s)\s*(.+)$`)
	specimenBehind = regexp.MustCompile(`^(.+?)\s*,\s*([SPU])\s*$`)
	specimenOf     = map[string]string{"S": "serum", "P": "plasma", "U": "urine"}
)

func specimenSpelled(name string) string {
	if m := specimenBefore.FindStringSubmatch(name); m != nil {
		return "serum " + m[3]
	}
	if m := specimenBehind.FindStringSubmatch(name); m != nil {
		return m[1] + ", " + specimenOf[m[2]]
	}
	return name
}

// cutTechnique cuts how a laboratory measured off the end of a name: "Cholesterol (CHOD-PAP)", "AST, UV with P5P".
func cutTechnique(name string) (rest, technique string, ok bool) {
	name = strings.TrimSpace(strings.NewReplacer("（", "(", "）", ")", "，", ",").Replace(name))
	if open := strings.LastIndexByte(name, '('); open > 0 && strings.HasSuffix(name, ")") {
		rest, technique = name[:open], name[open+1:len(name)-1]
	} else if comma := strings.LastIndexByte(name, ','); comma > 0 {
		rest, technique = name[:comma], name[comma+1:]
	}
	rest = strings.TrimRight(rest, " ,:-")
	return rest, technique, rest != "" && isTechnique(technique)
}

// byTechnique takes the row of the technique where the analyte has one, and else the row it is.
func (s *Set) byTechnique(f found, technique string, v Without) found {
	if f.entry == nil {
		return f
	}
	f.method = MethodParts
	x := s.index.ready()
	for _, m := range x.methodsIn(technique) {
		for _, e := range x.siblings(f.entry) {
			if e.system == f.entry.system && e.row.Property == f.entry.row.Property && e.row.Code != v.Code && slices.Contains(m.vals, e.method) {
				f.entry = e
				return f
			}
		}
	}
	return f
}

// methodsIn are the methods that a technique's words name in LOINC.
func (x *index) methodsIn(technique string) []*meaning {
	var w words
	x.lex.read(&w, keyOf(technique))
	var list []*meaning
	for i := range w.n {
		for j := w.n; j > i; j-- {
			if m := x.lex.phrases[string(w.phrase(i, j))]; m != nil && m.axis == axisMethod {
				list = append(list, m)
			}
		}
	}
	return list
}
