package wrappers_iface

import (
	"log"
	"log/slog"

	"people"
)

// notifier is implemented here, by a type that logs and one that does not.
type notifier interface {
	Notify(text string)
	Count(n int)
}

type logNotifier struct{}

func (logNotifier) Notify(text string) { log.Print(text) }
func (logNotifier) Count(n int)        {}

type mailNotifier struct{ sent []string }

func (m *mailNotifier) Notify(text string) { m.sent = append(m.sent, text) }
func (m *mailNotifier) Count(n int)        {}

var (
	_ notifier = logNotifier{}
	_ notifier = (*mailNotifier)(nil)
)

func through(n notifier, u people.User) {
	n.Notify(u.ID)
	n.Notify(u.Email) // want "u\\.Email is personal: .*Notify"
	n.Count(u.Visits)
}

// The concrete types: one logs, one only keeps.
func direct(l logNotifier, m *mailNotifier, u people.User) {
	l.Notify(u.Email) // want "u\\.Email is personal: .*Notify"
	m.Notify(u.Email)
}

// keeper has no implementation that logs.
type keeper interface{ Keep(text string) }

type memory struct{ all []string }

func (m *memory) Keep(text string) { m.all = append(m.all, text) }

var _ keeper = (*memory)(nil)

func saved(k keeper, u people.User) { k.Keep(u.Email) }

// Embedded interface.
type hub interface {
	notifier
	Close()
}

func embedded(h hub, u people.User) {
	h.Notify(u.ID)
	h.Notify(u.Email) // want "u\\.Email is personal: .*Notify"
}

// An event sink with a typed parameter.
type tracker interface{ Track(e event) }

type event struct {
	Kind string
	User people.User
}

type slogTracker struct{}

func (slogTracker) Track(e event) { slog.Info("event", "event", e) }

var _ tracker = slogTracker{}

func tracked(t tracker, e event) {
	keep(e)
	t.Track(e) // want "e is composite: .*Track"
}
