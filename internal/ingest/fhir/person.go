package fhir

import (
	"slices"
	"strings"

	"github.com/seed-a76b335c/philint/internal/ingest"
	"github.com/seed-a76b335c/philint/internal/record"
)

// person is whom the file is about: its first Patient, or the first subject where that comes earlier. Only what tells
// patients apart is held; a name and a birth date only to tell those apart that stand within other resources, which have no
// address.
type person struct {
	known  bool
	names  []string // addresses, type and id, business identifiers
	family string
	born   string
}

// describe takes a Patient's name and birth date.
func (p *person) describe(n *node) {
	if p.family == "" {
		p.family = strings.Clone(familyOf(n))
	}
	if p.born == "" {
		p.born = strings.Clone(n.str("birthDate"))
	}
}

func familyOf(n *node) string {
	for _, x := range n.list("name") {
		if s := strings.TrimSpace(x.str("family")); s != "" {
			return strings.ToLower(s)
		}
	}
	return ""
}

// isLike says that nothing of a Patient without an address is another than the person's, and something is the same. One of
// whom nothing is said is nobody else.
func (p *person) isLike(n *node) bool {
	family, born := familyOf(n), n.str("birthDate")
	if family == "" && born == "" {
		return true
	}
	differ := family != "" && p.family != "" && family != p.family || born != "" && p.born != "" && born != p.born
	return !differ && (family != "" && p.family != "" || born != "" && p.born != "")
}

const timezoneExtension = "http://hl7.org/fhir/StructureDefinition/timezone"

// patient takes up the first Patient, with its zone. Another one is another person.
func (r *reader) patient(res *resource) {
	if r.whose != nil {
		r.whose(res.node)
	}
	names := patientNames(res)
	if r.person.known && !r.person.sameAs(names) {
		r.problem(ingest.OtherPerson, "Patient")
		return
	}
	r.person.add(names)
	r.person.describe(res.node)
	for _, e := range res.list("extension") {
		if e.str("url") != timezoneExtension {
			continue
		}
		text := e.str("valueCode")
		if text == "" {
			text = e.str("valueString")
		}
		z, err := record.ParseZone(text, r.zones)
		if err != nil {
			r.problem(ingest.BadElement, "Patient.extension timezone")
			continue
		}
		r.zone, r.counts.Zone = &z, z.String()
	}
}

func patientNames(res *resource) (names []string) {
	if res.fullURL != "" {
		names = append(names, referenceName(res.fullURL))
	}
	if id := res.str("id"); id != "" {
		names = append(names, "Patient/"+id)
		if uuid.MatchString(id) {
			names = append(names, "urn:uuid:"+id)
		}
	}
	for _, i := range res.list("identifier") {
		if n := identifierName(&i); n != "" {
			names = append(names, n)
		}
	}
	return names
}

func identifierName(i *node) string {
	if v := i.str("value"); v != "" {
		return "?" + i.str("system") + "|" + v
	}
	return ""
}

// referenceName is a reference without the version of what it points to.
func referenceName(ref string) string {
	ref, _, _ = strings.Cut(ref, "/_history/")
	return ref
}

func (p *person) add(names []string) {
	p.known = true
	for _, n := range names {
		if !slices.Contains(p.names, n) && len(p.names) < 64 {
			p.names = append(p.names, strings.Clone(n))
		}
	}
}

// sameAs says whether one of the names is the person's. Two Patients may share an id only by standing on two servers.
func (p *person) sameAs(names []string) bool {
	return slices.ContainsFunc(names, func(n string) bool {
		if strings.Contains(n, "://") {
			return slices.Contains(p.names, n) || !p.onServer(n) && slices.Contains(p.names, relative(n))
		}
		return slices.ContainsFunc(p.names, func(have string) bool { return have == n || relative(have) == n })
	})
}

// identified says that a business identifier of the person is known.
func (p *person) identified() bool {
	return slices.ContainsFunc(p.names, func(n string) bool { return strings.HasPrefix(n, "?") })
}

// onServer says that the person is known by another server's address with the same id.
func (p *person) onServer(name string) bool {
	return slices.ContainsFunc(p.names, func(have string) bool {
		return strings.Contains(have, "://") && relative(have) == relative(name)
	})
}

// relative is the type and id at the end of an address.
func relative(ref string) string {
	if !strings.Contains(ref, "://") {
		return ref
	}
	parts := strings.Split(ref, "/")
	if len(parts) < 2 {
		return ref
	}
	return strings.Join(parts[len(parts)-2:], "/")
}

// aboutPerson says whether a resource is about the person of the file. Without a subject it is.
func (r *reader) aboutPerson(res *resource) bool {
	subject := res.get("subject")
	if subject == nil && res.report != nil {
		subject = res.report.get("subject")
	}
	if subject == nil {
		return true
	}
	if t := subject.str("type"); t != "" && t != "Patient" {
		return false
	}
	var names []string
	var within *node
	if ref := referenceName(subject.str("reference")); ref != "" {
		if in := res.within(ref); in != nil {
			if in.str("resourceType") != "Patient" {
				return false
			}
			within = in
			inner := resource{node: in}
			for _, name := range patientNames(&inner) {
				// Its id is of this resource only, so it tells nobody apart.
				if strings.HasPrefix(name, "?") {
					names = append(names, name)
				}
			}
		} else {
			if kind := typeOf(ref); kind != "" && kind != "Patient" {
				return false
			}
			if _, query, ok := strings.Cut(ref, "Patient?identifier="); ok {
				ref = "?" + query
			}
			names = append(names, ref)
		}
	}
	if id := subject.get("identifier"); id != nil {
		if n := identifierName(id); n != "" {
			names = append(names, n)
		}
	}
	switch {
	case len(names) == 0 && (within == nil || familyOf(within) == "" && within.str("birthDate") == ""):
		return true // nothing says who it is
	case !r.person.known:
		r.person.add(names)
		if within != nil {
			r.person.describe(within)
		}
		return true
	case len(names) > 0 && r.person.sameAs(names):
		return true
	case within != nil && (len(names) == 0 || !r.person.identified()):
		return r.person.isLike(within)
	}
	return false
}

// typeOf is the type that a reference names, "" for one that names none.
func typeOf(ref string) string {
	rel := relative(ref)
	kind, _, ok := strings.Cut(rel, "/")
	if !ok || !resourceTypes[kind] {
		return ""
	}
	return kind
}
