package store

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/seed-a76b335c/philint/internal/store/engine"
)

func TestManyOpenANewStoreAtOnce(t *testing.T) {
	for _, name := range []string{"sqlite", "postgres"} {
		t.Run(name, func(t *testing.T) {
			where := freshPlace(t, name)
			var all sync.WaitGroup
			for n := range 6 {
				all.Go(func() {
					s, err := reopen(name, where)
					if err != nil {
						t.Error(err)
						return
					}
					defer s.Close()
					if err := writeBatch(s, n); err != nil {
						t.Error(err)
					}
				})
			}
			all.Wait()
			s, err := reopen(name, where)
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			whole(t, s, 5)
		})
	}
}

func TestAStoreOpensWhileSomebodyWrites(t *testing.T) {
	for _, name := range []string{"sqlite", "postgres"} {
		t.Run(name, func(t *testing.T) {
			where := freshPlace(t, name)
			s, err := reopen(name, where)
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			ctx := context.Background()
			err = s.Person(ana).Write(ctx, func(tx *Tx) error {
				if err := tx.Touch(ctx, []Cell{{Series: "s", Day: 1}}); err != nil {
					return err
				}
				began := time.Now()
				other, err := reopen(name, where)
				if err != nil {
					return err
				}
				defer other.Close()
				if _, err := other.Persons(ctx); err != nil {
					return err
				}
				if took := time.Since(began); took > 5*time.Second {
					t.Errorf("it waited %v", took)
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
		})
	}
}

func TestASchemaThatIsNotOursIsRefused(t *testing.T) {
	for what, sql := range map[string]string{
		"a newer one":  "INSERT INTO schema_migration (version, digest, applied_at) VALUES (99, 'x', 0)",
		"another text": "UPDATE schema_migration SET digest = 'x'",
	} {
		for _, name := range []string{"sqlite", "postgres"} {
			t.Run(what+" on "+name, func(t *testing.T) {
				where := freshPlace(t, name)
				s, err := reopen(name, where)
				if err != nil {
					t.Fatal(err)
				}
				err = s.db.Write(context.Background(), "", func(tx engine.Tx) error {
					_, err := tx.Exec(context.Background(), sql)
					return err
				})
				_ = s.Close()
				if err != nil {
					t.Fatal(err)
				}
				_, err = reopen(name, where)
				kindIs(t, what, err, engine.Foreign)
			})
		}
	}
}
