// Package names declares loggers and types that others use.
package names

import "log/slog"

type Logger interface {
	Info(msg string, kv ...any)
	Error(msg string, kv ...any)
}

// PatientID is a named string that ends in ID.
type PatientID string

// Before is what a log line printed; After gained a field.
type Before struct {
	ID    string
	Count int
}

type After struct {
	ID    string
	Count int
	Label string
}

func Attr(key string, value any) slog.Attr { return slog.Any(key, value) }
