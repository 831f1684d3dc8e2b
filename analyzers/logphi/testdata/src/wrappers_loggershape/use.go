package wrappers_loggershape

import (
	"context"
	"testing"

	"people"
	"wrappers_loggershape/api"
)

func good(ctx context.Context, l api.Logger, p api.Printer, q api.Plain, c api.Contextual, s api.Short, k *api.Concrete, u people.User) {
	keep(u)
	l.Info("x", "id", u.ID)
	l.With("id", u.ID).Error("x", "n", len(u.Email))
	p.Debugf("%s %T", u.ID, u)
	q.Infoln("x", u.ID)
	c.InfoContext(ctx, "x", "id", u.ID)
	c.Infow("x", "id", u.ID)
	s.WithField("id", u.ID).Info("x")
	k.Debug("user %s", u.ID)
}

func bad(ctx context.Context, l api.Logger, p api.Printer, q api.Plain, c api.Contextual, s api.Short, k *api.Concrete, u people.User, err error, remark string) {
	keep(u, err, remark)
	l.Debug("x", "email", u.Email)             // want "u\\.Email is personal"
	l.Info("x", "email", u.Email)              // want "u\\.Email is personal"
	l.Error("x", "err", err)                   // want "err is error-text"
	l.With("email", u.Email).Info("x")         // want "u\\.Email is personal"
	l.Info(remark)                             // want "remark is (dynamic-message|free-text)"
	p.Errorf("%s", u.Email)                    // want "u\\.Email is personal"
	p.Debugf("%v", u)                          // want "u is composite"
	q.Warnln("x", u.Email)                     // want "u\\.Email is personal"
	c.ErrorContext(ctx, "x", "email", u.Email) // want "u\\.Email is personal"
	c.Infow("x", "email", u.Email)             // want "u\\.Email is personal"
	s.Error(remark)                            // want "remark is (dynamic-message|free-text)"
	s.WithField("email", u.Email).Info("x")    // want "u\\.Email is personal"
	s.WithError(err).Info("x")                 // want "err is error-text"
	k.Debug("user %s", u.Email)                // want "u\\.Email is personal"
	k.Error("%v", err)                         // want "err is error-text"
}

// One level method makes no logger.
func notALogger(s api.Single, u people.User) {
	_ = s.Info(u.Email)
	_ = s.Parse(u.Email)
}

// testing.TB is none either.
func inTest(t testing.TB, u people.User, err error) {
	t.Log(u.Email)
	t.Logf("%s", u.Email)
	t.Errorf("%v", err)
	t.Fatal(u)
}

// A logger held in a struct, and one embedded.
type service struct {
	log api.Logger
}

type server struct {
	api.Logger
	users []people.User
}

func (s *service) run(u people.User) {
	s.log.Info("x", "id", u.ID)
	s.log.Info("x", "email", u.Email) // want "u\\.Email is personal"
}

func (s *server) run(u people.User) {
	s.Info("x", "id", u.ID)
	s.Info("x", "email", u.Email) // want "u\\.Email is personal"
}
