// Package logr is a stub: names and signatures only.
package logr

import "context"

type LogSink interface {
	Info(level int, msg string, keysAndValues ...any)
	Error(err error, msg string, keysAndValues ...any)
}

type Logger struct {
	sink  LogSink
	level int
}

func New(sink LogSink) Logger                                       { return Logger{sink: sink} }
func Discard() Logger                                               { return Logger{} }
func FromContext(ctx context.Context) (Logger, error)               { return Logger{}, nil }
func FromContextOrDiscard(ctx context.Context) Logger               { return Logger{} }
func NewContext(ctx context.Context, logger Logger) context.Context { return ctx }
func (l Logger) Enabled() bool                                      { return false }
func (l Logger) Info(msg string, keysAndValues ...any)              {}
func (l Logger) Error(err error, msg string, keysAndValues ...any)  {}
func (l Logger) V(level int) Logger                                 { return l }
func (l Logger) WithValues(keysAndValues ...any) Logger             { return l }
func (l Logger) WithName(name string) Logger                        { return l }
