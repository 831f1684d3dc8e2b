package sinks_logr

import (
	"context"

	"github.com/go-logr/logr"
)

type user struct {
	ID    string
	Email string
	Label string
}

// Info, Error, V, WithValues, WithName.
func all(ctx context.Context, l logr.Logger, u user, err error) {
	keep(err)
	l.Info("x", "id", u.ID)
	l.Info("x", "email", u.Email) // want "u\\.Email is personal"
	l.Info(u.Label)               // want "u\\.Label is (dynamic-message|free-text)"
	l.V(2).Info("x", "id", u.ID)
	l.V(2).Info("x", "email", u.Email) // want "u\\.Email is personal"
	l.Error(nil, "x", "id", u.ID)
	l.Error(err, "x")                   // want "err is error-text"
	l.Error(nil, "x", "email", u.Email) // want "u\\.Email is personal"
	l.WithValues("id", u.ID).Info("x")
	l.WithValues("email", u.Email).Info("x")                     // want "u\\.Email is personal"
	l.WithName("x").WithValues("email", u.Email).Error(nil, "x") // want "u\\.Email is personal"
	b := l.WithValues("email", u.Email)                          // want "u\\.Email is personal"
	b.Info("x")
	logr.FromContextOrDiscard(ctx).Info("x", "email", u.Email) // want "u\\.Email is personal"
	c, err2 := logr.FromContext(ctx)
	if err2 == nil {
		c.Info("x", "email", u.Email) // want "u\\.Email is personal"
	}
	f := l.Info
	f("x", "email", u.Email)            // want "u\\.Email is personal"
	defer l.Info("x", "email", u.Email) // want "u\\.Email is personal"
}

type reconciler struct {
	logr.Logger
	log logr.Logger
}

func (r *reconciler) run(u user) {
	r.Info("x", "id", u.ID)
	r.Info("x", "email", u.Email)     // want "u\\.Email is personal"
	r.log.Info("x", "email", u.Email) // want "u\\.Email is personal"
}

type sink struct{ next logr.LogSink }

// A sink written by hand hands on what it gets.
func (s sink) pass(u user) {
	s.next.Info(0, "x", "id", u.ID)
	s.next.Info(0, "x", "email", u.Email) // want "u\\.Email is personal"
}
