package sinks_apex

import (
	"time"

	"github.com/apex/log"
)

type user struct {
	ID    string
	Email string
	Label string
}

func all(l *log.Logger, e *log.Entry, i log.Interface, u user, err error, d time.Duration) {
	keep(err, d)
	log.Debug("x")
	log.Debug(u.Label) // want "u\\.Label is (dynamic-message|free-text)"
	log.Debugf("%s", u.ID)
	log.Debugf("%s", u.Email) // want "u\\.Email is personal"
	log.Info("x")
	log.Info(u.Label) // want "u\\.Label is (dynamic-message|free-text)"
	log.Infof("%s", u.ID)
	log.Infof("%s", u.Email) // want "u\\.Email is personal"
	log.Warn("x")
	log.Warn(u.Label) // want "u\\.Label is (dynamic-message|free-text)"
	log.Warnf("%s", u.ID)
	log.Warnf("%s", u.Email) // want "u\\.Email is personal"
	log.Error("x")
	log.Error(u.Label) // want "u\\.Label is (dynamic-message|free-text)"
	log.Errorf("%s", u.ID)
	log.Errorf("%s", u.Email) // want "u\\.Email is personal"
	log.WithField("id", u.ID).Info("x")
	log.WithField("email", u.Email).Info("x") // want "u\\.Email is personal"
	log.WithFields(log.Fields{"id": u.ID}).Info("x")
	log.WithFields(log.Fields{"id": u.ID, "email": u.Email}).Info("x") // want "u\\.Email is personal"
	log.WithError(err).Error("x")                                      // want "err is error-text"
	log.WithDuration(d).Info("x")
	if u.ID == "" {
		log.Fatalf("%v", err) // want "err is error-text"
	}
	l.Debug("x")
	l.Debug(u.Label) // want "u\\.Label is (dynamic-message|free-text)"
	l.Debugf("%s", u.ID)
	l.Debugf("%s", u.Email) // want "u\\.Email is personal"
	l.Info("x")
	l.Info(u.Label) // want "u\\.Label is (dynamic-message|free-text)"
	l.Infof("%s", u.ID)
	l.Infof("%s", u.Email) // want "u\\.Email is personal"
	l.Warn("x")
	l.Warn(u.Label) // want "u\\.Label is (dynamic-message|free-text)"
	l.Warnf("%s", u.ID)
	l.Warnf("%s", u.Email) // want "u\\.Email is personal"
	l.Error("x")
	l.Error(u.Label) // want "u\\.Label is (dynamic-message|free-text)"
	l.Errorf("%s", u.ID)
	l.Errorf("%s", u.Email) // want "u\\.Email is personal"
	l.WithField("id", u.ID).Info("x")
	l.WithField("email", u.Email).Info("x") // want "u\\.Email is personal"
	l.WithFields(log.Fields{"id": u.ID}).Info("x")
	l.WithFields(log.Fields{"id": u.ID, "email": u.Email}).Info("x") // want "u\\.Email is personal"
	l.WithError(err).Error("x")                                      // want "err is error-text"
	l.WithDuration(d).Info("x")
	if u.ID == "" {
		l.Fatalf("%v", err) // want "err is error-text"
	}
	e.Debug("x")
	e.Debug(u.Label) // want "u\\.Label is (dynamic-message|free-text)"
	e.Debugf("%s", u.ID)
	e.Debugf("%s", u.Email) // want "u\\.Email is personal"
	e.Info("x")
	e.Info(u.Label) // want "u\\.Label is (dynamic-message|free-text)"
	e.Infof("%s", u.ID)
	e.Infof("%s", u.Email) // want "u\\.Email is personal"
	e.Warn("x")
	e.Warn(u.Label) // want "u\\.Label is (dynamic-message|free-text)"
	e.Warnf("%s", u.ID)
	e.Warnf("%s", u.Email) // want "u\\.Email is personal"
	e.Error("x")
	e.Error(u.Label) // want "u\\.Label is (dynamic-message|free-text)"
	e.Errorf("%s", u.ID)
	e.Errorf("%s", u.Email) // want "u\\.Email is personal"
	e.WithField("id", u.ID).Info("x")
	e.WithField("email", u.Email).Info("x") // want "u\\.Email is personal"
	e.WithFields(log.Fields{"id": u.ID}).Info("x")
	e.WithFields(log.Fields{"id": u.ID, "email": u.Email}).Info("x") // want "u\\.Email is personal"
	e.WithError(err).Error("x")                                      // want "err is error-text"
	e.WithDuration(d).Info("x")
	if u.ID == "" {
		e.Fatalf("%v", err) // want "err is error-text"
	}
	i.Debug("x")
	i.Debug(u.Label) // want "u\\.Label is (dynamic-message|free-text)"
	i.Debugf("%s", u.ID)
	i.Debugf("%s", u.Email) // want "u\\.Email is personal"
	i.Info("x")
	i.Info(u.Label) // want "u\\.Label is (dynamic-message|free-text)"
	i.Infof("%s", u.ID)
	i.Infof("%s", u.Email) // want "u\\.Email is personal"
	i.Warn("x")
	i.Warn(u.Label) // want "u\\.Label is (dynamic-message|free-text)"
	i.Warnf("%s", u.ID)
	i.Warnf("%s", u.Email) // want "u\\.Email is personal"
	i.Error("x")
	i.Error(u.Label) // want "u\\.Label is (dynamic-message|free-text)"
	i.Errorf("%s", u.ID)
	i.Errorf("%s", u.Email) // want "u\\.Email is personal"
	i.WithField("id", u.ID).Info("x")
	i.WithField("email", u.Email).Info("x") // want "u\\.Email is personal"
	i.WithFields(log.Fields{"id": u.ID}).Info("x")
	i.WithFields(log.Fields{"id": u.ID, "email": u.Email}).Info("x") // want "u\\.Email is personal"
	i.WithError(err).Error("x")                                      // want "err is error-text"
	i.WithDuration(d).Info("x")
	if u.ID == "" {
		i.Fatalf("%v", err) // want "err is error-text"
	}
	f := l.Infof
	f("%s", u.Email)                                // want "u\\.Email is personal"
	defer log.WithField("email", u.Email).Info("x") // want "u\\.Email is personal"
	e.Trace(u.Label).Stop(nil)                      // want "u\\.Label is (dynamic-message|free-text)"
}
