// Package zerolog is a stub: names and signatures only.
package zerolog

import (
	"context"
	"fmt"
	"io"
	"net"
	"time"
)

type Level int8

const (
	DebugLevel Level = iota
	InfoLevel
	WarnLevel
	ErrorLevel
)

func (l Level) String() string { return "" }

type Logger struct{ n int }

type Event struct{ n int }

type Context struct{ l Logger }

type Array struct{ n int }

type LogObjectMarshaler interface {
	MarshalZerologObject(e *Event)
}

type LogArrayMarshaler interface {
	MarshalZerologArray(a *Array)
}

func New(w io.Writer) Logger                                     { return Logger{} }
func Nop() Logger                                                { return Logger{} }
func Ctx(ctx context.Context) *Logger                            { return &Logger{} }
func Dict() *Event                                               { return &Event{} }
func Arr() *Array                                                { return &Array{} }
func (a *Array) Str(val string) *Array                           { return a }
func (a *Array) Int(i int) *Array                                { return a }
func (a *Array) MarshalZerologArray(*Array)                      {}
func (l Logger) With() Context                                   { return Context{} }
func (l Logger) WithContext(ctx context.Context) context.Context { return ctx }
func (l Logger) Level(lvl Level) Logger                          { return l }
func (l *Logger) UpdateContext(update func(c Context) Context)   {}
func (l *Logger) Trace() *Event                                  { return &Event{} }
func (l *Logger) Debug() *Event                                  { return &Event{} }
func (l *Logger) Info() *Event                                   { return &Event{} }
func (l *Logger) Warn() *Event                                   { return &Event{} }
func (l *Logger) Error() *Event                                  { return &Event{} }
func (l *Logger) Err(err error) *Event                           { return &Event{} }
func (l *Logger) Fatal() *Event                                  { return &Event{} }
func (l *Logger) Panic() *Event                                  { return &Event{} }
func (l *Logger) Log() *Event                                    { return &Event{} }
func (l *Logger) WithLevel(level Level) *Event                   { return &Event{} }
func (l *Logger) Print(v ...interface{})                         {}
func (l *Logger) Printf(format string, v ...interface{})         {}
func (l *Logger) Println(v ...interface{})                       {}

func (e *Event) Enabled() bool                                            { return false }
func (e *Event) Msg(msg string)                                           {}
func (e *Event) Send()                                                    {}
func (e *Event) Msgf(format string, v ...interface{})                     {}
func (e *Event) MsgFunc(createMsg func() string)                          {}
func (e *Event) Fields(fields interface{}) *Event                         { return e }
func (e *Event) Dict(key string, dict *Event) *Event                      { return e }
func (e *Event) Array(key string, arr LogArrayMarshaler) *Event           { return e }
func (e *Event) Object(key string, obj LogObjectMarshaler) *Event         { return e }
func (e *Event) EmbedObject(obj LogObjectMarshaler) *Event                { return e }
func (e *Event) Str(key, val string) *Event                               { return e }
func (e *Event) Strs(key string, vals []string) *Event                    { return e }
func (e *Event) Stringer(key string, val fmt.Stringer) *Event             { return e }
func (e *Event) Bytes(key string, val []byte) *Event                      { return e }
func (e *Event) Hex(key string, val []byte) *Event                        { return e }
func (e *Event) RawJSON(key string, b []byte) *Event                      { return e }
func (e *Event) AnErr(key string, err error) *Event                       { return e }
func (e *Event) Errs(key string, errs []error) *Event                     { return e }
func (e *Event) Err(err error) *Event                                     { return e }
func (e *Event) Stack() *Event                                            { return e }
func (e *Event) Ctx(ctx context.Context) *Event                           { return e }
func (e *Event) Bool(key string, b bool) *Event                           { return e }
func (e *Event) Int(key string, i int) *Event                             { return e }
func (e *Event) Ints(key string, i []int) *Event                          { return e }
func (e *Event) Int64(key string, i int64) *Event                         { return e }
func (e *Event) Uint(key string, i uint) *Event                           { return e }
func (e *Event) Float64(key string, f float64) *Event                     { return e }
func (e *Event) Timestamp() *Event                                        { return e }
func (e *Event) Time(key string, t time.Time) *Event                      { return e }
func (e *Event) Dur(key string, d time.Duration) *Event                   { return e }
func (e *Event) TimeDiff(key string, t time.Time, start time.Time) *Event { return e }
func (e *Event) Any(key string, i interface{}) *Event                     { return e }
func (e *Event) Interface(key string, i interface{}) *Event               { return e }
func (e *Event) Type(key string, val interface{}) *Event                  { return e }
func (e *Event) Caller(skip ...int) *Event                                { return e }
func (e *Event) IPAddr(key string, ip net.IP) *Event                      { return e }
func (e *Event) Func(f func(e *Event)) *Event                             { return e }

func (c Context) Logger() Logger                              { return c.l }
func (c Context) Str(key, val string) Context                 { return c }
func (c Context) Strs(key string, vals []string) Context      { return c }
func (c Context) Int(key string, i int) Context               { return c }
func (c Context) Float64(key string, f float64) Context       { return c }
func (c Context) Bool(key string, b bool) Context             { return c }
func (c Context) Err(err error) Context                       { return c }
func (c Context) Interface(key string, i interface{}) Context { return c }
func (c Context) Any(key string, i interface{}) Context       { return c }
func (c Context) Fields(fields interface{}) Context           { return c }
func (c Context) Timestamp() Context                          { return c }
func (c Context) Dur(key string, d time.Duration) Context     { return c }
