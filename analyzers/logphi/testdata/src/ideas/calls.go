package ideas

import (
	"context"
	"fmt"
	. "log"
	lg "log/slog"

	"github.com/rs/zerolog"
	"github.com/sirupsen/logrus"
	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"

	"ideas/names"
)

// Deferred and concurrent calls, method values, function fields.
func calls(u user, l *Logger) {
	defer Printf("%s", u.Email) // want "u\\.Email is personal"
	go Printf("%s", u.Email)    // want "u\\.Email is personal"
	f := l.Printf
	f("%s", u.Email) // want "u\\.Email is personal"
	s := struct{ logf func(string, ...any) }{Printf}
	s.logf("%s", u.ID)
	s.logf("%s", u.Email) // want "u\\.Email is personal"
}

// A logger interface of another package, a generic function, an embedded logger.
func more(l names.Logger, u user) {
	l.Info("x", "id", u.ID)
	l.Info("x", "email", u.Email) // want "u\\.Email is personal"
	note(u.Email)                 // want "u\\.Email is personal: .*note"
	note(u.ID)
	type service struct{ *lg.Logger }
	service{lg.Default()}.Info("x", "email", u.Email) // want "u\\.Email is personal"
}

func note[T ~string](v T) { Print(v) }

// Attributes built elsewhere, spread slices, groups, chains.
func attributes(ctx context.Context, u user) {
	a := names.Attr("email", u.Email) // want "u\\.Email is personal: .*Attr"
	lg.LogAttrs(ctx, lg.LevelInfo, "x", a)
	lg.LogAttrs(ctx, lg.LevelInfo, "x", names.Attr("id", u.ID))
	lg.Info("x", []any{"email", u.Email}...)            // want "u\\.Email is personal"
	lg.Info("x", lg.Group("g", "email", u.Email))       // want "u\\.Email is personal"
	lg.With("id", u.ID).With("email", u.Email).Info("") // want "u\\.Email is personal"
}

// zap's and zerolog's ways to take a whole value, logrus's fields.
func wholes(l *zap.Logger, z *zerolog.Logger, u user, o zapcore.ObjectMarshaler, zo zerolog.LogObjectMarshaler, st fmt.Stringer) {
	keep(u, o, zo, st)
	l.Info("x", zap.Object("v", o))                                // want "o is (composite|opaque-call)"
	l.Info("x", zap.Inline(o))                                     // want "o is (composite|opaque-call)"
	l.Info("x", zap.Reflect("v", u))                               // want "u is composite"
	l.Info("x", zap.Stringer("v", st))                             // want "st is (composite|opaque-call|free-text)"
	z.Info().Interface("v", u).Send()                              // want "u is composite"
	z.Info().EmbedObject(zo).Send()                                // want "zo is (composite|opaque-call)"
	logrus.WithField("v", u).Info("x")                             // want "u is composite"
	logrus.WithFields(logrus.Fields{"v": u, "id": u.ID}).Info("x") // want "u is composite"
}
