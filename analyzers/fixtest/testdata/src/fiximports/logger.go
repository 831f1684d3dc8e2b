package fiximports

import "log/slog"

var logger *slog.Logger

var kept []any

// keep stores its arguments: who calls it with a parameter does more than log it, and is no wrapper for it.
func keep(v ...any) { kept = append(kept, v...) }
