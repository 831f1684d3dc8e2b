// Command clinic is an invented service with the log lines of an ordinary one. Some may stay; philint tells which may not.
package main

import (
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"time"

	"github.com/seed-a76b335c/philint/redact"
)

// Patient is an invented person.
type Patient struct {
	ID         string
	FamilyName string
	BirthDate  time.Time
}

func main() {
	if err := run(); err != nil {
		slog.Error("stopped", "error", redact.ErrType(err))
		os.Exit(1)
	}
}

func run() error {
	start := time.Now()
	patients, err := load("patients.csv")
	if err != nil {
		slog.Error("load failed", "error", err) // an error's text may quote anything
		return err
	}
	for _, p := range patients {
		slog.Info("loaded", "user_id", p.ID)
		slog.Debug("loaded", "family_name", p.FamilyName) // a person's name
		audit("checked %s, born %v", p.ID, p.BirthDate)   // judged through audit, which only forwards
	}
	slog.Info("done", "count", len(patients), "duration_ms", time.Since(start).Milliseconds())
	http.HandleFunc("GET /patients/{id}", show)
	return nil
}

// audit forwards to the log: its callers are judged.
func audit(format string, args ...any) { slog.Info(fmt.Sprintf(format, args...)) }

func show(w http.ResponseWriter, r *http.Request) {
	slog.Info("request", "method", r.Method, "route", r.Pattern)
	slog.Info("request", "path", r.URL.Path) // the path names the patient
	w.WriteHeader(http.StatusNoContent)
}

func load(name string) ([]Patient, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", name, err)
	}
	return nil, f.Close()
}
