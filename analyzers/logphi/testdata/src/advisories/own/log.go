// Package own is a project's own logging package.
package own

import (
	"fmt"
	"log"
	"os"
)

var std = log.New(os.Stderr, "", log.LstdFlags)

func put(level, text string) { _ = std.Output(3, level+" "+text) }

func LogInfof(format string, args ...any) { put("INFO", fmt.Sprintf(format, args...)) }

// Logger has printf verbs in methods named like plain ones.
type Logger interface {
	Debug(format string, args ...any)
	Info(format string, args ...any)
	Err(format string, args ...any)
}
