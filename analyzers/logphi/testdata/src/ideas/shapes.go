// Package ideas holds one small case for every shape of source line in the list of test ideas.
package ideas

import (
	"errors"
	"fmt"
	"log"
	"net/http"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"ideas/names"
)

type user struct {
	ID    string
	Email string
	Label string
}

// What tells nothing of the value.
func nothing(u *user, err error, code int, start time.Time, ref uuid.UUID, list []string) {
	keep(u, err, code, start, ref, list)
	log.Printf("%T", u)
	log.Print(len(u.Email), len(list))
	log.Print(u != nil, u.Email == "", err != nil)
	log.Print(reflect.TypeOf(u), http.StatusText(code), time.Since(start), ref)
}

// A named string id is an identifier.
func namedID(id names.PatientID, x names.PatientID) {
	keep(id, x)
	log.Print(id, x, string(x))
}

// Bytes under any verb.
func bytesVerbs(raw []byte, u user) {
	keep(raw)
	log.Printf("%d", raw)             // want "raw is (payload|composite|free-text)"
	log.Printf("%v", raw)             // want "raw is (payload|composite|free-text)"
	log.Printf("%x", raw)             // want "raw is (payload|composite|free-text)"
	log.Printf("%s", []byte(u.Email)) // want "u\\.Email.* is personal"
	log.Printf("%x", []byte(u.ID))
	log.Printf("%d", len(raw))
}

// Indexed arguments, stars, literal percent signs, bad verbs, too many arguments.
func verbs(u user, count, amount int) {
	keep(u, count, amount)
	log.Printf("%[2]T %[1]s", u.ID, u.Email)
	log.Printf("%[1]s %[1]T", u.Email)       // want "u\\.Email is personal"
	log.Printf("%[2]s %[1]s", u.Email, u.ID) // want "u\\.Email is personal"
	log.Printf("%*d", count, count)
	log.Printf("%*d", amount, count) // want "amount is value"
	log.Printf("%.*f|%s", count, 2.5, u.ID)
	log.Printf("%-*s", count, u.Email) // want "u\\.Email is personal"
	log.Printf("100%% of %s", u.ID)
	log.Printf("100%% %T %s", u, u.Email) // want "u\\.Email is personal"
	log.Printf("%!", u.Email)             // want "u\\.Email is personal"
	log.Printf("%z", u.Email)             // want "u\\.Email is personal"
	log.Printf("done", u.Email)           // want "u\\.Email is personal"
	log.Printf("%s", u.ID, u.Email)       // want "u\\.Email is personal"
	log.Printf("%+[1]T", u)
	log.Printf("%T%%%s", u, u.ID)
	log.Printf("%s %s", u.ID)
}

// A format that is not constant.
func dynamicFormat(u user) {
	log.Printf(u.Label) // want "u\\.Label is (dynamic-message|free-text)"
}

// Texts built two lines above.
func built(u user, names []string, err, other error) {
	keep(names, err, other)
	s := fmt.Sprint("mail ", u.Email)
	t := fmt.Sprint("id ", u.ID)
	log.Print(s) // want "s is personal"
	log.Print(t)
	log.Print(strings.Join(names, ",")) // want "names.* is (personal|composite|free-text)"
	log.Print("mail " + u.Email)        // want "u\\.Email.* is personal"
	log.Print(strconv.Quote(u.Email))   // want "u\\.Email.* is personal"
	log.Print(strconv.Quote(u.ID))
	log.Print(errors.Join(err, other))  // want "is error-text"
	log.Print(fmt.Errorf("x: %w", err)) // want "err.* is error-text"
}

// testing.TB is no log, and a response is none.
func elsewhere(t testing.TB, w http.ResponseWriter, u user, err error) {
	t.Logf("%s", u.Email)
	http.Error(w, err.Error(), http.StatusBadRequest)
}

// A struct that gains a field.
func gained(b names.Before, a names.After) {
	keep(b, a)
	log.Printf("%+v", b)
	log.Printf("%+v", a) // want "a is composite"
}
