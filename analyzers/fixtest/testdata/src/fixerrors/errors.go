// Package fixerrors logs errors.
package fixerrors

import (
	"context"
	"errors"
	"fmt"
	"log"
	"log/slog"

	"github.com/go-logr/logr"
	pkgerrors "github.com/pkg/errors"
	"github.com/rs/zerolog"
	zlog "github.com/rs/zerolog/log"
	"github.com/sirupsen/logrus"
	"go.uber.org/zap"
	"k8s.io/klog/v2"
)

type failure struct{ text string }

func (f *failure) Error() string { return f.text }

type result struct{ Err error }

var text func() string

var load func(context.Context) (int, error)

var kept []any

// keep stores its arguments: who calls it with a parameter does more than log it, and is no wrapper for it.
func keep(v ...any) { kept = append(kept, v...) }

func standard(err error, f *failure, r result) {
	keep(err, f, r)
	log.Print(err)                           // want "error-text"
	log.Print("failed: ", err.Error())       // want "error-text"
	log.Println("failed: " + err.Error())    // want "error-text"
	log.Print((err))                         // want "error-text"
	log.Print(f, f.Error(), r.Err)           // want "f is error-text" "f.Error.. is error-text" "r.Err is error-text"
	log.Print(errors.Join(err, f))           // want "error-text"
	log.Print(fmt.Errorf("load: %w", err))   // want "error-text"
	log.Print(fmt.Errorf("load: %v", err))   // want "error-text"
	log.Print(pkgerrors.Wrap(err, "load"))   // want "error-text"
	log.Print(fmt.Sprint("x ", err, 3))      // want "error-text"
	log.Fatal( /* why */ err /* it fails */) // want "error-text"
	text := err.Error()
	log.Print(text) // want "error-text"
}

// A chain over several lines.
func chains(ctx context.Context, err error, id int) {
	keep(err)
	slog.With("id", id).
		With("error", err). // want "error-text"
		ErrorContext(
			ctx,
			"failed",
			// The cause.
			"cause",
			errors.Unwrap(err), // want "error-text"
		)
	zlog.Error().
		Err(err). // want "error-text"
		Int("id", id).
		Msg("failed")
}

func structured(err error, l *slog.Logger, z *zap.Logger, s *zap.SugaredLogger, zl zerolog.Logger, e *logrus.Entry) {
	keep(err)
	slog.Error("failed", "error", err)                                 // want "error-text"
	slog.Error("failed", slog.Any("error", err))                       // want "error-text"
	slog.Error("failed", slog.String("error", err.Error()))            // want "error-text"
	slog.Error("failed", slog.Group("x", "error", err))                // want "error-text"
	l.Error("failed", "error", fmt.Errorf("load: %w", err))            // want "error-text"
	z.Error("failed", zap.Error(err))                                  // want "error-text"
	z.Error("failed", zap.NamedError("cause", err))                    // want "error-text"
	z.Error("failed", zap.Any("error", err), zap.Int("n", 1))          // want "error-text"
	z.Error("failed", zap.Error(pkgerrors.Wrapf(err, "load %d", 1)))   // want "error-text"
	z.Error("failed", zap.Errors("errors", []error{err}))              // want "error-text"
	s.Errorw("failed", "error", err)                                   // want "error-text"
	s.Errorf("failed: %v", err)                                        // want "error-text"
	zl.Error().Err(err).Msg("failed")                                  // want "error-text"
	zl.Error().AnErr("cause", err).Msg("failed")                       // want "error-text"
	zl.Error().Interface("error", err).Msg("failed")                   // want "error-text"
	zl.Err(err).Msg("failed")                                          // want "error-text"
	child := zl.With().Err(err).Logger()                               // want "error-text"
	logrus.WithError(err).Error("failed")                              // want "error-text"
	e.WithError(err).WithField("cause", err).Error("failed")           // want "err is error-text" "err is error-text"
	logrus.WithFields(logrus.Fields{"error": err, "n": 1}).Error("no") // want "error-text"
	logrus.Errorf("failed: %s", err)                                   // want "error-text"
	fields := logrus.Fields{}
	fields["error"] = err // want "error-text"
	keep(child, fields)
}

// Functions that want an error get none.
func nilErrors(err error, l logr.Logger, args []any) {
	keep(err)
	l.Error(err, "failed", "n", 1)              // want "error-text"
	l.Error(err, "failed")                      // want "error-text"
	l.Error(err, "failed", args...)             // want "error-text" "args is composite"
	l.Info("failed", "error", err)              // want "error-text"
	klog.ErrorS(err, "failed")                  // want "error-text"
	klog.ErrorS(err, "failed", "error_type", 1) // want "error-text"
	l.Error(err, "failed "+text())              // want "error-text" "dynamic-message"
	klog.Error(err)                             // want "error-text"
}

// The verb prints the type as well.
func verbs(err error) {
	keep(err)
	log.Printf("%v", err)                     // want "error-text"
	log.Printf("100%% of %d: %s\n", 3, err)   // want "error-text"
	log.Printf(`raw \n %+v`, err)             // want "error-text"
	log.Printf("\x25v and \u00e9 %q", 1, err) // want "error-text"
	log.Printf("%[1]v", err)                  // want "error-text"
	log.Printf("%*d %v", 3, 4, err)           // want "error-text"
	log.Printf("a "+"%v", err)                // want "error-text"
	log.Printf("%-20v|%#v", err, err)         // want "error-text" "error-text"
	log.Print(fmt.Sprintf("x %v", err))       // want "error-text"
}

// What was recovered is no error: only its type can be printed.
func recovered() {
	defer func() {
		if r := recover(); r != nil {
			log.Printf("panic: %v, again %v", r, r) // want "r is error-text" "r is error-text"
			log.Print(r)                            // want "error-text"
		}
	}()
}

// An error in the condition's scope, and one that hides another.
func shadowed(ctx context.Context, err error) error {
	if _, err := load(ctx); err != nil {
		slog.Error("inner", "error", err) // want "error-text"
		return fmt.Errorf("load: %w", err)
	}
	slog.Error("outer", "error", err) // want "error-text"
	return err
}

func generic[E error](err E, list []E) {
	keep(err, list)
	slog.Error("failed", "error", err) // want "error-text"
	for _, e := range list {
		log.Printf("failed: %v", e) // want "error-text"
	}
}

// A wrapper's caller is judged.
func fail(err error, msg string) { slog.Error(msg, "error", err) }

func failf(format string, args ...any) { log.Printf(format, args...) }

func callers(err error) {
	keep(err)
	fail(err, "load")           // want "error-text"
	failf("load: %v", err)      // want "error-text"
	func() { log.Print(err) }() // want "error-text"
}
