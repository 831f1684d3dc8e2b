package store

import (
	"context"
	"errors"
	"reflect"
	"testing"

	"github.com/seed-a76b335c/philint/internal/record"
)

func TestOnlyWhatImportsWroteIsWrittenAnew(t *testing.T) {
	engines(t, func(t *testing.T, s *Store) {
		ctx, p := context.Background(), s.Person(ana)
		r := metformin(t, "m")
		r.Plan.Source = "fhir:x"
		next := r.Clone()
		next.Plan.Name = "Metformin 500"
		rewrite := func(r record.Regimen) error {
			return p.Write(ctx, func(tx *Tx) error { return tx.RewriteRegimen(ctx, r, By{Actor: "import", At: 3}) })
		}
		if err := rewrite(r); !errors.Is(err, ErrNoPlan) {
			t.Errorf("of what is not there: %v", err)
		}
		write(t, p, func(tx *Tx) error { _, err := tx.PutRegimen(ctx, r); return err })
		if err := rewrite(next); err != nil {
			t.Fatal(err)
		}
		got, err := p.Plan(ctx, "m")
		log, logErr := p.Overrides(ctx, OnPlan, "m")
		if err != nil || logErr != nil || got.Plan.Name != next.Plan.Name || got.Plan.ChangedAt != 6 || !got.Plan.Imported() || len(log) != 1 || log[0].Value != "Metformin" {
			t.Errorf("%+v, %+v, %v, %v", got, log, err, logErr)
		}
		if err := s.Person(ben).Write(ctx, func(tx *Tx) error { return tx.RewriteRegimen(ctx, r, By{}) }); !errors.Is(err, ErrNoPlan) {
			t.Errorf("another person's: %v", err)
		}
		write(t, p, func(tx *Tx) error {
			_, err := tx.ApplyTransition(ctx, "m", 0, By{Actor: "p", At: 4}, func(r record.Regimen) (record.Regimen, error) { return r.Stop(20001, 20001) })
			return err
		})
		before, err := p.Plan(ctx, "m")
		if err != nil {
			t.Fatal(err)
		}
		if err := rewrite(next); !errors.Is(err, ErrPlanChanged) {
			t.Errorf("what a person stopped: %v", err)
		}
		if after, err := p.Plan(ctx, "m"); err != nil || !reflect.DeepEqual(after, before) {
			t.Errorf("%+v, %v", after, err)
		}
	})
}
