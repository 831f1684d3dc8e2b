package ccda

import (
	"github.com/seed-a76b335c/philint/internal/ingest"
	"github.com/seed-a76b335c/philint/internal/record"
)

const (
	loincOID  = "2.16.840.1.113883.6.1"
	snomedOID = "2.16.840.1.113883.6.96"
)

// systems are the addresses of code systems, as FHIR writes them.
var systems = map[string]string{
	loincOID:                  "http://loinc.org",
	snomedOID:                 record.SNOMED,
	"2.16.840.1.113883.6.88":  record.RxNorm,
	"2.16.840.1.113883.6.69":  record.NDC,
	"2.16.840.1.113883.6.73":  record.ATC,
	"2.16.840.1.113883.6.90":  "http://hl7.org/fhir/sid/icd-10-cm",
	"2.16.840.1.113883.6.3":   "http://hl7.org/fhir/sid/icd-10",
	"2.16.840.1.113883.6.103": "http://hl7.org/fhir/sid/icd-9-cm",
	"2.16.840.1.113883.6.12":  "http://www.ama-assn.org/go/cpt",
}

func systemOf(oid string) string {
	if s, ok := systems[oid]; ok || oid == "" {
		return s
	}
	return "urn:oid:" + oid
}

// codes are a code and its translations.
func codes(e *element) (out []ingest.SourceCode) {
	for _, c := range append([]*element{e}, e.all("translation")...) {
		if code := c.attr("code"); code != "" {
			out = append(out, ingest.SourceCode{System: systemOf(c.attr("codeSystem")), Code: code, Display: c.attr("displayName")})
		}
	}
	return out
}

// spelled is the text of an element that may refer to the narrative instead.
func (s *section) spelled(e *element) string {
	if e == nil {
		return ""
	}
	if text := e.own(); text != "" {
		return text
	}
	if text := s.printedAs(e.child("reference").attr("value")); text != "" {
		return text
	}
	return s.printedAs(e.attr("value"))
}

// called is what a code is called: as printed, else its display, else that of a translation, else the code.
func (s *section) called(e *element) string {
	if text := s.spelled(e.child("originalText")); text != "" {
		return text
	}
	if text := e.attr("displayName"); text != "" {
		return text
	}
	for _, t := range e.all("translation") {
		if text := s.spelled(t.child("originalText")); text != "" {
			return text
		}
		if text := t.attr("displayName"); text != "" {
			return text
		}
	}
	for _, c := range codes(e) {
		return c.Code
	}
	return ""
}

// idOf is the first identifier of an act.
func idOf(e *element) string {
	for _, id := range e.all("id") {
		if root := id.attr("root"); root != "" {
			return ingest.Joined("|", root, id.attr("extension"))
		}
	}
	return ""
}

// origin is where identifiers are unique: HL7's are so by themselves.
const origin = "urn:hl7-org:v3"

// comments are the Comment Activities of an act.
func (s *section) comments(e *element) string {
	var out []string
	for _, r := range e.all("entryRelationship") {
		for _, a := range r.all("act") {
			if a.template("2.16.840.1.113883.10.20.22.4.64") || a.child("code").attr("code") == "48767-8" {
				out = append(out, s.spelled(a.child("text")))
			}
		}
	}
	return ingest.Joined("\n", out...)
}

// author is who wrote an act down: the device, else the organization.
func author(e *element) string {
	for _, a := range e.all("author") {
		who := a.child("assignedAuthor")
		if device := who.child("assignedAuthoringDevice"); device != nil {
			if name := ingest.Joined(" ", device.child("manufacturerModelName").own(), device.child("softwareName").own()); name != "" {
				return name
			}
		}
		if name := who.child("representedOrganization", "name").own(); name != "" {
			return name
		}
	}
	for _, p := range e.all("performer") {
		if name := p.child("assignedEntity", "representedOrganization", "name").own(); name != "" {
			return name
		}
	}
	return ""
}

// authored is when an act was written down.
func authored(e *element) string {
	for _, a := range e.all("author") {
		if t := a.child("time").attr("value"); t != "" {
			return t
		}
	}
	return ""
}
