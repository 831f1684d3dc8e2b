package redactlogrus_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/seed-a76b335c/philint/redact"
	"github.com/seed-a76b335c/philint/redact/redactlogrus"
	"github.com/seed-a76b335c/philint/redact/redacttest"
	"github.com/sirupsen/logrus"
)

// logger nests the fields of a group in a map: logrus has no groups.
type logger struct {
	e      *logrus.Entry
	groups []string
	bound  map[string]any
}

func (l logger) data(args []any) map[string]any {
	m := make(map[string]any)
	for k, v := range l.bound {
		m[k] = v
	}
	for _, a := range redacttest.Pairs(args) {
		m[a.Key] = redacttest.Plain(a.Value)
	}
	return m
}

func (l logger) Info(msg string, args ...any) {
	m := l.data(args)
	for i := len(l.groups) - 1; i >= 0; i-- {
		m = map[string]any{l.groups[i]: m}
	}
	l.e.WithFields(m).Info(msg)
}

func (l logger) With(args ...any) redacttest.Logger {
	if len(l.groups) == 0 {
		l.e = l.e.WithFields(l.data(args))
		return l
	}
	l.bound = l.data(args)
	return l
}

func (l logger) WithGroup(name string) redacttest.Logger {
	if name != "" {
		l.groups = append(l.groups[:len(l.groups):len(l.groups)], name)
	}
	return l
}

func newLogger(w io.Writer, f logrus.Formatter) *logrus.Logger {
	l := logrus.New()
	l.Out, l.Formatter = w, f
	return l
}

func TestNothingLeaks(t *testing.T) {
	for name, f := range map[string]logrus.Formatter{"json": new(logrus.JSONFormatter), "text": &logrus.TextFormatter{DisableColors: true}, "tty": &logrus.TextFormatter{ForceColors: true}} {
		t.Run(name, func(t *testing.T) {
			redacttest.Run(t, func(w io.Writer) redacttest.Logger {
				l := newLogger(w, f)
				redactlogrus.Install(l)
				return logger{e: logrus.NewEntry(l)}
			})
		})
		t.Run(name+", formatter alone", func(t *testing.T) {
			redacttest.RunConfig(t, redacttest.Config{Words: true}, func(w io.Writer) redacttest.Logger {
				return logger{e: logrus.NewEntry(newLogger(w, redactlogrus.Formatter(f, redact.ConstantMessages())))}
			})
		})
	}
}

type spy struct {
	seen  *bytes.Buffer
	field bool
}

func (spy) Levels() []logrus.Level { return logrus.AllLevels }

func (s spy) Fire(e *logrus.Entry) error {
	fmt.Fprint(s.seen, e.Message, e.Data)
	if s.field {
		e.Data["note"] = "mary"
	}
	return nil
}

func TestHooksBeforeAndAfterSeeJudgedEntries(t *testing.T) {
	var out, seen bytes.Buffer
	l := newLogger(&out, new(logrus.JSONFormatter))
	l.AddHook(spy{&seen, false})
	redactlogrus.Install(l)
	l.AddHook(spy{&seen, true})
	bound := l.WithField("email", "mary@clinic.example")
	bound.WithError(errors.New("mary")).Errorf("saved %s", "mary@clinic.example")
	if strings.Contains(seen.String(), "mary") || !strings.Contains(seen.String(), "*errors.errorString") {
		t.Error("a hook sees the entry as it was")
	}
	if strings.Contains(out.String(), "mary") || !strings.Contains(out.String(), "redacted email") {
		t.Error("what a hook adds is written")
	}
	if bound.Data["email"] != "mary@clinic.example" {
		t.Error("the caller's entry has changed")
	}
}

func TestThePanicOfLevelPanicHasTheJudgedEntry(t *testing.T) {
	l := newLogger(io.Discard, new(logrus.JSONFormatter))
	redactlogrus.Install(l)
	defer func() {
		if e, ok := recover().(*logrus.Entry); !ok || strings.Contains(fmt.Sprint(e.Message, e.Data), "mary") {
			t.Error("the panic carries the entry as it was")
		}
	}()
	l.WithField("email", "mary").Panic("saved mary@clinic.example")
}

// logrus keeps the names of values it cannot take in a field of its own, and formatters write it.
func TestTheNameOfAFieldThatLogrusRefusesIsNotWritten(t *testing.T) {
	for _, f := range []logrus.Formatter{new(logrus.JSONFormatter), &logrus.TextFormatter{DisableColors: true}, &logrus.TextFormatter{ForceColors: true}} {
		var out bytes.Buffer
		l := newLogger(&out, f)
		redactlogrus.Install(l)
		l.WithField("Mary Smith", func() {}).WithField("row_count", 3).Info("saved")
		if strings.Contains(out.String(), "Mary") || !strings.Contains(out.String(), "saved") || !strings.Contains(out.String(), "row_count") {
			t.Errorf("%T: %d bytes", f, out.Len())
		}
	}
}
