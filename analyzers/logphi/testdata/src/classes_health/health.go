package classes_health

import (
	"log"
	"log/slog"

	"classes_health/fhir"
	"classes_health/medication"
)

type Patient struct {
	ID     string
	Remark string
	Zone   string
}

type Observation struct {
	ID    string
	Text  string
	Level float64
}

type record struct {
	Diagnosis      string
	DiagnosisText  string
	MedicationName string
	Medication     *Patient
	GlucoseText    string
	GlucoseValue   float64
	ReadingText    string
	ObservationRef string
	PatientLabel   string
	Remark         string
}

// By the field's or the variable's name.
func words(r record, patientZone, diagnosis string, glucose float64) {
	keep(patientZone, diagnosis, glucose)
	log.Print(r.Diagnosis)         // want "r\\.Diagnosis is health"
	log.Print(r.DiagnosisText)     // want "r\\.DiagnosisText is health"
	log.Print(r.MedicationName)    // want "r\\.MedicationName is (health|personal)"
	log.Print(r.GlucoseText)       // want "r\\.GlucoseText is health"
	log.Print(r.GlucoseValue)      // want "r\\.GlucoseValue is (health|value)"
	log.Print(r.ReadingText)       // want "r\\.ReadingText is health"
	log.Print(r.ObservationRef)    // want "r\\.ObservationRef is health"
	log.Print(r.PatientLabel)      // want "r\\.PatientLabel is health"
	log.Print(patientZone)         // want "patientZone is health"
	log.Print(diagnosis)           // want "diagnosis is health"
	log.Print(glucose)             // want "glucose is (health|value)"
	slog.Info("x", "v", diagnosis) // want "diagnosis is health"
	log.Print(r.Remark)            // want "r\\.Remark is free-text"
}

// By the type that holds the field, and as a whole.
func types(p Patient, o *Observation, list []Patient) {
	keep(p, list)
	log.Print(p.Remark) // want "p\\.Remark is health"
	log.Print(p.Zone)   // want "p\\.Zone is health"
	log.Print(o.Text)   // want "o\\.Text is health"
	log.Print(o.Level)  // want "o\\.Level is (health|value)"
	log.Print(p)        // want "p is (health|composite)"
	log.Print(list)     // want "list is (health|composite)"
	log.Print(p.ID, o.ID, len(list))
}

// FHIR data types and their parts.
func dataTypes(c fhir.Coding, cc fhir.CodeableConcept, q *fhir.Quantity, n fhir.HumanName, cp fhir.ContactPoint, a fhir.Address, at fhir.Attachment) {
	keep(c, cc, q, n, cp, a, at)
	log.Print(c)            // want "c is health"
	log.Print(cc)           // want "cc is health"
	log.Print(q)            // want "q is health"
	log.Print(n)            // want "n is (health|personal)"
	log.Print(cp)           // want "cp is (health|personal)"
	log.Print(a)            // want "a is (health|personal)"
	log.Print(at)           // want "at is health"
	log.Print(*c.Code)      // want "c\\.Code is (health|free-text)"
	log.Print(*c.Display)   // want "c\\.Display is (health|free-text)"
	log.Print(cc.Coding[0]) // want "cc\\.Coding\\[0\\] is health"
	log.Print(*q.Value)     // want "q\\.Value is (health|value)"
	log.Print(*q.Unit)      // want "q\\.Unit is (health|free-text)"
	log.Print(len(cc.Coding), q == nil, c.Code != nil)
}

// A resource's id and its closed-set status are fine; its other text is not.
func resources(t *fhir.Task) {
	log.Print(*t.Id, t.Status, t.Status.Code(), t.Status.String())
	log.Print("Task/" + *t.Id)
	log.Print(*t.Focus) // want "t\\.Focus is (free-text|health)"
	ref := "Task/" + *t.Id
	log.Print(ref)
}

// A package's name is no evidence.
func packageName(s medication.Settings) {
	log.Print(s.Label) // want "s\\.Label is free-text"
	log.Print(s.Interval)
}

type codes struct {
	LOINCCode string
	ICPCCode  string
	ATCCode   string
	DrugName  string
	Indicator string
}

// What was measured is as telling as the value.
func telling(c codes) {
	log.Print(c.LOINCCode) // want "c\\.LOINCCode is (health|free-text)"
	log.Print(c.ICPCCode)  // want "c\\.ICPCCode is (health|free-text)"
	log.Print(c.ATCCode)   // want "c\\.ATCCode is (health|free-text)"
	log.Print(c.DrugName)  // want "c\\.DrugName is (health|personal|free-text)"
	log.Print(c.Indicator) // want "c\\.Indicator is (health|free-text)"
}
