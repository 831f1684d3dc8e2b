package fhir

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/seed-a76b335c/philint/internal/ingest"
	"github.com/seed-a76b335c/philint/internal/record"
)

// resource is one resource with what a reader needs to know about its place.
type resource struct {
	*node
	kind    string
	fullURL string
	// id is what the source calls it: its type and id, or its address.
	id        string
	contained []node
	// report is the report that a contained observation belongs to.
	report *resource
}

const maxNesting = 3

func (r *reader) resource(n *node, fullURL string, depth int) {
	res := resource{node: n, kind: n.str("resourceType"), fullURL: fullURL, contained: n.list("contained")}
	if n.kind != '{' || res.kind == "" {
		r.problem(ingest.WrongFormat, "resourceType")
		return
	}
	if !resourceTypes[res.kind] {
		r.counts.Resources[""]++
		r.problem(ingest.NotSupported, "a resource that FHIR R4 does not have")
		return
	}
	res.kind = strings.Clone(res.kind)
	res.id = res.sourceID()
	r.counts.Resources[res.kind]++
	read := r.readers[res.kind]
	if read == nil {
		r.problem(ingest.NotSupported, res.kind)
		return
	}
	read(r, &res, depth)
}

// readers are how each type of resource is read that is.
func readers() map[string]func(r *reader, res *resource, depth int) {
	flat := func(read func(*reader, *resource)) func(*reader, *resource, int) {
		return func(r *reader, res *resource, _ int) { read(r, res) }
	}
	use := flat((*reader).medicationUse)
	return map[string]func(*reader, *resource, int){
		"Bundle": (*reader).bundle, "Patient": flat((*reader).patient), "Medication": flat((*reader).medication), "Observation": flat((*reader).observation),
		"Condition": flat((*reader).condition), "MedicationRequest": use, "MedicationStatement": use, "MedicationAdministration": use,
		"DiagnosticReport": flat((*reader).report),
	}
}

// Kinds are the types of resources that are read, and the types of an observation's value that are known.
func Kinds() []string {
	out := slices.Collect(maps.Keys(readers()))
	for value := range valueReaders {
		out = append(out, "Observation."+value)
	}
	slices.Sort(out)
	return out
}

// bundle is a bundle within a bundle, as a batch's answer has them.
func (r *reader) bundle(res *resource, depth int) {
	if depth >= maxNesting {
		r.problem(ingest.NotSupported, "a bundle nested in bundles")
		return
	}
	entries := res.list("entry")
	for i := range entries {
		r.entry(&entries[i], depth+1)
		if r.stopped {
			return
		}
	}
}

// report is not stored itself: its observations are. Those that stand within it have no other place.
func (r *reader) report(res *resource) {
	r.problem(ingest.NotSupported, res.kind)
	for i := range res.contained {
		c := &res.contained[i]
		if c.str("resourceType") != "Observation" || r.stopped {
			continue
		}
		r.counts.Resources["Observation"]++
		inner := resource{node: c, kind: "Observation", id: res.id + "#" + c.str("id"), contained: res.contained, report: res}
		r.observation(&inner)
	}
}

// sourceID is the source's id: Observation/17, or else the entry's address, or else a business identifier.
func (res *resource) sourceID() string {
	if id := res.str("id"); id != "" {
		return res.kind + "/" + id
	}
	if res.fullURL != "" {
		return res.fullURL
	}
	for _, i := range res.list("identifier") {
		if v := i.str("value"); v != "" {
			return res.kind + "?identifier=" + i.str("system") + "|" + v
		}
	}
	return ""
}

// within finds a contained resource by a reference such as #a.
func (res *resource) within(reference string) *node {
	id, ok := strings.CutPrefix(reference, "#")
	if !ok || id == "" {
		return nil
	}
	for i := range res.contained {
		if res.contained[i].str("id") == id {
			return &res.contained[i]
		}
	}
	return nil
}

// display is how a reference is printed: by itself, or by the contained resource's name.
func (res *resource) display(ref *node) string {
	if s := ref.str("display"); s != "" {
		return s
	}
	in := res.within(ref.str("reference"))
	if in == nil {
		return ""
	}
	if s := in.str("name"); s != "" {
		return s
	}
	for _, n := range in.list("deviceName") {
		if s := n.str("name"); s != "" {
			return s
		}
	}
	return conceptText(in.get("type"))
}

// base is a draft with what all resources say alike.
func (r *reader) base(res *resource) ingest.Draft {
	return ingest.Draft{
		Position: r.position, SourceKind: record.FromFile, SourceRecordID: res.id, Origin: res.origin(),
		SourceClass: record.ByHand, Modality: record.Manual,
	}
}

var uuid = regexp.MustCompile(`^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$`)

// origin is where the resource's id is its own: its server, or anywhere for a UUID; "" where the id may be the file's.
func (res *resource) origin() string {
	if res.report != nil {
		return res.report.origin()
	}
	if uuid.MatchString(res.str("id")) || strings.HasPrefix(res.fullURL, "urn:uuid:") && res.str("id") == "" {
		return "urn:uuid"
	}
	if strings.HasPrefix(res.fullURL, "http") {
		if base, ok := strings.CutSuffix(referenceName(res.fullURL), "/"+res.kind+"/"+res.str("id")); ok {
			return base
		}
	}
	return ""
}

// longID is from how many characters on an id was made by a machine to be like no other.
const longID = 24

// unique is where the id of a resource is its own also where its server is not known: together with a business
// identifier or the entry's UUID, or by itself where it is long. Nothing refers to an observation or a condition through
// its origin, so each may have one of its own.
func (res *resource) unique() string {
	if res.report != nil {
		return res.report.unique()
	}
	if at := res.origin(); at != "" {
		return at
	}
	for _, i := range res.list("identifier") {
		if system, v := i.str("system"), i.str("value"); system != "" && v != "" {
			return "identifier:" + system + "|" + v
		}
	}
	switch at, ok := strings.CutPrefix(res.fullURL, "urn:uuid:"); {
	case ok && uuid.MatchString(at):
		return res.fullURL
	case len(res.str("id")) >= longID:
		return "id"
	}
	return ""
}

// put yields a draft, or hands it on as taken back.
func (r *reader) put(d *ingest.Draft, removed bool, where string) {
	detach(d)
	if removed {
		r.emit(*d, &ingest.Problem{Position: d.Position, Reason: ingest.Removed, Where: where})
		return
	}
	r.emit(*d, nil)
}

// detach copies a draft's texts out of the resource, which would stay in memory as long as they do.
func detach(d *ingest.Draft) {
	for _, s := range []*string{
		&d.SourceRecordID, &d.Origin, &d.Vendor, &d.VendorField, &d.Name, &d.Value, &d.Unit, &d.Ref, &d.Flag, &d.Method, &d.Specimen,
		&d.Comment, &d.AbsentReason, &d.Panel, &d.PanelID,
	} {
		*s = strings.Clone(*s)
	}
	detachCodes(d.Codes)
	m := d.Medication
	if m == nil {
		return
	}
	detachCodes(m.Codes)
	for _, s := range []*string{&m.Name, &m.Strength, &m.Form, &m.Route, &m.StartText, &m.EndText, &m.Status, &m.StatusReason, &m.Reason, &m.Repeats} {
		*s = strings.Clone(*s)
	}
	for i := range m.Orders {
		m.Orders[i] = strings.Clone(m.Orders[i])
	}
	for i := range m.Instructions {
		in := &m.Instructions[i]
		in.Text = strings.Clone(in.Text)
		for j := range in.Times {
			in.Times[j] = strings.Clone(in.Times[j])
		}
		if in.Dose != nil {
			in.Dose.Unit = strings.Clone(in.Dose.Unit)
		}
	}
}

func detachCodes(codes []ingest.SourceCode) {
	for i := range codes {
		c := &codes[i]
		c.System, c.Code, c.Display = strings.Clone(c.System), strings.Clone(c.Code), strings.Clone(c.Display)
	}
}
