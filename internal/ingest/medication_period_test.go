package ingest

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/seed-a76b335c/philint/internal/record"
)

// TestPeriodsInAnyOrderAreOnePlan lays random periods: the courses hold, their order does not matter, a day is covered
// where a period covers it, and laying what was laid changes nothing.
func TestPeriodsInAnyOrderAreOnePlan(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	plan := record.Plan{ID: "p", Name: "n"}
	for range 3000 {
		var periods []period
		for i := range 1 + random.IntN(6) {
			p := period{order: fmt.Sprint("fhir:x|", i), start: record.Day(1000 + random.IntN(30)), instructions: []record.Instruction{{DosesPerDay: 1 + i}}}
			if random.IntN(3) > 0 {
				end := p.start + record.Day(random.IntN(20))
				p.end, p.stopped = &end, random.IntN(2) == 0
			}
			periods = append(periods, p)
		}
		r := lay(plan, append([]period(nil), periods...))
		if err := r.Check(); err != nil {
			t.Fatalf("%v\n%+v", err, r)
		}
		random.Shuffle(len(periods), func(i, j int) { periods[i], periods[j] = periods[j], periods[i] })
		if other := lay(plan, append([]period(nil), periods...)); !reflect.DeepEqual(r, other) {
			t.Fatalf("in another order:\n%+v\n%+v", r, other)
		}
		orders := map[string]bool{}
		for _, c := range r.Courses {
			orders[c.OrderID] = true
		}
		if len(orders) != len(periods) {
			t.Fatalf("%d orders, courses of %d", len(periods), len(orders))
		}
		for day := record.Day(995); day < 1060; day++ {
			said, kept := false, false
			for i := range periods {
				said = said || periods[i].start <= day && (periods[i].end == nil || *periods[i].end >= day)
			}
			for _, c := range r.Courses {
				end := c.End
				if end == nil {
					end = r.Plan.End
				}
				kept = kept || c.Start <= day && (end == nil || *end >= day)
			}
			if said != kept {
				t.Fatalf("day %d: said %t, kept %t\n%+v\n%+v", day, said, kept, periods, r)
			}
		}
		if again := lay(r.Plan, periodsOf(&r)); !reflect.DeepEqual(r, again) {
			t.Fatalf("laid again:\n%+v\n%+v", r, again)
		}
	}
}
