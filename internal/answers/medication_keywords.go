package answers

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/seed-a76b335c/philint/internal/record"
)

// matches says whether a medication has a keyword in its name, in a code or in a code's name, or is printed so. A concept's key is a
// digest: part of one means nothing, so it must be the whole.
func matches(p *record.Plan, keyword string) bool {
	key := record.MedicationNameKey(keyword)
	if key == "" {
		return false
	}
	if key == record.MedicationNameKey(p.ConceptKey) {
		return true
	}
	texts := []string{medicationName(p), p.Name}
	for _, c := range p.Codes {
		texts = append(texts, c.Code, c.Display)
	}
	return slices.ContainsFunc(texts, func(t string) bool {
		return strings.Contains(record.MedicationNameKey(t), key) ||
			slices.ContainsFunc(printed(t), func(form string) bool { return record.MedicationNameKey(form) == key })
	})
}

// chosen are the regimens that the keywords choose; all of them without keywords.
func chosen(list []record.Regimen, q *Question) []record.Regimen {
	if len(q.Keywords) == 0 {
		return list
	}
	var out []record.Regimen
	for i := range list {
		if slices.ContainsFunc(q.Keywords, func(k string) bool { return matches(&list[i].Plan, k) }) {
			out = append(out, list[i])
		}
	}
	return out
}

// viewRows are what the rows of a view are called.
var viewRows = map[View]string{Plan: "plan", Log: "dose", History: "course"}

// keywordNotes say of each keyword without a row in the answer whether nothing on record matches it, or what it matches
// has no row in the window, and what there is outside of it. In an answer that is cut a keyword may have its rows among
// those that are not shown, which the cut says.
func (u *subject) keywordNotes(ctx context.Context, q *Question, found *medicationRows) ([]string, error) {
	if len(q.Keywords) == 0 {
		return nil, nil
	}
	all, err := u.data.Plans(ctx, record.Window{}, u.today(), -1)
	if err != nil {
		return nil, err
	}
	var unmatched []string
	var absent []*record.Regimen
	for _, k := range q.Keywords {
		var hits []*record.Regimen
		shown := false
		for i := range all {
			if p := &all[i].Plan; matches(p, k) {
				hits = append(hits, &all[i])
				_, has := found.provenance[p.ID]
				shown = shown || has
			}
		}
		switch {
		case len(hits) == 0:
			unmatched = append(unmatched, k)
		case !shown && found.cut == "":
			absent = append(absent, hits...)
		}
	}
	var notes []string
	if len(unmatched) > 0 {
		notes = append(notes, noteUnmatched(unmatched))
	}
	if len(absent) > 0 {
		beside, err := u.outside(ctx, q.View, absent)
		if err != nil {
			return nil, err
		}
		notes = append(notes, fmt.Sprintf("on record, but without a %s in the window %s: %s", viewRows[q.View], q.Window, enumerate(beside)))
	} else if found.rows.Len() == 0 {
		notes = append(notes, emptyForNote)
	}
	return notes, nil
}

// outside says of medications, each once, what a view has of them in the whole record.
func (u *subject) outside(ctx context.Context, v View, list []*record.Regimen) ([]string, error) {
	var doses []record.DoseEvent
	if v == Log {
		var err error
		if doses, err = u.data.Doses(ctx, record.Window{}, -1); err != nil {
			return nil, err
		}
	}
	var out []string
	seen := map[string]bool{}
	for _, r := range list {
		if seen[r.Plan.ID] {
			continue
		}
		seen[r.Plan.ID] = true
		has := stretchOf(r)
		if v == Log {
			has = doseSpan(doses, r.Plan.ID)
		}
		out = append(out, short(medicationName(&r.Plan))+" ("+has+")")
	}
	return out, nil
}

// stretchOf is from when until when a plan was in effect, its earlier courses included.
func stretchOf(r *record.Regimen) string {
	first := r.Plan.Start
	for i := range r.Courses {
		first = min(first, r.Courses[i].Start)
	}
	if until := r.Until(); until != nil {
		return fmt.Sprintf("from %s until %s", first, until)
	}
	return "from " + first.String()
}

// doseSpan is how many doses there are of a plan, and from when until when.
func doseSpan(doses []record.DoseEvent, plan string) string {
	n, first, last := 0, record.MaxDay, record.MinDay
	for i := range doses {
		if e := &doses[i]; e.Plan == plan {
			n, first, last = n+1, min(first, e.LocalDay), max(last, e.LocalDay)
		}
	}
	switch {
	case n == 0:
		return "no dose of it is recorded"
	case first == last:
		return counted(n, "dose") + ", on " + first.String()
	}
	return fmt.Sprintf("%s, from %s until %s", counted(n, "dose"), first, last)
}
