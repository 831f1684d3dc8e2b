package vocab

import (
	"bytes"
	"fmt"

	"github.com/seed-a76b335c/philint/internal/terminology/alias"
)

// Check looks closer than Open does: each table is written and read back, which computes its digest anew; the program's
// own names are in order; and the tables go together.
func (v *Vocabularies) Check() []error {
	var problems []error
	for _, c := range []struct {
		kind  Kind
		table table
	}{{LOINC, v.Codes}, {ICPC3, v.Complaints}} {
		if err := roundTrip(c.kind, c.table); err != nil {
			problems = append(problems, fmt.Errorf("the %s table: %w", c.kind, err))
		}
	}
	if _, err := alias.Load(); err != nil {
		problems = append(problems, fmt.Errorf("own names: %w", err))
	}
	if _, err := v.Set(); err != nil {
		problems = append(problems, err)
	}
	return problems
}

func roundTrip(k Kind, t table) error {
	var b bytes.Buffer
	if err := formats[k].write(&b, t); err != nil {
		return err
	}
	back, err := formats[k].read(&b)
	if err != nil {
		return err
	}
	if digest(back) != digest(t) || back.Version() != t.Version() || back.Len() != t.Len() {
		return errDigest
	}
	return nil
}

// digest is that of a table's content, where it has one beside its version.
func digest(t table) string {
	if d, ok := t.(interface{ Digest() string }); ok {
		return d.Digest()
	}
	return t.Version()
}
