package wrappers_hard

import "log"

var kept []any

// keep stores its arguments: who calls it with a parameter does more than log it, and is no wrapper for it.
func keep(v ...any) { kept = append(kept, v...) }

func other(text string) { log.Print(text) }
