// Package logrus is a stub: names and signatures only.
package logrus

import (
	"context"
	"time"
)

type Level uint32

const (
	PanicLevel Level = iota
	FatalLevel
	ErrorLevel
	WarnLevel
	InfoLevel
	DebugLevel
)

func (level Level) String() string { return "" }

type Fields map[string]interface{}

type LogFunction func() []interface{}

type Entry struct {
	Logger  *Logger
	Data    Fields
	Time    time.Time
	Level   Level
	Message string
}

type Logger struct{ n int }

type StdLogger interface {
	Print(...interface{})
	Printf(string, ...interface{})
	Println(...interface{})
	Fatal(...interface{})
	Fatalf(string, ...interface{})
	Fatalln(...interface{})
	Panic(...interface{})
	Panicf(string, ...interface{})
	Panicln(...interface{})
}

type FieldLogger interface {
	WithField(key string, value interface{}) *Entry
	WithFields(fields Fields) *Entry
	WithError(err error) *Entry
	Debugf(format string, args ...interface{})
	Infof(format string, args ...interface{})
	Printf(format string, args ...interface{})
	Warnf(format string, args ...interface{})
	Warningf(format string, args ...interface{})
	Errorf(format string, args ...interface{})
	Fatalf(format string, args ...interface{})
	Panicf(format string, args ...interface{})
	Debug(args ...interface{})
	Info(args ...interface{})
	Print(args ...interface{})
	Warn(args ...interface{})
	Warning(args ...interface{})
	Error(args ...interface{})
	Fatal(args ...interface{})
	Panic(args ...interface{})
	Debugln(args ...interface{})
	Infoln(args ...interface{})
	Println(args ...interface{})
	Warnln(args ...interface{})
	Errorln(args ...interface{})
}

func New() *Logger                   { return &Logger{} }
func StandardLogger() *Logger        { return &Logger{} }
func NewEntry(logger *Logger) *Entry { return &Entry{} }

func Trace(args ...interface{})                                             {}
func Tracef(format string, args ...interface{})                             {}
func Traceln(args ...interface{})                                           {}
func TraceFn(fn LogFunction)                                                {}
func Debug(args ...interface{})                                             {}
func Debugf(format string, args ...interface{})                             {}
func Debugln(args ...interface{})                                           {}
func DebugFn(fn LogFunction)                                                {}
func Info(args ...interface{})                                              {}
func Infof(format string, args ...interface{})                              {}
func Infoln(args ...interface{})                                            {}
func InfoFn(fn LogFunction)                                                 {}
func Print(args ...interface{})                                             {}
func Printf(format string, args ...interface{})                             {}
func Println(args ...interface{})                                           {}
func PrintFn(fn LogFunction)                                                {}
func Warn(args ...interface{})                                              {}
func Warnf(format string, args ...interface{})                              {}
func Warnln(args ...interface{})                                            {}
func WarnFn(fn LogFunction)                                                 {}
func Warning(args ...interface{})                                           {}
func Warningf(format string, args ...interface{})                           {}
func Warningln(args ...interface{})                                         {}
func WarningFn(fn LogFunction)                                              {}
func Error(args ...interface{})                                             {}
func Errorf(format string, args ...interface{})                             {}
func Errorln(args ...interface{})                                           {}
func ErrorFn(fn LogFunction)                                                {}
func Fatal(args ...interface{})                                             {}
func Fatalf(format string, args ...interface{})                             {}
func Fatalln(args ...interface{})                                           {}
func FatalFn(fn LogFunction)                                                {}
func Panic(args ...interface{})                                             {}
func Panicf(format string, args ...interface{})                             {}
func Panicln(args ...interface{})                                           {}
func PanicFn(fn LogFunction)                                                {}
func WithField(key string, value interface{}) *Entry                        { return &Entry{} }
func WithFields(fields Fields) *Entry                                       { return &Entry{} }
func WithError(err error) *Entry                                            { return &Entry{} }
func WithContext(ctx context.Context) *Entry                                { return &Entry{} }
func WithTime(t time.Time) *Entry                                           { return &Entry{} }
func (logger *Logger) Trace(args ...interface{})                            {}
func (logger *Logger) Tracef(format string, args ...interface{})            {}
func (logger *Logger) Traceln(args ...interface{})                          {}
func (logger *Logger) TraceFn(fn LogFunction)                               {}
func (logger *Logger) Debug(args ...interface{})                            {}
func (logger *Logger) Debugf(format string, args ...interface{})            {}
func (logger *Logger) Debugln(args ...interface{})                          {}
func (logger *Logger) DebugFn(fn LogFunction)                               {}
func (logger *Logger) Info(args ...interface{})                             {}
func (logger *Logger) Infof(format string, args ...interface{})             {}
func (logger *Logger) Infoln(args ...interface{})                           {}
func (logger *Logger) InfoFn(fn LogFunction)                                {}
func (logger *Logger) Print(args ...interface{})                            {}
func (logger *Logger) Printf(format string, args ...interface{})            {}
func (logger *Logger) Println(args ...interface{})                          {}
func (logger *Logger) PrintFn(fn LogFunction)                               {}
func (logger *Logger) Warn(args ...interface{})                             {}
func (logger *Logger) Warnf(format string, args ...interface{})             {}
func (logger *Logger) Warnln(args ...interface{})                           {}
func (logger *Logger) WarnFn(fn LogFunction)                                {}
func (logger *Logger) Warning(args ...interface{})                          {}
func (logger *Logger) Warningf(format string, args ...interface{})          {}
func (logger *Logger) Warningln(args ...interface{})                        {}
func (logger *Logger) WarningFn(fn LogFunction)                             {}
func (logger *Logger) Error(args ...interface{})                            {}
func (logger *Logger) Errorf(format string, args ...interface{})            {}
func (logger *Logger) Errorln(args ...interface{})                          {}
func (logger *Logger) ErrorFn(fn LogFunction)                               {}
func (logger *Logger) Fatal(args ...interface{})                            {}
func (logger *Logger) Fatalf(format string, args ...interface{})            {}
func (logger *Logger) Fatalln(args ...interface{})                          {}
func (logger *Logger) FatalFn(fn LogFunction)                               {}
func (logger *Logger) Panic(args ...interface{})                            {}
func (logger *Logger) Panicf(format string, args ...interface{})            {}
func (logger *Logger) Panicln(args ...interface{})                          {}
func (logger *Logger) PanicFn(fn LogFunction)                               {}
func (logger *Logger) Log(level Level, args ...interface{})                 {}
func (logger *Logger) Logf(level Level, format string, args ...interface{}) {}
func (logger *Logger) WithField(key string, value interface{}) *Entry       { return &Entry{} }
func (logger *Logger) WithFields(fields Fields) *Entry                      { return &Entry{} }
func (logger *Logger) WithError(err error) *Entry                           { return &Entry{} }
func (logger *Logger) WithContext(ctx context.Context) *Entry               { return &Entry{} }
func (logger *Logger) WithTime(t time.Time) *Entry                          { return &Entry{} }
func (entry *Entry) Trace(args ...interface{})                              {}
func (entry *Entry) Tracef(format string, args ...interface{})              {}
func (entry *Entry) Traceln(args ...interface{})                            {}
func (entry *Entry) Debug(args ...interface{})                              {}
func (entry *Entry) Debugf(format string, args ...interface{})              {}
func (entry *Entry) Debugln(args ...interface{})                            {}
func (entry *Entry) Info(args ...interface{})                               {}
func (entry *Entry) Infof(format string, args ...interface{})               {}
func (entry *Entry) Infoln(args ...interface{})                             {}
func (entry *Entry) Print(args ...interface{})                              {}
func (entry *Entry) Printf(format string, args ...interface{})              {}
func (entry *Entry) Println(args ...interface{})                            {}
func (entry *Entry) Warn(args ...interface{})                               {}
func (entry *Entry) Warnf(format string, args ...interface{})               {}
func (entry *Entry) Warnln(args ...interface{})                             {}
func (entry *Entry) Warning(args ...interface{})                            {}
func (entry *Entry) Warningf(format string, args ...interface{})            {}
func (entry *Entry) Warningln(args ...interface{})                          {}
func (entry *Entry) Error(args ...interface{})                              {}
func (entry *Entry) Errorf(format string, args ...interface{})              {}
func (entry *Entry) Errorln(args ...interface{})                            {}
func (entry *Entry) Fatal(args ...interface{})                              {}
func (entry *Entry) Fatalf(format string, args ...interface{})              {}
func (entry *Entry) Fatalln(args ...interface{})                            {}
func (entry *Entry) Panic(args ...interface{})                              {}
func (entry *Entry) Panicf(format string, args ...interface{})              {}
func (entry *Entry) Panicln(args ...interface{})                            {}
func (entry *Entry) Log(level Level, args ...interface{})                   {}
func (entry *Entry) Logf(level Level, format string, args ...interface{})   {}
func (entry *Entry) WithField(key string, value interface{}) *Entry         { return &Entry{} }
func (entry *Entry) WithFields(fields Fields) *Entry                        { return &Entry{} }
func (entry *Entry) WithError(err error) *Entry                             { return &Entry{} }
func (entry *Entry) WithContext(ctx context.Context) *Entry                 { return &Entry{} }
func (entry *Entry) WithTime(t time.Time) *Entry                            { return &Entry{} }
