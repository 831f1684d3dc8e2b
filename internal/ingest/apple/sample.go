package apple

import (
	"bytes"
	"strconv"
	"time"

	"github.com/seed-a76b335c/philint/internal/ingest"
	"github.com/seed-a76b335c/philint/internal/record"
)

// raw is an element's attributes and metadata.
type raw struct {
	open bool

	info                        *typeInfo
	source, device, unit, value string
	start, end, created         time.Time

	reason  ingest.Reason // why it cannot be a draft
	where   string
	zone    string
	id      string
	entered bool
}

func (w *raw) fault(reason ingest.Reason, where string) {
	if w.reason == "" {
		w.reason, w.where = reason, where
	}
}

// key is what two copies of one record have in common.
func (w *raw) key() digest { return w.sameSample().text(w.value).time(w.created) }

// sameSample is what the export knows a sample by. Value and unit are not part of it: they change when a person switches
// units.
func (w *raw) sameSample() digest {
	d := emptyDigest
	if w.info != nil {
		d = d.text(w.info.id)
	}
	return d.text(w.source).time(w.start).time(w.end)
}

func (r *reader) attributes(w *raw, t *token) {
	*w = raw{}
	for i := range t.attrs {
		v := t.attrs[i].value
		switch string(t.attrs[i].name) {
		case "type":
			w.info = r.typeOf(v)
		case "sourceName":
			w.source = r.names.text(v)
		case "device":
			w.device = r.names.text(withoutAddress(v))
		case "unit":
			w.unit = r.names.text(v)
		case "value":
			w.value = r.values.text(v)
		case "startDate":
			r.date(w, &w.start, v, "startDate")
		case "endDate":
			r.date(w, &w.end, v, "endDate")
		case "creationDate":
			// It only orders: an unreadable one is no reason to lose the record.
			w.created, _ = r.clock.parse(v)
		}
	}
	if w.start.IsZero() {
		w.fault(ingest.NoTime, "@startDate")
	}
}

func (r *reader) date(w *raw, into *time.Time, v []byte, name string) {
	if len(v) == 0 {
		return
	}
	at, ok := r.clock.parse(v)
	if !ok {
		w.fault(ingest.BadTime, "@"+name)
	}
	*into = at
}

func (r *reader) typeOf(id []byte) *typeInfo {
	if len(id) == 0 {
		return nil
	}
	if info, ok := r.types[string(id)]; ok {
		return info
	}
	info := infoOf(string(id))
	if r.types == nil || len(r.types) > 4096 {
		r.types = map[string]*typeInfo{}
	}
	r.types[info.id] = &info
	return &info
}

func (r *reader) metadata(w *raw, t *token) {
	v := t.get("value")
	switch string(t.get("key")) {
	case keyTimeZone:
		w.zone = r.names.text(v)
	case keyUserEntered:
		w.entered = string(v) == "1"
	case keySyncID:
		w.id = string(v)
	case keyExternalID:
		if w.id == "" {
			w.id = string(v)
		}
	}
}

// withoutAddress takes the address in the phone's memory out of a device's description; it is another one in every
// export: <<HKDevice: 0x2825b4a50>, name:…>.
func withoutAddress(b []byte) []byte {
	rest, ok := bytes.CutPrefix(b, []byte("<<HKDevice: 0x"))
	if !ok {
		return b
	}
	_, rest, _ = bytes.Cut(rest, []byte(">, "))
	return bytes.TrimSuffix(rest, []byte(">"))
}

// shareOf is the unit of a value. The platform's % is no hundredth: it writes 97 % as 0.97 with the unit %. The metric
// table knows that of the types it has; of others the unit has to say it, as UCUM's 1.
func shareOf(info *typeInfo, unit string) string {
	if unit == "%" && (info == nil || !info.share) {
		return "1"
	}
	return unit
}

// record yields a record as a sample.
func (r *reader) record(w *raw) {
	if w.info == nil {
		w.fault(ingest.MissingElement, "@type")
	}
	if w.reason != "" {
		r.problem(w.reason, "Record"+w.where)
		return
	}
	s := r.sample(w)
	s.Name, s.Value, s.Unit, s.VendorField = w.info.id, w.value, shareOf(w.info, w.unit), w.info.id
	s.SourceRecordID = r.recordID(w)
	switch {
	case w.info.symptom != "":
		s.Name, s.Kind, s.Modality, s.SourceClass = w.info.symptom, record.Symptom, record.SelfReported, record.ByHand
		if absentValues[w.value] {
			s.Kind = record.Note
		}
	case w.info.id == sleepAnalysis && w.value != "":
		s.VendorField = w.value
	case w.value == stood:
		s.VendorField, s.Value, s.Unit = w.value, "1", "h"
	case w.info.id == systolic || w.info.id == diastolic:
		s.Panel, s.PanelID = pressure, "pressure-"+emptyDigest.time(w.start).time(w.end).String()
	}
	r.emit(s, nil)
}

// sample is what all drafts of an element have in common.
func (r *reader) sample(w *raw) ingest.Draft {
	s := ingest.Draft{Recorded: w.created}
	s.Position = r.position
	s.Kind, s.Modality, s.SourceKind, s.SourceClass = record.Measurement, record.DeviceSensed, record.FromFile, record.Measurer
	if w.entered {
		s.Modality, s.SourceClass = record.Manual, record.ByHand
	}
	s.Platform, s.Vendor, s.Method = Platform, w.source, w.device
	s.When = ingest.When{Start: w.start, Zone: w.zone}
	s.Grain = record.AtInstant
	if !w.end.IsZero() && (!w.end.Equal(w.start) || w.info != nil && w.info.window) {
		s.When.End, s.Grain = w.end, record.OverWindow
	}
	return s
}

// recordID is the sample's own id where the app that wrote it gave one. The export leaves out the phone's own: a sample
// is known by its type, source and span, and where two have all of these in common, by being the second.
func (r *reader) recordID(w *raw) string {
	if w.id != "" {
		return w.id
	}
	if n := r.twins.number(w.sameSample(), emptyDigest.text(w.value).text(w.unit)); n > 1 {
		return "twin-" + strconv.Itoa(n)
	}
	return ""
}
