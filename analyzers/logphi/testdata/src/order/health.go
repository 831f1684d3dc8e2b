package order

import (
	"log"
	"log/slog"
)

type Patient struct {
	ID      string
	Id      *string
	OwnerID string
	UID     int64
	Zone    string
	Number  string
}

type Observation struct {
	ID      string
	Subject *Patient
	Text    string
}

type medication struct{ ID string }

// An id-named field of a health type is an identifier: operators need it.
func ids(patient Patient, o *Observation, m medication, patientID string, observationIDs []string) {
	keep(patientID, observationIDs)
	log.Print(patient.ID, *patient.Id, patient.OwnerID, patient.UID)
	log.Print(o.ID, o.Subject.ID, m.ID, patientID, observationIDs)
	slog.Info("x", "patient", patient.ID)
}

// Everything else of it is not.
func rest(patient Patient, o *Observation) {
	keep(patient)
	log.Print(patient.Zone)   // want "patient\\.Zone is health"
	log.Print(patient.Number) // want "patient\\.Number is (health|personal)"
	log.Print(o.Text)         // want "o\\.Text is health"
	log.Print(o.Subject.Zone) // want "o\\.Subject\\.Zone is health"
	log.Print(patient)        // want "patient is (health|composite)"
}
