// Package api declares loggers; nothing here implements them.
package api

import "context"

// Logger takes a message and key-values, and binds with With.
type Logger interface {
	Debug(msg string, kv ...any)
	Info(msg string, kv ...any)
	Warn(msg string, kv ...any)
	Error(msg string, kv ...any)
	With(kv ...any) Logger
}

// Printer takes a format.
type Printer interface {
	Debugf(format string, args ...any)
	Errorf(format string, args ...any)
}

// Plain takes arguments.
type Plain interface {
	Infoln(args ...any)
	Warnln(args ...any)
}

// Contextual takes a context first, and w variants.
type Contextual interface {
	InfoContext(ctx context.Context, msg string, kv ...any)
	ErrorContext(ctx context.Context, msg string, kv ...any)
	Infow(msg string, kv ...any)
}

// Short takes a message only, and a typed binder.
type Short interface {
	Info(msg string)
	Error(msg string)
	WithField(key string, value any) Short
	WithError(err error) Short
}

// Single has one level method only; its other methods are no levels.
type Single interface {
	Info(text string) string
	Parse(text string) error
}

// Concrete is a logger whose methods do nothing that can be seen.
type Concrete struct{ out chan string }

func (c *Concrete) Debug(format string, args ...any) {}
func (c *Concrete) Info(format string, args ...any)  {}
func (c *Concrete) Error(format string, args ...any) {}
