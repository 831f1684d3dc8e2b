package engine

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"
)

// attempts is how often a transaction is run that came into another's way.
const attempts = 8

// again runs once until it does not say Busy. A queue that was waited for in vain is not joined again.
func again(ctx context.Context, once func() error) error {
	wait := 5 * time.Millisecond
	for try := 1; ; try++ {
		began := time.Now()
		err := once()
		if try == attempts || !isKind(err, Busy) || time.Since(began) >= busyWait {
			return err
		}
		select {
		case <-ctx.Done():
			return &Error{Kind: Canceled}
		case <-time.After(wait + rand.N(wait)): // not in step with whom it collided with
		}
		wait *= 2
	}
}

func isKind(err error, kind Kind) bool {
	var e *Error
	return errors.As(err, &e) && e.Kind == kind
}
