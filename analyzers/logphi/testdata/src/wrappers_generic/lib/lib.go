// Package lib holds generic wrappers.
package lib

import "log/slog"

func Log[T any](msg string, v T) { slog.Info(msg, "v", v) }

func All[T any](msg string, list ...T) { slog.Info(msg, "list", list) }

// Logger is generic itself.
type Logger[T any] struct{ last int }

func (l *Logger[T]) Put(v T) { slog.Info("put", "v", v) }

func (l *Logger[T]) Count(list []T) { slog.Info("put", "n", len(list)) }
