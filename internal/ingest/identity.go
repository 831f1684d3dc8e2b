package ingest

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"

	"github.com/seed-a76b335c/philint/internal/record"
)

// documentPrefix begins the SourceRef of what was read from a document.
const documentPrefix = "document:"

// identify gives an observation its id: the same sample, or the same printed result, has the same again.
//
// What a device or its app holds is the same sample whatever file brings it, since a phone exports its whole history
// anew. Records of an origin that numbers them are the same wherever they come again. Anything else is known by what it
// says, whatever document it stands in: the same result of the same time is one reading, and two different results of one
// name and time are two.
func (g *gate) identify(o *record.Observation, d *Draft, source string) {
	origin := originOf(o, d)
	o.MemberOf = panel(d, origin, source)
	id := record.Identity{
		NameKey: o.NameKey, Start: o.Start, End: o.End, SourceRef: origin, SourceRecordID: o.SourceRecordID, MemberOf: o.MemberOf, Amends: o.Amends,
	}
	filed := strings.HasPrefix(source, documentPrefix)
	if origin == "" && (filed || o.SourceRecordID == "") {
		id.MemberOf = record.ObsID{} // a report's id is its document's
		id.SourceRecordID, o.Fingerprint = g.contents(o, d)
		if id.SourceRef = source; filed {
			id.SourceRef = "says"
		}
		o.ID = id.ID()
		return
	}
	o.Fingerprint = g.fingerprint(o, origin)
	if origin == "" {
		id.SourceRef = source
	}
	if o.SourceRecordID == "" && g.manyAtOnce(o, d) {
		id.SourceRecordID = "value:" + hex.EncodeToString(o.Fingerprint[:])
	}
	o.ID = id.ID()
	if d.Origin != "" && o.SourceRecordID != "" {
		g.origins[o.ID] = d.Origin
	}
}

// contents names an observation by what it says, apart from how it is printed, and gives its fingerprint, which covers
// what may be said in addition of the same result. Records that their file tells apart are as many results, also where
// they say the same.
func (g *gate) contents(o *record.Observation, d *Draft) (name string, fingerprint [16]byte) {
	b := g.buffer[:0]
	text := func(s string) { b = append(append(b, s...), 0x1f) }
	unit := o.UCUM
	if unit == "" {
		unit = o.Unit
	}
	for _, s := range [...]string{
		string(o.Kind), o.NameKey, o.Value, unit, o.SourceCode, o.Specimen, o.Method, o.Vendor, o.VendorField, o.Comment, o.AbsentReason, string(o.Grain), o.Stat,
	} {
		text(squeezed(s))
	}
	b = instants8(b, o.Start, o.End)
	sum := sha256.Sum256(b)
	name = "says:" + hex.EncodeToString(sum[:16])
	if n := g.told.number([16]byte(sum[:16]), o.SourceRecordID, d.PanelID); n > 0 {
		name += "#" + strconv.Itoa(n)
	}
	text(squeezed(o.Ref))
	text(squeezed(o.Flag))
	g.buffer = b
	sum = sha256.Sum256(b)
	return name, [16]byte(sum[:16])
}

// squeezed is a text with one blank between its words and none around them.
func squeezed(s string) string {
	blank := true
	for i := range len(s) {
		c := s[i]
		if c >= 0x80 || c < ' ' || c == ' ' && (blank || i == len(s)-1) {
			return strings.Join(strings.Fields(s), " ")
		}
		blank = c == ' '
	}
	return s
}

func instants8(b []byte, at ...record.Instant) []byte {
	for _, n := range at {
		b = binary.BigEndian.AppendUint64(b, uint64(n))
	}
	return b
}

// told are the records of one file that say the same and have ids by which the file tells them apart.
type told struct {
	first map[[16]byte]uint64
	more  map[[16]byte][]uint64
}

// number is 0 for the first record that says something, and counts those that say the same under other ids.
func (t *told) number(says [16]byte, record, panel string) int {
	if record == "" && panel == "" {
		return 0
	}
	sum := sha256.Sum256([]byte(record + "\x1f" + panel))
	id := binary.BigEndian.Uint64(sum[:])
	first, ok := t.first[says]
	switch {
	case !ok && t.first == nil:
		t.first, t.more = map[[16]byte]uint64{}, map[[16]byte][]uint64{}
		fallthrough
	case !ok:
		t.first[says] = id
		return 0
	case first == id:
		return 0
	}
	n := slices.Index(t.more[says], id)
	if n < 0 {
		n = len(t.more[says])
		t.more[says] = append(t.more[says], id)
	}
	return n + 1
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
		o.SourceCode, o.AbsentReason, string(o.Grain), o.Stat,
	} {
		text(s)
	}
	if instant := o.TZSource == record.ZoneOffset || o.TZSource == record.ZoneUserDefault; origin == "" || !instant {
		text(string(o.TZSource))
		if o.TZSource == record.ZoneIANA || o.TZSource == record.ZoneOffset {
			text(o.Zone)
		}
	}
	b = instants8(b, o.Start, o.End)
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
