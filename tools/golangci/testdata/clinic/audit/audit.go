// Package audit wraps a logger.
package audit

import "log/slog"

// Trail only forwards, so its callers are judged.
func Trail(msg string, kv ...any) { slog.Info(msg, kv...) }
