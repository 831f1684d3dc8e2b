package gen

import (
	"fmt"
	"time"
)

// kind is a sort of record and how often it comes.
type kind struct {
	weight int
	write  func(w *writer, at time.Time, zone int)
}

// kinds are in the proportions that a watch that is worn day and night makes.
var kinds = []kind{
	{32, func(w *writer, at time.Time, zone int) {
		w.open("HKQuantityTypeIdentifierHeartRate", watch, "count/min", at, 0, zone)
		fmt.Fprintf(w, "value=\"%d\">\n  <MetadataEntry key=\"HKMetadataKeyHeartRateMotionContext\" value=\"%d\"/>\n </Record>\n", 50+w.rand.IntN(90), w.rand.IntN(3))
	}},
	{24, func(w *writer, at time.Time, zone int) {
		w.open("HKQuantityTypeIdentifierActiveEnergyBurned", watch, "Cal", at, step, zone)
		fmt.Fprintf(w, "value=\"%.3f\"/>\n", w.rand.Float64()*9)
	}},
	{14, func(w *writer, at time.Time, zone int) {
		w.open("HKQuantityTypeIdentifierBasalEnergyBurned", watch, "Cal", at, step, zone)
		fmt.Fprintf(w, "value=\"%.3f\"/>\n", 2+w.rand.Float64())
	}},
	{8, func(w *writer, at time.Time, zone int) {
		w.open("HKQuantityTypeIdentifierStepCount", watch, "count", at, step, zone)
		fmt.Fprintf(w, "value=\"%d\"/>\n", w.rand.IntN(400))
	}},
	{6, func(w *writer, at time.Time, zone int) { // the phone in the pocket counts the same steps
		w.open("HKQuantityTypeIdentifierStepCount", phone, "count", at.Add(-step/3), step, zone)
		fmt.Fprintf(w, "value=\"%d\"/>\n", w.rand.IntN(400))
	}},
	{8, func(w *writer, at time.Time, zone int) {
		w.open("HKQuantityTypeIdentifierDistanceWalkingRunning", phone, "km", at, step, zone)
		fmt.Fprintf(w, "value=\"%.5f\"/>\n", w.rand.Float64()/3)
	}},
	{2, func(w *writer, at time.Time, zone int) {
		w.open("HKQuantityTypeIdentifierOxygenSaturation", watch, "%", at, 0, zone)
		fmt.Fprintf(w, "value=\"%.2f\">\n  <MetadataEntry key=\"HKTimeZone\" value=\"%s\"/>\n </Record>\n", 0.93+w.rand.Float64()/15, w.zones[zone])
	}},
	{3, func(w *writer, at time.Time, zone int) {
		stages := [...]string{"InBed", "AsleepCore", "AsleepDeep", "AsleepREM", "Awake"}
		w.open("HKCategoryTypeIdentifierSleepAnalysis", watch, "", at, step, zone)
		fmt.Fprintf(w, "value=\"HKCategoryValueSleepAnalysis%s\">\n  <MetadataEntry key=\"HKTimeZone\" value=\"%s\"/>\n </Record>\n", stages[w.rand.IntN(len(stages))], w.zones[zone])
	}},
	{1, func(w *writer, at time.Time, zone int) {
		w.open("HKCategoryTypeIdentifierAppleStandHour", watch, "", at.Truncate(time.Hour), time.Hour, zone)
		w.WriteString("value=\"HKCategoryValueAppleStandHourStood\"/>\n")
	}},
	{1, func(w *writer, at time.Time, zone int) { // the same record twice, as a broken sync leaves it
		line := func() {
			w.open("HKQuantityTypeIdentifierBodyMass", "Scale &lt;3", "kg", at, 0, zone)
			w.WriteString("value=\"70.4\"/>\n")
		}
		line()
		line()
		w.tally.Records++
		w.tally.Duplicates++
		w.tally.Drafts++
	}},
	{1, func(w *writer, at time.Time, zone int) {
		w.open("HKQuantityTypeIdentifierHeartRateVariabilitySDNN", watch, "ms", at, time.Minute, zone)
		fmt.Fprintf(w, "value=\"%.3f\">\n  <HeartRateVariabilityMetadataList>\n", 20+w.rand.Float64()*60)
		for i := range 6 {
			fmt.Fprintf(w, "   <InstantaneousBeatsPerMinute bpm=\"%d\" time=\"8:15:0%d,20 AM\"/>\n", 60+w.rand.IntN(20), i)
		}
		w.WriteString("  </HeartRateVariabilityMetadataList>\n </Record>\n")
	}},
}

// record writes one record, and counts it.
func (w *writer) record(_ int, at time.Time, zone int) {
	w.tally.Records++
	w.tally.Drafts++
	n := w.rand.IntN(100)
	for _, k := range kinds {
		if n < k.weight {
			k.write(w, at, zone)
			return
		}
		n -= k.weight
	}
	kinds[0].write(w, at, zone)
}

// open writes a record up to its value. Every record is a second late into the phone.
func (w *writer) open(id, source, unit string, at time.Time, length time.Duration, zone int) {
	fmt.Fprintf(w, " <Record type=\"%s\" sourceName=\"%s\" sourceVersion=\"9.1\" ", id, source)
	if source == watch {
		fmt.Fprintf(w, watchThing, w.rand.IntN(1<<28))
	}
	if unit != "" {
		fmt.Fprintf(w, "unit=\"%s\" ", unit)
	}
	fmt.Fprintf(w, "creationDate=\"%s\" startDate=\"%s\" endDate=\"%s\" ", w.date(at.Add(length+time.Second), zone), w.date(at, zone), w.date(at.Add(length), zone))
}
