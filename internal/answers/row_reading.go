package answers

import (
	"strings"
	"time"

	"github.com/seed-a76b335c/philint/internal/answers/tally"
	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store"
	"github.com/seed-a76b335c/philint/internal/terminology"
)

// observed is what a row of an answer says of an observation.
func (s *Service) observed(u *subject, l *store.Line) Observed {
	// What stands for a day has no time of day, and the first instant of the day is not shown as one.
	at := l.LocalDay.String()
	if l.Grain != record.OfDay {
		at = wall(s.clock.local(l.Start, l.Zone, u.zone))
	}
	r := Observed{
		Identity: s.identity(l.Coding.Series, l.Coding.System, l.Coding.Code, l.Name, l.Kind),
		Name:     words(l.Name, l.Value, l.Kind), Kind: string(l.Kind), Time: at, Date: l.LocalDay.String(),
		Value: l.Value, Unit: l.Unit, Ref: l.Ref, Flag: flag(&l.Observation), UnitCanonical: l.Coding.CanonicalUnit,
		File: l.File, FileKey: l.FileKey, Modality: string(l.Modality),
		Note: l.Comment, DayKnown: l.DayKnown, Provenance: provenance(l),
	}
	if l.Coding.HasCanonical {
		r.ValueCanonical = &l.Coding.Canonical
	}
	if l.Coding.Outcome != record.Coded {
		r.Reason = l.Coding.Reason
	}
	if length, ok := lengthOf(&l.Observation); ok {
		r.Value, r.Unit = record.FormatNumber(tally.Round(length.Minutes())), minutes
	}
	return r
}

const minutes = "min"

// lengthOf is what an interval says whose source gives it no value: how long it was, as a stage of sleep does. An
// interval of another metric without a value says nothing.
func lengthOf(o *record.Observation) (time.Duration, bool) {
	if o.Value != "" || o.Kind != record.Measurement || o.End <= o.Start {
		return 0, false
	}
	find := record.MetricOf
	if o.Coding.System == terminology.SystemLOINC {
		find = record.MetricOfCode
	}
	m, ok := find(o.Coding.Code)
	return o.End.Sub(o.Start), ok && m.Policy == record.PolicyDurationUnion
}

// provenance of one row. A day that was computed and not elected is computed still.
func provenance(l *store.Line) Provenance {
	switch {
	case isReported(l.Kind):
		return Reported
	case l.Elected:
		return Elected
	case isComputed(l):
		return Computed
	default:
		return Measured
	}
}

// Flags.
const (
	flagHigh = "high"
	flagLow  = "low"
)

// flags are how reports print that a value is outside of its range.
var flags = map[string]string{
	"h": flagHigh, "hh": flagHigh, "high": flagHigh, "↑": flagHigh, "↑↑": flagHigh, "高": flagHigh, "偏高": flagHigh, "hoch": flagHigh,
	"l": flagLow, "ll": flagLow, "low": flagLow, "↓": flagLow, "↓↓": flagLow, "低": flagLow, "偏低": flagLow, "niedrig": flagLow,
}

// flag is what the report prints, or where it prints no flag what its printed range says of the number beside it.
func flag(o *record.Observation) string {
	if printed := strings.ToLower(strings.TrimSpace(o.Flag)); printed != "" {
		return flags[printed]
	}
	switch {
	case !o.HasNumber || o.Comparator != "":
		return ""
	case o.RefHigh != nil && o.Number > *o.RefHigh:
		return flagHigh
	case o.RefLow != nil && o.Number < *o.RefLow:
		return flagLow
	default:
		return ""
	}
}
