package classes_dynamic

import (
	"fmt"
	"log"
	"log/slog"
	"strings"

	"github.com/sirupsen/logrus"
	"go.uber.org/zap"
)

type entry struct {
	ID    string
	Label string
	Email string
	Rows  int
}

const prefix = "import: "

// A message that is not constant.
func messages(e entry, l *zap.Logger) {
	slog.Info("fixed")
	slog.Info(prefix + "done")
	slog.Info(e.Label)                            // want "e\\.Label is (dynamic-message|free-text)"
	slog.Info("done " + e.Label)                  // want "e\\.Label.* is (dynamic-message|free-text)"
	slog.Info(fmt.Sprintf("mail to %s", e.Email)) // want "e\\.Email.* is (personal|dynamic-message)"
	slog.Info(strings.ToUpper(e.Label))           // want "e\\.Label.* is (dynamic-message|free-text)"
	l.Info(e.Label)                               // want "e\\.Label is (dynamic-message|free-text)"
	msg := "done"
	slog.Info(msg)
	msg = "failed " + e.Label
	slog.Info(msg)                                   // want "msg is (dynamic-message|free-text)"
	slog.Info(fmt.Sprintf("rows: %d", len(e.Label))) // judgement: a message whose every part is allowed is allowed
}

// A format that is not constant.
func formats(e entry) {
	log.Printf("fixed")
	log.Printf(prefix+"%s", e.ID)
	log.Printf(e.Label)                  // want "e\\.Label is (dynamic-message|free-text)"
	log.Printf("x "+e.Label+" %s", e.ID) // want "e\\.Label.* is (dynamic-message|free-text)"
	logrus.Infof(e.Label)                // want "e\\.Label is (dynamic-message|free-text)"
	zap.S().Infof(e.Label, e.ID)         // want "e\\.Label is (dynamic-message|free-text)"
	format := "%s"
	if e.Rows > 3 {
		format = "%q"
	}
	log.Printf(format, e.ID)
}

// A key that is not constant.
func keys(e entry) {
	slog.Info("x", e.Label, e.ID)                             // want "e\\.Label is dynamic-key"
	slog.Info("x", slog.String(e.Label, "y"))                 // want "e\\.Label is dynamic-key"
	slog.Info("x", slog.Int(e.Label, e.Rows))                 // want "e\\.Label is dynamic-key"
	zap.L().Info("x", zap.String(e.Label, "y"))               // want "e\\.Label is dynamic-key"
	zap.S().Infow("x", e.Label, e.ID)                         // want "e\\.Label is dynamic-key"
	logrus.WithField(e.Label, e.ID).Info("x")                 // want "e\\.Label is dynamic-key"
	slog.Info("x", slog.Group(e.Label, "id", e.ID))           // want "e\\.Label is dynamic-key"
	logrus.WithFields(logrus.Fields{e.Label: e.ID}).Info("x") // want "e\\.Label is dynamic-key"
	k := "id"
	slog.Info("x", k, e.ID)
	for _, k := range []string{"a", "b"} {
		slog.Info("x", k, e.ID)
	}
}
