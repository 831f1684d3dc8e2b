package sinks_gokit

import (
	"github.com/go-kit/log"
	"github.com/go-kit/log/level"
)

type user struct {
	ID    string
	Email string
	Label string
}

func all(l log.Logger, u user, err error) {
	keep(l, err)
	_ = l.Log("msg", "x", "id", u.ID)
	_ = l.Log("msg", "x", "email", u.Email) // want "u\\.Email is personal"
	l.Log("err", err)                       // want "err is error-text"
	level.Info(l).Log("msg", "x", "id", u.ID)
	level.Info(l).Log("msg", "x", "email", u.Email)  // want "u\\.Email is personal"
	level.Error(l).Log("err", err)                   // want "err is error-text"
	level.Debug(level.Warn(l)).Log("email", u.Email) // want "u\\.Email is personal"
	a := log.With(l, "id", u.ID)
	a.Log("msg", "x")
	b := log.With(l, "email", u.Email) // want "u\\.Email is personal"
	b.Log("msg", "x")
	c := log.WithPrefix(l, "email", u.Email) // want "u\\.Email is personal"
	c.Log("msg", "x")
	d := log.WithSuffix(l, "err", err) // want "err is error-text"
	d.Log("msg", "x")
	f := l.Log
	_ = f("email", u.Email)       // want "u\\.Email is personal"
	defer l.Log("email", u.Email) // want "u\\.Email is personal"
}

type service struct {
	log.Logger
	out log.Logger
}

func held(s *service, u user) {
	s.Log("id", u.ID)
	s.Log("email", u.Email)     // want "u\\.Email is personal"
	s.out.Log("email", u.Email) // want "u\\.Email is personal"
}
