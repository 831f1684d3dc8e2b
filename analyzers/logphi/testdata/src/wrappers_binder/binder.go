package wrappers_binder

import (
	"context"
	"log/slog"

	"github.com/rs/zerolog"
	"github.com/sirupsen/logrus"
	"go.uber.org/zap"

	"people"
)

func WithUser(l *slog.Logger, user string) *slog.Logger { return l.With("user", user) }

func WithMeta(meta map[string]any) *logrus.Entry { return logrus.WithFields(logrus.Fields(meta)) }

func WithTask(l zerolog.Logger, task string) zerolog.Logger {
	return l.With().Str("task", task).Logger()
}

func withFields(l *zap.Logger, fields ...zap.Field) *zap.Logger { return l.With(fields...) }

// Logger is our own, with binding methods.
type Logger struct{ s *slog.Logger }

func (l *Logger) With(key string, value any) *Logger { return &Logger{s: l.s.With(key, value)} }

func (l *Logger) WithError(err error) *Logger { return l.With("error", err) }

func (l *Logger) Info(msg string) { l.s.Info(msg) }

type loggerKey struct{}

// Into binds and stores the logger in a context.
func Into(ctx context.Context, user string) context.Context {
	return context.WithValue(ctx, loggerKey{}, slog.Default().With("user", user))
}

func good(ctx context.Context, l *slog.Logger, own *Logger, z zerolog.Logger, zl *zap.Logger, u people.User) {
	keep(l, z, zl)
	WithUser(l, u.ID).Info("x")
	WithMeta(map[string]any{"id": u.ID}).Info("x")
	t := WithTask(z, u.ID)
	t.Info().Msg("x")
	withFields(zl, zap.String("id", u.ID)).Info("x")
	own.With("id", u.ID).Info("x")
	_ = Into(ctx, u.ID)
}

func bad(ctx context.Context, l *slog.Logger, own *Logger, z zerolog.Logger, zl *zap.Logger, u people.User, err error) {
	keep(l, z, zl, err)
	WithUser(l, u.Email).Info("x") // want "u\\.Email is personal: .*WithUser"
	b := WithUser(l, u.Email)      // want "u\\.Email is personal: .*WithUser"
	b.Info("x")
	WithMeta(map[string]any{"mail": u.Email}).Info("x") // want "u\\.Email is personal: .*WithMeta"
	t := WithTask(z, u.Email)                           // want "u\\.Email is personal: .*WithTask"
	t.Info().Msg("x")
	withFields(zl, zap.String("email", u.Email)).Info("x") // want "u\\.Email is personal"
	own.With("id", u.ID).With("email", u.Email).Info("x")  // want "u\\.Email is personal: .*With"
	own.WithError(err).Info("x")                           // want "err is error-text: .*WithError"
	_ = Into(ctx, u.Email)                                 // want "u\\.Email is personal: .*Into"
}
