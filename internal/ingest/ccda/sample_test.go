package ccda

import (
	"encoding/xml"
	"reflect"
	"strings"
	"testing"

	"github.com/seed-a76b335c/philint/internal/ingest"
)

// plain is an element as it stands.
type plain struct {
	XMLName  xml.Name
	Attrs    []xml.Attr `xml:",any,attr"`
	Children []plain    `xml:",any"`
	Text     string     `xml:",innerxml"`
}

func (p *plain) attr(name string) string {
	for _, a := range p.Attrs {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// every walks an element and what is in it, down to where stop says so.
func (p *plain) every(name string, stop func(*plain) bool, do func(*plain)) {
	for i := range p.Children {
		c := &p.Children[i]
		if c.XMLName.Local == name {
			do(c)
		}
		if stop == nil || !stop(c) {
			c.every(name, stop, do)
		}
	}
}

// recount walks the whole document as a tree, and says what has to come out of it: an observation for each one that is
// not part of another, a medication for each one, a problem for each one, a refusal for each entry of other sections.
func recount(t *testing.T, text string) map[string]int {
	t.Helper()
	var doc plain
	if err := xml.Unmarshal([]byte(text), &doc); err != nil {
		t.Fatal(err)
	}
	want := map[string]int{}
	doc.every("section", nil, func(s *plain) {
		code, entries, narrative := "", 0, ""
		for i := range s.Children {
			c := &s.Children[i]
			switch c.XMLName.Local {
			case "code":
				code = c.attr("code")
			case "text":
				narrative = c.Text
			case "entry":
				entries++
				count(want, code, c)
			}
		}
		if entries == 0 && narrative != "" && s.attr("nullFlavor") == "" {
			want["without entries"]++
		}
	})
	return want
}

func count(want map[string]int, code string, entry *plain) {
	within := func(names ...string) func(*plain) bool {
		return func(p *plain) bool {
			for _, n := range names {
				if p.XMLName.Local == n {
					return true
				}
			}
			return false
		}
	}
	switch code {
	case "30954-2", "8716-3":
		entry.every("observation", within("observation", "procedure"), func(*plain) { want["measurement"]++ })
		entry.every("procedure", nil, func(*plain) { want["refused"]++ })
	case "10160-0", "75311-1":
		entry.every("substanceAdministration", within("substanceAdministration"), func(m *plain) {
			if m.attr("negationInd") == "true" {
				want["refused"]++
			} else {
				want["medication"]++
			}
		})
	case "11450-4", "11348-0", "C-CDAV2-DDN", "42347-5":
		entry.every("observation", within("observation"), func(*plain) { want["condition"]++ })
	default:
		want["refused"]++
	}
}

func tally(got *reading) map[string]int {
	have := map[string]int{}
	for _, d := range got.drafts {
		if d.Medication != nil {
			have["medication"]++
		} else {
			have[string(d.Kind)]++
		}
	}
	for _, p := range got.problems {
		if strings.HasSuffix(p.Where, "without entries") {
			have["without entries"]++
		} else {
			have["refused"]++
		}
	}
	return have
}

func TestSamples(t *testing.T) {
	type tallies = map[string]int
	tests := []struct {
		file string
		cut  bool
		want tallies
	}{
		{"ccd-1.xml", false, tallies{"measurement": 14, "condition": 4, "medication": 2, "refused": 22}},
		{"ccd-2.xml", false, tallies{"measurement": 10, "refused": 5}},
		{"discharge-summary.xml", false, tallies{"measurement": 4, "condition": 4, "medication": 1, "refused": 10, "without entries": 9}},
		{"medication-qid-prn.xml", true, tallies{"medication": 1}},
		{"no-medications.xml", true, tallies{"refused": 1}},
		{"result-bmp-troponin.xml", true, tallies{"measurement": 9}},
		{"result-less-than.xml", true, tallies{"measurement": 1}},
		{"result-non-ucum-unit.xml", true, tallies{"measurement": 1}},
		{"vitals-metric.xml", true, tallies{"measurement": 9}},
		{"vitals-mixed-units.xml", true, tallies{"measurement": 9}},
	}
	for _, tt := range tests {
		t.Run(tt.file, func(t *testing.T) {
			text := sample(t, tt.file)
			if tt.cut {
				// As it stands it is a piece of a document, with prefixes that nothing declares.
				got := readAll(t, text)
				if want := []string{"halt wrong-format ClinicalDocument as the outermost element"}; len(got.drafts) > 0 || !reflect.DeepEqual(got.reasons(), want) {
					t.Errorf("cut out: %d drafts, %q", len(got.drafts), got.reasons())
				}
				bare := `<ClinicalDocument xmlns="urn:hl7-org:v3"><component><structuredBody>` + text + `</structuredBody></component></ClinicalDocument>`
				if strings.Contains(text, "xsi:") {
					if got := readAll(t, bare); got.halted == nil || got.halted.Reason != ingest.Damaged {
						t.Errorf("wrapped without declarations: %d drafts, %q", len(got.drafts), got.reasons())
					}
				}
				text = document(text)
			}
			got := readAll(t, text)
			have := tally(&got)
			if !reflect.DeepEqual(have, tt.want) || got.halted != nil {
				t.Errorf("got %v, want %v, halted %v", have, tt.want, got.halted)
			}
			if want := recount(t, text); !reflect.DeepEqual(have, want) {
				t.Errorf("got %v, the recount says %v", have, want)
			}
		})
	}
}

func TestSamplesSayWhatIsPrinted(t *testing.T) {
	platelets := readAll(t, document(sample(t, "result-non-ucum-unit.xml")))
	if d := platelets.one(t); d.Name != "Platelet count" || d.Value != "152" || d.Unit != "THOUS/MCL" || d.Ref != "150-400 THOUS/MCL" || d.Panel != "CBC" {
		t.Errorf("got %+v", d)
	}
	bnp := readAll(t, document(sample(t, "result-less-than.xml")))
	if d := bnp.one(t); d.Value != "<=5" || d.Unit != "pg/mL" || d.Ref != "0-100 pg/mL" {
		t.Errorf("got %+v", d)
	}
	ibuprofen := readAll(t, document(sample(t, "medication-qid-prn.xml")))
	if m := ibuprofen.one(t).Medication; m.Name != "Ibuprofen 600mg Oral Tablet" || !m.Instructions[0].AsNeeded || m.ConceptKey() != "rxnorm:197806" || !strings.Contains(m.Instructions[0].Text, "QID PRN") {
		t.Errorf("got %+v", m)
	}
	mixed := readAll(t, document(sample(t, "vitals-mixed-units.xml")))
	var units []string
	for _, d := range mixed.drafts {
		units = append(units, d.Unit)
	}
	if want := []string{"mm[Hg]", "mm[Hg]", "/min", "[degF]", "/min", "[in_us]", "[lb_av]", "kg/m2", "%"}; !reflect.DeepEqual(units, want) {
		t.Errorf("got %q", units)
	}
}

func TestASampleCutAnywhereIsReadUpToTheCut(t *testing.T) {
	for _, name := range []string{"ccd-1.xml", "ccd-2.xml", "discharge-summary.xml"} {
		text := strings.TrimSpace(sample(t, name))
		whole := readAll(t, text)
		for cut := 1024; cut < len(text); cut += 1024 {
			got := readAll(t, text[:cut])
			if got.halted == nil || got.halted.Reason != ingest.Damaged && !(got.halted.Reason == ingest.WrongFormat && !strings.Contains(text[:cut], "<ClinicalDocument")) {
				t.Fatalf("%s cut at %d: halted %v", name, cut, got.halted)
			}
			n, p := len(got.drafts), len(got.problems)
			if n > len(whole.drafts) || n > 0 && !reflect.DeepEqual(got.drafts, whole.drafts[:n]) || p > 0 && !reflect.DeepEqual(got.problems, whole.problems[:p]) {
				t.Fatalf("%s cut at %d: something before the cut is read otherwise", name, cut)
			}
		}
	}
}
