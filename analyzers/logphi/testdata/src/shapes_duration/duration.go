package shapes_duration

import (
	"log"
	"log/slog"
	"time"
)

// The type speaks for any name.
func byType(x time.Duration, p *time.Duration, many []time.Duration) {
	keep(x, p, many)
	log.Print(x, *p, many)
	slog.Info("x", "x", x, slog.Duration("d", x))
	log.Printf("%s %v %d", x, x, x)
}

// Differences of instants.
func byExpression(t, u time.Time) {
	keep(t, u)
	log.Print(time.Since(t), t.Sub(u), time.Until(u))
	d := t.Sub(u)
	log.Print(d.Seconds(), d.Milliseconds(), d.Minutes(), d.Hours(), d.Nanoseconds(), d.Microseconds())
	log.Print(d.String(), d.Round(time.Second), d.Truncate(time.Minute).String())
	log.Print(d+time.Second, d/2, time.Second*3)
	log.Print(float64(d.Nanoseconds())/1000000.0, int64(d), int64(d/time.Millisecond))
	log.Print(time.Since(t).Round(time.Second))
}

// A duration word inside the name is not the last part.
func notLast(timeoutText string, durationLabel string, secondsShown string, ratio float64, score float64) {
	keep(timeoutText, durationLabel, secondsShown, ratio, score)
	log.Print(timeoutText)   // want "timeoutText is free-text"
	log.Print(durationLabel) // want "durationLabel is free-text"
	log.Print(secondsShown)  // want "secondsShown is free-text"
	log.Print(ratio)         // want "ratio is value"
	log.Print(score)         // want "score is value"
}
