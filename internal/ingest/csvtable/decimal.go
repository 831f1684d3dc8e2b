package csvtable

import (
	"strings"

	"github.com/seed-a76b335c/philint/internal/ingest"
)

// ParseDecimal reads the sign that separates decimals; ok is false for what is none.
func ParseDecimal(s string) (sign byte, ok bool) {
	switch s {
	case "":
		return 0, true
	case ",", ".":
		return s[0], true
	}
	return 0, false
}

// decimals counts which sign numbers show to separate decimals, and those that can be read in two ways.
type decimals struct{ comma, point, unclear int }

// see looks at the numbers of a cell: a value, or both ends of a range.
func (d *decimals) see(printed string) {
	for printed != "" {
		from := strings.IndexAny(printed, "0123456789")
		if from < 0 {
			return
		}
		printed = printed[from:]
		to := len(printed) - len(strings.TrimLeft(printed, "0123456789.,"))
		d.number(strings.TrimRight(printed[:to], ".,"))
		printed = printed[to:]
	}
}

func (d *decimals) number(s string) {
	switch sign, separated := ingest.DecimalSign(s); {
	case sign == 0 && separated:
		d.unclear++
	case sign == 0 || !grouped(s, sign):
	case sign == ',':
		d.comma++
	default:
		d.point++
	}
}

// grouped says that what stands before the decimals is in groups of three, as a number is and a date is not.
func grouped(s string, sign byte) bool {
	whole, _, _ := strings.Cut(s, string(sign))
	groups := strings.FieldsFunc(whole, func(r rune) bool { return r == ',' || r == '.' })
	for i, g := range groups {
		if i > 0 && len(g) != 3 || i == 0 && len(groups) > 1 && len(g) > 3 {
			return false
		}
	}
	return true
}

// sign is the one that separates decimals in all of these numbers, 0 where they show none or both.
func (d *decimals) sign() byte {
	switch {
	case d.comma > 0 && d.point == 0:
		return ','
	case d.point > 0 && d.comma == 0:
		return '.'
	}
	return 0
}

// decimals decides by which sign numbers are read: as asked, as the whole table shows, or else as the column of a test does.
// A number that can still be read in two ways is left as text.
func (t *Table) decideDecimals(asked byte, whole *decimals, columns []decimals) {
	m := &t.mapping
	m.Decimal, m.DecimalAsked = asked, asked != 0
	if asked == 0 {
		m.Decimal = whole.sign()
	}
	t.signs = make([]byte, len(columns))
	for i := range columns {
		sign := m.Decimal
		if sign == 0 {
			sign = columns[i].sign()
		}
		if sign == 0 {
			sign = ingest.DecimalUnclear
		}
		t.signs[i] = sign
		if sign == ingest.DecimalUnclear && columns[i].unclear > 0 {
			m.Unclear = true
		}
	}
}
