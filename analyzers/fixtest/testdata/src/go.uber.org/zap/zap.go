// Package zap is a stub: names and signatures only.
package zap

import (
	"fmt"
	"time"

	"go.uber.org/zap/zapcore"
)

type Field = zapcore.Field

type Option interface{ apply(*Logger) }

type Logger struct{ n int }

type SugaredLogger struct{ n int }

func NewNop() *Logger                                                  { return &Logger{} }
func NewProduction(options ...Option) (*Logger, error)                 { return &Logger{}, nil }
func L() *Logger                                                       { return &Logger{} }
func S() *SugaredLogger                                                { return &SugaredLogger{} }
func (log *Logger) Sugar() *SugaredLogger                              { return &SugaredLogger{} }
func (log *Logger) Named(s string) *Logger                             { return log }
func (log *Logger) With(fields ...Field) *Logger                       { return log }
func (log *Logger) WithLazy(fields ...Field) *Logger                   { return log }
func (log *Logger) Log(lvl zapcore.Level, msg string, fields ...Field) {}
func (log *Logger) Debug(msg string, fields ...Field)                  {}
func (log *Logger) Info(msg string, fields ...Field)                   {}
func (log *Logger) Warn(msg string, fields ...Field)                   {}
func (log *Logger) Error(msg string, fields ...Field)                  {}
func (log *Logger) DPanic(msg string, fields ...Field)                 {}
func (log *Logger) Panic(msg string, fields ...Field)                  {}
func (log *Logger) Fatal(msg string, fields ...Field)                  {}
func (log *Logger) Sync() error                                        { return nil }
func (log *Logger) Check(lvl zapcore.Level, msg string) *zapcore.CheckedEntry {
	return nil
}

func (s *SugaredLogger) Desugar() *Logger                                                 { return &Logger{} }
func (s *SugaredLogger) Named(name string) *SugaredLogger                                 { return s }
func (s *SugaredLogger) With(args ...interface{}) *SugaredLogger                          { return s }
func (s *SugaredLogger) WithLazy(args ...interface{}) *SugaredLogger                      { return s }
func (s *SugaredLogger) Debug(args ...interface{})                                        {}
func (s *SugaredLogger) Info(args ...interface{})                                         {}
func (s *SugaredLogger) Warn(args ...interface{})                                         {}
func (s *SugaredLogger) Error(args ...interface{})                                        {}
func (s *SugaredLogger) DPanic(args ...interface{})                                       {}
func (s *SugaredLogger) Panic(args ...interface{})                                        {}
func (s *SugaredLogger) Fatal(args ...interface{})                                        {}
func (s *SugaredLogger) Debugf(template string, args ...interface{})                      {}
func (s *SugaredLogger) Infof(template string, args ...interface{})                       {}
func (s *SugaredLogger) Warnf(template string, args ...interface{})                       {}
func (s *SugaredLogger) Errorf(template string, args ...interface{})                      {}
func (s *SugaredLogger) DPanicf(template string, args ...interface{})                     {}
func (s *SugaredLogger) Panicf(template string, args ...interface{})                      {}
func (s *SugaredLogger) Fatalf(template string, args ...interface{})                      {}
func (s *SugaredLogger) Debugln(args ...interface{})                                      {}
func (s *SugaredLogger) Infoln(args ...interface{})                                       {}
func (s *SugaredLogger) Warnln(args ...interface{})                                       {}
func (s *SugaredLogger) Errorln(args ...interface{})                                      {}
func (s *SugaredLogger) Debugw(msg string, keysAndValues ...interface{})                  {}
func (s *SugaredLogger) Infow(msg string, keysAndValues ...interface{})                   {}
func (s *SugaredLogger) Warnw(msg string, keysAndValues ...interface{})                   {}
func (s *SugaredLogger) Errorw(msg string, keysAndValues ...interface{})                  {}
func (s *SugaredLogger) DPanicw(msg string, keysAndValues ...interface{})                 {}
func (s *SugaredLogger) Panicw(msg string, keysAndValues ...interface{})                  {}
func (s *SugaredLogger) Fatalw(msg string, keysAndValues ...interface{})                  {}
func (s *SugaredLogger) Logw(lvl zapcore.Level, msg string, keysAndValues ...interface{}) {}
func (s *SugaredLogger) Logf(lvl zapcore.Level, template string, args ...interface{})     {}
func (s *SugaredLogger) Log(lvl zapcore.Level, args ...interface{})                       {}

func Any(key string, value interface{}) Field              { return Field{} }
func Array(key string, val zapcore.ArrayMarshaler) Field   { return Field{} }
func Binary(key string, val []byte) Field                  { return Field{} }
func Bool(key string, val bool) Field                      { return Field{} }
func Boolp(key string, val *bool) Field                    { return Field{} }
func ByteString(key string, val []byte) Field              { return Field{} }
func Dict(key string, val ...Field) Field                  { return Field{} }
func Duration(key string, val time.Duration) Field         { return Field{} }
func Error(err error) Field                                { return Field{} }
func Errors(key string, errs []error) Field                { return Field{} }
func Float64(key string, val float64) Field                { return Field{} }
func Float64p(key string, val *float64) Field              { return Field{} }
func Inline(val zapcore.ObjectMarshaler) Field             { return Field{} }
func Int(key string, val int) Field                        { return Field{} }
func Intp(key string, val *int) Field                      { return Field{} }
func Int64(key string, val int64) Field                    { return Field{} }
func Ints(key string, nums []int) Field                    { return Field{} }
func NamedError(key string, err error) Field               { return Field{} }
func Namespace(key string) Field                           { return Field{} }
func Object(key string, val zapcore.ObjectMarshaler) Field { return Field{} }
func Reflect(key string, val interface{}) Field            { return Field{} }
func Skip() Field                                          { return Field{} }
func Stack(key string) Field                               { return Field{} }
func String(key string, val string) Field                  { return Field{} }
func Stringp(key string, val *string) Field                { return Field{} }
func Stringer(key string, val fmt.Stringer) Field          { return Field{} }
func Strings(key string, ss []string) Field                { return Field{} }
func Time(key string, val time.Time) Field                 { return Field{} }
func Uint64(key string, val uint64) Field                  { return Field{} }
