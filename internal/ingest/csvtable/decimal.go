package csvtable

import "github.com/seed-a76b335c/philint/internal/ingest"

// decimals counts which sign a table's numbers show to separate decimals.
type decimals struct{ comma, point int }

func (d *decimals) see(printed string) {
	switch sign, _ := ingest.DecimalSign(printed); sign {
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
