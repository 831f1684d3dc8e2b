package classes_time

import (
	"context"
	"log"
	"log/slog"
	"time"
)

type job struct {
	StartedAt  time.Time
	FinishedAt time.Time
	Deadline   time.Time
	ExpiresAt  time.Time
}

type lease struct{ Expiry time.Time }

type token struct{ ExpiresAt time.Time }

type visit struct {
	At      time.Time
	Ptr     *time.Time
	Updated time.Time
}

// The operation's own clock.
func own(ctx context.Context, j job, l lease, t token) {
	log.Print(time.Now(), time.Now().UTC(), time.Now().Format(time.RFC3339))
	start := time.Now()
	log.Print(start, start.Format(time.Kitchen))
	slog.Info("x", "start", start, slog.Time("now", time.Now()))
	deadline, ok := ctx.Deadline()
	log.Print(deadline, ok)
	log.Print(j.StartedAt, j.FinishedAt, j.Deadline, j.ExpiresAt, l.Expiry, t.ExpiresAt)
	log.Print(time.Now().Add(time.Minute))
}

// Any other time.
func others(v visit, when time.Time, list []time.Time) {
	keep(when, list)
	log.Print(v.At)                      // want "v\\.At is (time|health)"
	log.Print(when)                      // want "when is time"
	log.Print(when.Format("2006"))       // want "when.* is time"
	log.Print(when.String())             // want "when.* is time"
	log.Print(when.UTC())                // want "when.* is time"
	log.Printf("%v", when)               // want "when is time"
	log.Print(*v.Ptr)                    // want "v\\.Ptr is (time|health)"
	log.Print(v.Updated)                 // want "v\\.Updated is (time|health)"
	log.Print(list)                      // want "list is (time|composite)"
	slog.Info("x", "t", when)            // want "when is time"
	slog.Info("x", slog.Time("t", when)) // want "when is time"
	log.Print(time.Since(when), when == v.At)
}
