package fhir

import (
	"strings"

	"github.com/seed-a76b335c/philint/internal/ingest"
	"github.com/seed-a76b335c/philint/internal/terminology/ucum"
	"github.com/seed-a76b335c/philint/internal/terminology/units"
)

const (
	loincSystem = "http://loinc.org"
	ucumSystem  = "http://unitsofmeasure.org"
)

// conceptText is what a concept is called: its text, else the display of its best coding, else that one's code.
func conceptText(concept *node) string {
	if s := concept.str("text"); s != "" {
		return s
	}
	best := bestCoding(concept)
	if s := best.str("display"); s != "" {
		return s
	}
	return best.str("code")
}

// bestCoding is the coding that the user chose, else the LOINC one, else the first; one with a display before one
// without.
func bestCoding(concept *node) *node {
	var best *node
	most := -1
	codings := concept.list("coding")
	for i := range codings {
		c, score := &codings[i], 0
		if c.str("display") != "" {
			score += 4
		}
		if c.truth("userSelected") {
			score += 2
		}
		if c.str("system") == loincSystem {
			score++
		}
		if score > most {
			best, most = c, score
		}
	}
	return best
}

func codesOf(concept *node) (codes []ingest.SourceCode) {
	for _, c := range concept.list("coding") {
		if code := c.str("code"); code != "" {
			codes = append(codes, ingest.SourceCode{System: c.str("system"), Code: code, Display: c.str("display")})
		}
	}
	return codes
}

// codeOf is a concept's first code, else its text.
func codeOf(concept *node) string {
	for _, c := range concept.list("coding") {
		if code := c.str("code"); code != "" {
			return code
		}
	}
	return conceptText(concept)
}

func hasCode(concept *node, code string) bool {
	for _, c := range concept.list("coding") {
		if c.str("code") == code {
			return true
		}
	}
	return false
}

func notes(n *node) string {
	var lines []string
	for _, a := range n.list("note") {
		lines = append(lines, a.str("text"))
	}
	return ingest.Joined("\n", lines...)
}

// quantity is an amount as printed. ok is false where it has no number.
type quantity struct {
	number, unit string
	comparator   string
	ok           bool
}

var comparators = map[string]bool{"": true, "<": true, "<=": true, ">": true, ">=": true}

func quantityOf(n *node) (q quantity, reason ingest.Reason) {
	q = quantity{comparator: n.str("comparator"), unit: n.str("unit")}
	v := n.get("value")
	if v != nil && (v.kind == '0' || v.kind == '"' && isNumber(v.text)) {
		q.number, q.ok = v.text, true
	} else if v != nil {
		return q, ingest.BadElement
	}
	if !comparators[q.comparator] {
		return q, ingest.BadComparator
	}
	code := n.str("code")
	if code == "" || code == "1" && q.unit == "" {
		return q, ""
	}
	if s := n.str("system"); s != ucumSystem && s != "" {
		if q.unit == "" {
			q.unit = code
		}
		return q, ""
	}
	unit, reason := agreed(q.unit, code)
	q.unit = unit
	return q, reason
}

// agreed is the unit of a quantity that has one printed and one coded. The printed one stands. The coded one takes its
// place where the printed one is missing or not known. Two that measure different things are refused: one of them is
// wrong, and the number does not say which.
func agreed(printed, code string) (string, ingest.Reason) {
	if printed == code {
		return printed, ""
	}
	coded, err := ucum.Parse(code)
	if printed == "" {
		return code, ""
	}
	if err != nil {
		return printed, ""
	}
	normal, ok := units.Normalize(printed)
	if !ok {
		return code, ""
	}
	said, err := ucum.Parse(normal)
	switch {
	case err != nil:
		return code, ""
	case said.Arbitrary() || coded.Arbitrary() || ucum.Commensurable(said, coded):
		return printed, ""
	default:
		return printed, ingest.BadElement
	}
}

func (q *quantity) String() string {
	if !q.ok {
		return ""
	}
	return q.comparator + q.number
}

// spelled is the quantity with its unit.
func (q *quantity) spelled() string {
	return strings.TrimSpace(q.String() + " " + q.unit)
}
