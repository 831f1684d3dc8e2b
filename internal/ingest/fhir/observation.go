package fhir

import (
	"strconv"

	"github.com/seed-a76b335c/philint/internal/ingest"
	"github.com/seed-a76b335c/philint/internal/record"
)

// observation yields a draft for the observation's value and one for each component's. Nothing that it has is dropped
// without a Problem: a component without a value is one, and the others are kept.
func (r *reader) observation(res *resource) {
	if !r.aboutPerson(res) || res.get("focus") != nil {
		r.problem(ingest.OtherPerson, "Observation")
		return
	}
	status := res.str("status")
	if status == "cancelled" {
		r.problem(ingest.NotSupported, "Observation.status cancelled")
		return
	}
	removed := status == "entered-in-error"
	d := r.base(res)
	d.Kind, d.Origin = record.Measurement, res.unique()
	d.Modality, d.SourceClass = modality(res)
	d.Vendor = vendor(res)
	d.Method = conceptText(res.get("method"))
	d.Specimen = specimen(res)
	d.Comment = ingest.Joined("\n", notes(res.node), ingest.Labelled("bodySite", conceptText(res.get("bodySite"))), preliminary(status))
	w, reason, where := r.timed(res, "effective")
	if reason == ingest.NoTime && res.report != nil {
		w, reason, where = r.timed(res.report, "effective")
	}
	if reason != "" && !removed {
		r.problem(reason, where)
		return
	}
	d.When = w
	if res.report != nil {
		d.Panel, d.PanelID = conceptText(res.report.get("code")), res.report.id
	}
	r.values(res, d, removed)
}

func preliminary(status string) string {
	if status == "preliminary" || status == "registered" {
		return "status: " + status
	}
	return ""
}

func (r *reader) values(res *resource, d ingest.Draft, removed bool) {
	components := res.list("component")
	v := valueOf(res.node, "Observation")
	switch {
	case v.reason != "" && !removed:
		r.problem(v.reason, v.where)
	case v.text == "" && v.absent == "" && len(components) > 0:
		// What holds components needs no value of its own.
	case v.text == "" && v.absent == "" && len(res.list("hasMember")) > 0 && !removed:
		r.problem(ingest.NotSupported, "Observation.hasMember")
	case v.text == "" && v.absent == "" && !removed:
		r.problem(ingest.NoValue, "Observation.value")
	default:
		own := d
		r.fill(&own, res.node, v)
		if len(components) > 0 && own.Panel == "" {
			own.Panel, own.PanelID = own.Name, res.id
		}
		r.put(&own, removed, "Observation.status")
	}
	for i := range components {
		if r.stopped {
			return
		}
		r.component(res, &components[i], i+1, d, removed)
	}
}

func (r *reader) component(res *resource, c *node, n int, d ingest.Draft, removed bool) {
	v := valueOf(c, "Observation.component")
	if v.reason != "" && !removed {
		r.problem(v.reason, v.where)
		return
	}
	if v.text == "" && v.absent == "" && !removed {
		r.problem(ingest.NoValue, "Observation.component")
		return
	}
	d.SourceRecordID += "#" + strconv.Itoa(n)
	d.Panel, d.PanelID = conceptText(res.get("code")), res.id
	r.fill(&d, c, v)
	r.put(&d, removed, "Observation.status")
}

// fill sets what an observation and a component say alike.
func (r *reader) fill(d *ingest.Draft, n *node, v value) {
	code := n.get("code")
	d.Name, d.Codes = conceptText(code), codesOf(code)
	d.Value, d.Unit, d.AbsentReason = v.text, v.unit, v.absent
	d.Flag = flags(n)
	d.Ref = reference(n)
	d.Comment = ingest.Joined("\n", d.Comment, v.comment)
}

func flags(n *node) string {
	var out []string
	for _, c := range n.list("interpretation") {
		out = append(out, codeOf(&c))
	}
	return ingest.Joined(", ", out...)
}

// reference is the reference range as printed: the normal one where several stand there, else all with their names.
func reference(n *node) string {
	ranges := n.list("referenceRange")
	var all []string
	for i := range ranges {
		x := &ranges[i]
		text := rangeText(x)
		kind := x.get("type")
		if len(ranges) > 1 && len(x.list("appliesTo")) == 0 && x.get("age") == nil && hasCode(kind, "normal") {
			return text
		}
		label := conceptText(kind)
		for _, to := range x.list("appliesTo") {
			label = ingest.Joined(" ", label, conceptText(&to))
		}
		if len(ranges) > 1 && label != "" {
			text = label + ": " + text
		}
		all = append(all, text)
	}
	return ingest.Joined("; ", all...)
}

func rangeText(n *node) string {
	if s := n.str("text"); s != "" {
		return s
	}
	text, unit, reason := spanned(n.get("low"), n.get("high"))
	if reason != "" || text == "" {
		return ""
	}
	return ingest.Joined(" ", text, unit)
}

// modality is how a value came to be, by its category, and who says so.
func modality(res *resource) (record.Modality, record.SourceClass) {
	device := res.get("device") != nil
	for _, source := range []*resource{res, res.report} {
		if source == nil {
			continue
		}
		for _, c := range source.list("category") {
			for _, coding := range c.list("coding") {
				switch coding.str("code") {
				case "laboratory", "LAB":
					return record.LabReport, record.Measurer
				case "survey", "social-history":
					return record.SelfReported, record.ByHand
				case "vital-signs", "exam", "imaging", "procedure", "activity", "therapy":
					if device {
						return record.DeviceSensed, record.Measurer
					}
					// Somebody wrote down what an instrument showed.
					return record.Manual, record.Measurer
				}
			}
		}
	}
	switch {
	case device:
		return record.DeviceSensed, record.Measurer
	case res.get("specimen") != nil:
		return record.LabReport, record.Measurer
	default:
		return record.Manual, record.ByHand
	}
}

// vendor is the device that measured, else who is responsible.
func vendor(res *resource) string {
	if s := res.display(res.get("device")); s != "" {
		return s
	}
	for _, source := range []*resource{res, res.report} {
		if source == nil {
			continue
		}
		for _, p := range source.list("performer") {
			if s := res.display(&p); s != "" {
				return s
			}
		}
	}
	return ""
}

func specimen(res *resource) string {
	if s := res.display(res.get("specimen")); s != "" || res.report == nil {
		return s
	}
	for _, s := range res.report.list("specimen") {
		if text := res.display(&s); text != "" {
			return text
		}
	}
	return ""
}
