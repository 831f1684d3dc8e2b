package store

import (
	"context"
	"errors"
	"math"
	"reflect"
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
		got, err := s.Person(ana).Window(ctx, "s", record.Window{}, -1)
		if err != nil || len(got) != 3 {
			t.Fatalf("%d rows, %v", len(got), err)
		}
		for i, want := range []record.Observation{odd, empty, full} {
			if !reflect.DeepEqual(got[i].Observation, want) {
				t.Errorf("row %d: got %+v, want %+v", i, got[i].Observation, want)
			}
		}
		if other, err := s.Person(ben).Window(ctx, "s", record.Window{}, -1); err != nil || len(other) != 0 {
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
