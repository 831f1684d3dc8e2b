// Package klog is a stub: names and signatures only.
package klog

import (
	"context"

	"github.com/go-logr/logr"
)

func Info(args ...interface{})                                                   {}
func InfoDepth(depth int, args ...interface{})                                   {}
func Infoln(args ...interface{})                                                 {}
func Infof(format string, args ...interface{})                                   {}
func InfofDepth(depth int, format string, args ...interface{})                   {}
func InfolnDepth(depth int, args ...interface{})                                 {}
func Warning(args ...interface{})                                                {}
func WarningDepth(depth int, args ...interface{})                                {}
func Warningln(args ...interface{})                                              {}
func Warningf(format string, args ...interface{})                                {}
func WarningfDepth(depth int, format string, args ...interface{})                {}
func WarninglnDepth(depth int, args ...interface{})                              {}
func Error(args ...interface{})                                                  {}
func ErrorDepth(depth int, args ...interface{})                                  {}
func Errorln(args ...interface{})                                                {}
func Errorf(format string, args ...interface{})                                  {}
func ErrorfDepth(depth int, format string, args ...interface{})                  {}
func ErrorlnDepth(depth int, args ...interface{})                                {}
func Fatal(args ...interface{})                                                  {}
func FatalDepth(depth int, args ...interface{})                                  {}
func Fatalln(args ...interface{})                                                {}
func Fatalf(format string, args ...interface{})                                  {}
func FatalfDepth(depth int, format string, args ...interface{})                  {}
func FatallnDepth(depth int, args ...interface{})                                {}
func Exit(args ...interface{})                                                   {}
func ExitDepth(depth int, args ...interface{})                                   {}
func Exitln(args ...interface{})                                                 {}
func Exitf(format string, args ...interface{})                                   {}
func ExitfDepth(depth int, format string, args ...interface{})                   {}
func ExitlnDepth(depth int, args ...interface{})                                 {}
func InfoS(msg string, keysAndValues ...interface{})                             {}
func ErrorS(err error, msg string, keysAndValues ...interface{})                 {}
func InfoSDepth(depth int, msg string, keysAndValues ...interface{})             {}
func ErrorSDepth(depth int, err error, msg string, keysAndValues ...interface{}) {}

type Logger = logr.Logger

func Background() Logger                                       { return logr.Logger{} }
func TODO() Logger                                             { return logr.Logger{} }
func FromContext(ctx context.Context) Logger                   { return logr.Logger{} }
func LoggerWithValues(logger Logger, kv ...interface{}) Logger { return logger }
func LoggerWithName(logger Logger, name string) Logger         { return logger }

type KMetadata interface {
	GetName() string
	GetNamespace() string
}

type ObjectRef struct {
	Name      string `json:"name"`
	Namespace string `json:"namespace,omitempty"`
}

func (ref ObjectRef) String() string        { return "" }
func KObj(obj KMetadata) ObjectRef          { return ObjectRef{} }
func KRef(namespace, name string) ObjectRef { return ObjectRef{} }

type Verbose struct{ enabled bool }

type Level int32

func V(level Level) Verbose                                                  { var v Verbose; return v }
func (v Verbose) Info(args ...interface{})                                   {}
func (v Verbose) Infoln(args ...interface{})                                 {}
func (v Verbose) Infof(format string, args ...interface{})                   {}
func (v Verbose) Enabled() bool                                              { return false }
func (v Verbose) InfoS(msg string, keysAndValues ...interface{})             {}
func (v Verbose) ErrorS(err error, msg string, keysAndValues ...interface{}) {}
func Flush()                                                                 {}
