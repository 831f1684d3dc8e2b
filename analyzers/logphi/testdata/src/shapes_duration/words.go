package shapes_duration

import "log"

// Every duration word, as the whole name of an integer and of a float.
type ints struct {
	elapsed      int64
	duration     int64
	latency      int64
	took         int64
	ttl          int64
	timeout      int64
	interval     int64
	backoff      int64
	seconds      int64
	minutes      int64
	hours        int64
	days         int64
	millis       int64
	milliseconds int64
	micros       int64
	microseconds int64
	nanos        int64
	nanoseconds  int64
	ms           int64
}

type floats struct {
	elapsed      float64
	duration     float64
	latency      float64
	took         float64
	ttl          float64
	timeout      float64
	interval     float64
	backoff      float64
	seconds      float64
	minutes      float64
	hours        float64
	days         float64
	millis       float64
	milliseconds float64
	micros       float64
	microseconds float64
	nanos        float64
	nanoseconds  float64
	ms           float64
}

func whole(n ints, f floats) {
	log.Print(n.elapsed, f.elapsed)
	log.Print(n.duration, f.duration)
	log.Print(n.latency, f.latency)
	log.Print(n.took, f.took)
	log.Print(n.ttl, f.ttl)
	log.Print(n.timeout, f.timeout)
	log.Print(n.interval, f.interval)
	log.Print(n.backoff, f.backoff)
	log.Print(n.seconds, f.seconds)
	log.Print(n.minutes, f.minutes)
	log.Print(n.hours, f.hours)
	log.Print(n.days, f.days)
	log.Print(n.millis, f.millis)
	log.Print(n.milliseconds, f.milliseconds)
	log.Print(n.micros, f.micros)
	log.Print(n.microseconds, f.microseconds)
	log.Print(n.nanos, f.nanos)
	log.Print(n.nanoseconds, f.nanoseconds)
	log.Print(n.ms, f.ms)
}

// Every duration word, as the last part of the name.
type parts struct {
	fetchElapsed      int
	fetchDuration     int
	fetchLatency      int
	fetchTook         int
	fetchTtl          int
	fetchTimeout      int
	fetchInterval     int
	fetchBackoff      int
	fetchSeconds      int
	fetchMinutes      int
	fetchHours        int
	fetchDays         int
	fetchMillis       int
	fetchMilliseconds int
	fetchMicros       int
	fetchMicroseconds int
	fetchNanos        int
	fetchNanoseconds  int
	fetchMs           int
}

func last(p parts) {
	log.Print(p.fetchElapsed)
	log.Print(p.fetchDuration)
	log.Print(p.fetchLatency)
	log.Print(p.fetchTook)
	log.Print(p.fetchTtl)
	log.Print(p.fetchTimeout)
	log.Print(p.fetchInterval)
	log.Print(p.fetchBackoff)
	log.Print(p.fetchSeconds)
	log.Print(p.fetchMinutes)
	log.Print(p.fetchHours)
	log.Print(p.fetchDays)
	log.Print(p.fetchMillis)
	log.Print(p.fetchMilliseconds)
	log.Print(p.fetchMicros)
	log.Print(p.fetchMicroseconds)
	log.Print(p.fetchNanos)
	log.Print(p.fetchNanoseconds)
	log.Print(p.fetchMs)
}

// The same words do not vouch for a string.
func texts(elapsed, took, timeout, fetchSeconds string) {
	keep(elapsed, took, timeout, fetchSeconds)
	log.Print(elapsed)      // want "elapsed is free-text"
	log.Print(took)         // want "took is free-text"
	log.Print(timeout)      // want "timeout is free-text"
	log.Print(fetchSeconds) // want "fetchSeconds is free-text"
}
