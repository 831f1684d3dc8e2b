package sink

import "go/types"

// levels are the values of Spec.Level, mildest first.
var levels = []string{"trace", "debug", "info", "warn", "error", "fatal", "panic"}

// levelOf returns the severity a function's name tells, or "".
func levelOf(fn string) string { return "" }

// LoggerShape returns what method, called on a value of type t, does with its arguments
// if t is logger-shaped ([IsLogger]) and method is one of its level, Print, Log or With methods.
func LoggerShape(t types.Type, method *types.Func) (*Spec, bool) {
	s, ok := ShapeOf(method)
	if !ok || !IsLogger(t) {
		return nil, false
	}
	return s, true
}

// IsLogger reports whether t, an interface or a concrete type, has level methods of two different levels. Callers cache it.
func IsLogger(t types.Type) bool { return false }

// ShapeOf returns what method does with its arguments if it is a method of a logger. Its receiver is not looked at.
func ShapeOf(method *types.Func) (*Spec, bool) { return nil, false }
