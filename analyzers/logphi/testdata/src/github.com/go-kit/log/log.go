// Package log is a stub: names and signatures only.
package log

type Logger interface {
	Log(keyvals ...interface{}) error
}

type LoggerFunc func(...interface{}) error

func (f LoggerFunc) Log(keyvals ...interface{}) error { return nil }

type Valuer func() interface{}

func With(logger Logger, keyvals ...interface{}) Logger       { return logger }
func WithPrefix(logger Logger, keyvals ...interface{}) Logger { return logger }
func WithSuffix(logger Logger, keyvals ...interface{}) Logger { return logger }
func NewNopLogger() Logger                                    { return nil }
