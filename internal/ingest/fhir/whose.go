package fhir

import (
	"io"
	"strings"

	"github.com/seed-a76b335c/philint/internal/ingest"
)

// Whose is what a file says of whom it is about: as much as tells two people apart. It is compared and never shown.
type Whose struct {
	numbers map[string][]string // business identifiers by their system
	born    string
}

// whoseBytes is how far into a file a Patient is looked for.
const whoseBytes = 4 << 20

// WhoseIs reads the first Patient of a file; ok is false where none is near its beginning, or nothing is said of it.
func WhoseIs(r io.Reader) (w Whose, ok bool) {
	rd := newReader(io.LimitReader(r, whoseBytes), Options{}, func(ingest.Draft, error) bool { return !ok })
	rd.whose = func(n *node) {
		if ok {
			return
		}
		w = Whose{numbers: map[string][]string{}, born: strings.Clone(n.str("birthDate"))}
		for _, i := range n.list("identifier") {
			if system, v := i.str("system"), i.str("value"); system != "" && v != "" {
				w.numbers[strings.Clone(system)] = append(w.numbers[system], strings.Clone(v))
			}
		}
		ok = w.born != "" || len(w.numbers) > 0
		rd.stopped = ok
	}
	_ = rd.run() // what is damaged is found out when it is read in earnest
	return w, ok
}

// Differs says that two files are about different people: their birth dates are two, or they have different numbers
// in one system and none alike.
func (w Whose) Differs(other Whose) bool {
	if n := min(len(w.born), len(other.born)); w.born[:n] != other.born[:n] {
		return true
	}
	differ := false
	for system, numbers := range w.numbers {
		for _, have := range other.numbers[system] {
			for _, n := range numbers {
				if n == have {
					return false
				}
				differ = true
			}
		}
	}
	return differ
}
