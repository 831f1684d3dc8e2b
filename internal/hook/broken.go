//go:build canaryhook

package hook

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"maps"
	"net"
	"net/url"
	"reflect"
	"runtime"
	"slices"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/ncruces/go-sqlite3"

	"github.com/seed-a76b335c/philint/internal/store/engine"
)

// broken are errors that quote a word, in the ways in which libraries quote what they work on.
var broken = map[string]func(word string) error{
	"error":         func(w string) error { return errors.New("duplicate key value: (name)=(" + w + ")") },
	"error-wrapped": func(w string) error { return fmt.Errorf("insert %q: %w", w, errors.New("constraint of "+w)) },
	"error-around":  func(w string) error { return fmt.Errorf("statement with %s: %w", w, io.ErrUnexpectedEOF) },
	"error-joined": func(w string) error {
		return errors.Join(errors.New("first "+w), fmt.Errorf("second %s: %w", w, io.EOF))
	},
	"error-joined-wrapped": func(w string) error {
		return fmt.Errorf("batch: %w", errors.Join(postgres(w), errors.New(w)))
	},
	"error-two-wrapped":   func(w string) error { return fmt.Errorf("%w and %w", errors.New(w), postgres(w)) },
	"error-postgres":      func(w string) error { return postgres(w) },
	"error-postgres-deep": func(w string) error { return fmt.Errorf("tx %s: %w", w, fmt.Errorf("exec: %w", postgres(w))) },
	"error-sqlite":        func(w string) error { return fmt.Errorf("sqlite3: %w: bound '%s'", sqlite3.CONSTRAINT_UNIQUE, w) },
	"error-url": func(w string) error {
		return &url.Error{Op: "Get", URL: "https://x.example/?q=" + w, Err: errors.New(w)}
	},
	"error-json": func(w string) error {
		return &json.UnmarshalTypeError{Value: "string " + w, Type: reflect.TypeFor[int](), Field: w, Struct: w}
	},
	"error-json-syntax": func(w string) error {
		var v any
		return fmt.Errorf("%s: %w", w, json.Unmarshal([]byte(`{"`+w+`":\`), &v))
	},
	"error-number": func(w string) error { return &strconv.NumError{Func: "ParseFloat", Num: w, Err: strconv.ErrSyntax} },
	"error-time": func(w string) error {
		return &time.ParseError{Layout: time.DateOnly, Value: w, LayoutElem: "2006", ValueElem: w, Message: ": " + w}
	},
	"error-path": func(w string) error {
		return &fs.PathError{Op: "open", Path: "/data/" + w + ".pdf", Err: fs.ErrNotExist}
	},
	"error-network":   func(w string) error { return &net.OpError{Op: "dial", Net: "tcp", Err: &net.DNSError{Err: w, Name: w}} },
	"error-speaks":    func(w string) error { return speaking(w) },
	"error-is-struct": func(w string) error { return row{Name: w, Note: []byte(w)} },
	"error-panics":    func(w string) error { return angry{w} },
	"error-busy":      func(w string) error { return fmt.Errorf("row %s: %w", w, &engine.Error{Kind: engine.Busy, Code: w}) },
	"error-corrupt":   func(w string) error { return fmt.Errorf("row %s: %w", w, &engine.Error{Kind: engine.Fault, Code: w}) },
	"error-deadline":  func(w string) error { return fmt.Errorf("statement with %s: %w", w, context.DeadlineExceeded) },
	"error-cancelled": func(w string) error { return fmt.Errorf("statement with %s: %w", w, context.Canceled) },
}

func postgres(w string) error {
	return &pgconn.PgError{
		Severity: "ERROR", Code: "23505", Message: "duplicate key value " + w, Detail: "Key (name)=(" + w + ") already exists.", Hint: w, InternalQuery: w, Where: w,
		SchemaName: "public", TableName: w, ColumnName: w, ConstraintName: w,
	}
}

// speaking is an error with every method by which something can be printed.
type speaking string

func (s speaking) Error() string                 { return string(s) }
func (s speaking) String() string                { return string(s) }
func (s speaking) GoString() string              { return string(s) }
func (s speaking) LogValue() slog.Value          { return slog.StringValue(string(s)) }
func (s speaking) MarshalJSON() ([]byte, error)  { return json.Marshal(string(s)) }
func (s speaking) MarshalText() ([]byte, error)  { return []byte(s), nil }
func (s speaking) Format(f fmt.State, verb rune) { _, _ = io.WriteString(f, string(s)) }

// row is what a driver has read, as an error.
type row struct {
	Name string
	Note []byte
}

func (r row) Error() string { return "row " + r.Name }

// angry is an error whose text cannot be had without a panic that quotes it.
type angry struct{ word string }

func (a angry) Error() string { panic(a.word) }
func (a angry) Unwrap() error { panic(errors.New(a.word)) }

// panics are what can be panicked with.
var panics = map[string]func(word string){
	"panic-string":   func(w string) { panic("unexpected name " + w) },
	"panic-error":    func(w string) { panic(errors.New(w)) },
	"panic-wrapped":  func(w string) { panic(fmt.Errorf("x %s: %w", w, postgres(w))) },
	"panic-struct":   func(w string) { panic(row{Name: w, Note: []byte(w)}) },
	"panic-pointer":  func(w string) { panic(&row{Name: w}) },
	"panic-stringer": func(w string) { panic(speaking(w)) },
	"panic-angry":    func(w string) { panic(angry{w}) },
	"panic-map":      func(w string) { panic(map[string][]string{w: {w}}) },
	"panic-key": func(w string) {
		// A key of a type that cannot be hashed; the runtime's text has its type.
		m := map[any]int{w: 1}
		m[[]string{w}] = 2
	},
	"panic-nil-map": func(w string) {
		m := map[bool]map[string]string{}
		m[true][w] = w
	},
	"panic-index": func(w string) { _ = w[len(w)+len(w)] },
	"panic-pointer-nil": func(string) {
		var r *row
		r.Name += "x"
	},
	"panic-assertion": func(w string) {
		var v any = speaking(w)
		_ = v.(fmt.Scanner)
	},
	"goexit": func(string) { runtime.Goexit() },
}

func errorNames() []string { return slices.Sorted(maps.Keys(broken)) }
func panicNames() []string { return slices.Sorted(maps.Keys(panics)) }
