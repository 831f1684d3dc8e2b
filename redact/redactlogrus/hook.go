// Package redactlogrus puts the filter of package redact into a logrus logger.
//
//	redactlogrus.Install(logrus.StandardLogger())
//
// [Install] puts a hook before all others, so that those, which send entries to other places, see judged
// entries, and so does logrus's Panic; and it wraps the formatter, which sees what later hooks have added.
package redactlogrus

import (
	"github.com/seed-a76b335c/philint/redact"
	"github.com/sirupsen/logrus"
)

// Install puts the filter before a logger's hooks and its formatter. Hooks that are added later run after
// it. A formatter that is set later replaces the wrapped one: use [Formatter] with it.
func Install(l *logrus.Logger, opts ...redact.Option) {
	f := redact.NewFilter(opts...)
	hooks := make(logrus.LevelHooks)
	hooks.Add(hook{f})
	for level, hs := range l.ReplaceHooks(make(logrus.LevelHooks)) {
		hooks[level] = append(hooks[level], hs...)
	}
	l.ReplaceHooks(hooks)
	l.SetFormatter(formatter{l.Formatter, f})
}

// Hook returns the hook alone.
func Hook(opts ...redact.Option) logrus.Hook { return hook{redact.NewFilter(opts...)} }

// Formatter returns a formatter that judges a copy of the entry and has next format it.
func Formatter(next logrus.Formatter, opts ...redact.Option) logrus.Formatter {
	return formatter{next, redact.NewFilter(opts...)}
}

type hook struct{ f *redact.Filter }

func (hook) Levels() []logrus.Level { return logrus.AllLevels }

// Fire changes the entry in place: it is logrus's own copy.
func (h hook) Fire(e *logrus.Entry) error {
	e.Message = h.f.Message(e.Message)
	e.Data = fields(h.f, e.Data)
	return nil
}

type formatter struct {
	next logrus.Formatter
	f    *redact.Filter
}

func (f formatter) Format(e *logrus.Entry) ([]byte, error) {
	// Not a copy of the whole: an entry also holds, out of reach, the names of fields that logrus could not take.
	return f.next.Format(&logrus.Entry{
		Logger: e.Logger, Data: fields(f.f, e.Data), Time: e.Time, Level: e.Level, Caller: e.Caller,
		Message: f.f.Message(e.Message), Buffer: e.Buffer, Context: e.Context,
	})
}

func fields(f *redact.Filter, data logrus.Fields) logrus.Fields {
	out := make(logrus.Fields, len(data))
	for k, v := range data {
		if v, ok := f.Value(k, v); ok {
			out[k] = v
		}
	}
	return out
}
