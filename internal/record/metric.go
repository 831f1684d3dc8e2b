package record

import (
	"slices"
	"strings"
	"sync"
	"time"
)

// Metric is something that devices measure, and how a day of it becomes one value.
type Metric struct {
	Key    string   // steps
	Codes  []string // LOINC; the first is the one that new rows get. None: the series is device:<key>
	Unit   string   // UCUM, of everything that is computed
	State  StateClass
	Policy Policy
	Stage  string // of sleep, where the metric is the time spent in one
	// Night says that the metric's day begins in the evening, so that a night is not cut at midnight.
	Night bool
	// Total says that the day's value is a total over the day.
	Total bool
	// Fills says that sources may complete one another where their intervals do not overlap. Nights and meals do not: a
	// second source that calls the minutes asleep in which the first saw its wearer awake completes nothing.
	Fills bool
	// Duration says that the value is time within the day, so it cannot be longer than the day.
	Duration bool
	// Min and Max bound what a body can do, not what is healthy: a value outside is a fault of the device.
	Min, Max float64
}

// Series is the series of a metric that has no code. A coded one has the series of its code.
func (m *Metric) Series() string { return "device:" + m.Key }

// Code is the metric's LOINC code, or empty.
func (m *Metric) Code() string {
	if len(m.Codes) == 0 {
		return ""
	}
	return m.Codes[0]
}

// DayStart is the clock time at which the metric's day begins, for LocalDay.
func (m *Metric) DayStart() time.Duration {
	if m.Night {
		return BedtimeStart
	}
	return 0
}

// Field is a vendor's own name for a metric, and how the vendor sends it.
type Field struct {
	Vendor string // apple health_connect fitbit garmin oura whoop withings huawei xiaomi
	Name   string // as the vendor writes it
	Metric string
	// Unit is the UCUM unit of the number that the vendor sends. It stands above a unit that the vendor prints: Apple prints
	// % beside 0.97, which is the fraction.
	Unit   string
	State  StateClass
	Policy Policy
}

type metricIndex struct {
	all    []Metric
	fields []Field
	byKey  map[string]int
	byCode map[string]int
	field  map[[2]string]int
}

var metrics = sync.OnceValue(func() *metricIndex {
	x := &metricIndex{byKey: map[string]int{}, byCode: map[string]int{}, field: map[[2]string]int{}}
	for i, r := range metricRows {
		m := Metric{
			Key: r.key, Codes: strings.Fields(r.codes), Unit: r.unit, State: r.state, Policy: r.policy,
			Night: r.flags&isNight != 0, Total: r.flags&isTotal != 0, Fills: r.flags&isFilled != 0, Duration: r.flags&isDuration != 0, Min: r.min, Max: r.max,
			Stage: stages[r.key],
		}
		x.all = append(x.all, m)
		x.byKey[m.Key] = i
		for _, code := range m.Codes {
			x.byCode[code] = i
		}
	}
	for _, vendor := range vendorFields {
		for _, r := range vendor.rows {
			f := Field{Vendor: vendor.name, Name: r.name, Metric: r.metric, Unit: r.unit, State: r.state}
			if m := x.byKey[r.metric]; f.State == "" || f.State == x.all[m].State {
				f.State, f.Policy = x.all[m].State, x.all[m].Policy
			} else {
				f.Policy = f.State.Policy()
			}
			x.field[[2]string{f.Vendor, f.Name}] = len(x.fields)
			x.fields = append(x.fields, f)
		}
	}
	return x
})

// Metrics are all metrics.
func Metrics() []Metric { return slices.Clone(metrics().all) }

// Fields are all vendors' fields.
func Fields() []Field { return slices.Clone(metrics().fields) }

// MetricOf finds a metric by its key.
func MetricOf(key string) (Metric, bool) {
	i, ok := metrics().byKey[key]
	if !ok {
		return Metric{}, false
	}
	return metrics().all[i], true
}

// MetricOfCode finds a metric by a LOINC code.
func MetricOfCode(code string) (Metric, bool) {
	i, ok := metrics().byCode[code]
	if !ok {
		return Metric{}, false
	}
	return metrics().all[i], true
}

// FieldOf finds a vendor's field by the vendor's own name for it. There is no guessing from parts of names: a name that
// contains "sleep" can be anything.
func FieldOf(vendor, name string) (Field, bool) {
	i, ok := metrics().field[[2]string{vendor, name}]
	if !ok {
		return Field{}, false
	}
	return metrics().fields[i], true
}
