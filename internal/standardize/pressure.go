package standardize

import (
	"encoding/json"
	"strings"

	"github.com/seed-a76b335c/philint/internal/fhir"
	"github.com/seed-a76b335c/philint/internal/terminology"
	"github.com/seed-a76b335c/philint/internal/terminology/units"
)

// The blood pressure panel and its two members, as FHIR's own profile of blood pressure has them.
const (
	bloodPressure = "85354-9"
	systolic      = "8480-6"
	diastolic     = "8462-4"
)

// pressures are the two values of a blood pressure that is printed as one, 120/80; nil for anything else. The words
// stay with the whole, each value gets the code that it has alone.
func (s *Standardizer) pressures(r terminology.Reading, in Reading) []fhir.Component {
	if r.Code != bloodPressure || r.Value.Kind != units.Pair || r.TwoUnits {
		return nil
	}
	unit := strings.TrimSpace(in.Unit)
	if unit == "" {
		unit = r.Value.Unit
	}
	var out []fhir.Component
	for _, part := range []struct {
		code   string
		number float64
	}{{systolic, r.Value.Number}, {diastolic, r.Value.Second}} {
		row, ok := s.set.Row(part.code)
		if !ok {
			return nil
		}
		q := &fhir.Quantity{Value: json.Number(decimal(part.number, "")), Unit: unit}
		if r.UnitRecognized {
			q.System, q.Code = fhir.SystemUCUM, r.UnitUCUM
		}
		out = append(out, fhir.Component{
			Code:          fhir.CodeableConcept{Coding: []fhir.Coding{{System: fhir.SystemLOINC, Code: part.code, Display: row.LongName}}},
			ValueQuantity: q,
		})
	}
	return out
}
