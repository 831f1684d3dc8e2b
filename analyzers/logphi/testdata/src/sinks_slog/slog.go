package sinks_slog

import (
	"context"
	"log/slog"
	"time"
)

type user struct {
	ID    string
	Email string
	Label string
}

// Each level, plain and with a context, as function and method.
func levels(ctx context.Context, l *slog.Logger, u user, err error) {
	keep(err)
	slog.Debug("x", "id", u.ID)
	slog.Debug("x", "email", u.Email) // want "u\\.Email is personal"
	slog.Debug(u.Label)               // want "u\\.Label is (dynamic-message|free-text)"
	slog.DebugContext(ctx, "x", "id", u.ID)
	slog.DebugContext(ctx, "x", "err", err) // want "err is error-text"
	slog.Info("x", "id", u.ID)
	slog.Info("x", "email", u.Email) // want "u\\.Email is personal"
	slog.Info(u.Label)               // want "u\\.Label is (dynamic-message|free-text)"
	slog.InfoContext(ctx, "x", "id", u.ID)
	slog.InfoContext(ctx, "x", "err", err) // want "err is error-text"
	slog.Warn("x", "id", u.ID)
	slog.Warn("x", "email", u.Email) // want "u\\.Email is personal"
	slog.Warn(u.Label)               // want "u\\.Label is (dynamic-message|free-text)"
	slog.WarnContext(ctx, "x", "id", u.ID)
	slog.WarnContext(ctx, "x", "err", err) // want "err is error-text"
	slog.Error("x", "id", u.ID)
	slog.Error("x", "email", u.Email) // want "u\\.Email is personal"
	slog.Error(u.Label)               // want "u\\.Label is (dynamic-message|free-text)"
	slog.ErrorContext(ctx, "x", "id", u.ID)
	slog.ErrorContext(ctx, "x", "err", err) // want "err is error-text"
	slog.Log(ctx, slog.LevelInfo, "x", "id", u.ID)
	slog.Log(ctx, slog.LevelInfo, "x", "email", u.Email) // want "u\\.Email is personal"
	slog.Log(ctx, slog.LevelInfo, u.Label)               // want "u\\.Label is (dynamic-message|free-text)"
	slog.LogAttrs(ctx, slog.LevelInfo, "x", slog.String("id", u.ID))
	slog.LogAttrs(ctx, slog.LevelInfo, "x", slog.String("email", u.Email)) // want "u\\.Email is personal"
	l.Debug("x", "id", u.ID)
	l.Debug("x", "email", u.Email) // want "u\\.Email is personal"
	l.Debug(u.Label)               // want "u\\.Label is (dynamic-message|free-text)"
	l.DebugContext(ctx, "x", "id", u.ID)
	l.DebugContext(ctx, "x", "err", err) // want "err is error-text"
	l.Info("x", "id", u.ID)
	l.Info("x", "email", u.Email) // want "u\\.Email is personal"
	l.Info(u.Label)               // want "u\\.Label is (dynamic-message|free-text)"
	l.InfoContext(ctx, "x", "id", u.ID)
	l.InfoContext(ctx, "x", "err", err) // want "err is error-text"
	l.Warn("x", "id", u.ID)
	l.Warn("x", "email", u.Email) // want "u\\.Email is personal"
	l.Warn(u.Label)               // want "u\\.Label is (dynamic-message|free-text)"
	l.WarnContext(ctx, "x", "id", u.ID)
	l.WarnContext(ctx, "x", "err", err) // want "err is error-text"
	l.Error("x", "id", u.ID)
	l.Error("x", "email", u.Email) // want "u\\.Email is personal"
	l.Error(u.Label)               // want "u\\.Label is (dynamic-message|free-text)"
	l.ErrorContext(ctx, "x", "id", u.ID)
	l.ErrorContext(ctx, "x", "err", err) // want "err is error-text"
	l.Log(ctx, slog.LevelInfo, "x", "id", u.ID)
	l.Log(ctx, slog.LevelInfo, "x", "email", u.Email) // want "u\\.Email is personal"
	l.Log(ctx, slog.LevelInfo, u.Label)               // want "u\\.Label is (dynamic-message|free-text)"
	l.LogAttrs(ctx, slog.LevelInfo, "x", slog.String("id", u.ID))
	l.LogAttrs(ctx, slog.LevelInfo, "x", slog.String("email", u.Email)) // want "u\\.Email is personal"
}

// With and WithGroup bind.
func binding(l *slog.Logger, u user, err error) {
	keep(err)
	a := slog.With("id", u.ID)
	a.Info("x")
	b := slog.With("email", u.Email) // want "u\\.Email is personal"
	b.Info("x")
	l.With("id", u.ID).With("err", err).Info("x")   // want "err is error-text"
	l.With(slog.String("email", u.Email)).Info("x") // want "u\\.Email is personal"
	l.WithGroup("g").Info("x", "email", u.Email)    // want "u\\.Email is personal"
	l.WithGroup("g").Info("x", "id", u.ID)
	slog.Default().Info("x", "email", u.Email) // want "u\\.Email is personal"
	slog.SetDefault(l.With("email", u.Email))  // want "u\\.Email is personal"
}

// Field builders.
func fields(u user, err error, n int, f float64, ok, chosen bool, t time.Time, d time.Duration) {
	keep(u, err, n, f, ok, chosen, t, d)
	slog.Info("x", slog.String("id", u.ID), slog.Int("n", n), slog.Bool("ok", ok), slog.Duration("d", d), slog.Time("t", time.Now()))
	slog.Info("x", slog.String("email", u.Email)) // want "u\\.Email is personal"
	slog.Info("x", slog.Any("err", err))          // want "err is error-text"
	slog.Info("x", slog.Any("user", u))           // want "u is composite"
	slog.Info("x", slog.Float64("f", f))          // want "f is value"
	slog.Info("x", slog.Bool("b", chosen))        // want "chosen is value"
	slog.Info("x", slog.Time("t", t))             // want "t is time"
	slog.Info("x", slog.Int64("n", int64(n)), slog.Uint64("m", uint64(n)))
	slog.Info("x", slog.Group("g", "id", u.ID, slog.Int("n", n)))
	slog.Info("x", slog.Group("g", "email", u.Email))                               // want "u\\.Email is personal"
	slog.Info("x", slog.Group("g", slog.Group("h", slog.String("email", u.Email)))) // want "u\\.Email is personal"
	slog.Info("x", slog.Attr{Key: "id", Value: slog.StringValue(u.ID)})
	slog.Info("x", slog.Attr{Key: "email", Value: slog.StringValue(u.Email)}) // want "u\\.Email is personal"
	slog.Info("x", "user", slog.AnyValue(u))                                  // want "u is composite"
	slog.Info("x", "v", slog.GroupValue(slog.String("email", u.Email)))       // want "u\\.Email is personal"
}

// Attributes among key-values, spread slices, several lines.
func mixed(u user, n int) {
	keep(n)
	slog.Info("x", slog.Int("n", n), "id", u.ID, slog.String("label", u.Label)) // want "u\\.Label is free-text"
	slog.Info("x", "id", u.ID, "email", u.Email)                                // want "u\\.Email is personal"
	slog.Info("x", []any{"id", u.ID}...)
	slog.Info("x", []any{"email", u.Email}...) // want "u\\.Email is personal"
	slog.Info(
		"x",
		"id", u.ID,
		"email", u.Email, // want "u\\.Email is personal"
		slog.Int("n", n),
	)
}

// An attribute built elsewhere in the function.
func elsewhere(ctx context.Context, u user) {
	a := slog.String("id", u.ID)
	b := slog.String("email", u.Email) // want "u\\.Email is personal"
	slog.Info("x", a, b)
	attrs := []slog.Attr{a, slog.String("label", u.Label)} // want "u\\.Label is free-text"
	slog.LogAttrs(ctx, slog.LevelInfo, "x", attrs...)
}

type service struct {
	*slog.Logger
	inner *slog.Logger
}

// Embedded, in a field, as a method value.
func held(s *service, u user) {
	s.Info("x", "id", u.ID)
	s.Info("x", "email", u.Email)       // want "u\\.Email is personal"
	s.inner.Warn("x", "email", u.Email) // want "u\\.Email is personal"
	f := s.inner.Info
	f("x", "id", u.ID)
	f("x", "email", u.Email) // want "u\\.Email is personal"
	g := slog.Error
	g("x", "email", u.Email)               // want "u\\.Email is personal"
	defer slog.Info("x", "email", u.Email) // want "u\\.Email is personal"
	go slog.Info("x", "id", u.ID)
}

// A record built by hand.
func records(ctx context.Context, h slog.Handler, u user) {
	r := slog.NewRecord(time.Now(), slog.LevelInfo, "x", 0)
	r.AddAttrs(slog.String("id", u.ID))
	r.AddAttrs(slog.String("email", u.Email)) // want "u\\.Email is personal"
	r.Add("email", u.Email)                   // want "u\\.Email is personal"
	_ = h.Handle(ctx, r)
}
