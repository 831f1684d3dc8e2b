// Package middle only passes on.
package middle

import "wrappers_chain/inner"

func Log(msg string, kv ...any) { inner.Write(msg, kv...) }

func Note(text string) { inner.Note(text) }

func Safe(text string) { inner.Safe(text) }

// Logger is a method wrapper in a package between.
type Logger struct{ component string }

func (l *Logger) Say(text string) { Note(text) }
