package shapes_transparent

import (
	"errors"
	"fmt"
	"log"
	"log/slog"
	"strconv"
	"strings"

	pkgerrors "github.com/pkg/errors"
)

type user struct {
	ID     string
	Email  string
	Remark *string
}

// fmt.Sprint, Sprintf, Sprintln: as good as their parts.
func sprint(u user, count int) {
	keep(count)
	log.Print(fmt.Sprintf("%s-%d", u.ID, count))
	log.Print(fmt.Sprint(u.ID, count), fmt.Sprintln(count))
	slog.Info("x", "s", fmt.Sprintf("%s/%d", u.ID, count))
	log.Print(fmt.Sprintf("%s-%s", u.ID, u.Email))    // want "u\\.Email.* is personal"
	log.Print(fmt.Sprint(count, u.Email))             // want "u\\.Email.* is personal"
	slog.Info("x", "s", fmt.Sprintf("<%s>", u.Email)) // want "u\\.Email.* is personal"
	log.Print(fmt.Sprintf("%T", u.Email))
}

// Joining, case, concatenation.
func text(u user, userIDs, labels []string, remark string) {
	keep(userIDs, labels, remark)
	log.Print(strings.Join(userIDs, ","))
	log.Print(strings.ToUpper(u.ID), strings.ToLower(u.ID), "u/"+u.ID)
	log.Print(strings.Join(labels, ",")) // want "labels.* is (composite|free-text)"
	log.Print(strings.ToUpper(remark))   // want "remark.* is (free-text|opaque-call)"
	log.Print("mail " + u.Email)         // want "u\\.Email.* is personal"
	log.Print(u.ID + " " + remark)       // want "remark.* is free-text"
	log.Print(strings.Join([]string{u.ID, "x"}, "/"))
}

// strconv, conversions, dereference, parentheses.
func conversions(u user, count int, remark string, taskID *string) {
	keep(count, remark, taskID)
	log.Print(strconv.Quote(u.ID), strconv.Itoa(count), strconv.FormatBool(count > 1))
	log.Print(strconv.Quote(remark)) // want "remark.* is (free-text|opaque-call)"
	log.Print(string([]byte(u.ID)), *taskID, (u.ID))
	log.Print(string([]rune(remark))) // want "remark.* is free-text"
	log.Print(*u.Remark)              // want "u\\.Remark is free-text"
	log.Print((u.Email))              // want "u\\.Email.* is personal"
}

var errFull = errors.New("full")

// Wrapped errors: each part is judged.
func wrapped(u user, err error, remark string) {
	keep(err, remark)
	log.Print(fmt.Errorf("user %s: %w", u.ID, errFull))
	log.Print(pkgerrors.Wrap(errFull, "save"))
	log.Print(fmt.Errorf("save: %w", err))            // want "err.* is error-text"
	log.Print(pkgerrors.Wrap(err, "save"))            // want "err.* is error-text"
	log.Print(fmt.Errorf("user %s", u.Email))         // want "u\\.Email.* is (personal|error-text)"
	log.Print(pkgerrors.Wrapf(errFull, "%s", remark)) // want "remark.* is (free-text|error-text)"
}

func same(s string) string { return s }

func pick(a, b string, first bool) string {
	if first {
		return a
	}
	return b
}

// Functions that return one of their parameters.
func returned(u user, remark string) {
	keep(remark)
	log.Print(same(u.ID), pick(u.ID, "none", true))
	log.Print(same(u.Email))            // want "u\\.Email.* is personal"
	log.Print(pick(u.ID, remark, true)) // want "remark.* is (free-text|opaque-call)"
}
