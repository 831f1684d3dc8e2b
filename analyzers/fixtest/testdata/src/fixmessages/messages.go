// Package fixmessages logs messages that are put together.
package fixmessages

import (
	"context"
	"fmt"
	"log"
	"log/slog"
	"strconv"
	"time"

	"github.com/go-logr/logr"
	"github.com/hashicorp/go-hclog"
	"github.com/rs/zerolog"
	"github.com/sirupsen/logrus"
	"go.uber.org/zap"
)

type kind struct {
	ID    string
	Label string
	Rows  int
}

const prefix = "import: "

var kept []any

// keep stores its arguments: who calls it with a parameter does more than log it, and is no wrapper for it.
func keep(v ...any) { kept = append(kept, v...) }

func concatenated(ctx context.Context, label string, k kind) {
	keep(label, k)
	slog.Info("loaded " + label)                                          // want "dynamic-message"
	slog.Info(label + " loaded")                                          // want "dynamic-message"
	slog.Info(prefix + label)                                             // want "dynamic-message"
	slog.Info(label)                                                      // want "dynamic-message"
	slog.Info(label+": "+k.Label, "n", 1)                                 // want "dynamic-message" "dynamic-message"
	slog.Info("loaded " + strconv.Itoa(k.Rows) + " from " + k.Label)      // want "dynamic-message"
	slog.InfoContext(ctx, "loaded "+label, "label", 1)                    // want "dynamic-message"
	slog.Log(ctx, slog.LevelInfo, "loaded "+label)                        // want "dynamic-message"
	slog.LogAttrs(ctx, slog.LevelInfo, "loaded "+label, slog.Int("n", 1)) // want "dynamic-message"
	slog.Info("loaded " /* which */ + label)                              // want "dynamic-message"
	slog.Info(
		"loaded "+
			label+ // want "dynamic-message"
			" in full",
		"n", 1,
	)
	log.Print("loaded " + label) // want "free-text"
}

func formatted(label string, n int, k kind, took time.Duration, email string) {
	keep(label, k, email)
	slog.Info(fmt.Sprintf("loaded %d rows from %s", n, label))                  // want "free-text"
	slog.Info(fmt.Sprintf("id=%s (%d rows): %q took %v", k.ID, n, label, took)) // want "free-text"
	slog.Info(fmt.Sprintf("loaded %s and %s", k.Label, label))                  // want "free-text" "free-text"
	slog.Info(fmt.Sprintf("100%% of %s", label))                                // want "free-text"
	slog.Info(fmt.Sprintf("mail to %s", email))                                 // want "personal"
	slog.Info(fmt.Sprintf("%s", label))                                         // want "free-text"
	slog.Info(fmt.Sprintf("loaded %[1]s", label))                               // want "free-text"
	slog.Info(fmt.Sprintf("loaded %*d %s", n, n, label))                        // want "free-text"
	slog.Info("loaded " + fmt.Sprint(n) + label)                                // want "dynamic-message"
	slog.Info(fmt.Sprintf(`raw "%s" of %d`, label, n))                          // want "free-text"
	slog.Info(fmt.Sprintf("loaded %d of %v", len(label), label))                // want "free-text"
}

func errorsToo(err error, label, apiToken string) {
	keep(err, label, apiToken)
	slog.Error("failed: " + err.Error())                    // want "error-text"
	slog.Error(fmt.Sprintf("failed on %s: %v", label, err)) // want "free-text" "error-text"
	slog.Error(fmt.Sprintf("failed with %s", apiToken))     // want "secret"
}

func loggers(label string, n int, z *zap.Logger, s *zap.SugaredLogger, zl zerolog.Logger, e *logrus.Entry, l logr.Logger, h hclog.Logger, err error) {
	keep(label, err)
	z.Info("loaded " + label)                                                 // want "dynamic-message"
	z.Info(fmt.Sprintf("loaded %d from %s", n, label), zap.Int("id", 1))      // want "free-text"
	z.Info(fmt.Sprintf("failed %s: %v", label, err))                          // want "free-text" "error-text"
	s.Infow("loaded "+label, "n", n)                                          // want "dynamic-message"
	s.Info("loaded " + label)                                                 // want "free-text"
	s.Info("loaded ", label)                                                  // want "free-text"
	zl.Info().Msg("loaded " + label)                                          // want "dynamic-message"
	zl.Info().Int("id", 1).Msg(fmt.Sprintf("loaded %d rows of %s", n, label)) // want "free-text"
	zl.Info().Msg(fmt.Sprintf("failed %d: %v", n, err))                       // want "error-text"
	zl.Info().
		Int("id", 1).
		Msg("loaded " + label) // want "dynamic-message"
	logrus.Info("loaded " + label)                                           // want "free-text"
	e.WithField("id", 1).Warn(fmt.Sprintf("loaded %d rows of %s", n, label)) // want "free-text"
	l.Info("loaded " + label)                                                // want "dynamic-message"
	l.Error(nil, "loaded "+label)                                            // want "dynamic-message"
	h.Info("loaded "+label, "n", n)                                          // want "dynamic-message"
	h.Warn(fmt.Sprintf("loaded %v", label))                                  // want "free-text"
}

func spread(label string, args ...any) {
	keep(label)
	slog.Info("loaded "+label, "n", 1) // want "dynamic-message"
	all := append([]any{"n", 1}, args...) // want "args is composite"
	slog.Info("loaded "+label, all...) // want "dynamic-message"
}
