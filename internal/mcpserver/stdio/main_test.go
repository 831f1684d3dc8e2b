//go:build unix

package stdio_test

import (
	"log/slog"
	"os"
	"testing"
)

func TestMain(m *testing.M) {
	if os.Getenv("STDIO_TEST_WRITER") != "" {
		writeEverywhere()
		return
	}
	slog.SetDefault(slog.New(slog.DiscardHandler))
	os.Exit(m.Run())
}
