package answers

import (
	"fmt"
	"testing"
)

// answersToRender are a large answer of single readings, and the largest of a trend: twelve series of 92 points.
func answersToRender() map[string]Envelope {
	readings := make([]ReadingRow, 600)
	for i := range readings {
		r := glucose(fmt.Sprintf("2026-03-%02d 08:%02d:00", i%28+1, i%60), fmt.Sprint(float64(i)/8), "march-checkup.pdf")
		r.Series, r.Indicator, r.Ref = fmt.Sprint(i/50), fmt.Sprintf("Glucose %d", i/50), "3.9-5.6"
		readings[i] = r
	}
	points := make([]BucketRow, 12*92)
	for i := range points {
		avg, least, most := float64(i)/7, float64(i)/9, float64(i)/5
		points[i] = BucketRow{
			Identity: Identity{Indicator: fmt.Sprintf("Indicator %d", i/92), System: "http://loinc.org", Code: fmt.Sprint(i / 92)},
			Period:   fmt.Sprintf("2026-%02d-%02d", i/28%12+1, i%28+1), Avg: &avg, Min: &least, Max: &most, N: 1, Unit: "mmol/L", DayKnown: true, Provenance: Measured,
		}
	}
	return map[string]Envelope{
		"600 readings": {Status: OK, Data: readingRows(readings), Meta: Meta{TZ: "UTC", View: Raw, RowCount: 600}},
		"1104 points":  {Status: OK, Data: bucketRows(points), Meta: Meta{TZ: "UTC", View: Day, RowCount: 1104}},
	}
}

func BenchmarkRender(b *testing.B) {
	for name, e := range answersToRender() {
		b.Run("compact "+name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				b.SetBytes(int64(len(Compact(e))))
			}
		})
		b.Run("rest "+name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				out, err := REST(e)
				if err != nil {
					b.Fatal(err)
				}
				b.SetBytes(int64(len(out)))
			}
		})
	}
}
