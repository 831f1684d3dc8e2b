// Package log is a stub: names and signatures only.
package log

type Level int32

const (
	DebugLevel Level = -4
	InfoLevel  Level = 0
	WarnLevel  Level = 4
	ErrorLevel Level = 8
)

func (l Level) String() string { return "" }

type Logger struct{ n int }

func Default() *Logger                                                     { return &Logger{} }
func Debug(msg interface{}, keyvals ...interface{})                        {}
func Debugf(format string, args ...interface{})                            {}
func Info(msg interface{}, keyvals ...interface{})                         {}
func Infof(format string, args ...interface{})                             {}
func Warn(msg interface{}, keyvals ...interface{})                         {}
func Warnf(format string, args ...interface{})                             {}
func Error(msg interface{}, keyvals ...interface{})                        {}
func Errorf(format string, args ...interface{})                            {}
func Fatal(msg interface{}, keyvals ...interface{})                        {}
func Fatalf(format string, args ...interface{})                            {}
func Print(msg interface{}, keyvals ...interface{})                        {}
func Printf(format string, args ...interface{})                            {}
func Log(level Level, msg interface{}, keyvals ...interface{})             {}
func Logf(level Level, format string, args ...interface{})                 {}
func With(keyvals ...interface{}) *Logger                                  { return &Logger{} }
func WithPrefix(prefix string) *Logger                                     { return &Logger{} }
func (l *Logger) Debug(msg interface{}, keyvals ...interface{})            {}
func (l *Logger) Debugf(format string, args ...interface{})                {}
func (l *Logger) Info(msg interface{}, keyvals ...interface{})             {}
func (l *Logger) Infof(format string, args ...interface{})                 {}
func (l *Logger) Warn(msg interface{}, keyvals ...interface{})             {}
func (l *Logger) Warnf(format string, args ...interface{})                 {}
func (l *Logger) Error(msg interface{}, keyvals ...interface{})            {}
func (l *Logger) Errorf(format string, args ...interface{})                {}
func (l *Logger) Fatal(msg interface{}, keyvals ...interface{})            {}
func (l *Logger) Fatalf(format string, args ...interface{})                {}
func (l *Logger) Print(msg interface{}, keyvals ...interface{})            {}
func (l *Logger) Printf(format string, args ...interface{})                {}
func (l *Logger) Log(level Level, msg interface{}, keyvals ...interface{}) {}
func (l *Logger) Logf(level Level, format string, args ...interface{})     {}
func (l *Logger) With(keyvals ...interface{}) *Logger                      { return &Logger{} }
func (l *Logger) WithPrefix(prefix string) *Logger                         { return &Logger{} }
