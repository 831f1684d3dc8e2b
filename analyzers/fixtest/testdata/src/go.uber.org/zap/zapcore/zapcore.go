// Package zapcore is a stub: names and signatures only.
package zapcore

import "time"

type Level int8

const (
	DebugLevel Level = iota - 1
	InfoLevel
	WarnLevel
	ErrorLevel
)

func (l Level) String() string { return "" }

type FieldType uint8

type Field struct {
	Key       string
	Type      FieldType
	Integer   int64
	String    string
	Interface interface{}
}

type ObjectEncoder interface {
	AddString(key, value string)
	AddInt(key string, value int)
	AddInt64(key string, value int64)
	AddBool(key string, value bool)
	AddFloat64(key string, value float64)
	AddDuration(key string, value time.Duration)
	AddTime(key string, value time.Time)
	AddReflected(key string, value interface{}) error
}

type ArrayEncoder interface {
	AppendReflected(value interface{}) error
}

type ObjectMarshaler interface {
	MarshalLogObject(ObjectEncoder) error
}

type ArrayMarshaler interface {
	MarshalLogArray(ArrayEncoder) error
}

type Entry struct {
	Level   Level
	Time    time.Time
	Message string
}

type CheckedEntry struct {
	Entry
}

func (ce *CheckedEntry) Write(fields ...Field) {}
