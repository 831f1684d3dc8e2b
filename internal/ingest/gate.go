package ingest

import (
	"strings"
	"unicode/utf8"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/terminology/fold"
)

// Gate turns a draft into the observation that is stored, or says why it is refused. What the source says stays
// verbatim; nothing is put right. The observation has no code yet, and no id: both need what the draft means.
func Gate(d Draft, p Person, now record.Instant) (record.Observation, Reason) {
	var o record.Observation
	_, reason := newGate(p, now).admit(&o, &d)
	return o, reason
}

// gate is Gate with what it has learnt.
type gate struct {
	person  Person
	now     record.Instant
	zones   *zones
	metrics *metrics
	names   cache[string, string]
	units   cache[string, string]
	refs    cache[string, limits]
	streams cache[streamKey, string]
	told    told
	origins map[record.ObsID]string // of the rows at hand that an origin numbers
	buffer  []byte
}

func newGate(p Person, now record.Instant) *gate {
	return &gate{
		person: p, now: now, zones: newZones(p.Load), metrics: tables(),
		names: newCache[string, string](10_000), units: newCache[string, string](10_000), refs: newCache[string, limits](10_000),
		streams: newCache[streamKey, string](10_000), origins: map[record.ObsID]string{},
	}
}

// admit goes through the gates in order.
func (g *gate) admit(o *record.Observation, d *Draft) (parsed, Reason) {
	if reason := texts(d); reason != "" {
		return parsed{}, reason
	}
	g.copy(o, d)
	if o.NameKey == "" && o.Kind != record.Note {
		return parsed{}, NoName
	}
	if o.NameKey == "" {
		o.NameKey = "note"
	}
	if o.Kind == record.Note && strings.TrimSpace(d.Value+d.Comment) == "" {
		return parsed{}, NoValue
	}
	if reason := g.place(o, d); reason != "" {
		return parsed{}, reason
	}
	return g.read(o, d)
}

func (g *gate) copy(o *record.Observation, d *Draft) {
	*o = record.Observation{
		Person: g.person.ID, Kind: d.Kind, Status: record.Final,
		Modality: d.Modality, SourceKind: d.SourceKind, SourceClass: d.SourceClass, SourceRecordID: d.SourceRecordID,
		SourceCode: sourceCode(d.Codes),
		Vendor:     d.Vendor, VendorField: d.VendorField,
		Name: d.Name, Value: d.Value, Unit: d.Unit, Ref: d.Ref, Flag: d.Flag, Method: d.Method, Specimen: d.Specimen, Comment: d.Comment,
		NameKey: g.names.get(d.Name, func() string { return fold.Key(d.Name) }), CreatedAt: g.now,
	}
	if o.Kind == "" {
		o.Kind = record.Measurement
		d.Kind = record.Measurement
	}
	if !d.Recorded.IsZero() {
		// Nothing can have come to us before it was recorded, whatever the phone's clock says.
		o.CreatedAt = min(record.InstantOf(d.Recorded), g.now)
	}
	defaults(o)
	l := g.limits(d.Ref, d.Decimal)
	o.RefLow, o.RefHigh = l.low, l.high
}

// defaults say who says so, where the draft does not.
func defaults(o *record.Observation) {
	if o.SourceKind == "" {
		o.SourceKind = record.FromFile
	}
	if o.Modality == "" {
		switch {
		case o.SourceKind == record.FromDevice:
			o.Modality = record.DeviceSensed
		case o.SourceKind == record.FromManual && o.Kind == record.Measurement:
			o.Modality = record.Manual
		case o.Kind != record.Measurement || o.SourceKind == record.FromManual:
			o.Modality = record.SelfReported
		default:
			o.Modality = record.LabReport
		}
	}
	if o.SourceClass == "" {
		o.SourceClass = record.Measurer
		if o.SourceKind == record.FromManual || o.Modality == record.SelfReported || o.Modality == record.Manual {
			o.SourceClass = record.ByHand
		}
	}
}

// Bounds of texts, in bytes.
const (
	maxName = 512
	maxWord = 1024
	maxText = 64 << 10
)

// texts refuses what no engine stores alike, and what is too long to be what its place is for.
func texts(d *Draft) Reason {
	for _, t := range [...]struct {
		s    string
		most int
	}{
		{d.Name, maxName},
		{d.Unit, maxWord},
		{d.Value, maxText},
		{d.Comment, maxText},
		{d.Ref, maxText},
		{d.Flag, maxWord},
		{d.Method, maxText},
		{d.Specimen, maxWord},
		{d.AbsentReason, maxWord},
		{d.SourceRecordID, maxWord},
		{d.Origin, maxWord},
		{d.Vendor, maxWord},
		{d.VendorField, maxWord},
		{d.Stat, maxWord},
		{d.Panel, maxName},
		{d.PanelID, maxWord},
		{d.When.Zone, maxWord},
	} {
		if len(t.s) > t.most {
			return TooLong
		}
		if !storable(t.s) {
			return BadText
		}
	}
	for i := range d.Codes {
		switch c := &d.Codes[i]; {
		case len(c.System)+len(c.Code) > maxWord:
			return TooLong
		case !storable(c.System) || !storable(c.Code):
			return BadText
		}
	}
	return ""
}

func storable(s string) bool {
	for i := range len(s) {
		if c := s[i]; c == 0 || c >= utf8.RuneSelf {
			return strings.IndexByte(s, 0) < 0 && utf8.ValidString(s)
		}
	}
	return true
}
