package store

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store/engine"
)

func genotypeSet(id string, total, called int64) record.GenotypeSet {
	return record.GenotypeSet{
		ID: id, Status: record.GenotypeLoading, Format: "genotype", Vendor: "v", DeclaredBuild: record.GRCh37, DetectedBuild: record.GRCh37,
		RowsTotal: total, RowsCalled: called, Sex: record.InferredFemale, CreatedAt: 5,
	}
}

func calledSite(i int) record.Genotype {
	return record.Genotype{
		RSID: fmt.Sprintf("rs%04d", i), RSIDRaw: fmt.Sprintf("rs%d", i), Chrom: "10", PositionRaw: int64(1000 + i), Pos37: int64(2000 + i), Pos38: int64(3000 + i),
		Ref: "G", Alt: "A", Gene: "CYP2C19", Raw: "AG", GT: "0/1", Status: record.Called, Zygosity: record.Heterozygous, StrandCheck: record.StrandPlus,
	}
}

func openSite(i int) record.Genotype {
	return record.Genotype{RSID: fmt.Sprintf("rs%04d", i), Chrom: "MT", PositionRaw: int64(i), Raw: "--", Status: record.NoCall}
}

func load(t testing.TB, p *PersonStore, set record.GenotypeSet, sites ...record.Genotype) {
	t.Helper()
	ctx := context.Background()
	write(t, p, func(tx *Tx) error { return tx.BeginGenotypes(ctx, set) })
	write(t, p, func(tx *Tx) error { return tx.InsertGenotypes(ctx, set.ID, sites) })
}

func activate(p *PersonStore, set record.GenotypeSet) error {
	return p.Write(context.Background(), func(tx *Tx) error {
		_, err := tx.ActivateGenotypes(context.Background(), set)
		return err
	})
}

func TestAGenotypeSetAndItsSitesComeBackAsTheyWent(t *testing.T) {
	engines(t, func(t *testing.T, s *Store) {
		ctx := context.Background()
		set, site := full[record.GenotypeSet](), full[record.Genotype]()
		set.Status = record.GenotypeActive
		bare := record.Genotype{RSID: "!"}
		write(t, s.Person(ana), func(tx *Tx) error {
			if err := tx.putGenotypeSet(ctx, &set); err != nil {
				return err
			}
			if err := tx.insertGenotypes(ctx, set.ID, []record.Genotype{site, bare, site}); err != nil {
				return err
			}
			other := set
			other.ID, other.Status = "loading", record.GenotypeLoading
			if err := tx.putGenotypeSet(ctx, &other); err != nil {
				return err
			}
			return tx.insertGenotypes(ctx, "loading", []record.Genotype{site})
		})
		if got, ok, err := s.Person(ana).ActiveGenotypes(ctx); err != nil || !ok || !reflect.DeepEqual(got, set) {
			t.Errorf("got %+v, %v, want %+v", got, err, set)
		}
		got, err := s.Person(ana).GenotypesByRSID(ctx, []string{site.RSID, "!", "none"})
		if err != nil || !reflect.DeepEqual(got, []record.Genotype{bare, site}) {
			t.Errorf("got %+v, %v", got, err)
		}
	})
}

func TestOneSetIsActiveAndOnlyItIsAsked(t *testing.T) {
	engines(t, func(t *testing.T, s *Store) {
		ctx := context.Background()
		p := s.Person(ana)
		load(t, p, genotypeSet("a", 2, 1), calledSite(1), openSite(2))
		asked := func(want string) {
			t.Helper()
			for name, ask := range map[string]func() ([]record.Genotype, error){
				"by name":   func() ([]record.Genotype, error) { return p.GenotypesByRSID(ctx, []string{"rs0001", "rs0003"}) },
				"by gene":   func() ([]record.Genotype, error) { return p.GenotypesOfGene(ctx, "CYP2C19", -1) },
				"on GRCh37": func() ([]record.Genotype, error) { return p.GenotypesIn(ctx, record.GRCh37, "10", 2001, 2003, -1) },
				"on GRCh38": func() ([]record.Genotype, error) { return p.GenotypesIn(ctx, record.GRCh38, "10", 3001, 3003, 5) },
				"as filed":  func() ([]record.Genotype, error) { return p.GenotypesIn(ctx, record.UnknownBuild, "10", 1001, 1003, 5) },
			} {
				got, err := ask()
				ids := ""
				for _, g := range got {
					ids += g.RSID
				}
				if err != nil || ids != want {
					t.Errorf("%s: %q, %v, want %q", name, ids, err, want)
				}
			}
		}
		asked("") // loading
		if err := activate(p, genotypeSet("a", 3, 1)); err == nil {
			t.Error("a set whose rows are not all there is active")
		}
		asked("")
		if err := activate(p, genotypeSet("a", 2, 1)); err != nil {
			t.Fatal(err)
		}
		asked("rs0001")
		load(t, p, genotypeSet("b", 1, 1), calledSite(3))
		asked("rs0001")
		if err := activate(p, genotypeSet("b", 1, 1)); err != nil {
			t.Fatal(err)
		}
		asked("rs0003")
		load(t, p, genotypeSet("c", 1, 1), calledSite(1))
		write(t, p, func(tx *Tx) error { return tx.FailGenotypes(ctx, "c") })
		asked("rs0003")
		for _, id := range []string{"a", "b", "c"} {
			if err := activate(p, genotypeSet(id, 1, 1)); !errors.Is(err, ErrGenotypesLoaded) {
				t.Errorf("%s comes back: %v", id, err)
			}
			if err := p.Write(ctx, func(tx *Tx) error { return tx.InsertGenotypes(ctx, id, []record.Genotype{calledSite(1)}) }); !errors.Is(err, ErrGenotypesLoaded) {
				t.Errorf("%s grows: %v", id, err)
			}
		}
		if err := activate(p, genotypeSet("none", 1, 1)); !errors.Is(err, ErrNoGenotypes) {
			t.Errorf("%v", err)
		}
		sets, err := p.GenotypeSets(ctx)
		status := map[string]record.GenotypeStatus{}
		for _, g := range sets {
			status[g.ID] = g.Status
		}
		if want := map[string]record.GenotypeStatus{"a": record.GenotypeSuperseded, "b": record.GenotypeActive, "c": record.GenotypeFailed}; err != nil || !reflect.DeepEqual(status, want) {
			t.Errorf("%v, %v", status, err)
		}
		p = s.Person(ben)
		asked("")
		if _, ok, err := p.ActiveGenotypes(ctx); ok || err != nil {
			t.Errorf("another person has a set: %v", err)
		}
		if sets, err := p.GenotypeSets(ctx); err != nil || len(sets) != 0 {
			t.Errorf("another person has sets: %v, %v", sets, err)
		}
	})
}

func TestALoadThatDidNotEndBeginsAgain(t *testing.T) {
	engines(t, func(t *testing.T, s *Store) {
		ctx := context.Background()
		p := s.Person(ana)
		load(t, p, genotypeSet("a", 0, 0), calledSite(1), calledSite(2), calledSite(3))
		load(t, p, genotypeSet("a", 0, 0), calledSite(1))
		if err := activate(p, genotypeSet("a", 1, 1)); err != nil {
			t.Fatal(err)
		}
		if err := p.Write(ctx, func(tx *Tx) error { return tx.BeginGenotypes(ctx, genotypeSet("a", 0, 0)) }); !errors.Is(err, ErrGenotypesLoaded) {
			t.Errorf("an active set begins again: %v", err)
		}
		bad := calledSite(9)
		bad.Zygosity = record.Homozygous
		load(t, p, genotypeSet("b", 0, 0))
		var refused *record.GenotypeError
		if err := p.Write(ctx, func(tx *Tx) error { return tx.InsertGenotypes(ctx, "b", []record.Genotype{bad}) }); !errors.As(err, &refused) {
			t.Errorf("a site that does not hold: %v", err)
		}
		if err := activate(p, genotypeSet("b", 0, 0)); !errors.As(err, &refused) || refused.Kind != record.GenotypeEmpty {
			t.Errorf("an empty set: %v", err)
		}
		if _, err := p.GenotypesByRSID(ctx, make([]string, 501)); !errors.Is(err, ErrManyGenotypeKeys) {
			t.Errorf("%v", err)
		}
		if got, err := p.GenotypesByRSID(ctx, nil); err != nil || got != nil {
			t.Errorf("%v, %v", got, err)
		}
		if got, err := p.GenotypesIn(ctx, record.NCBI36, "10", 0, 1<<40, -1); err != nil || got != nil {
			t.Errorf("positions of an older build: %v, %v", got, err)
		}
	})
}

func TestSetsThatAreActivatedAtOnceLeaveOneActive(t *testing.T) {
	engines(t, func(t *testing.T, s *Store) {
		ctx := context.Background()
		p := s.Person(ana)
		const n = 6
		for i := range n {
			load(t, p, genotypeSet(fmt.Sprint(i), 1, 1), calledSite(i))
		}
		var wait sync.WaitGroup
		for i := range n {
			wait.Go(func() {
				if err := activate(p, genotypeSet(fmt.Sprint(i), 1, 1)); err != nil {
					t.Error(err)
				}
			})
		}
		wait.Wait()
		sets, err := p.GenotypeSets(ctx)
		active := 0
		for _, g := range sets {
			if g.Status == record.GenotypeActive {
				active++
			} else if g.Status != record.GenotypeSuperseded {
				t.Errorf("%+v", g)
			}
		}
		if err != nil || active != 1 || len(sets) != n {
			t.Errorf("%d of %d are active, %v", active, len(sets), err)
		}
	})
}

// TestQuestionsUseTheirIndexes asks SQLite for its plans: a set has up to millions of sites.
func TestQuestionsUseTheirIndexes(t *testing.T) {
	ctx := context.Background()
	s, err := OpenSQLite(ctx, filepath.Join(t.TempDir(), "s.db"), "")
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	plans := map[string][]string{}
	spied := &PersonStore{db: explaining{DB: s.db, plans: plans}, id: ana}
	if _, err := spied.Doses(ctx, record.LastDays(20000, 30), 200); err != nil || !strings.Contains(fmt.Sprint(plans), "dose_event_day (person_id=? AND local_day>?") {
		t.Errorf("doses of a window: %v, %v", plans, err)
	}
	for index, ask := range map[string]func() ([]record.Genotype, error){
		"PRIMARY KEY (person_id=? AND set_id=? AND rsid=?)": func() ([]record.Genotype, error) { return spied.GenotypesByRSID(ctx, []string{"rs1", "rs2"}) },
		"genotype_gene": func() ([]record.Genotype, error) { return spied.GenotypesOfGene(ctx, "CYP2C19", 7) },
		"genotype_37":   func() ([]record.Genotype, error) { return spied.GenotypesIn(ctx, record.GRCh37, "1", 2, 3, 7) },
		"genotype_38":   func() ([]record.Genotype, error) { return spied.GenotypesIn(ctx, record.GRCh38, "1", 2, 3, 7) },
		"genotype_raw":  func() ([]record.Genotype, error) { return spied.GenotypesIn(ctx, record.UnknownBuild, "1", 2, 3, 7) },
	} {
		clear(plans)
		if _, err := ask(); err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(plans); !strings.Contains(got, index) {
			t.Errorf("without %s: %s", index, got)
		}
	}
}

// explaining answers every question with nothing and keeps the engine's plan for it.
type explaining struct {
	engine.DB
	plans map[string][]string
}

func (e explaining) Read(ctx context.Context, person string, fn func(engine.Tx) error) error {
	return e.DB.Read(ctx, person, func(tx engine.Tx) error { return fn(explainingTx{tx, e.plans}) })
}

type explainingTx struct {
	engine.Tx
	plans map[string][]string
}

func (e explainingTx) Query(ctx context.Context, sql string, args ...any) (engine.Rows, error) {
	rows, err := e.Tx.Query(ctx, "EXPLAIN QUERY PLAN "+sql, args...)
	if err != nil {
		return nil, err
	}
	for rows.Next() {
		var id, parent, unused int64
		var detail string
		if err := rows.Scan(&id, &parent, &unused, &detail); err != nil {
			return nil, err
		}
		e.plans[sql] = append(e.plans[sql], detail)
	}
	return rows, nil
}
