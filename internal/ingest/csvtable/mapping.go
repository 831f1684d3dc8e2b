package csvtable

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Form is how a table is laid out.
type Form string

// Forms.
const (
	Long  Form = "one result a row"
	Wide  Form = "one date a row, one test a column"
	Dated Form = "one test a row, one date a column"
)

// Kinds are the forms, and what columns can hold.
func Kinds() []string {
	out := []string{string(Long), string(Wide), string(Dated)}
	for _, r := range named {
		out = append(out, "column "+string(r))
	}
	return out
}

// Columns are what a person says that columns hold: a number from 1, or a header.
type Columns map[Role]string

// errColumns names what is accepted, and repeats nothing.
var errColumns = errors.New("columns are given as name=2,value=3: a role, and a number from 1 or a header; - is none. Roles: " + roleList())

func roleList() string {
	out := make([]string, len(named))
	for i, r := range named {
		out[i] = string(r)
	}
	return strings.Join(out, " ")
}

// ParseColumns reads name=2,value=Result. A role that is given as - has no column. A header with a comma in it can be
// given by its number.
func ParseColumns(s string) (Columns, error) {
	out := Columns{}
	for part := range strings.SplitSeq(s, ",") {
		if strings.TrimSpace(part) == "" {
			continue
		}
		role, column, ok := strings.Cut(part, "=")
		r := Role(strings.ToLower(strings.TrimSpace(role)))
		column = strings.TrimSpace(column)
		if _, twice := out[r]; !ok || column == "" || twice || !slices.Contains(named, r) {
			return nil, errColumns
		}
		out[r] = column
	}
	return out, nil
}

// Column is a column's number, from 1, and what it holds.
type Column struct {
	Number int
	Role   Role
}

// Mapping is how a table is read. It holds nothing of what stands in the table.
type Mapping struct {
	Encoding  string
	Delimiter rune
	Header    int64 // the row of the header, from 1; 0 for none
	Form      Form
	Columns   []Column // in order; those that are not used are Ignored
	UnitRow   bool     // the row below the header has units
	Dates     Order    // the order of dates, empty where each date has to say it
	Asked     bool     // a person gave the order
	Decimal   byte     // what separates decimals, 0 where the table does not show it
	DayAbove  bool     // the date stands above the header, for the whole table

	DecimalAsked bool // a person gave Decimal
	Unclear      bool // numbers can be read in two ways and are left as text
}

// column is the first column of a role, -1 for none.
func (m *Mapping) column(r Role) int {
	for i := range m.Columns {
		if m.Columns[i].Role == r {
			return m.Columns[i].Number - 1
		}
	}
	return -1
}

var delimiterNames = map[rune]string{',': "commas", ';': "semicolons", '\t': "tabs", '|': "bars"}

// String says how a table is read, one line a column, so that a person can put it right.
func (m *Mapping) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %s, %s\n", m.Form, m.Encoding, delimiterNames[m.Delimiter])
	if m.Header > 0 {
		fmt.Fprintf(&b, "header in row %d\n", m.Header)
	} else {
		b.WriteString("no header\n")
	}
	for i := 0; i < len(m.Columns); i++ {
		c, last := m.Columns[i], i
		for last+1 < len(m.Columns) && m.Columns[last+1].Role == c.Role && (c.Role == test || c.Role == day || c.Role == Ignored) {
			last++
		}
		number := strconv.Itoa(c.Number)
		if last > i {
			number = "s " + number + "–" + strconv.Itoa(m.Columns[last].Number)
		} else {
			number = " " + number
		}
		fmt.Fprintf(&b, "column%s: %s\n", number, roleNames[c.Role])
		i = last
	}
	if m.UnitRow {
		b.WriteString("units in the row below the header\n")
	}
	if m.DayAbove {
		b.WriteString("date above the header\n")
	}
	switch {
	case m.Asked:
		fmt.Fprintf(&b, "dates: %s, as asked\n", m.Dates)
	case m.Dates != "":
		fmt.Fprintf(&b, "dates: %s, as the whole table shows\n", m.Dates)
	}
	switch {
	case m.DecimalAsked:
		fmt.Fprintf(&b, "decimals: %c (as asked)\n", m.Decimal)
	case m.Decimal != 0:
		fmt.Fprintf(&b, "decimals: %c\n", m.Decimal)
	case m.Unclear:
		b.WriteString("decimals: not known; numbers with three digits behind their only comma or point can be read in two ways and are left as text: say which with --decimal\n")
	}
	return b.String()
}

var roleNames = map[Role]string{
	Name: "name of the test", Value: "value", Unit: "unit", Date: "date", Time: "time", Ref: "reference range", RefLow: "lower limit",
	RefHigh: "upper limit", Flag: "flag", Method: "method", Specimen: "specimen", Comment: "comment", ID: "id of the result",
	Panel: "panel", LOINC: "LOINC code", Person: "person (not stored)", Ignored: "not used", test: "one test each", day: "one date each",
}
