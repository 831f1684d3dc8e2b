package ingest

import (
	"context"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store"
	"github.com/seed-a76b335c/philint/internal/store/engine"
)

// rows writes the computed rows that are new, and hides those whose place they take.
func (e *elector) rows(ctx context.Context, tx *store.Tx, outcomes []outcome) error {
	var news []*record.Observation
	var olds []*record.Observation
	for i := range outcomes {
		o := &outcomes[i]
		for j := range o.computed {
			if o.isNew[j] {
				news, olds = append(news, &o.computed[j]), append(olds, o.olds[j])
			}
		}
		for _, was := range o.removed {
			gone := removal(was, e.now)
			news, olds = append(news, &gone), append(olds, was)
		}
	}
	if err := insertComputed(ctx, tx, news); err != nil {
		return err
	}
	var hidden, by []record.Observation
	for i, old := range olds {
		if old != nil {
			hidden, by = append(hidden, *old), append(by, *news[i])
		}
	}
	if len(hidden) == 0 {
		return nil
	}
	return tx.SupersedeAll(ctx, hidden, by)
}

// removal is the row that removes another.
func removal(was *record.Observation, now record.Instant) record.Observation {
	gone := *was
	gone.Status, gone.Amends, gone.CreatedAt = record.EnteredInError, was.ID, now
	return gone
}

func insertComputed(ctx context.Context, tx *store.Tx, news []*record.Observation) error {
	for try := 0; len(news) > 0; try++ {
		if try == maxTries {
			return &engine.Error{Kind: engine.Constraint, Code: "aggregate"}
		}
		batch := make([]record.Observation, len(news))
		for i, o := range news {
			name(o, try)
			batch[i] = *o
		}
		added, err := tx.InsertObservations(ctx, batch)
		if err != nil {
			return err
		}
		var left []*record.Observation
		for i, o := range news {
			if !added[i] {
				left = append(left, o)
			}
		}
		news = left
	}
	return nil
}

// authorities writes what days publish, where that is not what they publish already.
func (e *elector) authorities(ctx context.Context, tx *store.Tx, outcomes []outcome, before []store.Authority) error {
	was := make(map[record.Day]store.Authority, len(before))
	for _, a := range before {
		was[a.Day] = a
	}
	var adds []store.Authority
	for i := range outcomes {
		o := &outcomes[i]
		old, had := was[o.cell.Day]
		switch o.decision.Outcome {
		case record.Kept:
			continue
		case record.Nothing:
			if had {
				if err := tx.DropAuthority(ctx, o.cell); err != nil {
					return err
				}
			}
			continue
		}
		a := store.Authority{Cell: o.cell, ID: o.winnerID(), Rule: o.decision.Rule, Candidates: o.decision.Candidates, DecidedAt: e.now}
		switch {
		case !had:
			adds = append(adds, a)
		case old.ID != a.ID || old.Rule != a.Rule || old.Candidates != a.Candidates:
			if err := tx.PutAuthority(ctx, a); err != nil {
				return err
			}
		}
	}
	if len(adds) == 0 {
		return nil
	}
	return tx.AddAuthorities(ctx, adds)
}

func (o *outcome) winnerID() record.ObsID {
	if o.winner >= 0 {
		return o.computed[o.winner].ID
	}
	return o.decision.Winner.Value.Row
}

// checks records the days of which every value is impossible, and takes back what holds again.
func (e *elector) checks(ctx context.Context, tx *store.Tx, outcomes []outcome, failed []record.Day) error {
	was := make(map[record.Day]bool, len(failed))
	for _, day := range failed {
		was[day] = true
	}
	for i := range outcomes {
		o := &outcomes[i]
		var err error
		switch {
		case o.decision.Outcome == record.Kept:
			err = tx.PutCheck(ctx, o.cell, record.CheckBounds, o.decision.Detail(), e.now)
		case was[o.cell.Day]:
			err = tx.ClearCheck(ctx, o.cell, record.CheckBounds)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
