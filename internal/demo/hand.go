package demo

import (
	"strconv"
	"time"

	"github.com/seed-a76b335c/philint/internal/ingest"
	"github.com/seed-a76b335c/philint/internal/record"
)

// typed is a reading that a person took and wrote down.
func (p *Person) typed(name, value, unit string, at time.Time) ingest.Draft {
	return ingest.Draft{
		Kind: record.Measurement, Modality: record.Manual, SourceKind: record.FromManual, SourceClass: record.ByHand,
		Name: name, Value: value, Unit: unit, When: ingest.When{Start: at, Zone: p.Zone},
	}
}

// handNames are what each person calls what they measure.
type handNames struct{ weight, systolic, diastolic, glucose string }

var hands = map[string]handNames{
	"ilse": {weight: "Body weight", systolic: "Systolic blood pressure", diastolic: "Diastolic blood pressure"},
	"lan":  {weight: "体重", systolic: "收缩压", diastolic: "舒张压", glucose: "指尖血糖"},
}

// weights are in kilograms, on Mondays.
func (p *Person) weights(from, to int) []ingest.Draft {
	d := roll(p.key, "weight")
	var out []ingest.Draft
	for day := FirstDay; day <= LastDay; day++ {
		if day.Weekday() == time.Monday {
			out = append(out, p.typed(hands[p.key].weight, tenths(d.around(drift(day, from, to), 5)), "kg", p.at(day, 7, 15)))
		}
	}
	return out
}

// pressures are pairs, every so many days.
func (p *Person) pressures(every, systolic, diastolic int) []ingest.Draft {
	d := roll(p.key, "blood pressure")
	var out []ingest.Draft
	for day := FirstDay + 4; day <= LastDay; day += record.Day(every) {
		at := p.at(day, 7, 40)
		for _, r := range []struct {
			name  string
			value int
		}{{hands[p.key].systolic, d.around(systolic, 9)}, {hands[p.key].diastolic, d.around(diastolic, 6)}} {
			one := p.typed(r.name, strconv.Itoa(r.value), "mmHg", at)
			one.Panel, one.PanelID = "Blood pressure", "cuff "+day.String()
			out = append(out, one)
		}
	}
	return out
}

// glucoses are from a finger, before breakfast.
func (p *Person) glucoses() []ingest.Draft {
	d := roll(p.key, "glucose")
	var out []ingest.Draft
	for day := FirstDay + 1; day <= LastDay; day += 3 {
		one := p.typed(hands[p.key].glucose, tenths(d.around(drift(day, 71, 64), 8)), "mmol/L", p.at(day, 6, 50))
		one.Method = "血糖仪"
		out = append(out, one)
	}
	return out
}
