// Package gen writes exports of Apple Health of invented people, for tests and measurements: what real ones hold, in the
// proportions that a watch makes, and what makes them hard to read. The same options give the same bytes.
package gen

import (
	"archive/zip"
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
	"time"
	_ "time/tzdata" // the days on which clocks change
)

// Options are what an export holds.
type Options struct {
	Records int // at the top, without the other kinds
	Seed    uint64
	// Years is added to every year, as phones do whose calendar is not ours.
	Years int
	// Begin is the first day; zero is 2016-01-01.
	Begin time.Time
	// Phone is where the phone is at the export: it writes all dates with the offset of that place. nil writes the two halves
	// of the record with the offsets of the places where they were recorded.
	Phone *time.Location
}

// Tally is what an export holds, and what a reader has to find in it.
type Tally struct {
	Records, Correlations, Members, Workouts, Summaries, Unsupported int
	Duplicates                                                       int // records that stand twice at the top
	Drafts                                                           int
	Bytes                                                            int64
}

// Folder is the folder within an archive.
const Folder = "apple_health_export/"

// WriteArchive writes an export.zip whose export has a name of its own, beside the files that real ones have.
func WriteArchive(w io.Writer, name string, o Options) (Tally, error) {
	z := zip.NewWriter(w)
	others := []struct{ name, text string }{
		{Folder + "export_cda.xml", `<?xml version="1.0"?><ClinicalDocument xmlns="urn:hl7-org:v3"></ClinicalDocument>`},
		{Folder + "workout-routes/route_2026-03-04_8.15am.gpx", `<?xml version="1.0"?><gpx></gpx>`},
		{Folder + "electrocardiograms/ecg_2026-03-04.csv", "Name,Anna Example\n"},
	}
	for _, f := range others {
		e, err := z.Create(f.name)
		if err != nil {
			return Tally{}, err
		}
		if _, err := io.WriteString(e, f.text); err != nil {
			return Tally{}, err
		}
	}
	e, err := z.Create(Folder + name)
	if err != nil {
		return Tally{}, err
	}
	t, err := Write(e, o)
	if err != nil {
		return t, err
	}
	return t, z.Close()
}

const head = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE HealthData [
<!-- An internal subset, as exports have: "quotes", an apostrophe's quote, and > in a comment. -->
<!ELEMENT HealthData (ExportDate,Me,(Record|Correlation|Workout|ActivitySummary|ClinicalRecord)*)>
<!ATTLIST HealthData locale CDATA #REQUIRED>
<!ELEMENT Record ((MetadataEntry|HeartRateVariabilityMetadataList)*)>
<!ATTLIST Record type CDATA #REQUIRED unit CDATA #IMPLIED value CDATA #IMPLIED>
]>
<HealthData locale="en_US">
`

const (
	watch      = `Anna’s Apple&#160;Watch`
	phone      = `Anna &amp; Bob&apos;s &quot;iPhone&quot;`
	watchThing = `device="&lt;&lt;HKDevice: 0x28%07x&gt;, name:Apple Watch, manufacturer:Apple Inc., model:Watch, hardware:Watch6,2, software:9.1&gt;" `
)

type writer struct {
	*bufio.Writer
	rand  *rand.Rand
	years int
	tally Tally
	zones [2]*time.Location
	phone *time.Location
}

type counter struct {
	w io.Writer
	n int64
}

func (c *counter) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	c.n += int64(n)
	return n, err
}

// Write writes an export.
func Write(out io.Writer, o Options) (Tally, error) {
	c := &counter{w: out}
	w := &writer{Writer: bufio.NewWriterSize(c, 1<<20), rand: rand.New(rand.NewPCG(o.Seed, 6)), years: o.Years, phone: o.Phone}
	for i, name := range [...]string{"Europe/Berlin", "America/New_York"} {
		zone, err := time.LoadLocation(name)
		if err != nil {
			return Tally{}, err
		}
		w.zones[i] = zone
	}
	begin := o.Begin
	if begin.IsZero() {
		begin = time.Date(2016, 1, 1, 0, 0, 0, 0, time.UTC)
	}
	w.WriteString(head)
	end := begin.Add(time.Duration(o.Records) * step)
	fmt.Fprintf(w, " <ExportDate value=\"%s\"/>\n", w.date(end.Add(time.Hour), 0))
	w.WriteString(` <Me HKCharacteristicTypeIdentifierDateOfBirth="1971-02-03" HKCharacteristicTypeIdentifierBiologicalSex="HKBiologicalSexFemale"/>` + "\n")
	for i := range o.Records {
		// The person moves halfway through, and the phone writes each half with its own offset.
		w.record(i, begin.Add(time.Duration(i)*step), i*2/max(1, o.Records))
	}
	days := int(end.Sub(begin).Hours() / 24)
	for d := range days {
		w.day(d, begin.AddDate(0, 0, d))
	}
	w.WriteString("</HealthData>\n")
	err := w.Flush()
	w.tally.Bytes = c.n
	return w.tally, err
}

// step is how far apart records are.
const step = 150 * time.Second

func (w *writer) date(t time.Time, zone int) string {
	at := w.zones[zone]
	if w.phone != nil {
		at = w.phone
	}
	t = t.In(at)
	return fmt.Sprintf("%04d%s", t.Year()+w.years, t.Format("-01-02 15:04:05 -0700"))
}

func (w *writer) day(d int, at time.Time) {
	fmt.Fprintf(w, " <ActivitySummary dateComponents=\"%04d%s\" activeEnergyBurned=\"%d\" activeEnergyBurnedGoal=\"400\" activeEnergyBurnedUnit=\"Cal\" "+
		"appleMoveTime=\"0\" appleMoveTimeGoal=\"0\" appleExerciseTime=\"%d\" appleExerciseTimeGoal=\"30\" appleStandHours=\"%d\" appleStandHoursGoal=\"12\"/>\n",
		at.Year()+w.years, at.Format("-01-02"), 200+w.rand.IntN(500), w.rand.IntN(90), 5+w.rand.IntN(12))
	w.tally.Summaries++
	w.tally.Drafts += 3
	switch d % 14 {
	case 1:
		w.correlation(at.Add(7 * time.Hour))
	case 3:
		w.workout(at.Add(17 * time.Hour))
	case 5:
		fmt.Fprintf(w, " <ClinicalRecord type=\"Observation\" identifier=\"o-%d\" sourceName=\"Invented Clinic\" sourceURL=\"https://clinic.example/\" fhirVersion=\"4.0.1\" receivedDate=\"%s\" resourceFilePath=\"/clinical-records/Observation-%d.json\"/>\n", d, w.date(at, 0), d)
		w.tally.Unsupported++
	}
}

// correlation is a blood pressure, whose two records stand at the top as well.
func (w *writer) correlation(at time.Time) {
	made := fmt.Sprintf("creationDate=\"%s\" startDate=\"%s\" endDate=\"%[2]s\"", w.date(at.Add(time.Minute), 0), w.date(at, 0))
	record := func(indent, which string, value int) string {
		return fmt.Sprintf("%s<Record type=\"HKQuantityTypeIdentifierBloodPressure%s\" sourceName=\"Cuff\" sourceVersion=\"3\" unit=\"mmHg\" %s value=\"%d\">\n%[1]s <MetadataEntry key=\"HKWasUserEntered\" value=\"1\"/>\n%[1]s</Record>\n", indent, which, made, value)
	}
	high, low := 110+w.rand.IntN(30), 65+w.rand.IntN(25)
	w.WriteString(record(" ", "Systolic", high))
	w.WriteString(record(" ", "Diastolic", low))
	fmt.Fprintf(w, " <Correlation type=\"HKCorrelationTypeIdentifierBloodPressure\" sourceName=\"Cuff\" sourceVersion=\"3\" %s>\n  <MetadataEntry key=\"HKWasUserEntered\" value=\"1\"/>\n", made)
	w.WriteString(record("  ", "Systolic", high))
	w.WriteString(record("  ", "Diastolic", low))
	w.WriteString(" </Correlation>\n")
	w.tally.Records += 2
	w.tally.Correlations++
	w.tally.Members += 2
	w.tally.Drafts += 2
}

func (w *writer) workout(at time.Time) {
	start, end := w.date(at, 0), w.date(at.Add(40*time.Minute), 0)
	fmt.Fprintf(w, " <Workout workoutActivityType=\"HKWorkoutActivityTypeRunning\" duration=\"40.25\" durationUnit=\"min\" sourceName=\"%s\" sourceVersion=\"9.1\" creationDate=\"%s\" startDate=\"%s\" endDate=\"%[3]s\">\n", watch, end, start)
	fmt.Fprintf(w, "  <MetadataEntry key=\"HKTimeZone\" value=\"Europe/Berlin\"/>\n  <WorkoutEvent type=\"HKWorkoutEventTypePause\" date=\"%s\"/>\n", end)
	fmt.Fprintf(w, "  <WorkoutStatistics type=\"HKQuantityTypeIdentifierHeartRate\" startDate=\"%s\" endDate=\"%s\" average=\"141.5\" minimum=\"92\" maximum=\"171\" unit=\"count/min\"/>\n", start, end)
	fmt.Fprintf(w, "  <WorkoutStatistics type=\"HKQuantityTypeIdentifierDistanceWalkingRunning\" startDate=\"%s\" endDate=\"%s\" sum=\"7.2\" unit=\"km\"/>\n", start, end)
	w.WriteString("  <WorkoutRoute sourceName=\"x\"><FileReference path=\"/workout-routes/route.gpx\"/></WorkoutRoute>\n </Workout>\n")
	w.tally.Workouts++
	w.tally.Drafts += 5
}
