package ccda

import (
	"strings"

	"github.com/seed-a76b335c/philint/internal/ingest"
)

// value is what an observation says.
type value struct {
	text, unit string
	absent     string
	reason     ingest.Reason
}

type valueReader func(*section, *element) value

var valueReaders = map[string]valueReader{
	"PQ": quantityValue, "IVL_PQ": intervalValue, "IVL_INT": intervalValue, "IVL_REAL": intervalValue,
	"CD": codedValue, "CO": codedValue, "CE": codedValue, "CV": codedValue, "CS": codedValue,
	"ST": textValue, "ED": textValue, "INT": plainValue, "REAL": plainValue, "BL": plainValue, "TS": plainValue,
	"RTO": ratioValue, "RTO_PQ_PQ": ratioValue, "IVL_TS": spanValue,
}

func (s *section) value(e *element) value {
	read := valueReaders[e.kind]
	if read == nil {
		return value{reason: ingest.NotSupported}
	}
	v := read(s, e)
	if v.text == "" && v.reason == "" {
		v.absent = e.attr("nullFlavor")
	}
	return v
}

// quantity is an amount as printed: the value, or where its unit is not of UCUM, the translation in the lab's own.
func quantity(s *section, e *element) (number, unit string) {
	if n := e.attr("value"); n != "" {
		if unit = e.attr("unit"); unit == "1" {
			unit = "" // UCUM's word for none
		}
		if unit == "" {
			unit = s.spelled(e.child("originalText"))
		}
		return n, unit
	}
	for _, t := range e.all("translation") {
		if n := t.attr("value"); n != "" {
			unit = t.attr("unit")
			if unit == "" {
				unit = s.spelled(t.child("originalText"))
			}
			if unit == "" {
				unit = ingest.Joined("", t.attr("displayName"), t.attr("code"))
			}
			return n, unit
		}
	}
	return "", ""
}

func quantityValue(s *section, e *element) value {
	n, unit := quantity(s, e)
	return value{text: n, unit: unit}
}

// intervalValue is a comparison or a range. From 0 up to a bound is how C-CDA writes less than it.
func intervalValue(s *section, e *element) value {
	if n, unit := quantity(s, e); n != "" {
		return value{text: n, unit: unit}
	}
	low, lowUnit := quantity(s, e.child("low"))
	high, highUnit := quantity(s, e.child("high"))
	switch {
	case high != "" && (low == "" || strings.Trim(low, "0.") == ""):
		return value{text: comparator("<", e.child("high")) + high, unit: highUnit}
	case low != "" && high == "":
		return value{text: comparator(">", e.child("low")) + low, unit: lowUnit}
	}
	return spanned(low, lowUnit, high, highUnit)
}

func comparator(sign string, bound *element) string {
	if bound.attr("inclusive") == "false" {
		return sign
	}
	return sign + "="
}

func spanned(low, lowUnit, high, highUnit string) value {
	switch {
	case low == "" || high == "":
		return value{}
	case lowUnit != "" && highUnit != "" && lowUnit != highUnit:
		return value{text: low + " " + lowUnit + " - " + high + " " + highUnit}
	default:
		return value{text: low + "-" + high, unit: ingest.Joined("", lowUnit, highUnit)}
	}
}

func codedValue(s *section, e *element) value { return value{text: s.called(e)} }

func textValue(s *section, e *element) value {
	if e.attr("representation") == "B64" {
		return value{reason: ingest.NotSupported}
	}
	return value{text: s.spelled(e)}
}

func plainValue(_ *section, e *element) value { return value{text: e.attr("value")} }

func ratioValue(s *section, e *element) value {
	top, topUnit := quantity(s, e.child("numerator"))
	bottom, bottomUnit := quantity(s, e.child("denominator"))
	switch {
	case top == "" || bottom == "":
		return value{}
	case topUnit == "" && bottomUnit == "":
		return value{text: top + ":" + bottom}
	case bottom == "1" && topUnit != "":
		return value{text: top, unit: ingest.Joined("/", topUnit, bottomUnit)}
	}
	return value{text: ingest.Joined(" ", top, topUnit) + " / " + ingest.Joined(" ", bottom, bottomUnit)}
}

func spanValue(_ *section, e *element) value {
	start, end := times(e)
	return value{text: ingest.Joined("/", start, end)}
}

// reference is the reference range as printed: its text, else its bounds. Of several the normal one.
func (s *section) reference(e *element) string {
	var all []string
	for _, r := range e.all("referenceRange") {
		o := r.child("observationRange")
		text := s.spelled(o.child("text"))
		if text == "" {
			text = s.rangeText(o.child("value"))
		}
		if code := o.child("interpretationCode").attr("code"); code == "N" && len(e.all("referenceRange")) > 1 && text != "" {
			return text
		}
		all = append(all, text)
	}
	return ingest.Joined("; ", all...)
}

func (s *section) rangeText(e *element) string {
	if e == nil {
		return ""
	}
	low, lowUnit := quantity(s, e.child("low"))
	high, highUnit := quantity(s, e.child("high"))
	v := spanned(low, lowUnit, high, highUnit)
	if v.text == "" && e.kind != "" {
		v = s.value(e)
	}
	return ingest.Joined(" ", v.text, v.unit)
}
