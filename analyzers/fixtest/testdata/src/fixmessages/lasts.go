package fixmessages

import (
	"fmt"
	"log/slog"
	"strconv"
)

// Either fix alone leaves the other's use; together they leave none, which drivers see.
func lasts(label string, n int) {
	keep(label)
	slog.Info(fmt.Sprintf("loaded %s", label))         // want "free-text"
	slog.Info(fmt.Sprintf("stored %s", label))         // want "free-text"
	slog.Info("read " + strconv.Itoa(n) + " " + label) // want "dynamic-message"
}
