package fiximports

import "log/slog" // writes

func single(err error) {
	keep(err)
	slog.Info("x", "error", err) // want "error-text"
	slog.Info("y", "error", err) // want "error-text"
}
