package wrappers_field

import (
	"log"
	"log/slog"

	"go.uber.org/zap"

	"people"
)

// Field is a key and a value of our own.
type Field struct {
	Key   string
	Value any
}

func F(key string, value any) Field { return Field{Key: key, Value: value} }

func Str(key, value string) Field { return Field{key, value} }

// Info turns our fields into slog's.
func Info(msg string, fields ...Field) {
	args := make([]any, 0, 2*len(fields))
	for _, f := range fields {
		args = append(args, f.Key, f.Value)
	}
	slog.Info(msg, args...)
}

// Warn does it with attributes.
func Warn(msg string, fields ...Field) {
	var attrs []any
	for _, f := range fields {
		attrs = append(attrs, slog.Any(f.Key, f.Value))
	}
	slog.Warn(msg, attrs...)
}

func good(u people.User, list []string) {
	keep(list)
	Info("x", F("id", u.ID), F("n", len(list)))
	Warn("x", F("id", u.ID), Str("task", "import"))
	Info("x", Field{Key: "id", Value: u.ID})
}

func bad(u people.User, remark string) {
	keep(remark)
	Info("x", F("email", u.Email))                 // want "u\\.Email is personal: .*(F|Info)"
	Info("x", F("id", u.ID), F("remark", remark))  // want "remark is free-text: .*(F|Info)"
	Warn("x", Str("email", u.Email))               // want "u\\.Email is personal: .*(Str|Warn)"
	Info("x", Field{Key: "email", Value: u.Email}) // want "u\\.Email is personal: .*Info"
	Warn("x", Field{"email", u.Email})             // want "u\\.Email is personal: .*Warn"
	f := F("email", u.Email)                       // want "u\\.Email is personal: .*(F|Info)"
	Info("x", f)
	list := []Field{F("id", u.ID)}
	list = append(list, F("email", u.Email)) // want "u\\.Email is personal: .*(F|Info)"
	Info("x", list...)
	Info(
		"x",
		F("id", u.ID),
		F("email", u.Email), // want "u\\.Email is personal: .*(F|Info)"
	)
}

// Builders over another logger's fields.
func mail(v string) zap.Field { return zap.String("email", v) }

func kind() slog.Attr { return slog.String("kind", "import") }

func attr(key string, v any) slog.Attr { return slog.Any(key, v) }

func foreign(l *zap.Logger, u people.User) {
	l.Info("x", mail(u.ID))
	l.Info("x", mail(u.Email)) // want "u\\.Email is personal: .*mail"
	slog.Info("x", kind())
	slog.Info("x", attr("id", u.ID))
	slog.Info("x", attr("email", u.Email)) // want "u\\.Email is personal: .*attr"
}

// Functional options that end in a log line.
type option func(*line)

type line struct{ args []any }

func with(key string, value any) option {
	return func(l *line) { l.args = append(l.args, key, value) }
}

func say(msg string, opts ...option) {
	var l line
	for _, o := range opts {
		o(&l)
	}
	log.Print(len(l.args))
}

// This say prints a number only.
func options(u people.User) {
	say("x", with("id", u.ID), with("email", u.Email))
}
