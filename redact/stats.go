package redact

import (
	"fmt"
	"iter"
	"strings"
	"sync/atomic"
)

// A Reason says why a field was dropped.
type Reason uint8

const (
	// Unregistered: the name is not in the registry.
	Unregistered Reason = iota + 1
	// WrongKind: the value is not of the kind that its name promises.
	WrongKind
	// BadKey: a value without a key, which slog writes under !BADKEY.
	BadKey
	// Tagged: a struct field with a phi or datapolicy tag.
	Tagged
	// Panicked: the value's own method panicked.
	Panicked
	// TooLarge: nested deeper, or with more leaves or bytes, than a log line should be.
	TooLarge

	reasons = iota + 1
)

var reasonNames = [...]string{
	Unregistered: "unregistered", WrongKind: "wrong-kind", BadKey: "bad-key",
	Tagged: "tagged", Panicked: "panicked", TooLarge: "too-large",
}

func (r Reason) String() string {
	if r == 0 || int(r) >= len(reasonNames) {
		return fmt.Sprintf("Reason(%d)", uint8(r))
	}
	return reasonNames[r]
}

// A Drop tells an [OnDrop] hook what was dropped. It has no value, but a name that a program computed
// can be telling too: a hook is for tests, and must not write it to a log.
type Drop struct {
	Name   string
	Kind   Kind // of the registered name; 0 when there is none
	Reason Reason
}

func (d Drop) String() string {
	if d.Kind == 0 {
		return fmt.Sprintf("%s: %s", d.Name, d.Reason)
	}
	return fmt.Sprintf("%s (%s): %s", d.Name, d.Kind, d.Reason)
}

// Stats counts what handlers, writers and adapters withheld, so that an operator sees that something
// was dropped without seeing it. The zero value is ready; all of it is safe for concurrent use. Its
// String method writes JSON, which makes a *Stats an expvar.Var.
type Stats struct {
	dropped  [reasons]atomic.Uint64
	byKind   [len(kindNames)]atomic.Uint64
	errors   atomic.Uint64
	cut      atomic.Uint64
	escaped  atomic.Uint64
	replaced atomic.Uint64
	routes   atomic.Uint64
}

// DefaultStats is what everything counts into unless it was given [WithStats].
var DefaultStats = new(Stats)

// Counts is a snapshot of a [Stats].
type Counts struct {
	Dropped          map[Reason]uint64 // dropped fields by reason
	WrongKind        map[Kind]uint64   // fields dropped for their value, by the kind of their name
	ErrorsReduced    uint64            // errors written as type names
	MessagesCut      uint64            // messages longer than the limit
	MessagesEscaped  uint64            // messages with control characters
	MessagesReplaced uint64            // messages that a detector found something in
	RoutesLost       uint64            // requests logged without a route, but for those answered 404 or 405
}

// Snapshot returns the counts so far.
func (s *Stats) Snapshot() Counts {
	c := Counts{
		Dropped:          make(map[Reason]uint64),
		WrongKind:        make(map[Kind]uint64),
		ErrorsReduced:    s.errors.Load(),
		MessagesCut:      s.cut.Load(),
		MessagesEscaped:  s.escaped.Load(),
		MessagesReplaced: s.replaced.Load(),
		RoutesLost:       s.routes.Load(),
	}
	for r := Unregistered; int(r) < reasons; r++ {
		if n := s.dropped[r].Load(); n > 0 {
			c.Dropped[r] = n
		}
	}
	for k := KindIdentifier; k <= KindGroup; k++ {
		if n := s.byKind[k].Load(); n > 0 {
			c.WrongKind[k] = n
		}
	}
	return c
}

// Total is the number of fields dropped for any reason.
func (c Counts) Total() (n uint64) {
	for _, d := range c.Dropped {
		n += d
	}
	return n
}

// All yields every counter with a name fit for a metric, zeros too, in a fixed order.
func (c Counts) All() iter.Seq2[string, uint64] {
	return func(yield func(string, uint64) bool) {
		for r := Unregistered; int(r) < reasons; r++ {
			if !yield("dropped_"+strings.ReplaceAll(r.String(), "-", "_"), c.Dropped[r]) {
				return
			}
		}
		for k := KindIdentifier; k <= KindGroup; k++ {
			if !yield("wrong_kind_"+strings.ReplaceAll(k.String(), "-", "_"), c.WrongKind[k]) {
				return
			}
		}
		_ = yield("errors_reduced", c.ErrorsReduced) &&
			yield("messages_cut", c.MessagesCut) &&
			yield("messages_escaped", c.MessagesEscaped) &&
			yield("messages_replaced", c.MessagesReplaced) &&
			yield("routes_lost", c.RoutesLost)
	}
}

// String writes the counts as a JSON object.
func (s *Stats) String() string {
	var b strings.Builder
	sep := "{"
	for name, n := range s.Snapshot().All() {
		fmt.Fprintf(&b, "%s%q:%d", sep, name, n)
		sep = ","
	}
	b.WriteByte('}')
	return b.String()
}
