package origin

import (
	"fmt"
	"log"
	"log/slog"
	"strings"

	"github.com/sirupsen/logrus"
	"go.uber.org/zap"

	"people"
)

type pair struct {
	A string
	B string
}

// Fields of a struct literal.
func literals(u people.User) {
	p := pair{A: u.ID, B: u.Email}
	log.Print(p.A)
	log.Print(p.B) // want "p\\.B is personal: .*p\\.B ← u\\.Email"
	q := &pair{u.Email, u.ID}
	log.Print(q.A) // want "q\\.A is personal"
	log.Print(q.B)
	p.A = u.Email
	log.Print(p.A) // want "p\\.A is personal"
	var r pair
	r.B = u.ID
	log.Print(r.B)
}

// The whole of a local struct: as good as what was put in.
func whole(u people.User) {
	p := struct{ X, Y string }{X: u.ID, Y: "fixed"}
	log.Print(p)
	q := struct{ X, Y string }{X: u.ID, Y: u.Email}
	log.Print(q) // want "q is (personal|composite)"
}

// Elements of what is ranged over.
func ranges(u people.User, userIDs, labels []string, m map[string]int, byID map[string]people.User, many []people.User) {
	keep(userIDs, labels, m, many)
	for _, x := range []string{"a", "b"} {
		log.Print(x)
	}
	for _, x := range userIDs {
		log.Print(x)
	}
	for i, x := range labels {
		log.Print(i)
		log.Print(x) // want "x is free-text"
	}
	for k, v := range m {
		log.Print(k) // want "k is free-text"
		log.Print(v) // want "v is value"
	}
	for i := range 10 {
		log.Print(i)
	}
	for _, x := range many {
		log.Print(x.ID)
		log.Print(x.Email) // want "x\\.Email is personal"
		log.Print(x)       // want "x is composite"
	}
	for _, x := range []string{u.ID, u.Email} {
		log.Print(x) // want "x is personal"
	}
	for k, v := range map[string]string{"a": u.ID, "b": "c"} {
		log.Print(k, v)
	}
}

// Local slices and maps of fields: each value stands where it was put in.
func fields(u people.User, err error, list []string) {
	keep(err, list)
	args := []any{"id", u.ID}
	args = append(args, "n", len(list))
	slog.Info("x", args...)
	args = append(args, "email", u.Email) // want "u\\.Email is personal"
	slog.Info("x", args...)

	more := []any{
		"id", u.ID,
		"err", err, // want "err is error-text"
	}
	slog.Error("x", more...)

	f := logrus.Fields{"id": u.ID}
	f["n"] = len(list)
	f["email"] = u.Email // want "u\\.Email is personal"
	logrus.WithFields(f).Info("x")

	z := []zap.Field{zap.String("id", u.ID)}
	z = append(z, zap.Int("n", len(list)))
	z = append(z, zap.String("email", u.Email)) // want "u\\.Email is personal"
	zap.L().Info("x", z...)

	attrs := make([]any, 0, 4)
	attrs = append(attrs, slog.String("id", u.ID), slog.String("email", u.Email)) // want "u\\.Email is personal"
	slog.Info("x", attrs...)

	m := make(map[string]any)
	m["id"] = u.ID
	m["remark"] = u.Remark // want "u\\.Remark is free-text"
	logrus.WithFields(m).Info("x")
}

// The same slices, not logged: nothing to say.
func unlogged(u people.User, keep func(...any)) {
	args := []any{"id", u.ID, "email", u.Email}
	keep(args...)
	m := map[string]any{"email": u.Email}
	keep(m)
}

// append, indexing and joining of local slices.
func slices(u people.User, list []string) {
	keep(list)
	var ids []string
	ids = append(ids, u.ID)
	log.Print(strings.Join(ids, ","))
	var parts []string
	parts = append(parts, u.ID, "fixed")
	log.Print(strings.Join(parts, ","))
	log.Print(parts[0])
	parts = append(parts, u.Email)
	log.Print(strings.Join(parts, ",")) // want "parts.* is (personal|composite)"
	log.Print(parts[1])                 // want "parts.* is personal"
	var x []string
	for _, l := range list {
		x = append(x, l)
	}
	log.Print(x) // want "x is (composite|free-text)"
	m := map[string]string{"a": u.ID}
	log.Print(m["a"])
	m["b"] = u.Email
	log.Print(m["b"]) // want "m\\[\"b\"\\] is personal"
}

// Transparent calls two lines above.
func transparent(u people.User, count int, remark string) {
	keep(count, remark)
	a := fmt.Sprintf("%s/%d", u.ID, count)
	log.Print(a)
	b := fmt.Sprintf("%s/%s", u.ID, u.Email)
	log.Print(b) // want "b is personal"
	c := strings.TrimSpace(remark)
	log.Print(c) // want "c is (free-text|opaque-call)"
	d := strings.ToUpper(a)
	log.Print(d)
	e := fmt.Sprint(remark)
	log.Print(e) // want "e is free-text"
}

// A string builder collects what is written to it.
func builder(u people.User) {
	var b strings.Builder
	b.WriteString("x")
	b.WriteString(u.Email)
	log.Print(b.String()) // want "b\\.String\\(\\) is (personal|opaque-call|free-text|payload)"
}
