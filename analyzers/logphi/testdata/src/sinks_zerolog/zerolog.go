package sinks_zerolog

import (
	"context"
	"fmt"
	"net"
	"os"
	"time"

	"github.com/rs/zerolog"
	"github.com/rs/zerolog/log"
)

type user struct {
	ID    string
	Email string
	Label string
}

// Each level of a logger and of the global one.
func levels(l *zerolog.Logger, u user, err error) {
	keep(err)
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
	l.Log().Str("id", u.ID).Msg("x")
	l.Log().Str("email", u.Email).Msg("x") // want "u\\.Email is personal"
	if u.ID == "" {
		l.Fatal().Str("email", u.Email).Msg("x") // want "u\\.Email is personal"
		l.Panic().Str("email", u.Email).Msg("x") // want "u\\.Email is personal"
	}
	l.WithLevel(zerolog.InfoLevel).Str("email", u.Email).Send() // want "u\\.Email is personal"
	l.Err(err).Msg("x")                                         // want "err is error-text"
	l.Err(nil).Msg("x")
	l.Print("x", u.Email)   // want "u\\.Email is personal"
	l.Printf("%s", u.Email) // want "u\\.Email is personal"
	l.Printf("%s", u.ID)
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
	log.Log().Str("id", u.ID).Msg("x")
	log.Log().Str("email", u.Email).Msg("x") // want "u\\.Email is personal"
	if u.ID == "" {
		log.Fatal().Str("email", u.Email).Msg("x") // want "u\\.Email is personal"
		log.Panic().Str("email", u.Email).Msg("x") // want "u\\.Email is personal"
	}
	log.WithLevel(zerolog.InfoLevel).Str("email", u.Email).Send() // want "u\\.Email is personal"
	log.Err(err).Msg("x")                                         // want "err is error-text"
	log.Err(nil).Msg("x")
	log.Print("x", u.Email)   // want "u\\.Email is personal"
	log.Printf("%s", u.Email) // want "u\\.Email is personal"
	log.Printf("%s", u.ID)
	l.Println("x", u.Email)                                             // want "u\\.Email is personal"
	log.Ctx(context.Background()).Info().Str("email", u.Email).Msg("x") // want "u\\.Email is personal"
	made := zerolog.New(os.Stdout)
	made.Info().Str("email", u.Email).Msg("x") // want "u\\.Email is personal"
}

// The ends of an event.
func ends(u user) {
	log.Info().Msg("fixed")
	log.Info().Send()
	log.Info().Msg(u.Label) // want "u\\.Label is (dynamic-message|free-text)"
	log.Info().Msgf("%s", u.ID)
	log.Info().Msgf("%s %s", u.ID, u.Email) // want "u\\.Email is personal"
	log.Info().Msgf(u.Label)                // want "u\\.Label is (dynamic-message|free-text)"
	log.Info().MsgFunc(func() string { return "fixed" })
	log.Info().MsgFunc(func() string { return u.Label }) // want "u\\.Label.* is (dynamic-message|free-text)"
}

type object struct {
	ID    string
	Email string
}

// A marshaler writes the object's fields: each is an operand here.
func (o object) MarshalZerologObject(e *zerolog.Event) {
	e.Str("id", o.ID)
	e.Str("email", o.Email) // want "o\\.Email is personal"
}

// The field builders.
func fields(u user, err error, obj zerolog.LogObjectMarshaler, st fmt.Stringer, raw []byte, f float64, chosen, ok bool, n int, t time.Time, d time.Duration, ip net.IP) {
	keep(u, err, obj, st, raw, f, chosen, ok, n, t, d, ip)
	log.Info().Str("id", u.ID).Int("n", n).Bool("ok", ok).Dur("d", d).Time("t", time.Now()).Timestamp().Caller().Msg("x")
	log.Info().Strs("ids", []string{u.ID}).Int64("n", int64(n)).Type("v", u).Msg("x")
	log.Info().Strs("v", []string{u.Email}).Msg("x") // want "is (personal|composite)"
	log.Info().Stringer("v", st).Msg("x")            // want "st is (composite|opaque-call|free-text)"
	log.Info().Bytes("v", raw).Msg("x")              // want "raw is (payload|composite|free-text)"
	log.Info().Hex("v", raw).Msg("x")                // want "raw is (payload|composite|free-text)"
	log.Info().RawJSON("v", raw).Msg("x")            // want "raw is (payload|composite|free-text)"
	log.Info().AnErr("cause", err).Msg("x")          // want "err is error-text"
	log.Info().Err(err).Msg("x")                     // want "err is error-text"
	log.Info().Errs("all", []error{err}).Msg("x")    // want "is (error-text|composite)"
	log.Info().Float64("v", f).Msg("x")              // want "f is value"
	log.Info().Bool("v", chosen).Msg("x")            // want "chosen is value"
	log.Info().Time("v", t).Msg("x")                 // want "t is time"
	log.Info().TimeDiff("v", time.Now(), time.Now()).Msg("x")
	log.Info().Interface("v", u).Msg("x") // want "u is composite"
	log.Info().Any("v", u).Msg("x")       // want "u is composite"
	log.Info().Interface("v", u.ID).Msg("x")
	log.Info().Object("v", obj).Msg("x") // want "obj is (composite|opaque-call)"
	log.Info().EmbedObject(obj).Msg("x") // want "obj is (composite|opaque-call)"
	log.Info().IPAddr("v", ip).Msg("x")  // want "ip is personal"
	log.Info().Dict("g", zerolog.Dict().Str("id", u.ID)).Msg("x")
	log.Info().Dict("g", zerolog.Dict().Str("email", u.Email)).Msg("x") // want "u\\.Email is personal"
	log.Info().Array("v", zerolog.Arr().Str(u.Email)).Msg("x")          // want "u\\.Email is personal"
	log.Info().Fields(map[string]interface{}{"id": u.ID}).Msg("x")
	log.Info().Fields(map[string]interface{}{"email": u.Email}).Msg("x")         // want "u\\.Email is personal"
	log.Info().Fields([]interface{}{"email", u.Email}).Msg("x")                  // want "u\\.Email is personal"
	log.Info().Func(func(e *zerolog.Event) { e.Str("email", u.Email) }).Msg("x") // want "u\\.Email is personal"
	log.Info().
		Str("id", u.ID).
		Str("email", u.Email). // want "u\\.Email is personal"
		Msg("x")
}

// An event kept in a variable.
func variable(u user) {
	e := log.Info()
	e.Str("id", u.ID)
	e = e.Str("email", u.Email) // want "u\\.Email is personal"
	e.Msg("x")
}

// With chains.
func binding(l zerolog.Logger, u user, err error) {
	keep(u, err)
	a := l.With().Str("id", u.ID).Int("n", len(u.Email)).Timestamp().Logger()
	a.Info().Msg("x")
	b := l.With().Str("email", u.Email).Logger() // want "u\\.Email is personal"
	b.Info().Msg("x")
	c := log.With().Err(err).Logger() // want "err is error-text"
	c.Info().Msg("x")
	log.Logger = log.With().Interface("user", u).Logger() // want "u is composite"
	l.UpdateContext(func(c zerolog.Context) zerolog.Context {
		return c.Str("id", u.ID).Str("email", u.Email) // want "u\\.Email is personal"
	})
	d := l.With().Fields(map[string]interface{}{"email": u.Email}).Logger() // want "u\\.Email is personal"
	d.Info().Send()
}

type service struct {
	zerolog.Logger
	log *zerolog.Logger
}

// Embedded, held, deferred.
func held(s *service, u user) {
	s.Info().Str("email", u.Email).Msg("x")     // want "u\\.Email is personal"
	s.log.Warn().Str("email", u.Email).Msg("x") // want "u\\.Email is personal"
	s.log.Warn().Str("id", u.ID).Msg("x")
	defer s.log.Info().Str("email", u.Email).Msg("x") // want "u\\.Email is personal"
}
