// Package log is a stub: names and signatures only.
package log

import (
	"context"

	"github.com/rs/zerolog"
)

var Logger = zerolog.Logger{}

func With() zerolog.Context                        { return zerolog.Context{} }
func Trace() *zerolog.Event                        { return nil }
func Debug() *zerolog.Event                        { return nil }
func Info() *zerolog.Event                         { return nil }
func Warn() *zerolog.Event                         { return nil }
func Error() *zerolog.Event                        { return nil }
func Err(err error) *zerolog.Event                 { return nil }
func Fatal() *zerolog.Event                        { return nil }
func Panic() *zerolog.Event                        { return nil }
func Log() *zerolog.Event                          { return nil }
func WithLevel(level zerolog.Level) *zerolog.Event { return nil }
func Print(v ...interface{})                       {}
func Printf(format string, v ...interface{})       {}
func Ctx(ctx context.Context) *zerolog.Logger      { return &Logger }
