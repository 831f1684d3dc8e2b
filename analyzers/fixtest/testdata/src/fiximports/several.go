package fiximports

import "fmt"
import "log/slog"

func several(err error, label string) {
	keep(err, label)
	slog.Info("x", "error", err)               // want "error-text"
	slog.Info(fmt.Sprintf("loaded %s", label)) // want "free-text"
}
