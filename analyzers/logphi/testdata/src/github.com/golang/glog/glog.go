// Package glog is a stub: names and signatures only.
package glog

import "context"

func Info(args ...interface{})                                                {}
func InfoDepth(depth int, args ...interface{})                                {}
func Infoln(args ...interface{})                                              {}
func Infof(format string, args ...interface{})                                {}
func InfoContext(ctx context.Context, args ...interface{})                    {}
func InfoContextDepth(ctx context.Context, depth int, args ...interface{})    {}
func InfoContextf(ctx context.Context, format string, args ...interface{})    {}
func InfoDepthf(depth int, format string, args ...interface{})                {}
func Warning(args ...interface{})                                             {}
func WarningDepth(depth int, args ...interface{})                             {}
func Warningln(args ...interface{})                                           {}
func Warningf(format string, args ...interface{})                             {}
func WarningContext(ctx context.Context, args ...interface{})                 {}
func WarningContextDepth(ctx context.Context, depth int, args ...interface{}) {}
func WarningContextf(ctx context.Context, format string, args ...interface{}) {}
func WarningDepthf(depth int, format string, args ...interface{})             {}
func Error(args ...interface{})                                               {}
func ErrorDepth(depth int, args ...interface{})                               {}
func Errorln(args ...interface{})                                             {}
func Errorf(format string, args ...interface{})                               {}
func ErrorContext(ctx context.Context, args ...interface{})                   {}
func ErrorContextDepth(ctx context.Context, depth int, args ...interface{})   {}
func ErrorContextf(ctx context.Context, format string, args ...interface{})   {}
func ErrorDepthf(depth int, format string, args ...interface{})               {}
func Fatal(args ...interface{})                                               {}
func FatalDepth(depth int, args ...interface{})                               {}
func Fatalln(args ...interface{})                                             {}
func Fatalf(format string, args ...interface{})                               {}
func FatalContext(ctx context.Context, args ...interface{})                   {}
func FatalContextDepth(ctx context.Context, depth int, args ...interface{})   {}
func FatalContextf(ctx context.Context, format string, args ...interface{})   {}
func FatalDepthf(depth int, format string, args ...interface{})               {}
func Exit(args ...interface{})                                                {}
func ExitDepth(depth int, args ...interface{})                                {}
func Exitln(args ...interface{})                                              {}
func Exitf(format string, args ...interface{})                                {}
func ExitContext(ctx context.Context, args ...interface{})                    {}
func ExitContextDepth(ctx context.Context, depth int, args ...interface{})    {}
func ExitContextf(ctx context.Context, format string, args ...interface{})    {}
func ExitDepthf(depth int, format string, args ...interface{})                {}

type Verbose bool

type Level int32

func V(level Level) Verbose                                                            { var v Verbose; return v }
func (v Verbose) Info(args ...interface{})                                             {}
func (v Verbose) Infoln(args ...interface{})                                           {}
func (v Verbose) Infof(format string, args ...interface{})                             {}
func (v Verbose) InfoContext(ctx context.Context, args ...interface{})                 {}
func (v Verbose) InfoContextf(ctx context.Context, format string, args ...interface{}) {}
func Flush()                                                                           {}
