package ccda

import (
	"github.com/seed-a76b335c/philint/internal/ingest"
	"github.com/seed-a76b335c/philint/internal/record"
)

const (
	problemTemplate  = "2.16.840.1.113883.10.20.22.4.4"
	statusTemplate   = "2.16.840.1.113883.10.20.22.4.6"
	severityTemplate = "2.16.840.1.113883.10.20.22.4.8"
)

// noProblem are SNOMED CT codes that say that there is none.
var noProblem = map[string]bool{"160245001": true, "1149222004": true, "716186003": true}

// problems reads a concern, or a diagnosis, with its problems, or a problem that stands alone.
func (r *reader) problems(s *section, e *element) {
	if e.name == "observation" {
		r.condition(s, e)
		return
	}
	if e.name != "act" {
		r.problem(ingest.NotSupported, s.kind.says()+" "+e.name)
		return
	}
	found := false
	for _, rel := range e.all("entryRelationship") {
		o := rel.child("observation")
		if o == nil || !o.template(problemTemplate) && rel.attr("typeCode") != "SUBJ" {
			continue
		}
		found = true
		switch {
		case r.stopped:
			return
		case negated(e):
			r.problem(ingest.NotSupported, "act.negationInd")
		case o.child("subject") != nil:
			r.problem(ingest.OtherPerson, s.kind.says())
		default:
			r.condition(s, o)
		}
	}
	if !found {
		r.problem(ingest.MissingElement, "act.entryRelationship")
	}
}

// condition yields a draft at the onset, or where no day can be made of it, at the writing down, or else when the document
// was made: then it was known, and the onset as printed is a line of the comment. The end is another, and the value is the
// printed status.
func (r *reader) condition(s *section, e *element) {
	removed := e.child("statusCode").attr("code") == "nullified"
	if negated(e) {
		r.problem(ingest.NotSupported, "observation.negationInd")
		return
	}
	v := e.child("value")
	if noProblem[v.attr("code")] {
		r.problem(ingest.NotSupported, "observation.value for none")
		return
	}
	d := ingest.Draft{
		Position: r.position, Kind: record.Condition, Modality: record.Manual, SourceKind: record.FromFile, SourceClass: record.ByHand,
		SourceRecordID: idOf(e), Name: s.problemName(e, v), Codes: codes(v), Vendor: author(e),
	}
	if d.SourceRecordID != "" {
		d.Origin = origin
	}
	if d.Name == "" && !removed {
		r.problem(ingest.NoName, "observation.value")
		return
	}
	start, end := times(e.child("effectiveTime"))
	w, reason := when(start, "")
	onset := ""
	if reason != "" {
		onset = start
		for _, known := range []string{authored(e), r.asOf} {
			if at, why := when(known, ""); why == "" && reason != "" {
				w, reason = at, ""
			}
		}
	}
	if reason != "" && !removed {
		r.problem(reason, "observation.effectiveTime")
		return
	}
	d.When = w
	severity := ""
	for _, rel := range e.all("entryRelationship") {
		o := rel.child("observation")
		switch {
		case o.template(statusTemplate):
			d.Value = s.called(o.child("value"))
		case o.template(severityTemplate):
			severity = s.called(o.child("value"))
		}
	}
	d.Comment = ingest.Joined("\n", s.comments(e), ingest.Labelled("onset", onset), ingest.Labelled("abatement", end), ingest.Labelled("severity", severity))
	r.put(&d, removed)
}

// problemName is the problem as printed. A value without any name may still have one in the observation's text.
func (s *section) problemName(e, v *element) string {
	switch v.kindOf() {
	case "ST", "ED":
		return s.spelled(v)
	}
	if text := s.called(v); text != "" {
		return text
	}
	return s.spelled(e.child("text"))
}

func (e *element) kindOf() string {
	if e == nil {
		return ""
	}
	return e.kind
}
