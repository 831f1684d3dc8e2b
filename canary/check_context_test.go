package canary_test

import (
	"context"
	"errors"
	"testing"

	"github.com/seed-a76b335c/philint/canary"
)

// A check that ran out of time has not found that there is no engine, for which a developer's machine skips.
func TestAContextThatHasEndedIsNoMissingEngine(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := canary.Check(ctx, canary.Config{
		Image: "none:none", Port: "8080/tcp", Tokens: []canary.Token{{Channel: "note", Text: "Vexolmarchen"}},
		Drive: func(context.Context, *canary.Server) error { return nil },
	})
	if !errors.Is(err, canary.ErrInterrupted) || errors.Is(err, canary.ErrNoEngine) || !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}
