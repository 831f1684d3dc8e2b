// Package log is a stub: names and signatures only.
package log

import (
	"fmt"
	"net"
	"time"
)

type Level uint32

const (
	TraceLevel Level = 1
	DebugLevel Level = 2
	InfoLevel  Level = 3
)

func (l Level) String() string { return "" }

type Fields map[string]interface{}

type Context []byte

type Logger struct{ Level Level }

type Entry struct{ n int }

type ObjectMarshaler interface {
	MarshalObject(e *Entry)
}

var DefaultLogger = Logger{}

func NewContext(dst []byte) *Entry                                 { return &Entry{} }
func (e *Entry) Value() Context                                    { return nil }
func Trace() *Entry                                                { return &Entry{} }
func Debug() *Entry                                                { return &Entry{} }
func Info() *Entry                                                 { return &Entry{} }
func Warn() *Entry                                                 { return &Entry{} }
func Error() *Entry                                                { return &Entry{} }
func Fatal() *Entry                                                { return &Entry{} }
func Panic() *Entry                                                { return &Entry{} }
func Printf(format string, v ...interface{})                       {}
func (l *Logger) Trace() *Entry                                    { return &Entry{} }
func (l *Logger) Debug() *Entry                                    { return &Entry{} }
func (l *Logger) Info() *Entry                                     { return &Entry{} }
func (l *Logger) Warn() *Entry                                     { return &Entry{} }
func (l *Logger) Error() *Entry                                    { return &Entry{} }
func (l *Logger) Fatal() *Entry                                    { return &Entry{} }
func (l *Logger) Panic() *Entry                                    { return &Entry{} }
func (l *Logger) Printf(format string, v ...interface{})           {}
func (e *Entry) Str(key string, val string) *Entry                 { return e }
func (e *Entry) Strs(key string, vals []string) *Entry             { return e }
func (e *Entry) Int(key string, i int) *Entry                      { return e }
func (e *Entry) Int64(key string, i int64) *Entry                  { return e }
func (e *Entry) Float64(key string, f float64) *Entry              { return e }
func (e *Entry) Bool(key string, b bool) *Entry                    { return e }
func (e *Entry) Err(err error) *Entry                              { return e }
func (e *Entry) AnErr(key string, err error) *Entry                { return e }
func (e *Entry) Any(key string, value interface{}) *Entry          { return e }
func (e *Entry) Interface(key string, i interface{}) *Entry        { return e }
func (e *Entry) Object(key string, obj ObjectMarshaler) *Entry     { return e }
func (e *Entry) EmbedObject(obj ObjectMarshaler) *Entry            { return e }
func (e *Entry) Bytes(key string, val []byte) *Entry               { return e }
func (e *Entry) Hex(key string, val []byte) *Entry                 { return e }
func (e *Entry) RawJSON(key string, b []byte) *Entry               { return e }
func (e *Entry) Time(key string, t time.Time) *Entry               { return e }
func (e *Entry) Dur(key string, d time.Duration) *Entry            { return e }
func (e *Entry) Stringer(key string, val fmt.Stringer) *Entry      { return e }
func (e *Entry) IPAddr(key string, ip net.IP) *Entry               { return e }
func (e *Entry) Fields(fields Fields) *Entry                       { return e }
func (e *Entry) Context(ctx Context) *Entry                        { return e }
func (e *Entry) KeysAndValues(keysAndValues ...interface{}) *Entry { return e }
func (e *Entry) Stack() *Entry                                     { return e }
func (e *Entry) Type(key string, v interface{}) *Entry             { return e }
func (e *Entry) Msg(msg string)                                    {}
func (e *Entry) Msgf(format string, v ...interface{})              {}
func (e *Entry) Msgs(args ...interface{})                          {}
func (e *Entry) Send()                                             {}

type SugaredLogger struct{ logger Logger }

func (l *Logger) Sugar() *SugaredLogger                                  { return &SugaredLogger{} }
func (s *SugaredLogger) Debug(args ...interface{})                       {}
func (s *SugaredLogger) Debugf(template string, args ...interface{})     {}
func (s *SugaredLogger) Debugw(msg string, keysAndValues ...interface{}) {}
func (s *SugaredLogger) Info(args ...interface{})                        {}
func (s *SugaredLogger) Infof(template string, args ...interface{})      {}
func (s *SugaredLogger) Infow(msg string, keysAndValues ...interface{})  {}
func (s *SugaredLogger) Warn(args ...interface{})                        {}
func (s *SugaredLogger) Warnf(template string, args ...interface{})      {}
func (s *SugaredLogger) Warnw(msg string, keysAndValues ...interface{})  {}
func (s *SugaredLogger) Error(args ...interface{})                       {}
func (s *SugaredLogger) Errorf(template string, args ...interface{})     {}
func (s *SugaredLogger) Errorw(msg string, keysAndValues ...interface{}) {}
