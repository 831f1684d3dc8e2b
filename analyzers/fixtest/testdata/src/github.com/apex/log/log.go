// Package log is a stub: names and signatures only.
package log

import (
	"context"
	"time"
)

type Level int

const (
	DebugLevel Level = iota
	InfoLevel
	WarnLevel
	ErrorLevel
	FatalLevel
)

func (l Level) String() string { return "" }

type Fields map[string]interface{}

func (f Fields) Fields() Fields { return f }

type Fielder interface {
	Fields() Fields
}

type Logger struct{ Level Level }

type Entry struct {
	Logger  *Logger
	Fields  Fields
	Message string
}

func Debug(msg string)                                           {}
func Debugf(msg string, v ...interface{})                        {}
func Info(msg string)                                            {}
func Infof(msg string, v ...interface{})                         {}
func Warn(msg string)                                            {}
func Warnf(msg string, v ...interface{})                         {}
func Error(msg string)                                           {}
func Errorf(msg string, v ...interface{})                        {}
func Fatal(msg string)                                           {}
func Fatalf(msg string, v ...interface{})                        {}
func WithField(key string, value interface{}) *Entry             { return nil }
func WithFields(fields Fielder) *Entry                           { return nil }
func WithError(err error) *Entry                                 { return nil }
func WithDuration(d time.Duration) *Entry                        { return nil }
func (l *Logger) Debug(msg string)                               {}
func (l *Logger) Debugf(msg string, v ...interface{})            {}
func (l *Logger) Info(msg string)                                {}
func (l *Logger) Infof(msg string, v ...interface{})             {}
func (l *Logger) Warn(msg string)                                {}
func (l *Logger) Warnf(msg string, v ...interface{})             {}
func (l *Logger) Error(msg string)                               {}
func (l *Logger) Errorf(msg string, v ...interface{})            {}
func (l *Logger) Fatal(msg string)                               {}
func (l *Logger) Fatalf(msg string, v ...interface{})            {}
func (l *Logger) WithField(key string, value interface{}) *Entry { return nil }
func (l *Logger) WithFields(fields Fielder) *Entry               { return nil }
func (l *Logger) WithError(err error) *Entry                     { return nil }
func (l *Logger) WithDuration(d time.Duration) *Entry            { return nil }
func (e *Entry) Debug(msg string)                                {}
func (e *Entry) Debugf(msg string, v ...interface{})             {}
func (e *Entry) Info(msg string)                                 {}
func (e *Entry) Infof(msg string, v ...interface{})              {}
func (e *Entry) Warn(msg string)                                 {}
func (e *Entry) Warnf(msg string, v ...interface{})              {}
func (e *Entry) Error(msg string)                                {}
func (e *Entry) Errorf(msg string, v ...interface{})             {}
func (e *Entry) Fatal(msg string)                                {}
func (e *Entry) Fatalf(msg string, v ...interface{})             {}
func (e *Entry) WithField(key string, value interface{}) *Entry  { return nil }
func (e *Entry) WithFields(fields Fielder) *Entry                { return nil }
func (e *Entry) WithError(err error) *Entry                      { return nil }
func (e *Entry) WithDuration(d time.Duration) *Entry             { return nil }
func FromContext(ctx context.Context) Interface                  { return nil }
func (e *Entry) Stop(err *error)                                 {}
func (e *Entry) Trace(msg string) *Entry                         { return e }

type Interface interface {
	WithFields(Fielder) *Entry
	WithField(string, interface{}) *Entry
	WithError(error) *Entry
	WithDuration(time.Duration) *Entry
	Debug(string)
	Debugf(string, ...interface{})
	Info(string)
	Infof(string, ...interface{})
	Warn(string)
	Warnf(string, ...interface{})
	Error(string)
	Errorf(string, ...interface{})
	Fatal(string)
	Fatalf(string, ...interface{})
}
