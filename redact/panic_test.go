package redact

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"testing"
)

func TestRecoverExitEndsTheProcessWithoutTheValue(t *testing.T) {
	var out bytes.Buffer
	in := Install(slog.NewJSONHandler(&out, nil))
	defer in.Uninstall()
	code := -1
	defer func(e func(int)) { exit = e }(exit)
	exit = func(c int) { code = c }
	func() {
		defer RecoverExit(context.Background())
		panic("mary")
	}()
	if code != 2 || strings.Contains(out.String(), "mary") || !strings.Contains(out.String(), `"panic":"string"`) {
		t.Errorf("code %d, report of %d bytes", code, out.Len())
	}
	code = -1
	func() { defer RecoverExit(context.Background()) }()
	if code != -1 {
		t.Error("the process ends without a panic")
	}
}
