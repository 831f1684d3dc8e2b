package csvtable

import "strings"

// decimals counts which sign a table's numbers show to separate decimals.
type decimals struct{ comma, point int }

// shape is what the separators of one number say: the sign that separates its decimals, 0 where it can be either, and
// whether there is one separator at all.
func shape(printed string) (decimal byte, separated bool) {
	s := strings.TrimLeft(printed, "<>≤≥=+-− ")
	commas, points, last := 0, 0, -1
	digits := 0
	for i := range len(s) {
		switch c := s[i]; {
		case c >= '0' && c <= '9':
			digits++
		case c == ',' || c == '.':
			if digits == 0 {
				return 0, false
			}
			if c == ',' {
				commas++
			} else {
				points++
			}
			last = i
		default:
			return 0, false
		}
	}
	if commas+points == 0 || last == len(s)-1 {
		return 0, false
	}
	switch {
	case commas > 0 && points > 0:
		return s[last], true
	case commas > 1:
		return '.', true
	case points > 1:
		return ',', true
	case len(s)-last-1 != 3 || last > 3 || s[0] == '0':
		return s[last], true
	default:
		return 0, true
	}
}

func (d *decimals) see(printed string) {
	switch sign, _ := shape(printed); sign {
	case ',':
		d.comma++
	case '.':
		d.point++
	}
}

// sign is the one that separates decimals in the whole table, 0 where it shows none or both.
func (d *decimals) sign() byte {
	switch {
	case d.comma > 0 && d.point == 0:
		return ','
	case d.point > 0 && d.comma == 0:
		return '.'
	}
	return 0
}

// plain writes a number that can be read in two ways so that it can be read in one, where the table's other numbers say
// which: 250.000 among 5,4 and 0,8 is 250000. Everything else stays as printed.
func plain(printed string, decimal byte) string {
	if sign, separated := shape(printed); decimal == 0 || !separated || sign != 0 {
		return printed
	}
	if strings.IndexByte(printed, decimal) >= 0 {
		return strings.Replace(printed, string(decimal), ".", 1)
	}
	return strings.NewReplacer(",", "", ".", "").Replace(printed)
}
