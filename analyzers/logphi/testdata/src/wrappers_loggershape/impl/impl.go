// Package impl implements api.Logger out of its sight.
package impl

import (
	"log/slog"

	"wrappers_loggershape/api"
)

type logger struct{ s *slog.Logger }

func New() api.Logger { return &logger{slog.Default()} }

func (l *logger) Debug(msg string, kv ...any) { l.s.Debug(msg, kv...) }
func (l *logger) Info(msg string, kv ...any)  { l.s.Info(msg, kv...) }
func (l *logger) Warn(msg string, kv ...any)  { l.s.Warn(msg, kv...) }
func (l *logger) Error(msg string, kv ...any) { l.s.Error(msg, kv...) }
func (l *logger) With(kv ...any) api.Logger   { return &logger{l.s.With(kv...)} }
