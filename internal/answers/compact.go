package answers

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/seed-a76b335c/philint/internal/record"
)

// Compact is an answer as a model reads it: what was cut, the tables, then in one line each how the answer was made, how
// to read it and what would help. Text of a record cannot pass for any of these: it never begins a line as they do and
// never ends one.
//
// A question that was not answered is one line.
func Compact(e Envelope) string {
	if e.Status == Error {
		return refusalLine(&e)
	}
	text, _ := written(e)
	return text
}

// written is the text of an answer and whether its tables had to be cut. That is for answers that were not made to fit:
// then too the first line says what is missing.
func written(e Envelope) (text string, cut bool) {
	tables, shown, cut := tablesText(e.Data)
	if cut {
		e.Meta.Truncated = true
		e.Meta.Cut = strings.TrimSpace(e.Meta.Cut + " " + cutText(shown, e.Data.Len()))
		e.NextSteps = once(append([]NextStep{NarrowWindow}, e.NextSteps...))
	}
	var b strings.Builder
	if e.Meta.Cut != "" {
		b.WriteString(flat(e.Meta.Cut) + "\n")
	}
	b.WriteString(tables)
	b.WriteString("\n\n(" + strings.Join(metaBits(&e.Meta), ", ") + ")")
	if len(e.Assumptions) > 0 {
		b.WriteString("\nnotes: " + sentences(e.Assumptions))
	}
	if len(e.NextSteps) > 0 {
		steps := make([]string, len(e.NextSteps))
		for i, s := range e.NextSteps {
			steps[i] = string(s)
		}
		b.WriteString("\nnext: " + strings.Join(steps, ", "))
	}
	return b.String(), cut
}

func cutText(shown, rows int) string {
	return fmt.Sprintf("Only the first %d of %d rows are shown, as a text has at most %d characters of rows. The others exist and are not missing; they show with a narrower window, or with less in one call.", shown, rows, maxBody)
}

// sentences are notes in one line. They are the program's own, and what they name stands in quotes, see [short].
func sentences(notes []string) string {
	out := make([]string, len(notes))
	for i, n := range notes {
		out[i] = flat(n)
	}
	return strings.Join(out, "; ")
}

func metaBits(m *Meta) []string {
	var bits []string
	if m.TZ != "" || m.Start != "" || m.End != "" {
		bits = append(bits, "window="+escape(windowText(m)))
		if m.TZ != "" {
			bits = append(bits, "tz="+escape(m.TZ))
		}
		if m.Semantics != "" {
			bits = append(bits, "dates="+string(m.Semantics))
		}
	}
	if m.View != "" {
		bits = append(bits, "view="+string(m.View))
	}
	rows := "rows=" + strconv.Itoa(m.RowCount)
	bits = append(bits, rows)
	if m.CatalogTotal > 0 {
		bits = append(bits, "of "+strconv.Itoa(m.CatalogTotal))
	}
	if m.Truncated {
		bits = append(bits, "truncated")
	}
	return bits
}

// windowText prints what was named, as [record.Window] does.
func windowText(m *Meta) string {
	if m.Start == "" && m.End == "" {
		return record.Window{}.String()
	}
	return m.Start + ".." + m.End
}

// whyNot says of each kind of error what happened where the envelope gives no reason, and what to do.
var whyNot = map[ErrorKind]struct{ reason, hint string }{
	InvalidArguments: {"the arguments were not accepted", "Fix the arguments and try once more."},
	Unavailable:      {"the record cannot be read right now", "The arguments are fine: try once more in a while."},
	NoData:           {"there is no such thing in this record", ""},
	Denied:           {"this record is not open to the caller", ""},
	Internal:         {"something went wrong", ""},
	RepeatedCall:     {"this call was made before", "Ask something else."},
}

const doNotRepeat = "Do not repeat the call: go on with what you have, or tell the person that it is unavailable."

func refusalLine(e *Envelope) string {
	why := whyNot[e.ErrorKind]
	reason := strings.TrimSuffix(sentences(e.Assumptions), ".")
	if reason == "" {
		reason = why.reason
	}
	hint := why.hint
	if hint == "" || e.ErrorClass == Unrecoverable {
		hint = doNotRepeat
	}
	return "error (" + string(e.ErrorKind) + "): " + reason + ". " + hint
}
