// Package hclog is a stub: names and signatures only.
package hclog

type Level int32

const (
	NoLevel Level = iota
	Trace
	Debug
	Info
	Warn
	Error
)

func (l Level) String() string { return "" }

type Format []interface{}

func Fmt(str string, args ...interface{}) Format { return nil }

type LoggerOptions struct {
	Name  string
	Level Level
}

type Logger interface {
	Log(level Level, msg string, args ...interface{})
	Trace(msg string, args ...interface{})
	Debug(msg string, args ...interface{})
	Info(msg string, args ...interface{})
	Warn(msg string, args ...interface{})
	Error(msg string, args ...interface{})
	IsDebug() bool
	ImpliedArgs() []interface{}
	With(args ...interface{}) Logger
	Name() string
	Named(name string) Logger
	ResetNamed(name string) Logger
	SetLevel(level Level)
}

func New(opts *LoggerOptions) Logger { return nil }
func Default() Logger                { return nil }
func L() Logger                      { return nil }
func NewNullLogger() Logger          { return nil }
