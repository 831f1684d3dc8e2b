package ccda

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/seed-a76b335c/philint/internal/ingest"
	"github.com/seed-a76b335c/philint/internal/record"
)

// reading is everything that an importer yields, in order.
type reading struct {
	drafts   []ingest.Draft
	problems []ingest.Problem
	removed  []ingest.Draft
	halted   *ingest.Problem
	counts   Counts
}

func readAll(t testing.TB, text string) reading { return readWith(t, text, Options{}) }

func readWith(t testing.TB, text string, opts Options) (got reading) {
	t.Helper()
	opts.Counts = &got.counts
	for d, err := range Read(strings.NewReader(text), opts) {
		if got.halted != nil {
			t.Fatal("something comes after the halt")
		}
		var p *ingest.Problem
		var h *ingest.Halt
		switch {
		case err == nil:
			got.drafts = append(got.drafts, d)
		case errors.As(err, &h):
			got.halted = &h.Problem
		case !errors.As(err, &p):
			t.Fatalf("an error that is no problem: %v", err)
		case p.Position < 1:
			t.Errorf("a problem without a position: %v", err)
		case p.Reason == ingest.Removed:
			got.removed = append(got.removed, d)
		default:
			got.problems = append(got.problems, *p)
		}
	}
	return got
}

func (r *reading) one(t *testing.T) ingest.Draft {
	t.Helper()
	if len(r.drafts) != 1 || len(r.problems) > 0 || r.halted != nil {
		t.Fatalf("want one draft, got %d, problems %v, halted %v", len(r.drafts), r.problems, r.halted)
	}
	return r.drafts[0]
}

func (r *reading) reasons() (out []string) {
	for _, p := range r.problems {
		out = append(out, string(p.Reason)+" "+p.Where)
	}
	if r.halted != nil {
		out = append(out, "halt "+string(r.halted.Reason)+" "+r.halted.Where)
	}
	return out
}

const (
	head = `<ClinicalDocument xmlns="urn:hl7-org:v3" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:sdtc="urn:hl7-org:sdtc">`
	tail = `</ClinicalDocument>`
)

// document wraps sections.
func document(sections ...string) string {
	var b strings.Builder
	b.WriteString(head + `<title>x</title><component><structuredBody>`)
	for _, s := range sections {
		if !strings.HasPrefix(strings.TrimSpace(s), "<component") {
			s = "<component>" + s + "</component>"
		}
		b.WriteString(s)
	}
	b.WriteString(`</structuredBody></component>` + tail)
	return b.String()
}

func sectionOf(code, text string, entries ...string) string {
	var b strings.Builder
	fmt.Fprintf(&b, `<section><code code="%s" codeSystem="2.16.840.1.113883.6.1"/><title>x</title><text>%s</text>`, code, text)
	for _, e := range entries {
		b.WriteString("<entry>" + e + "</entry>")
	}
	b.WriteString("</section>")
	return b.String()
}

func resultsOf(body string) string {
	return document(sectionOf("30954-2", `<content ID="n">Zuckerwert</content> <content ID="v">stark  <b>erhöht</b></content>`, body))
}

const fixedHead = `<id root="1.2.3" extension="9"/><code code="2345-7" displayName="Glucose" codeSystem="2.16.840.1.113883.6.1"/>`

func observation(more string) string {
	return resultsOf(`<observation classCode="OBS" moodCode="EVN">` + fixedHead + `<statusCode code="completed"/><effectiveTime value="202603040815+0100"/>` + more + `</observation>`)
}

func TestValues(t *testing.T) {
	tests := []struct{ name, value, text, unit, absent string }{
		{"a quantity keeps its digits", `<value xsi:type="PQ" value="4.20" unit="mmol/L"/>`, "4.20", "mmol/L", ""},
		{"a unit of one is none", `<value xsi:type="PQ" value="4" unit="1"/>`, "4", "", ""},
		{"a unit outside of UCUM stays as printed", `<value xsi:type="PQ" nullFlavor="OTH"><translation value="152" nullFlavor="OTH"><originalText>THOUS/MCL</originalText></translation></value>`, "152", "THOUS/MCL", ""},
		{"less than", `<value xsi:type="IVL_PQ"><high value="5" unit="mg/L" inclusive="false"/></value>`, "<5", "mg/L", ""},
		{"from 0 up to", `<value xsi:type="IVL_PQ"><low value="0" unit="mg/L"/><high value="5" unit="mg/L"/></value>`, "<=5", "mg/L", ""},
		{"more than", `<value xsi:type="IVL_PQ"><low value="5" unit="mg/L" inclusive="false"/><high nullFlavor="PINF"/></value>`, ">5", "mg/L", ""},
		{"at least", `<value xsi:type="IVL_PQ"><low value="5" unit="mg/L"/></value>`, ">=5", "mg/L", ""},
		{"a range", `<value xsi:type="IVL_PQ"><low value="3" unit="mg/L"/><high value="5" unit="mg/L"/></value>`, "3-5", "mg/L", ""},
		{"a code by its display", `<value xsi:type="CD" code="1" displayName="Positive" codeSystem="2.16.840.1.113883.6.96"/>`, "Positive", "", ""},
		{"a code as printed", `<value xsi:type="CO" code="1" displayName="Positive"><originalText><reference value="#v"/></originalText></value>`, "stark erhöht", "", ""},
		{"a code by its translation", `<value xsi:type="CE" nullFlavor="OTH"><translation code="x" displayName="reaktiv"/></value>`, "reaktiv", "", ""},
		{"a string", `<value xsi:type="ST">siehe  Befund</value>`, "siehe Befund", "", ""},
		{"text", `<value xsi:type="ED"><reference value="#v"/></value>`, "stark erhöht", "", ""},
		{"an integer", `<value xsi:type="INT" value="3"/>`, "3", "", ""},
		{"a real", `<value xsi:type="REAL" value="3.10"/>`, "3.10", "", ""},
		{"a titre", `<value xsi:type="RTO_PQ_PQ"><numerator value="1"/><denominator value="128"/></value>`, "1:128", "", ""},
		{"nothing known", `<value xsi:type="PQ" nullFlavor="NI"/>`, "", "", "NI"},
		{"a type with another prefix", `<value xsi:type="hl7:INT" value="3"/>`, "3", "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := readAll(t, observation(tt.value))
			d := got.one(t)
			if have := [3]string{d.Value, d.Unit, d.AbsentReason}; have != [3]string{tt.text, tt.unit, tt.absent} {
				t.Errorf("got %q", have)
			}
		})
	}
}

func TestAnObservationIsHandedOnVerbatim(t *testing.T) {
	got := readAll(t, resultsOf(`<organizer classCode="BATTERY" moodCode="EVN"><id root="1.2.4"/><code code="51990-0" displayName="Basic" codeSystem="2.16.840.1.113883.6.1"/>
	<author><assignedAuthor><representedOrganization><name>Labor Nord</name></representedOrganization></assignedAuthor></author>
	<specimen><specimenRole><specimenPlayingEntity><code displayName="Serum"/></specimenPlayingEntity></specimenRole></specimen>
	<component><observation classCode="OBS" moodCode="EVN"><id root="1.2.3" extension="9"/><code code="2345-7" displayName="Glucose" codeSystem="2.16.840.1.113883.6.1"><originalText><reference value="#n"/></originalText><translation code="GLU" codeSystem="1.9"/></code>
	<statusCode code="completed"/><effectiveTime><low value="20260304081500.5+0545"/><high value="202603040915+0545"/></effectiveTime><value xsi:type="PQ" value="98" unit="mg/dL"/><interpretationCode code="H"/><interpretationCode code="A"/>
	<methodCode displayName="Hexokinase"/><targetSiteCode displayName="Arm"/><entryRelationship typeCode="SUBJ"><act classCode="ACT" moodCode="EVN"><templateId root="2.16.840.1.113883.10.20.22.4.64"/><code code="48767-8"/><text>nüchtern</text></act></entryRelationship>
	<referenceRange><observationRange><text>70–99</text></observationRange></referenceRange></observation></component></organizer>`))
	d := got.one(t)
	nepal := time.FixedZone("", 5*3600+45*60)
	want := ingest.Draft{
		Position: 1, Kind: record.Measurement, Modality: record.LabReport, SourceKind: record.FromFile, SourceClass: record.Measurer,
		SourceRecordID: "1.2.3|9", Origin: origin, Vendor: "Labor Nord", Name: "Zuckerwert", Value: "98", Unit: "mg/dL", Ref: "70–99", Flag: "H, A",
		Method: "Hexokinase", Specimen: "Serum", Comment: "nüchtern\ntargetSiteCode: Arm", Panel: "Basic", PanelID: "1.2.4",
		Codes: []ingest.SourceCode{{System: "http://loinc.org", Code: "2345-7", Display: "Glucose"}, {System: "urn:oid:1.9", Code: "GLU"}},
		When:  ingest.When{Start: time.Date(2026, 3, 4, 8, 15, 0, 5e8, nepal), End: time.Date(2026, 3, 4, 9, 15, 0, 0, nepal)},
	}
	if !d.When.Start.Equal(want.When.Start) || !d.When.End.Equal(want.When.End) {
		t.Errorf("the time is %v", d.When)
	}
	want.When = d.When
	if !reflect.DeepEqual(d, want) {
		t.Errorf("got  %+v\nwant %+v", d, want)
	}
}

func TestTimes(t *testing.T) {
	tests := []struct {
		text, want         string
		dateOnly, floating bool
	}{
		{"20260304", "2026-03-04T00:00:00Z", true, true},
		{"202603040815+0100", "2026-03-04T08:15:00+01:00", false, false},
		{"20260304081507-0330", "2026-03-04T08:15:07-03:30", false, false},
		{"20260304081507.25+0000", "2026-03-04T08:15:07.25Z", false, false},
		{"202603040815", "2026-03-04T08:15:00Z", false, true},
		{"2026030408", "2026-03-04T08:00:00Z", false, true},
		{"20260304+0100", "2026-03-04T00:00:00Z", true, true},
	}
	for _, tt := range tests {
		w, reason := when(tt.text, "")
		if s := w.Start.Format(time.RFC3339Nano); reason != "" || s != tt.want || w.DateOnly != tt.dateOnly || w.Floating != tt.floating {
			t.Errorf("%s: got %+v, %s", tt.text, w, reason)
		}
	}
	for _, bad := range []string{"2026", "202603", "20260230", "2026-03-04", "202603040860", "20260304081507.+01", "202603040815+01:00", "202603040815+", "x", "20260304 0815"} {
		want := ingest.BadTime
		if bad == "2026" || bad == "202603" {
			want = ingest.CoarseDate
		}
		if _, reason := when(bad, ""); reason != want {
			t.Errorf("%s: %q", bad, reason)
		}
	}
	if w, reason := when("", "20260304"); reason != "" || w.Start.Day() != 4 {
		t.Error("an end alone is when it was known")
	}
}

func TestRefusals(t *testing.T) {
	obs := func(attrs, body string) string {
		return resultsOf(`<observation classCode="OBS" ` + attrs + `><code code="1" displayName="x"/>` + body + `</observation>`)
	}
	at := `<effectiveTime value="20260304"/>`
	medication := func(attrs, body string) string {
		return document(sectionOf("10160-0", "", `<substanceAdministration `+attrs+`>`+body+`</substanceAdministration>`))
	}
	drug := `<consumable><manufacturedProduct><manufacturedMaterial><code displayName="x"/></manufacturedMaterial></manufacturedProduct></consumable>`
	problem := func(body string) string {
		return document(sectionOf("11450-4", "", `<act><entryRelationship typeCode="SUBJ"><observation>`+body+`</observation></entryRelationship></act>`))
	}
	tests := []struct{ name, text, want string }{
		{"a negation", obs(`negationInd="true"`, at), "not-supported observation.negationInd"},
		{"an order of a test", obs(`moodCode="RQO"`, at), "not-supported observation.moodCode"},
		{"an aborted test", obs(``, `<statusCode code="aborted"/>`+at), "not-supported observation.statusCode aborted"},
		{"a month", obs(``, `<effectiveTime value="202603"/><value xsi:type="INT" value="1"/>`), "date-without-a-day observation.effectiveTime"},
		{"no time", obs(``, `<effectiveTime nullFlavor="UNK"/><value xsi:type="INT" value="1"/>`), "no-time observation.effectiveTime"},
		{"no value", obs(``, at), "no-value observation.value"},
		{"an empty value", obs(``, at+`<value xsi:type="PQ"/>`), "no-value observation.value"},
		{"an image", obs(``, at+`<value xsi:type="ED" representation="B64">AAAA</value>`), "not-supported observation.value"},
		{"a type that is not known", obs(``, at+`<value xsi:type="GLIST_PQ"/>`), "not-supported observation.value"},
		{"a relative", obs(``, `<subject><relatedSubject/></subject>`), "another-person results section"},
		{"a procedure among results", resultsOf(`<procedure/>`), "not-supported results section procedure"},
		{"an empty organizer", resultsOf(`<organizer/>`), "missing-element organizer.component"},
		{"an empty entry", resultsOf(``), "missing-element entry"},
		{"another section", document(sectionOf("48765-2", "", `<act/>`)), "not-supported allergies section"},
		{"a section that is not known", document(sectionOf("99999-9", "", `<act/>`)), "not-supported another section"},
		{"results that are only written", document(sectionOf("30954-2", "all well")), "not-supported results section without entries"},
		{"a scanned document", head + `<component><nonXMLBody><text>AAAA</text></nonXMLBody></component>` + tail, "not-supported nonXMLBody"},
		{"no medications", medication(`negationInd="true"`, drug), "not-supported substanceAdministration.negationInd"},
		{"a proposal", medication(`moodCode="PRP"`, drug), "not-supported substanceAdministration.moodCode"},
		{"a drug without a name", medication(`moodCode="EVN"`, ``), "no-name substanceAdministration.consumable"},
		{"a course that ends before it starts", medication(``, `<effectiveTime xsi:type="IVL_TS"><low value="20260304"/><high value="20260301"/></effectiveTime>`+drug), "end-before-start substanceAdministration.effectiveTime"},
		{"a supply alone", document(sectionOf("10160-0", "", `<supply/>`)), "not-supported medications section supply"},
		{"no known problems", problem(`<value xsi:type="CD" code="160245001"/>`), "not-supported observation.value for none"},
		{"a problem that is denied", document(sectionOf("11450-4", "", `<act><entryRelationship typeCode="SUBJ"><observation negationInd="true"/></entryRelationship></act>`)), "not-supported observation.negationInd"},
		{"a problem without a day", problem(`<effectiveTime><low value="2008"/></effectiveTime><value xsi:type="CD" displayName="x"/>`), "date-without-a-day observation.effectiveTime"},
		{"a concern about nothing", document(sectionOf("11450-4", "", `<act/>`)), "missing-element act.entryRelationship"},
		{"nothing", ``, "halt wrong-format ClinicalDocument as the outermost element"},
		{"words", `hello`, "halt wrong-format ClinicalDocument as the outermost element"},
		{"JSON", `{"a":1}`, "halt wrong-format ClinicalDocument as the outermost element"},
		{"a section by itself", sectionOf("30954-2", "x"), "halt wrong-format ClinicalDocument as the outermost element"},
		{"a document of another namespace", `<ClinicalDocument/>`, "halt wrong-format ClinicalDocument as the outermost element"},
		{"a prefix without a declaration", strings.Replace(obs(``, at+`<value xsi:type="INT" value="1"/>`), `xmlns:xsi=`, `xmlns:other=`, 1), "halt damaged a prefix without a declaration"},
		{"an element prefix without a declaration", head + `<sdtc2:x/>` + tail, "halt damaged a prefix without a declaration"},
		{"two people", head + `<recordTarget/><recordTarget/>` + tail, "halt another-person recordTarget"},
		{"an encoding that is not read", `<?xml version="1.0" encoding="koi8-r"?>` + head + tail, "halt wrong-format encoding"},
		{"an entity of its own", `<!DOCTYPE x [<!ENTITY a "b">]>` + head + `<title>&a;</title>` + tail, "halt damaged "},
		{"depth", head + strings.Repeat("<component>", 200), "halt too-large "},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := readAll(t, tt.text)
			if len(got.drafts) > 0 || !reflect.DeepEqual(got.reasons(), []string{tt.want}) {
				t.Errorf("got %d drafts and %q, want %q", len(got.drafts), got.reasons(), tt.want)
			}
		})
	}
}

func TestSectionsByTemplateAndWithin(t *testing.T) {
	o := `<entry><observation><code displayName="x"/><effectiveTime value="20260304"/><value xsi:type="INT" value="1"/></observation></entry>`
	for name, s := range map[string]string{
		"by template, with a local code": `<section><templateId root="2.16.840.1.113883.10.20.22.2.3.1" extension="2015-08-01"/><code code="LAB" codeSystem="1.2"/>` + o + `</section>`,
		"within another, as a part":      `<section><code code="30954-2" codeSystem="2.16.840.1.113883.6.1"/><component><section><title>part</title>` + o + `</section></component></section>`,
		"within another kind":            `<section><code code="29545-1" codeSystem="2.16.840.1.113883.6.1"/><component><section><code code="8716-3" codeSystem="2.16.840.1.113883.6.1"/>` + o + `</section></component></section>`,
	} {
		got := readAll(t, document(s))
		if len(got.drafts) != 1 || len(got.problems) > 0 {
			t.Errorf("%s: %d drafts, %q", name, len(got.drafts), got.reasons())
		}
	}
	latin := `<?xml version="1.0" encoding="ISO-8859-1"?>` + strings.ReplaceAll(resultsOf(`<observation><code displayName="H`+"\xf6"+`he"/><effectiveTime value="20260304"/><value xsi:type="INT" value="1"/></observation>`), "ö", "\xf6")
	got := readAll(t, strings.ReplaceAll(latin, "erhöht", ""))
	if d := got.one(t); d.Name != "Höhe" {
		t.Errorf("Latin-1: %q", d.Name)
	}
}

func TestWhatIsTooLargeIsSteppedOver(t *testing.T) {
	small := `<observation><code displayName="x"/><effectiveTime value="20260304"/><value xsi:type="INT" value="1"/></observation>`
	large := `<observation>` + strings.Repeat(`<x a="y"/>`, 500) + `</observation>`
	got := readWith(t, document(sectionOf("30954-2", "", small, large, small)), Options{MaxEntry: 2000})
	if len(got.drafts) != 2 || len(got.problems) != 1 || got.problems[0] != (ingest.Problem{Position: 2, Reason: ingest.TooLarge, Where: "entry"}) {
		t.Errorf("%d drafts, %q", len(got.drafts), got.reasons())
	}
	got = readWith(t, document(sectionOf("30954-2", strings.Repeat("<br/>x", 500), small)), Options{MaxEntry: 2000})
	if len(got.drafts) != 1 || len(got.problems) != 1 || got.problems[0].Reason != ingest.TooLarge {
		t.Errorf("a narrative: %d drafts, %q", len(got.drafts), got.reasons())
	}
	got = readWith(t, document(sectionOf("30954-2", strings.Repeat("x", 1<<20), small)), Options{MaxEntry: 2000})
	if len(got.drafts) != 0 || got.halted == nil || got.halted.Reason != ingest.TooLarge {
		t.Errorf("one text without an end: %d drafts, %q", len(got.drafts), got.reasons())
	}
}

func TestMessagesHoldNoContent(t *testing.T) {
	const canary = "GEHEIM"
	for _, text := range []string{
		observation(`<value xsi:type="GEHEIM" value="GEHEIM" unit="GEHEIM"/>`), observation(`<statusCode code="GEHEIM"/>`),
		document(sectionOf("GEHEIM", "GEHEIM", `<GEHEIM/>`)), head + `<GEHEIM:x/>`, `<GEHEIM>`, `<?xml version="1.0" encoding="GEHEIM"?>` + head, head + `<title>&GEHEIM;</title>`,
		strings.ReplaceAll(observation(`<value xsi:type="INT" value="1"/>`), "202603040815+0100", "GEHEIM"),
	} {
		for cut := 1; cut <= len(text); cut++ {
			for _, err := range Read(strings.NewReader(text[:cut]), Options{}) {
				if err != nil && strings.Contains(err.Error(), canary[:3]) {
					t.Errorf("%q: %v", text[:cut], err)
				}
			}
		}
	}
}

type failing struct{ err error }

func (f *failing) Read([]byte) (int, error) { return 0, f.err }

func TestAReaderThatFails(t *testing.T) {
	broken := errors.New("unplugged")
	var last error
	for _, err := range Read(io.MultiReader(strings.NewReader(head), &failing{broken}), Options{}) {
		last = err
	}
	var p *ingest.Problem
	if !errors.Is(last, broken) || errors.As(last, &p) {
		t.Errorf("got %v", last)
	}
}

func sample(t testing.TB, name string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("..", "..", "..", "..", "shared", "data", "samples", "ccda", name))
	if err != nil {
		t.Skipf("%s: not here", name)
	}
	return string(b)
}

// entries gives the same entry again and again within one section.
type entries struct {
	n    int
	rest string
	end  bool
}

func (e *entries) Read(p []byte) (int, error) {
	if e.rest == "" {
		switch {
		case e.n > 0:
			e.n--
			e.rest = `<entry><observation>` + fixedHead + `<effectiveTime value="20260304"/><value xsi:type="PQ" value="98.20" unit="mg/dL"/></observation></entry>` + "\n"
		case !e.end:
			e.end = true
			e.rest = `</section></component></structuredBody></component>` + tail
		default:
			return 0, io.EOF
		}
	}
	n := copy(p, e.rest)
	e.rest = e.rest[n:]
	return n, nil
}

func TestALongDocumentStaysInBoundedMemory(t *testing.T) {
	const n = 80_000 // 20 MB
	start := head + `<component><structuredBody><component><section><code code="30954-2" codeSystem="2.16.840.1.113883.6.1"/>`
	drafts := 0
	var most uint64
	for _, err := range Read(&entries{n: n, rest: start}, Options{}) {
		if err != nil {
			t.Fatal(err)
		}
		if drafts++; drafts%10_000 == 0 {
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			most = max(most, m.HeapInuse)
		}
	}
	if drafts != n || most > 12<<20 {
		t.Errorf("%d drafts, %d MB of heap", drafts, most>>20)
	}
	t.Logf("%d MB of heap at most", most>>20)
}

func FuzzRead(f *testing.F) {
	f.Add(observation(`<value xsi:type="IVL_PQ"><low/><high value="5"/></value>`), int64(1000))
	f.Add(document(sectionOf("10160-0", "x", `<substanceAdministration><effectiveTime xsi:type="SXPR_TS"><comp xsi:type="PIVL_TS"><period value="1e-300" unit="h"/></comp></effectiveTime></substanceAdministration>`)), int64(1<<20))
	f.Add(document(sectionOf("11450-4", "x", `<act><entryRelationship typeCode="SUBJ"><observation/></entryRelationship></act>`)), int64(1))
	f.Fuzz(func(t *testing.T, text string, limit int64) {
		got := readWith(t, text, Options{MaxEntry: limit % (1 << 20)})
		if n := len(got.drafts) + len(got.problems); n > len(text)+2 {
			t.Errorf("%d results of %d bytes", n, len(text))
		}
		for _, d := range got.drafts {
			if d.Position < 1 || d.Medication == nil && d.When.Start.IsZero() {
				t.Errorf("a draft without a position or a time: %+v", d)
			}
		}
	})
}

func BenchmarkRead(b *testing.B) {
	text := sample(b, "ccd-1.xml")
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		for range Read(strings.NewReader(text), Options{}) {
		}
	}
}

func TestEachResultOfAnOrganizerHasAPlaceOfItsOwn(t *testing.T) {
	one := func(at string) string {
		return `<component><observation classCode="OBS" moodCode="EVN"><code code="2345-7" displayName="Glucose" codeSystem="2.16.840.1.113883.6.1"/><effectiveTime value="` + at + `"/><value xsi:type="PQ" value="98" unit="mg/dL"/></observation></component>`
	}
	organizer := `<organizer classCode="BATTERY" moodCode="EVN">` + one("20260304") + one("bad") + one("20260305") + `</organizer>`
	got := readAll(t, resultsOf(organizer+"</entry><entry>"+organizer))
	var places []int64
	for _, d := range got.drafts {
		places = append(places, d.Position)
	}
	for _, p := range got.problems {
		places = append(places, p.Position)
	}
	if want := []int64{1, 3, 4, 6, 2, 5}; !reflect.DeepEqual(places, want) {
		t.Errorf("%v, want %v", places, want)
	}
}
