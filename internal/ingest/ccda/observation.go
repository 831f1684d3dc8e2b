package ccda

import (
	"strconv"

	"github.com/seed-a76b335c/philint/internal/ingest"
	"github.com/seed-a76b335c/philint/internal/record"
)

// entry reads one entry of a section.
func (r *reader) entry(s *section, e *element) {
	act := actOf(e)
	switch {
	case s.kind.read == nil:
		r.problem(ingest.NotSupported, s.kind.says())
	case act == nil:
		r.problem(ingest.MissingElement, "entry")
	case s.other || act.child("subject") != nil:
		r.problem(ingest.OtherPerson, s.kind.says())
	default:
		s.kind.read(r, s, act)
	}
}

var acts = map[string]bool{
	"observation": true, "organizer": true, "act": true, "substanceAdministration": true, "supply": true, "procedure": true,
	"encounter": true, "observationMedia": true, "regionOfInterest": true,
}

// actOf is what an entry, a component or a relationship holds.
func actOf(e *element) *element {
	for _, c := range e.children {
		if acts[c.name] {
			return c
		}
	}
	return nil
}

// results reads an organizer of observations, or one that stands alone.
func (r *reader) results(s *section, e *element) {
	switch e.name {
	case "organizer":
		r.organizer(s, e)
	case "observation":
		r.observation(s, e, nil)
	default:
		r.problem(ingest.NotSupported, s.kind.says()+" "+e.name)
	}
}

func (r *reader) organizer(s *section, e *element) {
	found := false
	for _, c := range e.all("component") {
		act := actOf(c)
		if found {
			r.position++
		}
		switch {
		case r.stopped:
			return
		case act == nil:
			r.problem(ingest.MissingElement, "organizer.component")
		case act.child("subject") != nil:
			r.problem(ingest.OtherPerson, s.kind.says())
		case act.name == "observation":
			r.observation(s, act, e)
		case act.name == "organizer":
			r.organizer(s, act)
		default:
			// A specimen's collection, or who was involved.
			r.problem(ingest.NotSupported, s.kind.says()+" "+act.name)
		}
		found = true
	}
	if !found {
		r.problem(ingest.MissingElement, "organizer.component")
	}
}

func negated(e *element) bool { return e.attr("negationInd") == "true" }

// observation yields a draft for each value, which is one but for odd documents.
func (r *reader) observation(s *section, e, organizer *element) {
	status := e.child("statusCode").attr("code")
	removed := status == "nullified"
	switch {
	case negated(e):
		r.problem(ingest.NotSupported, "observation.negationInd")
		return
	case e.attr("moodCode") != "EVN" && e.attr("moodCode") != "":
		r.problem(ingest.NotSupported, "observation.moodCode")
		return
	case status == "aborted" || status == "cancelled":
		r.problem(ingest.NotSupported, "observation.statusCode "+status)
		return
	}
	start, end := times(e.child("effectiveTime"))
	if start == "" && end == "" && organizer != nil {
		start, end = times(organizer.child("effectiveTime"))
	}
	w, reason := when(start, end)
	if reason != "" && !removed {
		r.problem(reason, "observation.effectiveTime")
		return
	}
	d := ingest.Draft{
		Position: r.position, Kind: record.Measurement, Modality: s.kind.modality, SourceKind: record.FromFile, SourceClass: record.Measurer,
		SourceRecordID: idOf(e), When: w, Codes: codes(e.child("code")), Name: s.name(e),
		Ref: s.reference(e), Method: s.called(e.child("methodCode")), Vendor: ingest.Joined("", author(e)),
		Comment: ingest.Joined("\n", s.comments(e), ingest.Labelled("targetSiteCode", s.called(e.child("targetSiteCode")))),
	}
	var flags []string
	for _, i := range e.all("interpretationCode") {
		flag := i.attr("code")
		if flag == "" {
			flag = s.called(i)
		}
		flags = append(flags, flag)
	}
	d.Flag = ingest.Joined(", ", flags...)
	d.Specimen = s.specimen(e, organizer)
	if organizer != nil {
		d.Panel, d.PanelID = s.called(organizer.child("code")), idOf(organizer)
		if d.Vendor == "" {
			d.Vendor = author(organizer)
		}
	}
	if d.SourceRecordID != "" {
		d.Origin = origin
	}
	r.values(s, e, d, removed)
}

func (r *reader) values(s *section, e *element, d ingest.Draft, removed bool) {
	list := e.all("value")
	if len(list) == 0 {
		if null := e.attr("nullFlavor"); null != "" {
			d.AbsentReason = null
			r.put(&d, removed)
			return
		}
		if removed {
			r.put(&d, removed)
			return
		}
		r.problem(ingest.NoValue, "observation.value")
		return
	}
	for i, x := range list {
		v := s.value(x)
		switch {
		case removed:
		case v.reason != "":
			r.problem(v.reason, "observation.value")
			continue
		case v.text == "" && v.absent == "":
			r.problem(ingest.NoValue, "observation.value")
			continue
		}
		one := d
		if i > 0 {
			one.SourceRecordID += "#" + strconv.Itoa(i+1)
		}
		one.Value, one.Unit, one.AbsentReason = v.text, v.unit, v.absent
		r.put(&one, removed)
	}
}

// put yields a draft, or hands it on as taken back.
func (r *reader) put(d *ingest.Draft, removed bool) {
	if removed {
		r.emit(*d, &ingest.Problem{Position: d.Position, Reason: ingest.Removed, Where: "statusCode"})
		return
	}
	r.emit(*d, nil)
}

// name is what an observation is called: as printed for its code, else its code's display. The observation's own text
// is the printed result, so it is a name only where there is no other.
func (s *section) name(e *element) string {
	if text := s.called(e.child("code")); text != "" {
		return text
	}
	return s.spelled(e.child("text"))
}

func (s *section) specimen(places ...*element) string {
	for _, e := range places {
		for _, x := range e.all("specimen") {
			if text := s.called(x.child("specimenRole", "specimenPlayingEntity", "code")); text != "" {
				return text
			}
		}
	}
	return ""
}
