package engine

import "slices"

// tables gathers rows of table, column, type and place in the primary key (0 for none), ordered by table and column.
type tables struct {
	types map[string]Type
	out   []Table
}

func (t *tables) scan(rows Rows) error {
	var table, column, kind string
	var place int64
	if err := rows.Scan(&table, &column, &kind, &place); err != nil {
		return err
	}
	typ, ok := t.types[kind]
	if !ok {
		return &Error{Kind: Foreign}
	}
	if len(t.out) == 0 || t.out[len(t.out)-1].Name != table {
		t.out = append(t.out, Table{Name: table})
	}
	last := &t.out[len(t.out)-1]
	last.Columns = append(last.Columns, Column{Name: column, Type: typ})
	if place > 0 {
		if n := int(place) - len(last.Key); n > 0 {
			last.Key = slices.Concat(last.Key, make([]string, n))
		}
		last.Key[place-1] = column
	}
	return nil
}
