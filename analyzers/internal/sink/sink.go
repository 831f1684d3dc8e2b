// Package sink knows which calls write to a log, to telemetry, or to a standard stream,
// and what each of their parameters means there.
//
// The knowledge is data: a [Row] names a set of functions of one package or methods of one type and
// says with one word per parameter what becomes of it. Adding a logger is adding rows.
package sink

import (
	"fmt"
	"strings"
)

// A Role says what a sink does with one parameter.
type Role uint8

const (
	None    Role = iota // not written: a context, a level, a type
	Message             // text that must be constant
	Format              // a printf format that must be constant; Values after it are its arguments
	Value               // one operand
	Key                 // a field's name: constant, and registered
	Pairs               // variadic tail: key, value, key, value, with ready-made fields between
	Values              // variadic tail: each argument is an operand
	Fields              // a ready-made field, or a slice, map or struct of fields: every value in it is an operand
	Writer              // the stream written to: the call is a sink only when this is a standard stream or log.Writer()
)

var roleWords = map[string]Role{
	"_": None, "message": Message, "format": Format, "value": Value, "key": Key,
	"pairs": Pairs, "values": Values, "fields": Fields, "writer": Writer,
}

func (r Role) String() string {
	for w, role := range roleWords {
		if role == r {
			return w
		}
	}
	return fmt.Sprintf("Role(%d)", uint8(r))
}

// A Surface is where a sink's output ends up; one analyzer reports each.
type Surface uint8

const (
	Log       Surface = iota // a log: analyzer logphi
	Telemetry                // a span, metric or expvar: analyzer telemetryphi
	Stream                   // standard output or error, or a panic's output: analyzer panicphi
)

// A Kind tells a statement, which writes, from what only prepares one.
type Kind uint8

const (
	Statement Kind = iota // writes a record: slog.Info, zerolog's Msg, panic
	Binder                // binds operands to a logger for later statements: With, WithField
	Field                 // builds one field: zap.String, slog.Any, zerolog's Str
)

// A Row names functions that share one shape.
type Row struct {
	Pkg  string // import path; an element "/v*" stands for any version, none included; "builtin" for builtin functions
	Recv string // receiver's type name without "*", or "" for functions
	// Funcs are the names, separated by blanks. "*" stands for all functions of the package that no row names.
	Funcs string
	// Params has one role word a parameter, separated by blanks, in the function's own order (the receiver does not count).
	// The last word stands for the whole variadic tail of a variadic function.
	Params  string
	Kind    Kind
	Surface Surface
	// RecvStream makes a method a sink only when its receiver is a standard stream (os.Stderr.WriteString).
	RecvStream bool
	// Level is the severity, where a function's name does not tell it: trace debug info warn error fatal panic.
	Level string
}

// A Spec is what a call does with its arguments: a row seen from one function, or what was inferred of a wrapper.
type Spec struct {
	Roles      []Role // one per parameter; the last one covers a variadic tail
	Kind       Kind
	Surface    Surface
	RecvStream bool
	Level      string
}

// Role returns the role of the i-th argument.
func (s *Spec) Role(i int) Role {
	switch {
	case len(s.Roles) == 0:
		return None
	case i < len(s.Roles):
		return s.Roles[i]
	}
	return s.Roles[len(s.Roles)-1]
}

// spec parses the row's parameter words.
func (r Row) spec() (*Spec, error) {
	s := &Spec{Kind: r.Kind, Surface: r.Surface, RecvStream: r.RecvStream, Level: r.Level}
	for _, w := range strings.Fields(r.Params) {
		role, ok := roleWords[w]
		if !ok {
			return nil, fmt.Errorf("row %s: unknown parameter word %q", r, w)
		}
		s.Roles = append(s.Roles, role)
	}
	return s, nil
}
