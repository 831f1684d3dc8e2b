package ingest

import (
	"strings"
	"sync"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/terminology"
)

// systemDevice is the code system of metrics that LOINC has no code for.
const systemDevice = "urn:recordserver:metric"

// metrics finds what a draft measures in package record's table.
type metrics struct {
	byKey   map[string]*record.Metric
	byMaker map[[2]string]*record.Field
	byField map[string]*record.Field // fields whose name means one thing whoever sends it
	byCode  map[string]*record.Metric
}

// tables are the metrics, put together once.
var tables = sync.OnceValue(newMetrics)

func newMetrics() *metrics {
	x := &metrics{byKey: map[string]*record.Metric{}, byMaker: map[[2]string]*record.Field{}, byField: map[string]*record.Field{}, byCode: map[string]*record.Metric{}}
	all := record.Metrics()
	for i := range all {
		m := &all[i]
		x.byKey[m.Key] = m
		for _, code := range m.Codes {
			x.byCode[code] = m
		}
	}
	fields := record.Fields()
	for i := range fields {
		f := &fields[i]
		x.byMaker[[2]string{f.Vendor, f.Name}] = f
		if old, ok := x.byField[f.Name]; ok && (old == nil || old.Metric != f.Metric || old.Policy != f.Policy || old.Unit != f.Unit) {
			f = nil // two makers use the name for two things
		}
		x.byField[fields[i].Name] = f
	}
	return x
}

// field is how a vendor sends a draft's quantity, nil where nobody knows.
func (x *metrics) field(d *Draft) *record.Field {
	if d.VendorField == "" {
		return nil
	}
	if f, ok := x.byMaker[[2]string{d.Platform, d.VendorField}]; ok {
		return f
	}
	if d.Platform != "" {
		return nil
	}
	return x.named(d.Vendor, d.VendorField)
}

// named is a field by its name: the vendor's, or the one that all vendors mean who use the name.
func (x *metrics) named(vendor, name string) *record.Field {
	if name == "" {
		return nil
	}
	if f, ok := x.byMaker[[2]string{vendor, name}]; ok {
		return f
	}
	return x.byField[name]
}

// of is the metric of a draft, nil for none. Only what a device sensed, or what its importer knows, has one.
func (x *metrics) of(d *Draft) *record.Metric {
	if d.Kind != record.Measurement {
		return nil
	}
	if d.Metric != "" {
		return x.byKey[d.Metric]
	}
	if f := x.field(d); f != nil {
		return x.byKey[f.Metric]
	}
	if d.Modality == record.DeviceSensed {
		return x.byCode[codeIn(sourceCode(d.Codes), terminology.SystemLOINC)]
	}
	return nil
}

// series are the metrics by the series in which their rows are, under one vocabulary.
type series struct {
	metrics *metrics
	byID    map[string]*record.Metric
}

func newSeries(x *metrics, set *terminology.Set) *series {
	s := &series{metrics: x, byID: map[string]*record.Metric{}}
	all := record.Metrics()
	for i := range all {
		m := x.byKey[all[i].Key]
		s.add(m.Series(), m)
		for _, code := range m.Codes {
			s.add("loinc:"+code, m)
			if id := set.SeriesOf(code); id != "" {
				s.add(id, m)
			}
		}
	}
	return s
}

// add keeps the first of two metrics that a vocabulary puts into one series.
func (s *series) add(id string, m *record.Metric) {
	if _, ok := s.byID[id]; !ok {
		s.byID[id] = m
	}
}

// of is the metric of a series, nil for a series that no device fills.
func (s *series) of(id string) *record.Metric { return s.byID[id] }

// id is the series of a metric.
func (s *series) id(m *record.Metric, set *terminology.Set) string {
	if m.Code() == "" {
		return m.Series()
	}
	if id := set.SeriesOf(m.Code()); id != "" {
		return id
	}
	return "loinc:" + m.Code()
}

// sourceCode is the code of a draft that is kept: a LOINC code, else one of ICPC-3, else the first.
func sourceCode(codes []SourceCode) string {
	if len(codes) == 0 {
		return ""
	}
	for _, system := range [...]string{terminology.SystemLOINC, terminology.SystemICPC3} {
		for i := range codes {
			if canonicalSystem(codes[i].System) == system && codes[i].Code != "" {
				return system + "|" + strings.TrimSpace(codes[i].Code)
			}
		}
	}
	return codes[0].System + "|" + codes[0].Code
}

// codeIn is a kept code if it is one of a system.
func codeIn(kept, system string) string {
	if s, code, ok := cutLast(kept, '|'); ok && s == system {
		return code
	}
	return ""
}

func cutLast(s string, sep byte) (before, after string, ok bool) {
	if i := strings.LastIndexByte(s, sep); i >= 0 {
		return s[:i], s[i+1:], true
	}
	return s, "", false
}

// canonicalSystem is the address of a code system that has other names.
func canonicalSystem(system string) string {
	switch strings.ToLower(system) {
	case "http://loinc.org", "loinc", "2.16.840.1.113883.6.1", "urn:oid:2.16.840.1.113883.6.1":
		return terminology.SystemLOINC
	}
	return system
}
