package sinks_charm

import "github.com/charmbracelet/log"

type user struct {
	ID    string
	Email string
	Label string
}

func all(l *log.Logger, u user, err error) {
	keep(err)
	log.Debug("x", "id", u.ID)
	log.Debug("x", "email", u.Email) // want "u\\.Email is personal"
	log.Debug(u.Label)               // want "u\\.Label is (dynamic-message|free-text)"
	log.Debugf("%s", u.ID)
	log.Debugf("%s", u.Email) // want "u\\.Email is personal"
	log.Info("x", "id", u.ID)
	log.Info("x", "email", u.Email) // want "u\\.Email is personal"
	log.Info(u.Label)               // want "u\\.Label is (dynamic-message|free-text)"
	log.Infof("%s", u.ID)
	log.Infof("%s", u.Email) // want "u\\.Email is personal"
	log.Warn("x", "id", u.ID)
	log.Warn("x", "email", u.Email) // want "u\\.Email is personal"
	log.Warn(u.Label)               // want "u\\.Label is (dynamic-message|free-text)"
	log.Warnf("%s", u.ID)
	log.Warnf("%s", u.Email) // want "u\\.Email is personal"
	log.Error("x", "id", u.ID)
	log.Error("x", "email", u.Email) // want "u\\.Email is personal"
	log.Error(u.Label)               // want "u\\.Label is (dynamic-message|free-text)"
	log.Errorf("%s", u.ID)
	log.Errorf("%s", u.Email) // want "u\\.Email is personal"
	log.Print("x", "id", u.ID)
	log.Print("x", "email", u.Email) // want "u\\.Email is personal"
	log.Print(u.Label)               // want "u\\.Label is (dynamic-message|free-text)"
	log.Printf("%s", u.ID)
	log.Printf("%s", u.Email)                     // want "u\\.Email is personal"
	log.Error(err)                                // want "err is (error-text|dynamic-message)"
	log.Log(log.InfoLevel, "x", "email", u.Email) // want "u\\.Email is personal"
	log.Logf(log.InfoLevel, "%s", u.Email)        // want "u\\.Email is personal"
	log.With("id", u.ID).Info("x")
	log.With("email", u.Email).Info("x")      // want "u\\.Email is personal"
	log.WithPrefix("x").Info("x", "err", err) // want "err is error-text"
	if u.ID == "" {
		log.Fatal("x", "err", err) // want "err is error-text"
		log.Fatalf("%v", err)      // want "err is error-text"
	}
	l.Debug("x", "id", u.ID)
	l.Debug("x", "email", u.Email) // want "u\\.Email is personal"
	l.Debug(u.Label)               // want "u\\.Label is (dynamic-message|free-text)"
	l.Debugf("%s", u.ID)
	l.Debugf("%s", u.Email) // want "u\\.Email is personal"
	l.Info("x", "id", u.ID)
	l.Info("x", "email", u.Email) // want "u\\.Email is personal"
	l.Info(u.Label)               // want "u\\.Label is (dynamic-message|free-text)"
	l.Infof("%s", u.ID)
	l.Infof("%s", u.Email) // want "u\\.Email is personal"
	l.Warn("x", "id", u.ID)
	l.Warn("x", "email", u.Email) // want "u\\.Email is personal"
	l.Warn(u.Label)               // want "u\\.Label is (dynamic-message|free-text)"
	l.Warnf("%s", u.ID)
	l.Warnf("%s", u.Email) // want "u\\.Email is personal"
	l.Error("x", "id", u.ID)
	l.Error("x", "email", u.Email) // want "u\\.Email is personal"
	l.Error(u.Label)               // want "u\\.Label is (dynamic-message|free-text)"
	l.Errorf("%s", u.ID)
	l.Errorf("%s", u.Email) // want "u\\.Email is personal"
	l.Print("x", "id", u.ID)
	l.Print("x", "email", u.Email) // want "u\\.Email is personal"
	l.Print(u.Label)               // want "u\\.Label is (dynamic-message|free-text)"
	l.Printf("%s", u.ID)
	l.Printf("%s", u.Email)                     // want "u\\.Email is personal"
	l.Error(err)                                // want "err is (error-text|dynamic-message)"
	l.Log(log.InfoLevel, "x", "email", u.Email) // want "u\\.Email is personal"
	l.Logf(log.InfoLevel, "%s", u.Email)        // want "u\\.Email is personal"
	l.With("id", u.ID).Info("x")
	l.With("email", u.Email).Info("x")      // want "u\\.Email is personal"
	l.WithPrefix("x").Info("x", "err", err) // want "err is error-text"
	if u.ID == "" {
		l.Fatal("x", "err", err) // want "err is error-text"
		l.Fatalf("%v", err)      // want "err is error-text"
	}
	f := l.Info
	f("x", "email", u.Email)              // want "u\\.Email is personal"
	defer log.Info("x", "email", u.Email) // want "u\\.Email is personal"
}
