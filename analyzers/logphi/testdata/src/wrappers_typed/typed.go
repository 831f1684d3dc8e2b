package wrappers_typed

import (
	"fmt"
	"log"
	"log/slog"
	"time"

	"people"
)

func logUser(u people.User) { log.Printf("user %v", u) }

func logMail(mail string) { log.Printf("user %s", mail) }

// The parameter's good name does not help the caller.
func logUserID(userID string) { slog.Info("user", "id", userID) }

func logStats(s people.Stats) { slog.Info("done", "stats", s) }

func logCount(n int) { log.Print(n) }

func logErr(err error) { log.Print(err) }

// Forwarded and checked for nil: still only forwarding.
func logIf(err error) {
	if err != nil {
		slog.Error("failed", "err", err)
	}
}

func logUnless(u *people.User) {
	if u == nil {
		return
	}
	log.Printf("%+v", u)
}

func logWrapped(err error) { log.Print(fmt.Errorf("save: %w", err)) }

func logText(err error) { log.Print(err.Error()) }

func logWhen(when time.Time, took time.Duration) { log.Print(when, took) }

// Only the verb %T: nothing of the value goes out.
func logType(v any) { log.Printf("%T", v) }

// Only the length goes out.
func logLen(s string) { log.Print(len(s)) }

// Two parameters, one of them logged.
func logOne(shown, hidden string) string {
	log.Print(shown)
	return hidden
}

// Two logged parameters.
func logBoth(first, second string) { log.Print(first, second) }

func good(u people.User, s people.Stats, list []string, start time.Time) {
	keep(u, s, list, start)
	logUserID(u.ID)
	logMail("fixed")
	logStats(s)
	logCount(len(list))
	logType(u)
	logLen(u.Email)
	logErr(nil)
	logOne(u.ID, u.Email)
	logBoth(u.ID, "x")
	logWhen(time.Now(), time.Since(start))
}

func bad(u people.User, p people.Patient, err error, remark string) {
	keep(u, err, remark)
	logUser(u)              // want "u is composite: .*logUser"
	logUser(people.User{})  // a constant of any type tells nothing
	logMail(u.Email)        // want "u\\.Email is personal: .*logMail"
	logUserID(u.Email)      // want "u\\.Email is personal: .*logUserID"
	logUserID(p.Diagnosis)  // want "p\\.Diagnosis is health: .*logUserID"
	logCount(u.Visits)      // want "u\\.Visits is value: .*logCount"
	logErr(err)             // want "err is error-text: .*logErr"
	logIf(err)              // want "err is error-text: .*logIf"
	logUnless(&u)           // want "u is composite: .*logUnless"
	logWrapped(err)         // want "err is error-text: .*logWrapped"
	logText(err)            // judgement: err.Error() forwards err // want "err is error-text: .*logText"
	logOne(u.Email, u.ID)   // want "u\\.Email is personal: .*logOne"
	logBoth(u.ID, remark)   // want "remark is free-text: .*logBoth"
	logWhen(p.BirthDate, 0) // want "p\\.BirthDate is personal: .*logWhen"
}

// A method is a wrapper like any other.
type auditor struct{ prefix string }

func (a *auditor) note(s string) { log.Printf("audit %s", s) }

func (a auditor) Record(v any) { slog.Info("audit", "v", v) }

func methods(a *auditor, u people.User) {
	keep(a)
	a.note(u.ID)
	a.note(u.Email)   // want "u\\.Email is personal: .*note"
	a.Record(u.Email) // want "u\\.Email is personal: .*Record"
	(*auditor).note(a, u.ID)
	(*auditor).note(a, u.Email) // want "u\\.Email is personal: .*note"
	f := a.note
	f(u.ID)
	f(u.Email) // want "u\\.Email is personal"
}

// A method promoted from an embedded type.
type service struct {
	*auditor
	name string
}

func promoted(s *service, u people.User) {
	s.note(u.ID)
	s.note(u.Email) // want "u\\.Email is personal: .*note"
}
