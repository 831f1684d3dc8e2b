// Package keys is checked with the registry of names in force.
package keys

import (
	"log/slog"

	"github.com/go-logr/logr"
	"github.com/sirupsen/logrus"
	"go.uber.org/zap"
)

type user struct {
	ID    string
	Email string
}

const (
	registered   = "user_id"
	unregistered = "patient_note"
)

// A constant key that the run-time filter would drop.
func all(u user, l *zap.Logger, r logr.Logger) {
	slog.Info("x", "user_id", u.ID)
	slog.Info("x", "patient_note", u.ID) // want "\"patient_note\" is unregistered-key"
	slog.Info("x", slog.String("user_id", u.ID))
	slog.Info("x", slog.String("patient_note", u.ID)) // want "\"patient_note\" is unregistered-key"
	slog.With("patient_note", u.ID).Info("x")         // want "\"patient_note\" is unregistered-key"
	slog.Info("x", registered, u.ID)
	slog.Info("x", unregistered, u.ID) // want "is unregistered-key"
	l.Info("x", zap.String("user_id", u.ID))
	l.Info("x", zap.String("patient_note", u.ID)) // want "\"patient_note\" is unregistered-key"
	l.Sugar().Infow("x", "patient_note", u.ID)    // want "\"patient_note\" is unregistered-key"
	logrus.WithField("user_id", u.ID).Info("x")
	logrus.WithField("patient_note", u.ID).Info("x")                 // want "\"patient_note\" is unregistered-key"
	logrus.WithFields(logrus.Fields{"patient_note": u.ID}).Info("x") // want "\"patient_note\" is unregistered-key"
	r.Info("x", "user_id", u.ID)
	r.Info("x", "patient_note", u.ID)       // want "\"patient_note\" is unregistered-key"
	slog.Info("x", "user_id", u.Email)      // want "u\\.Email is personal"
	slog.Info("x", "patient_note", u.Email) // want "\"patient_note\" is unregistered-key" "u\\.Email is personal"
	slog.Info("patient_note")
}

func event(key string, value string) { slog.Info("x", key, value) }

// Through a wrapper the key is judged at the call.
func wrapped(u user) {
	event("user_id", u.ID)
	event("patient_note", u.ID) // want "\"patient_note\" is unregistered-key: .*event"
}
