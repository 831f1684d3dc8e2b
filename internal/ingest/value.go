package ingest

import (
	"errors"
	"math"
	"strconv"
	"strings"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/terminology/units"
)

// parsed is a printed value taken apart, with its unit.
type parsed struct {
	units.Value
	ucum    string
	unit    string // as printed beside the value or in it
	hasUnit bool
}

// parse reads a value. Plain numbers, which nearly all are, take a short way that reads them alike.
func (g *gate) parse(value, unit string, decimal byte) parsed {
	value = underSign(value, decimal)
	v, ok := plain(value)
	if !ok {
		v = units.ParseReading(value, unit)
	}
	p := parsed{Value: v, unit: strings.TrimSpace(unit)}
	if p.unit == "" {
		p.unit = v.Unit
	}
	p.hasUnit = p.unit != ""
	p.ucum = g.unit(p.unit)
	return p
}

// plain reads digits with at most one point between them.
func plain(s string) (units.Value, bool) {
	if len(s) == 0 || len(s) > 15 || s[0] == '0' && len(s) > 1 && s[1] != '.' {
		return units.Value{}, false
	}
	point := -1
	for i := range len(s) {
		switch c := s[i]; {
		case c >= '0' && c <= '9':
		case c == '.' && point < 0 && i > 0 && i < len(s)-1:
			point = i
		default:
			return units.Value{}, false
		}
	}
	n, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return units.Value{}, false
	}
	return units.Value{Kind: units.Quantity, Number: n, Text: s}, true
}

// unit is a printed unit's UCUM code, empty where there is none or it is not known.
func (g *gate) unit(printed string) string {
	if printed == "" {
		return ""
	}
	return g.units.get(printed, func() string {
		code, _ := units.Normalize(printed)
		return code
	})
}

// read fills in what a draft's value says, or refuses it.
func (g *gate) read(o *record.Observation, d *Draft) (parsed, Reason) {
	if strings.TrimSpace(d.Value) == "" {
		return g.readNothing(o, d)
	}
	if reason := unreadable(d.Value); reason != "" {
		return parsed{}, reason
	}
	p := g.parse(d.Value, d.Unit, d.Decimal)
	if f := g.metrics.field(d); f != nil && o.Kind == record.Measurement {
		fieldUnit(&p, f)
	}
	o.UCUM, o.Comparator = p.ucum, p.Comparator
	switch p.Kind {
	case units.Quantity, units.Titer:
		o.ValueKind, o.Number, o.HasNumber = record.Quantity, p.Number, true
		if math.IsNaN(p.Number) || math.IsInf(p.Number, 0) {
			return p, NotFinite
		}
	case units.Ordinal:
		o.ValueKind = record.Ordinal
	case units.Nominal:
		o.ValueKind = record.Nominal
	case units.None: // dashes
		o.ValueKind, o.AbsentReason = record.Absent, "unknown"
		if d.AbsentReason != "" {
			o.AbsentReason = d.AbsentReason
		}
	default:
		o.ValueKind = record.Narrative
		if reason := notANumber(d.Value); reason != "" {
			return p, reason
		}
	}
	return p, ""
}

// fieldUnit is the unit of a vendor's field: the vendor's own where none is printed, and a share of one where the vendor
// prints % beside it.
func fieldUnit(p *parsed, f *record.Field) {
	if f.Unit != "" && (!p.hasUnit || f.Unit == "1" && p.ucum == "%") {
		p.ucum, p.hasUnit = f.Unit, true
		if p.unit == "" {
			p.unit = f.Unit
		}
	}
}

func (g *gate) readNothing(o *record.Observation, d *Draft) (parsed, Reason) {
	unit := strings.TrimSpace(d.Unit)
	p := parsed{unit: unit, hasUnit: unit != "", ucum: g.unit(unit)}
	o.UCUM = p.ucum
	switch m := g.metrics.of(d); {
	case d.AbsentReason != "":
		o.ValueKind, o.AbsentReason = record.Absent, d.AbsentReason
	case o.Kind != record.Measurement:
		o.ValueKind = record.Narrative
	case m != nil && m.Policy == record.PolicyDurationUnion && o.End > o.Start:
		o.ValueKind = record.Narrative // the span is the value
	default:
		return p, NoValue
	}
	return p, ""
}

// unreadable refuses comparators that say nothing about a limit. What they mean differs from system to system.
func unreadable(value string) Reason {
	s := strings.TrimSpace(value)
	for _, c := range [...]string{"=", "<>", "!=", "≠", "＝", "~", "≈"} {
		if rest, ok := strings.CutPrefix(s, c); ok && strings.ContainsAny(rest, "0123456789") {
			return BadComparator
		}
	}
	return ""
}

// notANumber refuses texts by which programs write what is no finite number.
func notANumber(value string) Reason {
	s := strings.TrimSpace(value)
	if len(s) > 32 {
		return ""
	}
	n, err := strconv.ParseFloat(s, 64)
	if errors.Is(err, strconv.ErrRange) || err == nil && (math.IsNaN(n) || math.IsInf(n, 0)) {
		return NotFinite
	}
	return ""
}

// limits are the ends of a printed reference range.
type limits struct{ low, high *float64 }

func (g *gate) limits(printed string, decimal byte) limits {
	printed = underSign(printed, decimal)
	if strings.TrimSpace(printed) == "" {
		return limits{}
	}
	return g.refs.get(printed, func() limits {
		v := units.ParseValue(printed)
		n, m := v.Number, v.Second
		switch {
		case v.Kind == units.Range:
			return limits{low: &n, high: &m}
		case v.Kind == units.Quantity && strings.HasPrefix(v.Comparator, "<"):
			return limits{high: &n}
		case v.Kind == units.Quantity && strings.HasPrefix(v.Comparator, ">"):
			return limits{low: &n}
		}
		return limits{}
	})
}
