package sinks_imports

import "log/slog"

type repo[T any, K comparable] struct {
	log  *slog.Logger
	rows map[K]T
	last T
}

// Generic code that logs: a type parameter's value is of unknown content.
func (r *repo[T, K]) get(k K) T {
	keep(k)
	v := r.rows[k]
	r.log.Info("x", "n", len(r.rows))
	r.log.Info("x", "v", v) // want "v is composite"
	return v
}

type entity interface{ GetID() string }

func save[T entity](l *slog.Logger, v T) {
	keep(v)
	l.Info("x", "id", v.GetID())
	l.Info("x", "v", v) // want "v is composite"
}

// Range over a function.
func iterate(l *slog.Logger, seq func(yield func(string) bool)) {
	for s := range seq {
		l.Info("x", "s", s) // want "s is (free-text|opaque-call)"
	}
}
