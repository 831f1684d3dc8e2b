// Package people holds the types that the fixtures log.
package people

import "time"

// User is nobody's patient.
type User struct {
	ID     string
	Email  string
	Remark string
	Visits int
}

// Patient is a health type.
type Patient struct {
	ID        string
	Name      string
	Email     string
	Remark    string
	BirthDate time.Time
	Diagnosis string
}

// Stats holds allowed leaves only.
type Stats struct {
	Count int
	Took  time.Duration
}
