package order

import (
	"log"
	"time"

	"github.com/google/uuid"
)

type rawID string

type UserID string

type thing struct {
	Email string
	Zone  Zone
	Took  time.Duration
	Ref   uuid.UUID
	Label string
}

// The type allows whatever the origin.
func typeBeatsOrigin(t thing, x int64) {
	keep(x)
	d := time.Duration(x)
	log.Print(d)
	ref := t.Ref
	log.Print(ref)
}

// A named id type made of something else.
func conversion(t thing) {
	log.Print(UserID("fixed"))
	log.Print(UserID(t.Email)) // judgement: the operand's own words come before its type // want "t\\.Email.* is personal"
}

// An expression allows whatever its operands carry.
func expressionBeatsName(t thing, patientNotes []string) {
	keep(patientNotes)
	log.Print(len(t.Email), t.Email != "", len(patientNotes))
}

// The origin decides before the name does; a field that says nothing leaves it unknown.
func originBeatsName(t thing, find func() string, number func() int) {
	orderID := t.Email
	log.Print(orderID) // want "orderID is personal: .*orderID ← t\\.Email"
	taskID := t.Label
	log.Print(taskID)
	count := number()
	log.Print(count)
	amount := number()
	log.Print(amount) // want "amount is (value|opaque-call)"
	ref := find()
	log.Print(ref) // want "ref is (free-text|opaque-call)"
}

// any is never allowed by its name.
func anyByName(userID any, count any, status interface{}) {
	keep(userID, count, status)
	log.Print(userID) // want "userID is composite"
	log.Print(count)  // want "count is composite"
	log.Print(status) // want "status is composite"
}
