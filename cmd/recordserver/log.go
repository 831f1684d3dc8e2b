package main

import (
	"io"
	"log/slog"
	"runtime"

	"github.com/seed-a76b335c/philint/internal/hook"
	"github.com/seed-a76b335c/philint/redact"
)

// installLog sends what the program and its libraries log through the filter, as JSON, to w.
func installLog(w io.Writer, level slog.Level) {
	var opts []redact.Option
	if runtime.GOOS == "linux" { // elsewhere constant messages cannot be told from others, and all would go
		opts = append(opts, redact.ConstantMessages())
	}
	redact.Install(hook.Log(slog.NewJSONHandler(w, &slog.HandlerOptions{Level: level})), opts...)
}
