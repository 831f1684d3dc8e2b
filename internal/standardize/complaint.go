package standardize

import (
	"strings"

	"github.com/seed-a76b335c/philint/internal/fhir"
	"github.com/seed-a76b335c/philint/internal/terminology/icpc3"
)

// Complaint makes the Observation of a symptom, or of a condition that somebody says they have. coded says that it
// carries a code.
func (s *Standardizer) Complaint(words string, kind icpc3.Kind) (o fhir.Observation, coded bool) {
	m := s.set.Complaint(words, kind)
	o = fhir.Observation{ResourceType: "Observation", Status: "final", Code: fhir.CodeableConcept{Text: strings.TrimSpace(words)}}
	coded = m.Outcome == icpc3.Coded
	if coded {
		o.Code.Coding = []fhir.Coding{{System: fhir.SystemICPC3, Code: m.Codes[0], Display: m.Preferred[0]}}
	}
	var d decision
	d.text("kind", kind.String())
	d.text("outcome", string(m.Outcome))
	d.text("rule", string(m.Rule))
	d.text("reason", string(m.Reason))
	if !coded {
		for i, code := range m.Codes {
			d.text("candidate", code+" "+m.Preferred[i])
		}
	}
	d.text("release", s.set.Complaints().Version())
	o.Extension = d.extension()
	return o, coded
}
