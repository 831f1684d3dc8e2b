// Package level is a stub: names and signatures only.
package level

import "github.com/go-kit/log"

func Error(logger log.Logger) log.Logger { return logger }
func Warn(logger log.Logger) log.Logger  { return logger }
func Info(logger log.Logger) log.Logger  { return logger }
func Debug(logger log.Logger) log.Logger { return logger }
