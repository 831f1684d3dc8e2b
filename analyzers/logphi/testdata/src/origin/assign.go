package origin

import (
	"log"
	"log/slog"

	"people"
)

// A bad value keeps its class under a good name, and the path is printed.
func laundered(p people.Patient, u people.User) {
	id := p.Diagnosis
	log.Print(id) // want "id is health: .*id ← p\\.Diagnosis"
	userID := u.Email
	log.Print(userID) // want "userID is personal: .*userID ← u\\.Email"
	var orderID string
	orderID = u.Email
	log.Print(orderID)           // want "orderID is personal: .*orderID ← u\\.Email"
	slog.Info("x", "id", userID) // want "userID is personal: .*userID ← u\\.Email"
}

func named(patient people.Patient) {
	id := patient.Name
	log.Print(id) // want "id is (health|personal): .*id ← patient\\.Name"
}

// Two steps, both printed.
func steps(u people.User) {
	first := u.Email
	jobID := first
	log.Print(jobID) // want "jobID is personal: .*jobID ← first ← u\\.Email"
}

// A good value under a name that says nothing.
func good(u people.User, p people.Patient, list []string) {
	keep(list)
	x := u.ID
	log.Print(x)
	y := p.ID
	log.Print(y)
	z := len(list)
	log.Print(z)
	a, b := u.ID, len(list)
	log.Print(a, b)
	var c string = u.ID
	log.Print(c)
	d := "t/" + u.ID
	log.Print(d)
}

// An unknown origin is as good as the nearest name.
func unknown(find func() string) {
	jobID := find()
	log.Print(jobID)
	x := find()
	log.Print(x) // want "x is (opaque-call|free-text)"
	y := jobID
	log.Print(y)
}

// Assignment by operator.
func operators(u people.User, remark string) {
	keep(remark)
	s := "x"
	s += u.ID
	log.Print(s)
	s += remark
	log.Print(s) // want "s is free-text"
}

// Swapped in one statement.
func swapped(u people.User) {
	a, b := u.ID, u.Email
	a, b = b, a
	log.Print(a) // want "a is personal"
	log.Print(b)
}

// Conversions and pointers on the way.
func converted(u people.User, remark string) {
	keep(remark)
	raw := []byte(u.Email)
	id := string(raw)
	log.Print(id) // want "id is personal"
	p := &u.Email
	log.Print(*p) // want "p is personal"
	q := &u.ID
	log.Print(*q)
	var v any = u.Email
	log.Print(v) // want "v is personal"
	var w any = u.ID
	log.Print(w)
	t, _ := v.(string)
	log.Print(t) // want "t is personal"
	_ = remark
}
