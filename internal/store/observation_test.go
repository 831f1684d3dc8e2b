package store

import (
	"context"
	"errors"
	"math"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store/engine"
)

var (
	ana = record.NewPersonID([10]byte{1})
	ben = record.NewPersonID([10]byte{2})
)

// filled sets every field of a struct to a value of its own, by reflection: a field that is added to the observation
// and not to the table fails the round trip.
func filled(v reflect.Value, n *int) {
	for i := range v.NumField() {
		f := v.Field(i)
		*n++
		switch f.Kind() {
		case reflect.String:
			f.SetString("käse\x01 ' ? 中文 " + string(rune('a'+*n%26)))
		case reflect.Int32, reflect.Int64:
			f.SetInt(int64(*n))
		case reflect.Float64:
			f.SetFloat(float64(*n) + 0.1)
		case reflect.Bool:
			f.SetBool(true)
		case reflect.Array:
			for j := range f.Len() {
				f.Index(j).SetUint(uint64(*n))
			}
		case reflect.Pointer:
			x := float64(*n) / 3
			f.Set(reflect.ValueOf(&x))
		case reflect.Struct:
			filled(f, n)
		default:
			panic("a field of a kind that the table does not know: " + f.Kind().String())
		}
	}
}

func fullObservation() record.Observation {
	var o record.Observation
	n := 0
	filled(reflect.ValueOf(&o).Elem(), &n)
	o.Person, o.Status, o.Coding.Series, o.LocalDay = ana, record.Final, "s", 20000
	return o
}

func TestAnObservationComesBackAsItWent(t *testing.T) {
	engines(t, func(t *testing.T, s *Store) {
		ctx := context.Background()
		full := fullObservation()
		empty := record.Observation{Person: ana, Status: record.Final, ID: record.ObsID{9}, Coding: record.Coding{Series: "s"}, LocalDay: 20001}
		odd := empty
		odd.ID, odd.LocalDay, odd.Number, odd.HasNumber = record.ObsID{10}, 20002, math.SmallestNonzeroFloat64, true
		odd.Start, odd.End = math.MinInt64, math.MaxInt64
		in := []record.Observation{full, empty, odd}
		err := s.Person(ana).Write(ctx, func(tx *Tx) error {
			added, err := tx.InsertObservations(ctx, append(in, full))
			if !reflect.DeepEqual(added, []bool{true, true, true, false}) {
				t.Errorf("added %v", added)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		got, err := s.Person(ana).Page(ctx, record.ObsID{}, -1)
		if err != nil || len(got) != 3 {
			t.Fatalf("%d rows, %v", len(got), err)
		}
		for i, want := range []record.Observation{odd, empty, full} {
			at := slices.IndexFunc(got, func(r Reading) bool { return r.ID == want.ID })
			if at < 0 || !reflect.DeepEqual(got[at].Observation, want) {
				t.Errorf("row %d: got %+v, want %+v", i, got, want)
			}
		}
		if other, err := s.Person(ben).Page(ctx, record.ObsID{}, -1); err != nil || len(other) != 0 {
			t.Errorf("another person sees %d rows, %v", len(other), err)
		}
	})
}

func TestNobodyWritesIntoAnotherPersonsRecord(t *testing.T) {
	engines(t, func(t *testing.T, s *Store) {
		err := s.Person(ben).Write(context.Background(), func(tx *Tx) error {
			_, err := tx.InsertObservations(context.Background(), []record.Observation{fullObservation()})
			return err
		})
		var e *engine.Error
		if !errors.As(err, &e) || e.Kind != engine.Constraint {
			t.Errorf("err = %v", err)
		}
	})
}

// Many rows go into a store on another way than few.
func TestManyRowsSayWhichWereAdded(t *testing.T) {
	engines(t, func(t *testing.T, s *Store) {
		ctx := context.Background()
		rows := make([]record.Observation, 0, 7003)
		for n := range 7000 {
			o := benchReading(n)
			o.Name, o.Value = words[n%len(words)], strings.Repeat("ä", n%50)
			if n%3 == 0 {
				o.HasNumber, o.RefLow, o.Coding.HasCanonical = false, nil, false
				o.Number, o.Coding.Canonical = 0, 0
			}
			rows = append(rows, o)
		}
		again := rows[10]
		again.Value = "another"
		rows = append(rows, again, rows[6999], benchReading(7000))
		write := func(rows []record.Observation) (added []bool, err error) {
			err = s.Person(ana).Write(ctx, func(tx *Tx) error { added, err = tx.InsertObservations(ctx, rows); return err })
			return added, err
		}
		if added, err := write(rows[:300:300]); err != nil || slices.Contains(added, false) {
			t.Fatalf("the first: %v", err)
		}
		added, err := write(rows)
		if err != nil {
			t.Fatal(err)
		}
		for i, a := range added {
			if want := i >= 300 && i != 7000 && i != 7001; a != want {
				t.Fatalf("row %d: added %v", i, a)
			}
		}
		if added, err = write(rows); err != nil || slices.Contains(added, true) {
			t.Fatalf("again: %v", err)
		}
		got, err := s.Person(ana).Page(ctx, record.ObsID{}, -1)
		if err != nil || len(got) != 7001 {
			t.Fatalf("%d rows, %v", len(got), err)
		}
		byID := map[record.ObsID]Reading{}
		for _, r := range got {
			byID[r.ID] = r
		}
		for i := range rows[:7000] {
			if !reflect.DeepEqual(byID[rows[i].ID].Observation, rows[i]) {
				t.Fatalf("row %d comes back as another", i)
			}
		}
		if agree, err := s.Person(ana).SeriesNamesAgree(ctx); err != nil || !agree {
			t.Errorf("the names agree: %v, %v", agree, err)
		}
		bad := slices.Clone(rows)
		for i := range bad {
			bad[i].ID[15] ^= 0xff
		}
		bad[4000].Comment = "a\x00b"
		_, err = write(bad)
		kindIs(t, "a text that cannot be stored", err, engine.BadText)
		if got, err := s.Person(ana).Page(ctx, record.ObsID{}, -1); err != nil || len(got) != 7001 {
			t.Errorf("%d rows afterwards, %v", len(got), err)
		}
	})
}

// Both find that none of the rows is there yet; the second is run again and finds them all.
func TestTwoWhoStoreTheSameManyRowsStoreThemOnce(t *testing.T) {
	engines(t, func(t *testing.T, s *Store) {
		ctx := context.Background()
		var rows []record.Observation
		for n := range 2000 {
			rows = append(rows, benchReading(n))
		}
		var all sync.WaitGroup
		var sum atomic.Int64
		for range 4 {
			all.Go(func() {
				var added []bool
				err := s.Person(ana).Write(ctx, func(tx *Tx) error {
					var err error
					added, err = tx.InsertObservations(ctx, rows)
					return err
				})
				if err != nil {
					t.Error(err)
				}
				for _, a := range added {
					if a {
						sum.Add(1)
					}
				}
			})
		}
		all.Wait()
		if sum.Load() != 2000 {
			t.Errorf("%d rows are said to be added", sum.Load())
		}
		if agree, err := s.Person(ana).SeriesNamesAgree(ctx); err != nil || !agree {
			t.Errorf("the names agree: %v, %v", agree, err)
		}
	})
}
