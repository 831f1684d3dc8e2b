package redactzerolog_test

import (
	"bytes"
	"errors"
	"io"
	"log/slog"
	"os"
	"strings"
	"testing"

	"github.com/rs/zerolog"
	"github.com/seed-a76b335c/philint/redact/redacttest"
	"github.com/seed-a76b335c/philint/redact/redactzerolog"
)

// logger keeps groups as names to nest the fields of a statement under; zerolog has no such thing.
type logger struct {
	l      zerolog.Logger
	groups []string
	bound  []slog.Attr
}

func (l logger) Info(msg string, args ...any) {
	as := append(l.bound[:len(l.bound):len(l.bound)], redacttest.Pairs(args)...)
	e := l.l.Info()
	if len(l.groups) == 0 {
		add(e, as).Msg(msg)
		return
	}
	d := add(zerolog.Dict(), as)
	for i := len(l.groups) - 1; i > 0; i-- {
		d = zerolog.Dict().Dict(l.groups[i], d)
	}
	e.Dict(l.groups[0], d).Msg(msg)
}

func add(e *zerolog.Event, as []slog.Attr) *zerolog.Event {
	for _, a := range as {
		switch v := redacttest.Plain(a.Value).(type) {
		case error:
			e = e.AnErr(a.Key, v)
		case []error:
			e = e.Errs(a.Key, v)
		case string:
			e = e.Str(a.Key, v)
		case map[string]any:
			e = e.Dict(a.Key, zerolog.Dict().Fields(v))
		default:
			e = e.Interface(a.Key, v)
		}
	}
	return e
}

func (l logger) With(args ...any) redacttest.Logger {
	if len(l.groups) > 0 {
		l.bound = append(l.bound[:len(l.bound):len(l.bound)], redacttest.Pairs(args)...)
		return l
	}
	c := l.l.With()
	for _, a := range redacttest.Pairs(args) {
		c = c.Interface(a.Key, redacttest.Plain(a.Value))
	}
	l.l = c.Logger()
	return l
}

func (l logger) WithGroup(name string) redacttest.Logger {
	if name != "" {
		l.groups = append(l.groups[:len(l.groups):len(l.groups)], name)
	}
	return l
}

func TestNothingLeaks(t *testing.T) {
	redacttest.RunConfig(t, redacttest.Config{Formatted: true}, func(w io.Writer) redacttest.Logger {
		return logger{l: redactzerolog.New(w).With().Timestamp().Caller().Logger()}
	})
}

func TestErrorsKeepTheirTypes(t *testing.T) {
	var buf bytes.Buffer
	_, openErr := os.Open("/no/such/mary.pdf")
	log := redactzerolog.New(&buf)
	log.Error().Err(openErr).AnErr("cause", errors.New("mary")).Str("user_id", "u1").Msg("m")
	want := `{"level":"error","error":"*fs.PathError<syscall.Errno","cause":"*errors.errorString","user_id":"u1","message":"m"}` + "\n"
	if got := buf.String(); got != want {
		t.Errorf("wrote %s", got)
	}
}

type levels struct {
	bytes.Buffer
	got []zerolog.Level
}

func (l *levels) WriteLevel(lv zerolog.Level, p []byte) (int, error) {
	l.got = append(l.got, lv)
	return l.Write(p)
}

func TestLevelsReachTheNextWriter(t *testing.T) {
	var l levels
	log := redactzerolog.New(&l)
	log.Warn().Str("email", "mary").Msg("m")
	if len(l.got) != 1 || l.got[0] != zerolog.WarnLevel || strings.Contains(l.String(), "mary") {
		t.Errorf("levels %v", l.got)
	}
}
