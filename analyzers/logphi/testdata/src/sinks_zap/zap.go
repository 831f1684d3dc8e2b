package sinks_zap

import (
	"fmt"
	"time"

	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
)

type user struct {
	ID    string
	Email string
	Label string
}

// The typed logger.
func typed(l *zap.Logger, u user, err error) {
	keep(err)
	if u.ID == "Debug" {
		l.Debug("x", zap.String("id", u.ID))
		l.Debug("x", zap.String("email", u.Email)) // want "u\\.Email is personal"
		l.Debug(u.Label)                           // want "u\\.Label is (dynamic-message|free-text)"
	}
	if u.ID == "Info" {
		l.Info("x", zap.String("id", u.ID))
		l.Info("x", zap.String("email", u.Email)) // want "u\\.Email is personal"
		l.Info(u.Label)                           // want "u\\.Label is (dynamic-message|free-text)"
	}
	if u.ID == "Warn" {
		l.Warn("x", zap.String("id", u.ID))
		l.Warn("x", zap.String("email", u.Email)) // want "u\\.Email is personal"
		l.Warn(u.Label)                           // want "u\\.Label is (dynamic-message|free-text)"
	}
	if u.ID == "Error" {
		l.Error("x", zap.String("id", u.ID))
		l.Error("x", zap.String("email", u.Email)) // want "u\\.Email is personal"
		l.Error(u.Label)                           // want "u\\.Label is (dynamic-message|free-text)"
	}
	if u.ID == "DPanic" {
		l.DPanic("x", zap.String("id", u.ID))
		l.DPanic("x", zap.String("email", u.Email)) // want "u\\.Email is personal"
		l.DPanic(u.Label)                           // want "u\\.Label is (dynamic-message|free-text)"
	}
	if u.ID == "Panic" {
		l.Panic("x", zap.String("id", u.ID))
		l.Panic("x", zap.String("email", u.Email)) // want "u\\.Email is personal"
		l.Panic(u.Label)                           // want "u\\.Label is (dynamic-message|free-text)"
	}
	if u.ID == "Fatal" {
		l.Fatal("x", zap.String("id", u.ID))
		l.Fatal("x", zap.String("email", u.Email)) // want "u\\.Email is personal"
		l.Fatal(u.Label)                           // want "u\\.Label is (dynamic-message|free-text)"
	}
	l.Log(zapcore.InfoLevel, "x", zap.String("id", u.ID))
	l.Log(zapcore.InfoLevel, "x", zap.String("email", u.Email)) // want "u\\.Email is personal"
	if ce := l.Check(zapcore.DebugLevel, "x"); ce != nil {
		ce.Write(zap.String("id", u.ID))
		ce.Write(zap.String("email", u.Email)) // want "u\\.Email is personal"
	}
	l.With(zap.String("id", u.ID)).Info("x")
	l.With(zap.String("email", u.Email)).Info("x") // want "u\\.Email is personal"
	l.WithLazy(zap.Error(err)).Info("x")           // want "err is error-text"
	l.Named("x").Info("x", zap.Error(err))         // want "err is error-text"
	zap.L().Info("x", zap.Error(err))              // want "err is error-text"
}

// The sugared logger.
func sugared(s *zap.SugaredLogger, u user, err error) {
	keep(err)
	if u.ID == "Debug" {
		s.Debug("x", u.ID)
		s.Debug("x", u.Email) // want "u\\.Email is personal"
		s.Debugf("%s", u.ID)
		s.Debugf("%s", u.Email) // want "u\\.Email is personal"
		s.Debugw("x", "id", u.ID)
		s.Debugw("x", "email", u.Email) // want "u\\.Email is personal"
	}
	if u.ID == "Info" {
		s.Info("x", u.ID)
		s.Info("x", u.Email) // want "u\\.Email is personal"
		s.Infof("%s", u.ID)
		s.Infof("%s", u.Email) // want "u\\.Email is personal"
		s.Infow("x", "id", u.ID)
		s.Infow("x", "email", u.Email) // want "u\\.Email is personal"
	}
	if u.ID == "Warn" {
		s.Warn("x", u.ID)
		s.Warn("x", u.Email) // want "u\\.Email is personal"
		s.Warnf("%s", u.ID)
		s.Warnf("%s", u.Email) // want "u\\.Email is personal"
		s.Warnw("x", "id", u.ID)
		s.Warnw("x", "email", u.Email) // want "u\\.Email is personal"
	}
	if u.ID == "Error" {
		s.Error("x", u.ID)
		s.Error("x", u.Email) // want "u\\.Email is personal"
		s.Errorf("%s", u.ID)
		s.Errorf("%s", u.Email) // want "u\\.Email is personal"
		s.Errorw("x", "id", u.ID)
		s.Errorw("x", "email", u.Email) // want "u\\.Email is personal"
	}
	if u.ID == "DPanic" {
		s.DPanic("x", u.ID)
		s.DPanic("x", u.Email) // want "u\\.Email is personal"
		s.DPanicf("%s", u.ID)
		s.DPanicf("%s", u.Email) // want "u\\.Email is personal"
		s.DPanicw("x", "id", u.ID)
		s.DPanicw("x", "email", u.Email) // want "u\\.Email is personal"
	}
	if u.ID == "Panic" {
		s.Panic("x", u.ID)
		s.Panic("x", u.Email) // want "u\\.Email is personal"
		s.Panicf("%s", u.ID)
		s.Panicf("%s", u.Email) // want "u\\.Email is personal"
		s.Panicw("x", "id", u.ID)
		s.Panicw("x", "email", u.Email) // want "u\\.Email is personal"
	}
	if u.ID == "Fatal" {
		s.Fatal("x", u.ID)
		s.Fatal("x", u.Email) // want "u\\.Email is personal"
		s.Fatalf("%s", u.ID)
		s.Fatalf("%s", u.Email) // want "u\\.Email is personal"
		s.Fatalw("x", "id", u.ID)
		s.Fatalw("x", "email", u.Email) // want "u\\.Email is personal"
	}
	s.Debugln("x", u.Email)                                // want "u\\.Email is personal"
	s.Infoln("x", u.Email)                                 // want "u\\.Email is personal"
	s.Warnln("x", u.Email)                                 // want "u\\.Email is personal"
	s.Errorln("x", u.Email)                                // want "u\\.Email is personal"
	s.Infow(u.Label, "id", u.ID)                           // want "u\\.Label is (dynamic-message|free-text)"
	s.Infow("x", zap.String("email", u.Email), "id", u.ID) // want "u\\.Email is personal"
	s.Logw(zapcore.InfoLevel, "x", "email", u.Email)       // want "u\\.Email is personal"
	s.Logf(zapcore.InfoLevel, "%s", u.Email)               // want "u\\.Email is personal"
	s.Log(zapcore.InfoLevel, u.Email)                      // want "u\\.Email is personal"
	s.With("id", u.ID).Info("x")
	s.With("email", u.Email).Info("x")               // want "u\\.Email is personal"
	s.WithLazy("err", err).Info("x")                 // want "err is error-text"
	s.Desugar().Sugar().Infow("x", "email", u.Email) // want "u\\.Email is personal"
	zap.S().Infow("x", "err", err)                   // want "err is error-text"
	zap.S().Infow("x", "n", len(u.Email))
}

type name string

func (n name) String() string { return string(n) }

// The field builders.
func fields(l *zap.Logger, u user, err error, obj zapcore.ObjectMarshaler, arr zapcore.ArrayMarshaler, st fmt.Stringer, raw []byte, f float64, chosen, ok bool, n int, t time.Time, d time.Duration) {
	keep(u, err, obj, arr, st, raw, f, chosen, ok, n, t, d)
	l.Info("x", zap.String("id", u.ID), zap.Int("n", len(raw)), zap.Bool("ok", ok), zap.Duration("d", d), zap.Time("t", time.Now()), zap.Namespace("g"), zap.Skip())
	l.Info("x", zap.Stringp("id", &u.ID), zap.Strings("ids", []string{u.ID}))
	l.Info("x", zap.Any("v", u)) // want "u is composite"
	l.Info("x", zap.Any("v", u.ID), zap.Any("n", n))
	l.Info("x", zap.Reflect("v", u))              // want "u is composite"
	l.Info("x", zap.Object("v", obj))             // want "obj is (composite|opaque-call)"
	l.Info("x", zap.Inline(obj))                  // want "obj is (composite|opaque-call)"
	l.Info("x", zap.Array("v", arr))              // want "arr is (composite|opaque-call)"
	l.Info("x", zap.Stringer("v", st))            // want "st is (composite|opaque-call|free-text)"
	l.Info("x", zap.Stringer("v", name(u.Label))) // want "u\\.Label.* is free-text"
	l.Info("x", zap.Binary("v", raw))             // want "raw is (payload|composite|free-text)"
	l.Info("x", zap.ByteString("v", raw))         // want "raw is (payload|composite|free-text)"
	l.Info("x", zap.Float64("v", f))              // want "f is value"
	l.Info("x", zap.Bool("v", chosen))            // want "chosen is value"
	l.Info("x", zap.Time("v", t))                 // want "t is time"
	l.Info("x", zap.Error(err))                   // want "err is error-text"
	l.Info("x", zap.NamedError("cause", err))     // want "err is error-text"
	l.Info("x", zap.Errors("all", []error{err}))  // want "is (error-text|composite)"
	l.Info("x", zap.Stack("stack"))               // judgement: a field builder for a stack // want "is error-text"
	l.Info("x", zap.Stringp("email", &u.Email))   // want "u\\.Email is personal"
	l.Info("x", zap.Dict("g", zap.String("id", u.ID)))
	l.Info("x", zap.Dict("g", zap.String("email", u.Email))) // want "u\\.Email is personal"
	l.Info("x", zap.Field{Key: "email", String: u.Email})    // want "u\\.Email is personal"
}

// A marshaler writes the object's fields: each is an operand here.
func (u user) MarshalLogObject(enc zapcore.ObjectEncoder) error {
	enc.AddString("id", u.ID)
	enc.AddString("email", u.Email) // judgement: an encoder writes to the log // want "u\\.Email is personal"
	return nil
}

type service struct {
	*zap.SugaredLogger
	log *zap.Logger
}

// Embedded, held, as a method value, deferred.
func held(s *service, u user) {
	s.Infow("x", "id", u.ID)
	s.Infow("x", "email", u.Email)                // want "u\\.Email is personal"
	s.log.Info("x", zap.String("email", u.Email)) // want "u\\.Email is personal"
	f := s.Infof
	f("%s", u.Email)                                    // want "u\\.Email is personal"
	defer s.log.Info("x", zap.String("email", u.Email)) // want "u\\.Email is personal"
}
