package wrappers_inside

import (
	"io/fs"
	"log"
	"log/slog"
	"net/http"
	"path/filepath"
	"strings"

	"github.com/seed-a76b335c/philint/redact"

	"people"
)

// A function that also stores the parameter is no wrapper: judged here, by name and type.
type store struct {
	last   string
	users  []people.User
	lastID string
}

func (s *store) remember(remark string) {
	s.last = remark
	log.Print(remark) // want "remark is free-text"
}

func (s *store) rememberID(orderID string) {
	s.lastID = orderID
	log.Print(orderID)
}

func (s *store) add(u people.User) {
	s.users = append(s.users, u)
	log.Printf("%v", u) // want "u is composite"
}

// Its callers are not judged again.
func callers(s *store, u people.User) {
	s.remember(u.Remark)
	s.rememberID(u.ID)
	s.add(u)
}

// One that reads the parameter's fields one by one.
func fields(u people.User) {
	log.Print(u.ID)
	log.Print(u.Email) // want "u\\.Email is personal"
}

func callsFields(u people.User) { fields(u) }

// One that answers with it.
func answer(w http.ResponseWriter, err error) {
	slog.Error("failed", "err", err) // want "err is error-text"
	http.Error(w, err.Error(), http.StatusInternalServerError)
}

func fail(err error) error {
	log.Print(err) // want "err is error-text"
	return err
}

func callsAnswer(w http.ResponseWriter, err error) error {
	answer(w, err)
	return fail(err)
}

// A callback handed to a library has no caller here.
func callbacks(root string, text string) {
	_ = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			log.Print(err) // want "err is error-text"
		}
		log.Print(path) // want "path is payload"
		return nil
	})
	http.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		log.Print(r.Method)
		log.Print(r.URL.Path) // want "r\\.URL\\.Path is payload"
	})
	_ = strings.FieldsFunc(text, func(c rune) bool {
		log.Print(c) // want "c is value"
		return false
	})
}

func onWalk(path string, d fs.DirEntry, err error) error {
	log.Print(path) // want "path is payload"
	return nil
}

func named(root string) { _ = filepath.WalkDir(root, onWalk) }

// A wrapper that sanitises asks nothing of its callers.
func fingerprinted(mail string) { log.Print(redact.Fingerprint(mail)) }

func typed(err error) { slog.Error("failed", "err", redact.ErrType(err)) }

func sanitising(u people.User, err error) {
	fingerprinted(u.Email)
	typed(err)
}

// Exported and never called here: the callers elsewhere are judged.
func Announce(text string) { log.Print(text) }
