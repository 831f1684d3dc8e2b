package sinks_logrus

import (
	"context"
	"time"

	"github.com/sirupsen/logrus"
)

type user struct {
	ID    string
	Email string
	Label string
}

// Each level as function, logger method, entry method.
func levels(l *logrus.Logger, e *logrus.Entry, i logrus.FieldLogger, u user, err error) {
	keep(err)
	logrus.Trace("x", u.ID)
	logrus.Trace("x", u.Email)   // want "u\\.Email is personal"
	logrus.Tracef("%s", u.Email) // want "u\\.Email is personal"
	logrus.Traceln("x", err)     // want "err is error-text"
	logrus.Debug("x", u.ID)
	logrus.Debug("x", u.Email)   // want "u\\.Email is personal"
	logrus.Debugf("%s", u.Email) // want "u\\.Email is personal"
	logrus.Debugln("x", err)     // want "err is error-text"
	logrus.Info("x", u.ID)
	logrus.Info("x", u.Email)   // want "u\\.Email is personal"
	logrus.Infof("%s", u.Email) // want "u\\.Email is personal"
	logrus.Infoln("x", err)     // want "err is error-text"
	logrus.Print("x", u.ID)
	logrus.Print("x", u.Email)   // want "u\\.Email is personal"
	logrus.Printf("%s", u.Email) // want "u\\.Email is personal"
	logrus.Println("x", err)     // want "err is error-text"
	logrus.Warn("x", u.ID)
	logrus.Warn("x", u.Email)   // want "u\\.Email is personal"
	logrus.Warnf("%s", u.Email) // want "u\\.Email is personal"
	logrus.Warnln("x", err)     // want "err is error-text"
	logrus.Warning("x", u.ID)
	logrus.Warning("x", u.Email)   // want "u\\.Email is personal"
	logrus.Warningf("%s", u.Email) // want "u\\.Email is personal"
	logrus.Warningln("x", err)     // want "err is error-text"
	logrus.Error("x", u.ID)
	logrus.Error("x", u.Email)   // want "u\\.Email is personal"
	logrus.Errorf("%s", u.Email) // want "u\\.Email is personal"
	logrus.Errorln("x", err)     // want "err is error-text"
	if u.ID == "" {
		logrus.Fatal(err)        // want "err is error-text"
		logrus.Panicf("%v", err) // want "err is error-text"
	}
	l.Trace("x", u.ID)
	l.Trace("x", u.Email)   // want "u\\.Email is personal"
	l.Tracef("%s", u.Email) // want "u\\.Email is personal"
	l.Traceln("x", err)     // want "err is error-text"
	l.Debug("x", u.ID)
	l.Debug("x", u.Email)   // want "u\\.Email is personal"
	l.Debugf("%s", u.Email) // want "u\\.Email is personal"
	l.Debugln("x", err)     // want "err is error-text"
	l.Info("x", u.ID)
	l.Info("x", u.Email)   // want "u\\.Email is personal"
	l.Infof("%s", u.Email) // want "u\\.Email is personal"
	l.Infoln("x", err)     // want "err is error-text"
	l.Print("x", u.ID)
	l.Print("x", u.Email)   // want "u\\.Email is personal"
	l.Printf("%s", u.Email) // want "u\\.Email is personal"
	l.Println("x", err)     // want "err is error-text"
	l.Warn("x", u.ID)
	l.Warn("x", u.Email)   // want "u\\.Email is personal"
	l.Warnf("%s", u.Email) // want "u\\.Email is personal"
	l.Warnln("x", err)     // want "err is error-text"
	l.Warning("x", u.ID)
	l.Warning("x", u.Email)   // want "u\\.Email is personal"
	l.Warningf("%s", u.Email) // want "u\\.Email is personal"
	l.Warningln("x", err)     // want "err is error-text"
	l.Error("x", u.ID)
	l.Error("x", u.Email)   // want "u\\.Email is personal"
	l.Errorf("%s", u.Email) // want "u\\.Email is personal"
	l.Errorln("x", err)     // want "err is error-text"
	if u.ID == "" {
		l.Fatal(err)        // want "err is error-text"
		l.Panicf("%v", err) // want "err is error-text"
	}
	e.Trace("x", u.ID)
	e.Trace("x", u.Email)   // want "u\\.Email is personal"
	e.Tracef("%s", u.Email) // want "u\\.Email is personal"
	e.Traceln("x", err)     // want "err is error-text"
	e.Debug("x", u.ID)
	e.Debug("x", u.Email)   // want "u\\.Email is personal"
	e.Debugf("%s", u.Email) // want "u\\.Email is personal"
	e.Debugln("x", err)     // want "err is error-text"
	e.Info("x", u.ID)
	e.Info("x", u.Email)   // want "u\\.Email is personal"
	e.Infof("%s", u.Email) // want "u\\.Email is personal"
	e.Infoln("x", err)     // want "err is error-text"
	e.Print("x", u.ID)
	e.Print("x", u.Email)   // want "u\\.Email is personal"
	e.Printf("%s", u.Email) // want "u\\.Email is personal"
	e.Println("x", err)     // want "err is error-text"
	e.Warn("x", u.ID)
	e.Warn("x", u.Email)   // want "u\\.Email is personal"
	e.Warnf("%s", u.Email) // want "u\\.Email is personal"
	e.Warnln("x", err)     // want "err is error-text"
	e.Warning("x", u.ID)
	e.Warning("x", u.Email)   // want "u\\.Email is personal"
	e.Warningf("%s", u.Email) // want "u\\.Email is personal"
	e.Warningln("x", err)     // want "err is error-text"
	e.Error("x", u.ID)
	e.Error("x", u.Email)   // want "u\\.Email is personal"
	e.Errorf("%s", u.Email) // want "u\\.Email is personal"
	e.Errorln("x", err)     // want "err is error-text"
	if u.ID == "" {
		e.Fatal(err)        // want "err is error-text"
		e.Panicf("%v", err) // want "err is error-text"
	}
	i.Debug("x", u.ID)
	i.Debugf("%s", u.Email) // want "u\\.Email is personal"
	i.Debugln(err)          // want "err is error-text"
	i.Info("x", u.ID)
	i.Infof("%s", u.Email) // want "u\\.Email is personal"
	i.Infoln(err)          // want "err is error-text"
	i.Warn("x", u.ID)
	i.Warnf("%s", u.Email) // want "u\\.Email is personal"
	i.Warnln(err)          // want "err is error-text"
	i.Error("x", u.ID)
	i.Errorf("%s", u.Email)                 // want "u\\.Email is personal"
	i.Errorln(err)                          // want "err is error-text"
	l.Log(logrus.InfoLevel, u.Email)        // want "u\\.Email is personal"
	l.Logf(logrus.InfoLevel, "%s", u.Email) // want "u\\.Email is personal"
	e.Log(logrus.InfoLevel, u.ID)
	logrus.InfoFn(func() []interface{} { return []interface{}{u.Email} }) // want "u\\.Email is personal"
}

// WithField, WithFields, WithError and the rest.
func binding(ctx context.Context, l *logrus.Logger, e *logrus.Entry, i logrus.FieldLogger, u user, err error, t time.Time) {
	keep(err)
	logrus.WithField("id", u.ID).Info("x")
	logrus.WithField("email", u.Email).Info("x") // want "u\\.Email is personal"
	logrus.WithFields(logrus.Fields{"id": u.ID, "n": len(u.Email)}).Info("x")
	logrus.WithFields(logrus.Fields{"id": u.ID, "email": u.Email}).Info("x") // want "u\\.Email is personal"
	logrus.WithError(err).Error("x")                                         // want "err is error-text"
	logrus.WithError(nil).Error("x")
	l.WithField("id", u.ID).Info("x")
	l.WithField("email", u.Email).Info("x") // want "u\\.Email is personal"
	l.WithFields(logrus.Fields{"id": u.ID, "n": len(u.Email)}).Info("x")
	l.WithFields(logrus.Fields{"id": u.ID, "email": u.Email}).Info("x") // want "u\\.Email is personal"
	l.WithError(err).Error("x")                                         // want "err is error-text"
	l.WithError(nil).Error("x")
	e.WithField("id", u.ID).Info("x")
	e.WithField("email", u.Email).Info("x") // want "u\\.Email is personal"
	e.WithFields(logrus.Fields{"id": u.ID, "n": len(u.Email)}).Info("x")
	e.WithFields(logrus.Fields{"id": u.ID, "email": u.Email}).Info("x") // want "u\\.Email is personal"
	e.WithError(err).Error("x")                                         // want "err is error-text"
	e.WithError(nil).Error("x")
	i.WithField("id", u.ID).Info("x")
	i.WithField("email", u.Email).Info("x") // want "u\\.Email is personal"
	i.WithFields(logrus.Fields{"id": u.ID, "n": len(u.Email)}).Info("x")
	i.WithFields(logrus.Fields{"id": u.ID, "email": u.Email}).Info("x") // want "u\\.Email is personal"
	i.WithError(err).Error("x")                                         // want "err is error-text"
	i.WithError(nil).Error("x")
	logrus.WithContext(ctx).WithField("email", u.Email).Info("x") // want "u\\.Email is personal"
	logrus.WithContext(ctx).Info("x")
	logrus.WithTime(time.Now()).WithError(err).Info("x") // want "err is error-text"
	logrus.WithFields(logrus.Fields{
		"id":    u.ID,
		"email": u.Email, // want "u\\.Email is personal"
		"err":   err,     // want "err is error-text"
	}).WithField("label", u.Label).Info("x", u.ID) // want "u\\.Label is free-text"
	a := logrus.WithField("email", u.Email) // want "u\\.Email is personal"
	a.Info("x")
	f := logrus.Fields{}
	f["id"] = u.ID
	f["email"] = u.Email // want "u\\.Email is personal"
	logrus.WithFields(f).Info("x")
}

type service struct {
	logrus.FieldLogger
	log *logrus.Entry
}

// Embedded, held, as a method value, deferred.
func held(s *service, u user) {
	s.Infof("%s", u.ID)
	s.Infof("%s", u.Email)                      // want "u\\.Email is personal"
	s.log.WithField("email", u.Email).Warn("x") // want "u\\.Email is personal"
	g := s.log.Infof
	g("%s", u.Email)                                   // want "u\\.Email is personal"
	defer logrus.WithField("email", u.Email).Info("x") // want "u\\.Email is personal"
}
