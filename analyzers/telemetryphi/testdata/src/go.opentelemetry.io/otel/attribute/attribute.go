// Package attribute is a stub: names and signatures only.
package attribute

import "fmt"

type Key string

type Value struct{ n int }

type KeyValue struct {
	Key   Key
	Value Value
}

func (k Key) Bool(v bool) KeyValue               { return KeyValue{} }
func (k Key) Int(v int) KeyValue                 { return KeyValue{} }
func (k Key) Int64(v int64) KeyValue             { return KeyValue{} }
func (k Key) Float64(v float64) KeyValue         { return KeyValue{} }
func (k Key) String(v string) KeyValue           { return KeyValue{} }
func (k Key) StringSlice(v []string) KeyValue    { return KeyValue{} }
func Bool(k string, v bool) KeyValue             { return KeyValue{} }
func Int(k string, v int) KeyValue               { return KeyValue{} }
func Int64(k string, v int64) KeyValue           { return KeyValue{} }
func Float64(k string, v float64) KeyValue       { return KeyValue{} }
func String(k, v string) KeyValue                { return KeyValue{} }
func StringSlice(k string, v []string) KeyValue  { return KeyValue{} }
func Stringer(k string, v fmt.Stringer) KeyValue { return KeyValue{} }
func StringValue(v string) Value                 { return Value{} }
func IntValue(v int) Value                       { return Value{} }
