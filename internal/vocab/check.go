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
	for _, k := range Kinds() {
		if err := roundTrip(k, v.whole[k]); err != nil {
			problems = append(problems, fmt.Errorf("the %s table: %w", k, err))
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

// roundTrip writes a table as it was read, without the one behind it.
func roundTrip(k Kind, t table) error {
	var b bytes.Buffer
	if err := formats[k].write(&b, t); err != nil {
		return err
	}
	back, err := formats[k].read(&b)
	if err != nil {
		return err
	}
	if back.Digest() != t.Digest() || back.Version() != t.Version() || back.Len() != t.Len() {
		return errDigest
	}
	return nil
}
