package device

import (
	"encoding/json"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/seed-a76b335c/philint/internal/ingest"
	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/terminology/ucum"
	"github.com/seed-a76b335c/philint/internal/terminology/units"
)

var sampleMembers = map[string]bool{
	"metric": true, "value": true, "unit": true, "start": true, "end": true, "tz": true, "id": true, "stage": true,
}

// draft is a sample as a draft, or what is wrong with it.
func (r *reader) draft(raw json.RawMessage) (ingest.Draft, *fault) {
	d := ingest.Draft{
		Position: r.n, Kind: record.Measurement, Modality: record.DeviceSensed, SourceKind: record.FromDevice, SourceClass: record.Measurer, Vendor: r.vendor,
	}
	m, f := members(raw, sampleMembers)
	if f != nil {
		return d, f
	}
	texts := map[string]string{}
	for _, name := range [...]string{"metric", "unit", "start", "end", "tz", "id", "stage"} {
		if texts[name], f = text(m, name); f != nil {
			return d, f
		}
	}
	metric, f := metricOf(texts["metric"], texts["stage"])
	if f != nil {
		return d, f
	}
	d.Metric, d.Name, d.SourceRecordID = metric.Key, metric.Key, texts["id"]
	if d.When, f = when(texts["start"], texts["end"], texts["tz"]); f != nil {
		return d, f
	}
	if d.When.DateOnly {
		d.Grain = record.OfDay
	} else if metric.State == record.StateCumulative {
		d.Grain = record.OverWindow
	}
	if d.Value, f = value(m["value"], metric, d.When); f != nil {
		return d, f
	}
	if d.Value != "" {
		d.Unit, f = unit(texts["unit"], metric)
	}
	return d, f
}

// stageKeys are the metrics of the stages of sleep.
var stageKeys = map[string]string{
	record.StageAwake: "sleep_awake", record.StageLight: "sleep_light", record.StageDeep: "sleep_deep", record.StageREM: "sleep_rem",
	record.StageAsleep: "sleep_unspecified",
}

// Kinds are the members that a sample can have, and the stages of sleep.
func Kinds() []string {
	out := slices.Collect(maps.Keys(sampleMembers))
	for stage := range stageKeys {
		out = append(out, "stage "+stage)
	}
	slices.Sort(out)
	return out
}

func metricOf(key, stage string) (record.Metric, *fault) {
	switch {
	case key == "":
		return record.Metric{}, &fault{ingest.MissingElement, ".metric"}
	case key == "sleep":
		if key = stageKeys[stage]; key == "" {
			return record.Metric{}, &fault{ingest.BadElement, ".stage"}
		}
	}
	m, ok := record.MetricOf(key)
	switch {
	case !ok:
		return m, &fault{ingest.BadElement, ".metric"}
	case stage != "" && stage != m.Stage:
		return m, &fault{ingest.BadElement, ".stage"}
	}
	return m, nil
}

// value is a number as it was sent. One with an exponent is written out, unless that would be a row of zeros.
func value(raw json.RawMessage, m record.Metric, w ingest.When) (string, *fault) {
	if len(raw) == 0 {
		if m.Policy == record.PolicyDurationUnion && w.End.After(w.Start) {
			return "", nil
		}
		return "", &fault{ingest.NoValue, ".value"}
	}
	var n json.Number
	if raw[0] == '"' || raw[0] == 'n' || len(raw) > maxNumber || json.Unmarshal(raw, &n) != nil {
		return "", &fault{ingest.BadElement, ".value"}
	}
	x, err := n.Float64()
	if err != nil || math.IsInf(x, 0) {
		return "", &fault{ingest.NotFinite, ".value"}
	}
	if strings.ContainsAny(n.String(), "eE") {
		return record.FormatNumber(x), nil
	}
	return n.String(), nil
}

// unit is the sent unit, if it converts to the metric's: by its dimension, or as a concentration by mass does to one by
// substance.
func unit(sent string, m record.Metric) (string, *fault) {
	if sent == "" {
		return m.Unit, nil
	}
	code, ok := units.Normalize(sent)
	if !ok || !converts(code, m.Unit) {
		return "", &fault{ingest.BadElement, ".unit"}
	}
	return sent, nil
}

func converts(from, to string) bool {
	if from == to {
		return true
	}
	a, err := ucum.Parse(from)
	if err != nil {
		return false
	}
	b, err := ucum.Parse(to)
	if err != nil {
		return false
	}
	f, g := units.Family(from), units.Family(to)
	if f != "" && g != "" && units.Dim(f) == units.Dim(g) {
		return true
	}
	return ucum.Commensurable(a, b) && a.Arbitrary() == b.Arbitrary()
}

// when is a sample's time.
func when(start, end, zone string) (ingest.When, *fault) {
	if start == "" {
		return ingest.When{}, &fault{ingest.NoTime, ".start"}
	}
	if t, err := time.Parse(time.DateOnly, start); err == nil {
		if end != "" {
			return ingest.When{}, &fault{ingest.BadElement, ".end"}
		}
		return ingest.When{Start: t, Floating: true, DateOnly: true, Zone: zone}, nil
	}
	w := ingest.When{Zone: zone}
	var ok bool
	if w.Start, w.Floating, ok = instant(start); !ok {
		return w, &fault{ingest.BadTime, ".start"}
	}
	if end == "" {
		return w, nil
	}
	at, floating, ok := instant(end)
	if !ok || floating != w.Floating {
		return w, &fault{ingest.BadTime, ".end"}
	}
	w.End = at
	return w, nil
}

// instant reads RFC 3339, or a clock time without an offset.
func instant(s string) (t time.Time, floating, ok bool) {
	if t, err := time.Parse(time.RFC3339Nano, s); err == nil {
		return t, false, true
	}
	if t, err := time.Parse("2006-01-02T15:04:05.999999999", s); err == nil {
		return t, true, true
	}
	if t, err := time.Parse("2006-01-02T15:04", s); err == nil {
		return t, true, true
	}
	return time.Time{}, false, false
}
