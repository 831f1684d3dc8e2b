package fhir

import (
	"strings"

	"github.com/seed-a76b335c/philint/internal/ingest"
)

// Bounds of what is held for references between resources.
const (
	maxDrugs   = 20_000
	maxPending = 2_000
)

// medicationIndex is the Medications of the file so far, by every name that a reference can use.
type medicationIndex struct {
	drugs map[string]*drug
}

func (x *medicationIndex) find(key string) (*drug, bool) {
	g, ok := x.drugs[key]
	if !ok {
		g, ok = x.drugs[relative(key)]
	}
	return g, ok
}

// waiting is a draft whose drug is named by a resource that has not come yet.
type waiting struct {
	key     string
	draft   ingest.Draft
	removed bool
	kind    string
}

// wait keeps a draft until its Medication comes. Where too many wait, the one that waited longest goes as it is.
func (r *reader) wait(key string, d *ingest.Draft, removed bool, kind string) {
	detach(d)
	r.pending = append(r.pending, waiting{strings.Clone(key), *d, removed, kind})
	if len(r.pending) > maxPending {
		r.giveUp()
	}
}

// giveUp lets the first one go, under the name that the reference shows.
func (r *reader) giveUp() {
	w := r.pending[0]
	r.pending = r.pending[1:]
	r.release(&w.draft, w.removed, w.kind)
}

// medication takes up a Medication, and yields what waited for it. A file with too many to hold is said to have them.
func (r *reader) medication(res *resource) {
	if len(r.medications.drugs) >= maxDrugs {
		r.problem(ingest.TooLarge, "Medication")
		return
	}
	g := drugOf(res.node)
	for _, s := range []*string{&g.name, &g.form, &g.strength} {
		*s = strings.Clone(*s)
	}
	detachCodes(g.codes)
	if r.medications.drugs == nil {
		r.medications.drugs = map[string]*drug{}
	}
	if id := res.str("id"); id != "" {
		r.medications.drugs["Medication/"+id] = &g
		if uuid.MatchString(id) {
			r.medications.drugs["urn:uuid:"+id] = &g
		}
	}
	if res.fullURL != "" {
		r.medications.drugs[strings.Clone(referenceName(res.fullURL))] = &g
	}
	var rest []waiting
	for _, w := range r.pending {
		if found, ok := r.medications.find(w.key); ok && !r.stopped {
			found.set(w.draft.Medication)
			r.release(&w.draft, w.removed, w.kind)
			continue
		}
		rest = append(rest, w)
	}
	r.pending = rest
}
