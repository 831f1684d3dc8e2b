package record

import "time"

// Instant is a moment in microseconds since 1970-01-01T00:00:00Z. Stored and compared as an integer, so every engine
// orders it alike.
type Instant int64

// InstantOf truncates a time to microseconds.
func InstantOf(t time.Time) Instant { return Instant(t.UnixMicro()) }

// Time is the instant in UTC.
func (i Instant) Time() time.Time { return time.UnixMicro(int64(i)).UTC() }

// Add moves an instant by a duration, which is cut to microseconds.
func (i Instant) Add(d time.Duration) Instant { return i + Instant(d.Microseconds()) }

// Sub is the time from j to i.
func (i Instant) Sub(j Instant) time.Duration { return time.Duration(i-j) * time.Microsecond }

// String is the instant in RFC 3339, in UTC, with as many digits as it needs.
func (i Instant) String() string { return i.Time().Format(time.RFC3339Nano) }
