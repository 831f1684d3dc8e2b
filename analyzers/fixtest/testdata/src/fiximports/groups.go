package fiximports

import (
	// Formats.
	"fmt"
	"log/slog"

	"fiximports/own"

	// Loggers.
	"github.com/rs/zerolog"
	"go.uber.org/zap" // typed
)

func groups(err error, l *zap.Logger, e *zerolog.Event) {
	keep(err, own.N)
	l.Info("x", zap.Error(err))              // want "error-text"
	e.Err(err).Msg("x")                      // want "error-text"
	slog.Info(fmt.Sprintf("failed %v", err)) // want "error-text"
}
