package sink

import (
	"go/types"
	"testing"
)

const shapes = `package p

import (
	"context"
	"testing"
	"time"
)

type Ctx struct{}
type Field struct{}
type Level int
type Fields map[string]any
type Tag string

// Loggers.
type KV interface {
	Debug(msg string, args ...any)
	Info(msg string, args ...any)
	Warn(message string, keysAndValues ...any)
	Error(ctx context.Context, err error, msg string, kv ...any)
	With(args ...any) KV
	WithGroup(name string) KV
	Log(ctx context.Context, level Level, msg string, args ...any)
	Enabled(l Level) bool
}
type Printfer interface {
	Infof(format string, args ...any)
	Errorf(ctx context.Context, format string, args ...any)
	Warn(format string, args ...any)
	Print(v ...any)
	Printf(f string, v ...any)
	Println(v ...any)
	WithField(key string, value any) Printfer
	WithFields(fields Fields) Printfer
	WithError(err error) Printfer
	WithContext(ctx context.Context) Printfer
	WithUser(id string, tag Tag) Printfer
}
type typed struct{}
func (*typed) Info(msg string, fields ...Field) {}
func (*typed) Error(msg string, fields ...Field) {}
func (*typed) Debug(msg string, fields map[string]interface{}) {}
func (*typed) With(fields ...Field) *typed { return nil }
func (*typed) WithOptions(opts ...func()) *typed { return nil }
func (*typed) Named(s string) *typed { return nil }
type Embeds struct{ *typed }
type Values interface {
	Info(args ...any)
	Infoln(args ...any)
	InfoDepth(depth int, args ...any)
	Fatal(args ...any)
	Infow(msg string, args ...any)
	LogErrorCtx(ctx *Ctx, msg string)
	InfoFn(fn func() []any)
	WithTags(tags ...string) Values
}
type lower interface { infof(format string, v ...any); errorf(format string, v ...any); ctxDebug(c Ctx, s string) }
type Plain interface { Info(msg string); Warning(msg string, err error); Error(err error, tag Tag, msg string) error }
type Unnamed interface { Info(context.Context, string, ...any); Warn(context.Context, string, ...any); Trace(ctx context.Context, begin time.Time, fc func() (string, int64), err error) }
type Generic[T any] struct{}
func (Generic[T]) Info(msg string, fields ...T) {}
func (Generic[T]) Warn(msg string, fields ...T) {}
var G Generic[Field]
type Exiter interface { Exit(code int); Exitf(format string, args ...any); Info(msg string) }
type Charm interface { Info(msg any, keyvals ...any); Error(msg any, keyvals ...any) }

// Not loggers.
type Once interface { Warn(msg string, args ...any); Warning(msg string, args ...any); Print(v ...any); Log(v ...any) }
type T interface { Errorf(format string, args ...any); Fatalf(format string, args ...any); Helper() }
type F interface { Errorf(format string, args ...any); Fatalf(format string, args ...any); FailNow() }
var TB testing.TB
var TT *testing.T
type Result interface { Info() (string, error); Error() string; Warn() bool }
type Docker interface { Info(ctx context.Context, id string) (Field, error); Error(id string) (Field, error) }
type Flags interface { Debug(on bool); Trace(on bool) }
type Chain interface { Info() *Field; Error() *Field }
`

func TestLoggerShape(t *testing.T) {
	pkg := check(t, "example.com/p", shapes)
	typeOf := func(name string) types.Type { return pkg.Scope().Lookup(name).Type() }

	for name, methods := range map[string]map[string]string{
		"KV": {
			"Debug": "message pairs", "Info": "message pairs", "Warn": "message pairs", "Error": "_ value message pairs",
			"With": "pairs", "WithGroup": "key", "Log": "_ _ message pairs", "Enabled": "",
		},
		"Printfer": {
			"Infof": "format values", "Errorf": "_ format values", "Warn": "format values",
			"Print": "values", "Printf": "format values", "Println": "values", "WithField": "key value", "WithFields": "fields",
			"WithError": "value", "WithContext": "", "WithUser": "value value",
		},
		"typed":  {"Info": "message fields", "Debug": "message fields", "With": "fields", "WithOptions": "", "Named": "message"},
		"Embeds": {"Info": "message fields", "Error": "message fields"},
		"Values": {
			"Info": "values", "Infoln": "values", "InfoDepth": "_ values", "Infow": "message pairs",
			"LogErrorCtx": "_ message", "InfoFn": "", "WithTags": "values",
		},
		"lower":   {"infof": "format values", "ctxDebug": "_ message"},
		"Plain":   {"Info": "message", "Warning": "message value", "Error": "value value message"},
		"Unnamed": {"Info": "_ message pairs", "Trace": "_ value _ value"},
		"G":       {"Info": "message fields"},
		"Exiter":  {"Exit": "", "Exitf": "format values"},
		"Charm":   {"Info": "message pairs"},

		"Once": nil, "T": nil, "F": nil, "TB": nil, "TT": nil, "Result": nil, "Docker": nil, "Flags": nil, "Chain": nil,
	} {
		typ := typeOf(name)
		if got := IsLogger(typ); got != (methods != nil) {
			t.Errorf("IsLogger(%s) = %v", name, got)
		}
		if methods == nil {
			for m := range types.NewMethodSet(typ).Methods() {
				if s, ok := LoggerShape(typ, m.Obj().(*types.Func)); ok {
					t.Errorf("%s.%s is a sink: %s", name, m.Obj().Name(), words(s))
				}
			}
		}
		for method, want := range methods {
			obj, _, _ := types.LookupFieldOrMethod(typ, true, pkg, method)
			s, ok := LoggerShape(typ, obj.(*types.Func))
			if got := ""; ok {
				if got = words(s); got != want {
					t.Errorf("%s.%s: %q, want %q", name, method, got, want)
				}
			} else if want != "" {
				t.Errorf("%s.%s is no sink, want %q", name, method, want)
			}
		}
	}

	info := member(t, pkg, "Printfer.WithField")
	if s, _ := LoggerShape(typeOf("Printfer"), info); s.Kind != Binder || s.Level != "" {
		t.Errorf("WithField: %+v", *s)
	}
	if s, _ := LoggerShape(typeOf("KV"), member(t, pkg, "KV.Warn")); s.Kind != Statement || s.Level != "warn" {
		t.Errorf("Warn: %+v", *s)
	}
	if !IsLogger(types.NewPointer(typeOf("typed"))) {
		t.Error("a pointer to a logger is none")
	}
}

// The rows and the shape must not contradict each other about what the built-in loggers' methods do.
func TestShapeOfStd(t *testing.T) {
	pkg := check(t, "example.com/q", `package q
import "log/slog"
var S *slog.Logger
`)
	typ := pkg.Scope().Lookup("S").Type()
	if !IsLogger(typ) {
		t.Errorf("%s is no logger", typ)
	}
	for m := range types.NewMethodSet(typ).Methods() {
		fn := m.Obj().(*types.Func)
		if !fn.Exported() {
			continue
		}
		row, known := Lookup(fn)
		shape, ok := MethodShape(fn)
		if known != ok || ok && (words(row) != words(shape) || row.Kind != shape.Kind || row.Level != shape.Level) {
			t.Errorf("%s: row %v %+v, shape %v %+v", fn.FullName(), known, row, ok, shape)
		}
	}
}
