package csvtable

import (
	"context"
	"testing"
	"time"

	"github.com/seed-a76b335c/philint/internal/ingest"
	"github.com/seed-a76b335c/philint/internal/record"
)

func TestWhatATableYieldsPassesTheGatesAsTheNumberThatWasMeant(t *testing.T) {
	zone, err := record.ParseZone("Asia/Shanghai", time.LoadLocation)
	if err != nil {
		t.Fatal(err)
	}
	now := record.InstantOf(time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC))
	numbers := map[string]float64{"Glukose": 5.4, "Thrombozyten": 250_000, "CRP": 0.5, "Hämoglobin": 13.8, "甘油三酯": 2.31}
	for _, c := range tables {
		for d, err := range open(t, c.text, Options{}).Drafts(context.Background()) {
			if err != nil {
				continue
			}
			o, reason := ingest.Gate(d, ingest.Person{ID: "p-test", Zone: zone}, now)
			if reason != "" {
				t.Errorf("%s: %s is refused: %s", c.name, d.Name, reason)
			}
			if want, ok := numbers[d.Name]; ok && c.name != "one date a column" && (!o.HasNumber || o.Number != want) {
				t.Errorf("%s: %s is %v, want %v", c.name, d.Name, o.Number, want)
			}
		}
	}
}
