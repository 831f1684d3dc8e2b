package record

// Deltas turns readings of a counter into what was counted between them, which is what can be added up: a running total
// must not be.
//
// A counter that starts anew every local midnight (daily) counts from midnight to the day's first reading as well; a
// reading at midnight itself still closes the day before. Of any other counter the first reading only says where it
// stood.
//
// A counter that stands lower than before was set back: what it shows has been counted since. Where it stands at more
// than half of what it showed before, it was corrected instead, and the difference is taken off: read as a reset, a
// correction by ten steps would add the whole total again.
func Deltas(totals []Point, z Zone, daily bool) []Point {
	readings := usable(atEnd(totals), PolicyLast)
	var out []Point
	for i := range readings {
		now := readings[i]
		at := now.Start
		from, before, known := Instant(0), 0.0, false
		if i > 0 {
			from, before, known = readings[i-1].Start, readings[i-1].Value, true
		}
		if daily {
			// The day that a reading closes is the one of the moment before it.
			day, _ := z.Local(at - 1)
			if start := z.Start(day); !known || from <= start {
				from, before, known = start, 0, true
			}
		}
		if !known {
			continue
		}
		delta := now.Value - before
		if delta < 0 && now.Value*2 < before {
			delta = now.Value
		}
		now.Start, now.End, now.Value = from, at, delta
		out = append(out, now)
	}
	return out
}

// atEnd are readings at the moments at which they were taken: a total over an interval is known at its end.
func atEnd(ps []Point) []Point {
	out := make([]Point, len(ps))
	for i, p := range ps {
		p.Start = p.End
		out[i] = p
	}
	return out
}
