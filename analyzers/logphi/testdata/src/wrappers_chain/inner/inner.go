// Package inner writes the record.
package inner

import "log/slog"

func Write(msg string, kv ...any) { slog.Info(msg, kv...) }

func Note(text string) { slog.Info("note", "text", text) }

// Safe keeps the text to itself.
func Safe(text string) { slog.Info("note", "n", len(text)) }
