package ucum

import (
	_ "embed"
	"errors"
	"fmt"
	"strings"
	"sync"
)

//go:embed units.tsv
var unitsTSV string

//go:embed prefixes.tsv
var prefixesTSV string

// AtomKind says how an atom may be used.
type AtomKind string

// The kinds of atoms.
const (
	KindBase      AtomKind = "base"
	KindOrdinary  AtomKind = "ordinary"
	KindSpecial   AtomKind = "special"
	KindArbitrary AtomKind = "arbitrary"
)

// Atom is one row of the unit table. A special atom is Function of Factor times Of, any other Factor times Of.
type Atom struct {
	Code     string
	Kind     AtomKind
	Metric   bool
	Factor   string
	Of       string
	Function string
	Property string
	Symbol   string
	Names    []string
}

// Prefix is one row of the prefix table.
type Prefix struct {
	Code, Factor, Symbol, Name string
}

// Atoms are the units that every other is made of, in the order of the table.
func Atoms() []Atom {
	t, err := table()
	if err != nil {
		return nil
	}
	out := make([]Atom, len(t.order))
	for i, a := range t.order {
		out[i] = a.Atom
		out[i].Names = append([]string(nil), a.Names...)
	}
	return out
}

// Prefixes are the prefixes of metric units, smallest first.
func Prefixes() []Prefix {
	t, err := table()
	if err != nil {
		return nil
	}
	out := make([]Prefix, len(t.prefixOrder))
	for i, p := range t.prefixOrder {
		out[i] = p.Prefix
	}
	return out
}

type atom struct {
	Atom
	value value
	state resolveState
}

type prefix struct {
	Prefix
	mag magnitude
}

type tables struct {
	atoms       map[string]*atom
	order       []*atom
	prefixOrder []*prefix
	short       [256]*prefix // prefixes of one letter
	long        []*prefix    // the others
}

func (t *tables) prefix(code string) *prefix {
	if len(code) == 1 {
		return t.short[code[0]]
	}
	for _, p := range t.long {
		if p.Code == code {
			return p
		}
	}
	return nil
}

// table reads the embedded tables once.
var table = sync.OnceValues(func() (*tables, error) { return loadTables(unitsTSV, prefixesTSV) })

func loadTables(units, prefixes string) (*tables, error) {
	t := &tables{atoms: make(map[string]*atom, 320)}
	err := eachRow(prefixes, 4, func(cells []string) error {
		p := &prefix{Prefix: Prefix{Code: cells[0], Factor: cells[1], Symbol: cells[2], Name: cells[3]}}
		mag, ok := parseMagnitude(p.Factor)
		if !ok {
			return errors.New("the factor is not a number")
		}
		p.mag = mag
		if len(p.Code) == 1 {
			t.short[p.Code[0]] = p
		} else {
			t.long = append(t.long, p)
		}
		t.prefixOrder = append(t.prefixOrder, p)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("ucum: prefixes: %w", err)
	}
	err = eachRow(units, 9, func(cells []string) error {
		a := &atom{Atom: Atom{
			Kind: AtomKind(cells[0]), Code: cells[1], Metric: cells[2] == "yes", Factor: cells[3], Of: cells[4],
			Function: cells[5], Property: cells[6], Symbol: cells[7], Names: strings.Split(cells[8], "; "),
		}}
		if t.atoms[a.Code] != nil {
			return fmt.Errorf("%s is there twice", a.Code)
		}
		t.atoms[a.Code] = a
		t.order = append(t.order, a)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("ucum: units: %w", err)
	}
	for _, a := range t.order {
		if err := t.resolve(a); err != nil {
			return nil, fmt.Errorf("ucum: units: %s: %w", a.Code, err)
		}
	}
	return t, nil
}

// eachRow gives every row that is not a comment to add. Cells that hold - are empty.
func eachRow(text string, columns int, add func([]string) error) error {
	for n := 1; text != ""; n++ {
		var line string
		line, text, _ = strings.Cut(text, "\n")
		if line == "" || line[0] == '#' {
			continue
		}
		cells := strings.Split(line, "\t")
		if len(cells) != columns {
			return fmt.Errorf("line %d: %d cells instead of %d", n, len(cells), columns)
		}
		for i, c := range cells {
			if c == "-" {
				cells[i] = ""
			}
		}
		if err := add(cells); err != nil {
			return fmt.Errorf("line %d: %w", n, err)
		}
	}
	return nil
}

type resolveState uint8

const (
	unresolved resolveState = iota
	resolving
	resolved
)

// resolve computes what an atom is worth in base units, and before it whatever it is defined by.
func (t *tables) resolve(a *atom) error {
	switch a.state {
	case resolved:
		return nil
	case resolving:
		return errors.New("is defined by itself")
	}
	a.state = resolving
	defer func() { a.state = resolved }()
	factor, ok := parseMagnitude(a.Factor)
	if !ok {
		return errors.New("the factor is not a number")
	}
	if a.Kind == KindBase {
		for i, code := range baseCodes() {
			if code == a.Code {
				a.value.dim[i] = 1
				return nil
			}
		}
		return errors.New("is not a base unit of UCUM")
	}
	p := parser{t: t, text: a.Of, resolve: true}
	of, err := p.parse()
	if err != nil {
		return fmt.Errorf("its definition: %w", err)
	}
	mag, ok := of.mag.times(factor)
	if !ok {
		return errors.New("is too large")
	}
	of.mag = mag
	switch a.Kind {
	case KindOrdinary:
		a.value = of
	case KindArbitrary:
		a.value = of
		if of.arb == nil {
			a.value.arb = []arbPower{{a, 1}}
		}
	case KindSpecial:
		f, ok := functions()[a.Function]
		if !ok {
			return errors.New("its function is not known")
		}
		a.value = value{dim: of.dim, special: &special{atom: a, function: f, unit: of.mag}}
	default:
		return errors.New("its kind is not known")
	}
	return nil
}
