// Package limit keeps one caller from taking the server for itself: how many requests a second, and how many at once.
// All surfaces share one [Limiter], so that a caller does not get the limits once a surface.
package limit

import (
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// Rules are what one caller may do.
type Rules struct {
	PerSecond float64
	Burst     int // requests that may come together after a pause
	AtOnce    int // requests that may be answered at the same time
}

// Default lets a model ask in parallel and a page load its parts, and stops a loop.
func Default() Rules { return Rules{PerSecond: 20, Burst: 60, AtOnce: 8} }

// keep is how many callers are remembered before those that have been quiet are forgotten.
const keep = 1024

// busyWait is what a caller with too many requests at once is told to wait: how long the others take is not known.
const busyWait = time.Second

// Limiter holds callers to rules. Use New.
type Limiter struct {
	rules Rules
	now   func() time.Time

	mu      sync.Mutex
	callers map[string]*caller
}

type caller struct {
	bucket  *rate.Limiter
	running int
}

// New makes a limiter.
func New(rules Rules, now func() time.Time) *Limiter {
	return &Limiter{rules: rules, now: now, callers: map[string]*caller{}}
}

// Enter begins a request of a caller, who is named by any text that is theirs alone. When it may not begin, ok is false
// and wait says when to try again; else leave ends it, and must be called.
func (l *Limiter) Enter(key string) (leave func(), wait time.Duration, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now()
	c := l.callers[key]
	if c == nil {
		l.forget(now)
		c = &caller{bucket: rate.NewLimiter(rate.Limit(l.rules.PerSecond), l.rules.Burst)}
		l.callers[key] = c
	}
	if c.running >= l.rules.AtOnce {
		return nil, busyWait, false
	}
	r := c.bucket.ReserveN(now, 1)
	if wait = r.DelayFrom(now); !r.OK() || wait > 0 {
		r.CancelAt(now)
		return nil, wait, false
	}
	c.running++
	left := false
	return func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		if !left {
			left = true
			c.running--
		}
	}, 0, true
}

// forget drops callers who could start anew without getting more than they have.
func (l *Limiter) forget(now time.Time) {
	if len(l.callers) < keep {
		return
	}
	for key, c := range l.callers {
		if c.running == 0 && c.bucket.TokensAt(now) >= float64(l.rules.Burst) {
			delete(l.callers, key)
		}
	}
}
