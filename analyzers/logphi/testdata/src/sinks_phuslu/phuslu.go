package sinks_phuslu

import (
	"time"

	"github.com/phuslu/log"
)

type user struct {
	ID    string
	Email string
	Label string
}

func levels(l *log.Logger, s *log.SugaredLogger, u user, err error) {
	keep(err)
	log.Trace().Str("id", u.ID).Msg("x")
	log.Trace().Str("email", u.Email).Msg("x") // want "u\\.Email is personal"
	log.Debug().Str("id", u.ID).Msg("x")
	log.Debug().Str("email", u.Email).Msg("x") // want "u\\.Email is personal"
	log.Info().Str("id", u.ID).Msg("x")
	log.Info().Str("email", u.Email).Msg("x") // want "u\\.Email is personal"
	log.Warn().Str("id", u.ID).Msg("x")
	log.Warn().Str("email", u.Email).Msg("x") // want "u\\.Email is personal"
	log.Error().Str("id", u.ID).Msg("x")
	log.Error().Str("email", u.Email).Msg("x") // want "u\\.Email is personal"
	log.Printf("%s", u.Email)                  // want "u\\.Email is personal"
	log.Info().Msgf("%s", u.Email)             // want "u\\.Email is personal"
	log.Info().Msgs("x", u.Email)              // want "u\\.Email is personal"
	log.Info().Msg(u.Label)                    // want "u\\.Label is (dynamic-message|free-text)"
	if u.ID == "" {
		log.Fatal().Err(err).Msg("x") // want "err is error-text"
		log.Panic().Err(err).Msg("x") // want "err is error-text"
	}
	l.Trace().Str("id", u.ID).Msg("x")
	l.Trace().Str("email", u.Email).Msg("x") // want "u\\.Email is personal"
	l.Debug().Str("id", u.ID).Msg("x")
	l.Debug().Str("email", u.Email).Msg("x") // want "u\\.Email is personal"
	l.Info().Str("id", u.ID).Msg("x")
	l.Info().Str("email", u.Email).Msg("x") // want "u\\.Email is personal"
	l.Warn().Str("id", u.ID).Msg("x")
	l.Warn().Str("email", u.Email).Msg("x") // want "u\\.Email is personal"
	l.Error().Str("id", u.ID).Msg("x")
	l.Error().Str("email", u.Email).Msg("x") // want "u\\.Email is personal"
	l.Printf("%s", u.Email)                  // want "u\\.Email is personal"
	l.Info().Msgf("%s", u.Email)             // want "u\\.Email is personal"
	l.Info().Msgs("x", u.Email)              // want "u\\.Email is personal"
	l.Info().Msg(u.Label)                    // want "u\\.Label is (dynamic-message|free-text)"
	if u.ID == "" {
		l.Fatal().Err(err).Msg("x") // want "err is error-text"
		l.Panic().Err(err).Msg("x") // want "err is error-text"
	}
	s.Debug("x", u.Email)           // want "u\\.Email is personal"
	s.Debugf("%s", u.Email)         // want "u\\.Email is personal"
	s.Debugw("x", "email", u.Email) // want "u\\.Email is personal"
	s.Debugw("x", "id", u.ID)
	s.Info("x", u.Email)           // want "u\\.Email is personal"
	s.Infof("%s", u.Email)         // want "u\\.Email is personal"
	s.Infow("x", "email", u.Email) // want "u\\.Email is personal"
	s.Infow("x", "id", u.ID)
	s.Warn("x", u.Email)           // want "u\\.Email is personal"
	s.Warnf("%s", u.Email)         // want "u\\.Email is personal"
	s.Warnw("x", "email", u.Email) // want "u\\.Email is personal"
	s.Warnw("x", "id", u.ID)
	s.Error("x", u.Email)           // want "u\\.Email is personal"
	s.Errorf("%s", u.Email)         // want "u\\.Email is personal"
	s.Errorw("x", "email", u.Email) // want "u\\.Email is personal"
	s.Errorw("x", "id", u.ID)
}

func fields(u user, err error, obj log.ObjectMarshaler, raw []byte, f float64, chosen bool, n int, t time.Time, d time.Duration) {
	keep(u, err, obj, raw, f, chosen, n, t, d)
	log.Info().Str("id", u.ID).Int("n", n).Dur("d", d).Time("t", time.Now()).Type("v", u).Msg("x")
	log.Info().Err(err).Msg("x")            // want "err is error-text"
	log.Info().AnErr("cause", err).Msg("x") // want "err is error-text"
	log.Info().Any("v", u).Msg("x")         // want "u is composite"
	log.Info().Interface("v", u).Msg("x")   // want "u is composite"
	log.Info().Object("v", obj).Msg("x")    // want "obj is (composite|opaque-call)"
	log.Info().EmbedObject(obj).Msg("x")    // want "obj is (composite|opaque-call)"
	log.Info().Bytes("v", raw).Msg("x")     // want "raw is (payload|composite|free-text)"
	log.Info().RawJSON("v", raw).Msg("x")   // want "raw is (payload|composite|free-text)"
	log.Info().Float64("v", f).Msg("x")     // want "f is value"
	log.Info().Bool("v", chosen).Msg("x")   // want "chosen is value"
	log.Info().Time("v", t).Msg("x")        // want "t is time"
	log.Info().Fields(log.Fields{"id": u.ID}).Msg("x")
	log.Info().Fields(log.Fields{"email": u.Email}).Msg("x")        // want "u\\.Email is personal"
	log.Info().KeysAndValues("id", u.ID, "email", u.Email).Msg("x") // want "u\\.Email is personal"
}

// A context built once, bound to later statements.
func bound(u user) {
	c := log.NewContext(nil).Str("id", u.ID).Value()
	log.Info().Context(c).Msg("x")
	d := log.NewContext(nil).Str("email", u.Email).Value() // want "u\\.Email is personal"
	log.Info().Context(d).Msg("x")
	defer log.Info().Str("email", u.Email).Msg("x") // want "u\\.Email is personal"
}
