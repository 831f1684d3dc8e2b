package store

import (
	"context"
	"fmt"
	"maps"

	"github.com/seed-a76b335c/philint/internal/record"
)

// writeMedications gives a person plans, some of them changed, doses, some of them removed, and genotype sets.
func (w *world) writeMedications(ctx context.Context, tx *Tx) error {
	for i := range 12 {
		id := fmt.Sprintf("plan%d", i)
		start := record.Day(20000 + w.r.IntN(60))
		in := []record.Instruction{{DosesPerDay: 1 + w.r.IntN(3), Text: w.word()}, {AsNeeded: true, Dose: &record.Dose{Value: 1 + w.r.Float64(), Unit: w.word()}, Text: w.word()}}
		r, err := record.Begin(record.Plan{ID: id, Name: "n" + w.word(), Strength: w.word(), Start: start, Instructions: in, Codes: []record.MedicationCode{{System: record.ATC, Code: "c" + w.word(), Display: w.word()}}})
		if err != nil {
			return err
		}
		if i%4 == 3 {
			end := start + 5
			r.Plan.End = &end
		}
		if _, err := tx.PutRegimen(ctx, r); err != nil {
			return err
		}
		for n := range 6 {
			e := record.DoseEvent{ID: fmt.Sprintf("dose%d.%d", i, n), Plan: id, Status: record.DoseTaken, TakenAt: record.Instant(w.r.IntN(3)), Zone: "UTC", LocalDay: start + record.Day(w.r.IntN(3)), RecordedBy: record.ByUser, Reason: w.word()}
			if n%2 == 0 {
				e.SlotDay, e.SlotName = e.LocalDay-record.Day(w.r.IntN(2)), "1/2"
				e.Dose = &record.Dose{Value: 1.0 / 3, Unit: w.word()}
			}
			if _, err := tx.AddDose(ctx, e); err != nil {
				return err
			}
			if n == 5 {
				if err := tx.RemoveDose(ctx, e.ID, By{Actor: w.word(), At: 3, Reason: w.word()}); err != nil {
					return err
				}
			}
		}
		if err := w.changePlan(ctx, tx, id, i, start); err != nil {
			return err
		}
	}
	if err := rewritePlan(ctx, tx); err != nil {
		return err
	}
	return w.writeGenotypes(ctx, tx)
}

// rewritePlan imports a plan, and then an order before the one that it was made of.
func rewritePlan(ctx context.Context, tx *Tx) error {
	r, err := record.Begin(record.Plan{ID: "imported", Name: "n", Start: 20010, Source: "fhir:x", Instructions: []record.Instruction{{DosesPerDay: 2, Text: "zwei"}}, CreatedAt: 7, ChangedAt: 7})
	if err != nil {
		return err
	}
	if _, err := tx.PutRegimen(ctx, r); err != nil {
		return err
	}
	dose := record.DoseEvent{ID: "imported.1", Plan: "imported", Status: record.DoseTaken, TakenAt: 5, Zone: "UTC", LocalDay: 20011, RecordedBy: record.ByImport}
	if _, err := tx.AddDose(ctx, dose); err != nil {
		return err
	}
	dose.Dose = &record.Dose{Value: 1.0 / 3, Unit: "mg"}
	if ok, err := tx.CorrectDose(ctx, dose, By{Actor: "import", At: 8}); err != nil || !ok {
		return fmt.Errorf("corrected %v: %w", ok, err)
	}
	end := record.Day(20010)
	r.Courses = append([]record.Course{{ID: "imported:earlier", Plan: "imported", Start: 20000, End: &end, ClosedBy: record.BySupersession, Instructions: r.Plan.Instructions}}, r.Courses...)
	r.Plan.Start, r.Plan.Name = 20000, "m"
	return tx.RewriteRegimen(ctx, r, By{Actor: "import", At: 9})
}

func (w *world) changePlan(ctx context.Context, tx *Tx, id string, i int, start record.Day) error {
	changes := []func(record.Regimen) (record.Regimen, error){
		func(r record.Regimen) (record.Regimen, error) { return r.Stop(start+3, start+4) },
		func(r record.Regimen) (record.Regimen, error) {
			if i%8 == 1 {
				return r.Void(start + 5)
			}
			in := []record.Instruction{{Times: []string{"08:00"}, Text: w.word()}}
			return r.Edit(record.PlanEdit{Instructions: &in}, start+4)
		},
		func(r record.Regimen) (record.Regimen, error) {
			if r, err := r.Stop(start+1, start+1); err == nil {
				return r.Resume(start + 30)
			}
			return r, nil
		},
	}
	if i%4 >= len(changes) {
		return nil
	}
	_, err := tx.ApplyTransition(ctx, id, 0, By{Actor: w.word(), At: record.Instant(i), Reason: w.word()}, changes[i%4])
	return err
}

func (w *world) writeGenotypes(ctx context.Context, tx *Tx) error {
	for i := range 3 {
		set := genotypeSet(fmt.Sprintf("set%d", i), 40, 30)
		set.Vendor, set.CreatedAt = w.word(), record.Instant(w.r.IntN(2))
		if err := tx.BeginGenotypes(ctx, set); err != nil {
			return err
		}
		var sites []record.Genotype
		for n := range 40 {
			g := openSite(n)
			if n < 30 {
				g = calledSite(n)
				g.Gene, g.Raw, g.Pos38 = w.word(), w.word(), int64(w.r.IntN(50))
			}
			sites = append(sites, g)
		}
		if err := tx.InsertGenotypes(ctx, set.ID, append(sites, sites[3])); err != nil {
			return err
		}
		if i == 2 {
			return tx.FailGenotypes(ctx, set.ID)
		}
		if _, err := tx.ActivateGenotypes(ctx, set); err != nil {
			return err
		}
	}
	return nil
}

var medicationWindows = func() []record.Window {
	from, to := record.Day(20010), record.Day(20030)
	return []record.Window{{}, {From: &from}, {To: &to}, {From: &from, To: &to}, {From: &from, To: &from}}
}()

func eachMedicationWindow(f func(context.Context, *PersonStore, record.Window, int) (any, error)) func(context.Context, *Store, *world) (any, error) {
	return each(func(ctx context.Context, p *PersonStore) (any, error) {
		var out []any
		for _, window := range medicationWindows {
			for _, limit := range []int{-1, 0, 3} {
				a, err := f(ctx, p, window, limit)
				if err != nil {
					return nil, err
				}
				out = append(out, a)
			}
		}
		return out, nil
	})
}

// saysPlan is a regimen with its words, which do not travel with its structure.
func saysPlan(r record.Regimen, err error) (any, error) {
	out := []any{r, record.InstructionTexts(r.Plan.Instructions)}
	for _, c := range r.Courses {
		out = append(out, record.InstructionTexts(c.Instructions))
	}
	return append(out, err == nil), nil
}

func init() {
	maps.Copy(asked, map[string]func(context.Context, *Store, *world) (any, error){
		"PersonStore.Plan": each(func(ctx context.Context, p *PersonStore) (any, error) { return saysPlan(p.Plan(ctx, "plan2")) }),
		"Tx.Plan":          eachTx(func(ctx context.Context, tx *Tx, _ *world) (any, error) { return saysPlan(tx.Plan(ctx, "plan5")) }),
		"Tx.Regimens":      eachTx(func(ctx context.Context, tx *Tx, _ *world) (any, error) { return tx.Regimens(ctx) }),
		"PersonStore.Plans": eachMedicationWindow(func(ctx context.Context, p *PersonStore, w record.Window, limit int) (any, error) {
			return p.Plans(ctx, w, 20020, limit)
		}),
		"PersonStore.Courses": eachMedicationWindow(func(ctx context.Context, p *PersonStore, w record.Window, limit int) (any, error) {
			return p.Courses(ctx, w, 20020, limit)
		}),
		"PersonStore.Doses": eachMedicationWindow(func(ctx context.Context, p *PersonStore, w record.Window, limit int) (any, error) {
			return p.Doses(ctx, w, limit)
		}),
		"PersonStore.PlanDoses": eachMedicationWindow(func(ctx context.Context, p *PersonStore, w record.Window, _ int) (any, error) {
			return p.PlanDoses(ctx, "plan3", w)
		}),
		"PersonStore.Overrides": each(func(ctx context.Context, p *PersonStore) (any, error) {
			plan, err := p.Overrides(ctx, OnPlan, "plan2")
			if err != nil {
				return nil, err
			}
			dose, err := p.Overrides(ctx, OnDose, "dose2.5")
			if err != nil {
				return nil, err
			}
			corrected, err := p.Overrides(ctx, OnDose, "imported.1")
			return []any{plan, dose, corrected}, err
		}),
		"PersonStore.GenotypeSets": each(func(ctx context.Context, p *PersonStore) (any, error) { return p.GenotypeSets(ctx) }),
		"PersonStore.ActiveGenotypes": each(func(ctx context.Context, p *PersonStore) (any, error) {
			s, ok, err := p.ActiveGenotypes(ctx)
			return []any{s, ok}, err
		}),
		"PersonStore.GenotypesByRSID": each(func(ctx context.Context, p *PersonStore) (any, error) {
			return p.GenotypesByRSID(ctx, []string{"rs0035", "rs0001", "rs0020", "none"})
		}),
		"PersonStore.GenotypesOfGene": each(func(ctx context.Context, p *PersonStore) (any, error) {
			out := map[string]any{}
			for _, word := range words {
				g, err := p.GenotypesOfGene(ctx, word, 5)
				if err != nil {
					return nil, err
				}
				out[word] = g
			}
			return out, nil
		}),
		"PersonStore.GenotypesIn": each(func(ctx context.Context, p *PersonStore) (any, error) {
			var out []any
			for _, build := range []record.Build{record.GRCh37, record.GRCh38, record.UnknownBuild, record.NCBI36} {
				for _, limit := range []int{-1, 4} {
					g, err := p.GenotypesIn(ctx, build, "10", 10, 2020, limit)
					if err != nil {
						return nil, err
					}
					out = append(out, g)
				}
			}
			return out, nil
		}),
	})
	written = append(written, "Tx.PutRegimen", "Tx.RewriteRegimen", "Tx.ApplyTransition", "Tx.AddDose", "Tx.CorrectDose", "Tx.RemoveDose", "Tx.BeginGenotypes", "Tx.InsertGenotypes", "Tx.ActivateGenotypes", "Tx.FailGenotypes")
}
