package shapes_sanitised

import (
	"log"
	"log/slog"
	"net/http"

	"github.com/seed-a76b335c/philint/redact"
)

type person struct {
	Email    string
	Password string
	Note     string
}

// Each sanitiser.
func each(err error, p person, r *http.Request, remark string) {
	keep(err, r, remark)
	log.Print(redact.ErrType(err))
	log.Print(redact.ID(remark))
	log.Print(redact.Fingerprint(p.Email))
	log.Print(redact.Tag(remark))
	log.Print(redact.Path(r))
	log.Print(redact.Safe(remark, "an operator's own remark"))
	slog.Info("x", "err", redact.ErrType(err), slog.String("mail", redact.Fingerprint(p.Email)))
	log.Printf("%s %v", redact.ErrType(err), redact.Path(r))
}

// The result stays sanitised through a variable.
func later(err error, p person) {
	keep(err)
	kind := redact.ErrType(err)
	mark := redact.Fingerprint(p.Email)
	log.Print(kind, mark)
	slog.Info("x", "kind", kind)
}

// Beside a sanitised operand the raw one still counts.
func beside(err error, p person) {
	keep(err)
	log.Print(redact.ErrType(err), err)             // want "err is error-text"
	log.Print(redact.Fingerprint(p.Email), p.Email) // want "p\\.Email is personal"
}

func mask(s string) string { return s[:1] + "***" }

// A home-made mask is no sanitiser; nor is a part of the value.
func masked(p person, remark string) {
	keep(remark)
	log.Print(mask(p.Email))  // want "p\\.Email.* is (personal|opaque-call|free-text)"
	log.Print(p.Email[:3])    // want "p\\.Email.* is personal"
	log.Print(p.Password[1:]) // want "p\\.Password.* is secret"
	log.Print(remark[:2])     // want "remark.* is free-text"
}
