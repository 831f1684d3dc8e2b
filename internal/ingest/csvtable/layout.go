package csvtable

import (
	"strconv"
	"strings"

	"github.com/seed-a76b335c/philint/internal/ingest"
)

// layout is what a row would mean if it were the header.
type layout struct {
	form  Form
	roles []Role
	score int
}

// readHeader is what the cells of a row mean as headers; ok is false where they make no table.
func readHeader(cells []string, asked Columns) (layout, bool) {
	roles := make([]Role, len(cells))
	best := map[Role]int{} // role → its column
	ranks := map[Role]int{}
	for i, cell := range cells {
		roles[i] = Ignored
		s, ok := senseOf(cell)
		if !ok || s.role == Ignored {
			continue
		}
		roles[i] = s.role
		j, have := best[s.role]
		switch {
		case s.role == Person:
		case !have:
			best[s.role], ranks[s.role] = i, s.rank
		case s.rank < ranks[s.role]:
			roles[j] = loser(cells[j])
			best[s.role], ranks[s.role] = i, s.rank
		default:
			roles[i] = loser(cell)
		}
	}
	known := len(best)
	if !ask(roles, best, cells, asked) {
		return layout{}, false
	}
	// A row that has a number where values are, or a date where dates are, is a result.
	if i, ok := best[Value]; ok && isNumber(cells[i]) {
		return layout{}, false
	}
	if i, ok := best[Date]; ok && isDate(cells[i]) {
		return layout{}, false
	}
	if t, ok := best[Time]; ok {
		if _, dated := best[Date]; !dated {
			delete(best, Time)
			roles[t], best[Date] = Date, t
		}
	}
	l, ok := shapeOf(roles, best, cells)
	l.score += known
	return l, ok
}

// loser is what a second column of a role is: a name beside a test's name is a person's.
func loser(cell string) Role {
	if s, ok := senseOf(cell); ok && s == (sense{Name, 1}) {
		return Person
	}
	return Ignored
}

// ask puts in what a person said; false where a header that they named is not in this row.
func ask(roles []Role, best map[Role]int, cells []string, asked Columns) bool {
	for role, column := range asked {
		if i, ok := best[role]; ok {
			roles[i] = Ignored
			delete(best, role)
		}
		if column == "-" {
			for i := range roles {
				if roles[i] == role {
					roles[i] = Ignored
				}
			}
			continue
		}
		at := find(cells, column)
		if at < 0 {
			return false
		}
		delete(best, roles[at])
		roles[at] = role
		best[role] = at
	}
	return true
}

// find is the place of a column that is given by its number or its header, -1 for none.
func find(cells []string, column string) int {
	if n, err := strconv.Atoi(column); err == nil {
		if n >= 1 && n <= len(cells) {
			return n - 1
		}
		return -1
	}
	key := headerKey(column)
	for i, cell := range cells {
		if headerKey(cell) == key {
			return i
		}
	}
	return -1
}

func shapeOf(roles []Role, best map[Role]int, cells []string) (layout, bool) {
	_, named := best[Name]
	_, valued := best[Value]
	_, dated := best[Date]
	l := layout{roles: roles, score: 10 * len(best)}
	dates := 0
	for i, cell := range cells {
		if roles[i] == Ignored && isDate(cell) {
			dates++
		}
	}
	switch {
	case named && valued:
		l.form = Long
	case named && dates > 0:
		l.form, l.score = Dated, l.score+10*dates
		for i, cell := range cells {
			// What is written as a date and is none has results too: they are refused, and not passed over.
			if roles[i] == Ignored && likeDate(cell) {
				roles[i] = day
			}
		}
	case dated && !named && !valued:
		l.form = Wide
		tests := 0
		for i, cell := range cells {
			if _, known := senseOf(cell); !known && roles[i] == Ignored && cell != "" && !isDate(cell) && !isNumber(cell) {
				roles[i] = test
				tests++
			}
		}
		// A date beside its label, above a table, is no header.
		if tests == 0 {
			return layout{}, false
		}
	default:
		return layout{}, false
	}
	return l, true
}

func isDate(cell string) bool {
	p, sure, ok := split(cell)
	return ok && (!sure && p.fits() != 0 || sure && isDay(p.n[0], p.n[1], p.n[2]))
}

// likeDate says that a text is written as a date is, whether or not the calendar has it.
func likeDate(cell string) bool {
	_, _, ok := split(cell)
	return ok || isCoarse(cell)
}

func isNumber(cell string) bool {
	return strings.Trim(cell, "0123456789.,-+<>≤≥ %") == "" && strings.ContainsAny(cell, "0123456789")
}

// withoutHeader is the layout of a table that has none, as a person gave it by numbers.
func withoutHeader(width int, asked Columns) (layout, bool) {
	cells := make([]string, width)
	for _, column := range asked {
		if _, err := strconv.Atoi(column); err != nil && column != "-" {
			return layout{}, false
		}
	}
	l, ok := readHeader(cells, asked)
	return l, ok && l.form == Long
}

// dateAbove is the date of a whole table, where it stands beside its label above the header.
func dateAbove(rows [][]string) string {
	found, rank := "", 99
	for _, cells := range rows {
		for i, cell := range cells {
			label, value, inside := strings.Cut(strings.ReplaceAll(cell, "：", ":"), ":")
			if !inside || strings.TrimSpace(value) == "" {
				label, value = cell, ""
				if i+1 < len(cells) {
					value = cells[i+1]
				}
			}
			s, ok := senseOf(label)
			if ok && s.role == Date && s.rank < rank && isDate(strings.TrimSpace(value)) {
				found, rank = strings.TrimSpace(value), s.rank
			}
		}
	}
	return found
}

func fault(position int64, reason ingest.Reason, where string) *ingest.Problem {
	return &ingest.Problem{Position: position, Reason: reason, Where: where}
}

// place names a column: column 3 (date).
func place(number int, r Role) string {
	return "column " + strconv.Itoa(number) + " (" + string(r) + ")"
}
