package answers

import (
	"context"
	"fmt"
	"slices"

	"github.com/seed-a76b335c/philint/internal/record"
)

// beyond says what is on record outside of the window: of an answer without rows anything, of a log earlier doses where
// nobody named its days, or the surface takes hints. A window without rows of a keyword is the matter of
// [subject.keywordNotes].
func (u *subject) beyond(ctx context.Context, q *Question, unnamed, hints bool, found *medicationRows) (string, error) {
	none := found.rows.Len() == 0
	switch {
	case none && len(q.Keywords) > 0:
		return "", nil
	case q.View == Log && (none || q.Window.From != nil && (unnamed || hints)):
		return u.dosesOutside(ctx, q, unnamed, none)
	case none && !open(q.Window):
		return u.plansOutside(ctx, q)
	case none:
		return emptyNote, nil
	}
	return "", nil
}

// dosesOutside says of a log whether it goes on before the window, or of an empty one where else there are doses.
func (u *subject) dosesOutside(ctx context.Context, q *Question, unnamed, none bool) (string, error) {
	w := record.Window{}
	if !none {
		before := *q.Window.From - 1
		w.To = &before
	}
	newest, err := u.newestDose(ctx, q, w)
	switch {
	case err != nil:
		return "", err
	case none && newest == nil:
		return emptyNote, nil
	case newest == nil:
		return "", nil
	case none:
		return fmt.Sprintf("doses are on record, but none in the window %s: the newest is of %s", q.Window, newest.LocalDay), nil
	case unnamed:
		return fmt.Sprintf("no dates were named, so this is the log of the last %d days: there are earlier doses, the newest of %s", logDays, newest.LocalDay), nil
	}
	return "there are doses before the window, the newest of " + newest.LocalDay.String(), nil
}

// firstRead is how many doses are read at first to find one of a medication.
const firstRead = 64

// newestDose is the newest dose in a window, where there are keywords of what they choose; nil is none.
func (u *subject) newestDose(ctx context.Context, q *Question, w record.Window) (*record.DoseEvent, error) {
	most, of := 1, map[string]string(nil)
	if len(q.Keywords) > 0 {
		plans, err := u.data.Plans(ctx, record.Window{}, u.today(), -1)
		if err != nil {
			return nil, err
		}
		most, of = firstRead, namesOf(chosen(plans, q))
	}
	for ; ; most *= 8 {
		doses, err := u.data.Doses(ctx, w, most)
		if err != nil {
			return nil, err
		}
		last := len(doses) < most
		if of != nil {
			doses = dosesOf(doses, of)
		}
		switch {
		case len(doses) > 0:
			return &doses[0], nil
		case last || of == nil:
			return nil, nil
		}
	}
}

// severalIn says whether the doses of a window are of more than one of the medications.
func (u *subject) severalIn(ctx context.Context, q *Question, names map[string]string) (bool, error) {
	if len(names) < 2 {
		return false, nil
	}
	doses, err := u.data.Doses(ctx, q.Window, -1)
	if err != nil {
		return false, err
	}
	doses = dosesOf(doses, names)
	return slices.ContainsFunc(doses, func(e record.DoseEvent) bool { return e.Plan != doses[0].Plan }), nil
}

// plansOutside says of an answer without medications in its window which there are.
func (u *subject) plansOutside(ctx context.Context, q *Question) (string, error) {
	plans, err := u.data.Plans(ctx, record.Window{}, u.today(), -1)
	switch {
	case err != nil:
		return "", err
	case len(plans) == 0:
		return emptyNote, nil
	}
	var beside []string
	for i := range plans {
		beside = append(beside, short(medicationName(&plans[i].Plan))+" ("+stretchOf(&plans[i])+")")
	}
	return fmt.Sprintf("on record, but without a %s in the window %s: %s", viewRows[q.View], q.Window, enumerate(beside)), nil
}

// namesOf are the names of medications, by plan.
func namesOf(plans []record.Regimen) map[string]string {
	names := make(map[string]string, len(plans))
	for i := range plans {
		names[plans[i].Plan.ID] = medicationName(&plans[i].Plan)
	}
	return names
}
