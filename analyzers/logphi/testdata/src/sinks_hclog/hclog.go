package sinks_hclog

import "github.com/hashicorp/go-hclog"

type user struct {
	ID    string
	Email string
	Label string
}

func all(l hclog.Logger, u user, err error) {
	keep(err)
	l.Trace("x", "id", u.ID)
	l.Trace("x", "email", u.Email) // want "u\\.Email is personal"
	l.Trace(u.Label)               // want "u\\.Label is (dynamic-message|free-text)"
	l.Debug("x", "id", u.ID)
	l.Debug("x", "email", u.Email) // want "u\\.Email is personal"
	l.Debug(u.Label)               // want "u\\.Label is (dynamic-message|free-text)"
	l.Info("x", "id", u.ID)
	l.Info("x", "email", u.Email) // want "u\\.Email is personal"
	l.Info(u.Label)               // want "u\\.Label is (dynamic-message|free-text)"
	l.Warn("x", "id", u.ID)
	l.Warn("x", "email", u.Email) // want "u\\.Email is personal"
	l.Warn(u.Label)               // want "u\\.Label is (dynamic-message|free-text)"
	l.Error("x", "id", u.ID)
	l.Error("x", "email", u.Email)           // want "u\\.Email is personal"
	l.Error(u.Label)                         // want "u\\.Label is (dynamic-message|free-text)"
	l.Log(hclog.Info, "x", "email", u.Email) // want "u\\.Email is personal"
	l.With("id", u.ID).Info("x")
	l.With("email", u.Email).Info("x")      // want "u\\.Email is personal"
	l.Named("x").With("err", err).Info("x") // want "err is error-text"
	l.Info("x", "text", hclog.Fmt("%s", u.ID))
	l.Info("x", "text", hclog.Fmt("%s", u.Email))                          // want "u\\.Email is personal"
	hclog.L().Info("x", "email", u.Email)                                  // want "u\\.Email is personal"
	hclog.Default().Error("x", "err", err)                                 // want "err is error-text"
	hclog.New(&hclog.LoggerOptions{Name: "x"}).Info("x", "email", u.Email) // want "u\\.Email is personal"
	f := l.Info
	f("x", "email", u.Email)            // want "u\\.Email is personal"
	defer l.Info("x", "email", u.Email) // want "u\\.Email is personal"
}

type service struct {
	hclog.Logger
	log hclog.Logger
}

func held(s *service, u user) {
	s.Info("x", "id", u.ID)
	s.Info("x", "email", u.Email)     // want "u\\.Email is personal"
	s.log.Info("x", "email", u.Email) // want "u\\.Email is personal"
}
