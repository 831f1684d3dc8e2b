package fixmessages

import (
	"fmt"
	"log/slog"
)

// The last use of fmt goes with the fix.
func last(label string) {
	keep(label)
	slog.Info(fmt.Sprintf("loaded %s", label)) // want "free-text"
}
