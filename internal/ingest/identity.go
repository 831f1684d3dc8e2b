package ingest

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"github.com/seed-a76b335c/philint/internal/record"
)

// identify gives an observation its id: the same sample, or the same line of the same file, has the same again.
//
// What a device or its app holds is the same sample whatever file brings it, since a phone exports its whole history
// anew. Records of an origin that numbers them are the same wherever they come again. Anything else is the same within its source, and
// only with the same value: two different results of one name and day in one file are two results.
func (g *gate) identify(o *record.Observation, d *Draft, source string) {
	origin := originOf(o, d)
	o.MemberOf = panel(d, origin, source)
	o.Fingerprint = g.fingerprint(o, origin)
	id := record.Identity{
		NameKey: o.NameKey, Start: o.Start, End: o.End, SourceRef: origin, SourceRecordID: o.SourceRecordID, MemberOf: o.MemberOf, Amends: o.Amends,
	}
	if origin == "" {
		id.SourceRef = source
	}
	if o.SourceRecordID == "" && (origin == "" || g.manyAtOnce(o, d)) {
		id.SourceRecordID = "value:" + hex.EncodeToString(o.Fingerprint[:])
	}
	o.ID = id.ID()
}

// originOf is where an observation is the same one whatever file brings it, empty for none.
func originOf(o *record.Observation, d *Draft) string {
	if d.Origin == "" && (o.Modality == record.DeviceSensed || o.VendorField != "") {
		return "device:" + o.Vendor
	}
	return d.Origin
}

// manyAtOnce says that several amounts can stand at one moment: the dishes of a meal.
func (g *gate) manyAtOnce(o *record.Observation, d *Draft) bool {
	if o.Start != o.End {
		return false
	}
	m := g.metrics.of(d)
	return m != nil && m.Policy == record.PolicySumDelta
}

// fingerprint covers what the source says: another one under the same id is a changed sample. The person's own zone is
// no part of it, since it is not the source's. Neither is the offset of a record that is known wherever it comes again: a
// phone writes its whole history with the offset of the place where it is, and the day that was decided first stands.
func (g *gate) fingerprint(o *record.Observation, origin string) [16]byte {
	b := g.buffer[:0]
	text := func(s string) { b = append(append(b, s...), 0x1f) }
	for _, s := range [...]string{
		string(o.Kind), origin, o.SourceRecordID, o.Vendor, o.VendorField, o.Name, o.Value, o.Unit, o.Ref, o.Flag, o.Method, o.Specimen, o.Comment,
		o.AbsentReason, string(o.Grain), o.Stat,
	} {
		text(s)
	}
	if instant := o.TZSource == record.ZoneOffset || o.TZSource == record.ZoneUserDefault; origin == "" || !instant {
		text(string(o.TZSource))
		if o.TZSource == record.ZoneIANA || o.TZSource == record.ZoneOffset {
			text(o.Zone)
		}
	}
	for _, n := range [...]record.Instant{o.Start, o.End} {
		for shift := 56; shift >= 0; shift -= 8 {
			b = append(b, byte(n>>shift))
		}
	}
	g.buffer = b
	sum := sha256.Sum256(b)
	return [16]byte(sum[:16])
}

// streamOf names the physical stream that an observation belongs to.
func (g *gate) streamOf(o *record.Observation) string {
	k := streamKey{name: o.NameKey, unit: o.UCUM, kind: o.SourceKind, vendor: o.Vendor, field: o.VendorField}
	if k.unit == "" {
		k.unit = strings.TrimSpace(o.Unit)
	}
	return g.streams.get(k, func() string {
		s := k.name + "|" + k.unit + "|" + string(k.kind) + ":" + k.vendor
		if k.field != "" {
			s += "|" + k.field
		}
		return s
	})
}

type streamKey struct {
	name, unit    string
	kind          record.SourceKind
	vendor, field string
}

// panel is the id of the report that a value is a member of.
func panel(d *Draft, origin, source string) record.ObsID {
	if d.PanelID == "" && d.Panel == "" {
		return record.ObsID{}
	}
	if origin == "" {
		origin = source
	}
	return record.Identity{NameKey: d.Panel, SourceRef: origin, SourceRecordID: d.PanelID}.ID()
}
