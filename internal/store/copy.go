package store

import (
	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store/engine"
)

// CopyColumns are the names of the observation table's columns and a function that lists a row's values in their order,
// for what fills the table past this package: benchmarks, and tools that copy a store.
func CopyColumns() (names []string, values func(*record.Observation) []any) {
	for _, c := range columns {
		names = append(names, c.name)
	}
	return names, func(o *record.Observation) []any {
		v := &valueList{}
		for i := range columns {
			columns[i].put(v, i, o)
		}
		return v.out
	}
}

// valueList gathers a row's values.
type valueList struct{ out []any }

func (v *valueList) Text(_ int, s string)    { v.out = append(v.out, s) }
func (v *valueList) Int(_ int, n int64)      { v.out = append(v.out, n) }
func (v *valueList) Bytes(_ int, b []byte)   { v.out = append(v.out, append([]byte{}, b...)) }
func (v *valueList) Float(_ int, f *float64) { v.out = append(v.out, f) }

var _ engine.Values = (*valueList)(nil)
