package fhir

import (
	"strings"

	"github.com/seed-a76b335c/philint/internal/ingest"
)

// value is what an observation or a component says.
type value struct {
	text, unit string
	absent     string // why there is none
	comment    string
	reason     ingest.Reason // why it cannot be stored
	where      string
	none       bool // there is no value element at all
}

type valueReader func(*node) value

var valueReaders = map[string]valueReader{
	"valueQuantity":        quantityValue,
	"valueCodeableConcept": conceptValue,
	"valueString":          plainValue,
	"valueBoolean":         plainValue,
	"valueInteger":         plainValue,
	"valueTime":            plainValue,
	"valueDateTime":        plainValue,
	"valueRange":           rangeValue,
	"valueRatio":           ratioValue,
	"valuePeriod":          periodValue,
	"valueSampledData":     unsupportedValue,
	"valueAttachment":      unsupportedValue,
	"valueReference":       unsupportedValue,
}

const absentExtension = "http://hl7.org/fhir/StructureDefinition/data-absent-reason"

// valueOf reads the value of an observation or a component.
func valueOf(n *node, kind string) value {
	var found []value
	var names []string
	for i := range n.members {
		key, v := n.members[i].key, &n.members[i].value
		read := valueReaders[key]
		if read == nil || v.kind == 'n' {
			continue
		}
		got := read(v)
		got.where = kind + "." + key
		found, names = append(found, got), append(names, key)
	}
	v := value{none: true, where: kind + ".value"}
	switch {
	case len(found) == 1:
		v = found[0]
	case len(found) == 2:
		v = oneOf(found, names)
	case len(found) > 2:
		v = value{reason: ingest.BadElement, where: kind + ".value"}
	}
	if v.reason == "" && v.text == "" {
		v.absent = absentReason(n)
	}
	return v
}

// oneOf chooses between two values. Some systems write the number 0 beside a result that is text: the text is the
// result. Beside another number it is a remark. Any other two contradict each other.
func oneOf(found []value, names []string) value {
	q, s := 0, 1
	if names[0] == "valueString" {
		q, s = 1, 0
	}
	if names[s] != "valueString" || names[q] != "valueQuantity" && names[q] != "valueInteger" {
		return value{reason: ingest.BadElement, where: found[0].where}
	}
	number, text := found[q], found[s]
	if number.text == "" || number.reason == "" && strings.Trim(number.text, "0.") == "" {
		return text
	}
	number.comment = text.text
	return number
}

func absentReason(n *node) string {
	if s := codeOf(n.get("dataAbsentReason")); s != "" {
		return s
	}
	for i := range n.members {
		key, v := n.members[i].key, &n.members[i].value
		if s := extensionCode(v, absentExtension); s != "" && strings.HasPrefix(strings.TrimPrefix(key, "_"), "value") {
			return s
		}
	}
	return ""
}

func extensionCode(n *node, url string) string {
	for _, e := range n.list("extension") {
		if e.str("url") == url {
			return e.str("valueCode")
		}
	}
	return ""
}

func quantityValue(n *node) value {
	q, reason := quantityOf(n)
	if reason != "" {
		return value{reason: reason}
	}
	if !q.ok {
		return value{}
	}
	return value{text: q.String(), unit: q.unit}
}

func conceptValue(n *node) value { return value{text: conceptText(n)} }

func plainValue(n *node) value {
	if n.kind == '{' || n.kind == '[' {
		return value{reason: ingest.BadElement}
	}
	return value{text: n.text}
}

func unsupportedValue(*node) value { return value{reason: ingest.NotSupported} }

func rangeValue(n *node) value {
	text, unit, reason := spanned(n.get("low"), n.get("high"))
	return value{text: text, unit: unit, reason: reason}
}

// spanned is a range as printed; an open side becomes a comparison.
func spanned(lowNode, highNode *node) (text, unit string, reason ingest.Reason) {
	low, r1 := quantityOf(lowNode)
	high, r2 := quantityOf(highNode)
	switch {
	case r1 != "":
		return "", "", r1
	case r2 != "":
		return "", "", r2
	case low.ok && high.ok && low.unit != high.unit && low.unit != "" && high.unit != "":
		return low.spelled() + " - " + high.spelled(), "", ""
	case low.ok && high.ok:
		return low.number + "-" + high.number, ingest.Joined("", low.unit, high.unit), ""
	case low.ok:
		return ">=" + low.number, low.unit, ""
	case high.ok:
		return "<=" + high.number, high.unit, ""
	}
	return "", "", ""
}

// ratioValue is a titre such as 1:128, or an amount per amount.
func ratioValue(n *node) value {
	top, r1 := quantityOf(n.get("numerator"))
	bottom, r2 := quantityOf(n.get("denominator"))
	switch {
	case r1 != "":
		return value{reason: r1}
	case r2 != "":
		return value{reason: r2}
	case !top.ok || !bottom.ok:
		return value{}
	case bottom.number == "1" && top.unit != "" && bottom.unit != "":
		return value{text: top.String(), unit: top.unit + "/" + bottom.unit}
	case top.unit == "" && bottom.unit == "":
		return value{text: top.String() + ":" + bottom.String()}
	}
	return value{text: top.spelled() + " / " + bottom.spelled()}
}

func periodValue(n *node) value {
	return value{text: ingest.Joined("/", n.str("start"), n.str("end"))}
}
