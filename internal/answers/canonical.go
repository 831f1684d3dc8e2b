package answers

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"

	"github.com/seed-a76b335c/philint/internal/schema"
)

// Canonical names a call: two calls have the same name if they ask the same. The order of keys and of the elements of
// lists does not matter, nor does what counts as absent, nor the spelling of a list or of a default. The name is a
// digest, so that whoever keeps it keeps nothing of the call.
func Canonical(tool string, arguments json.RawMessage) string {
	var b bytes.Buffer
	text(&b, tool)
	arguments = withoutNulls(arguments)
	if q, err := parsed(tool, arguments); err == nil {
		canonicalQuestion(&b, &q)
	} else {
		canonicalJSON(&b, arguments)
	}
	sum := sha256.Sum256(b.Bytes())
	return hex.EncodeToString(sum[:16])
}

// withoutNulls are arguments without members that are null, which no tool takes for anything. What is no object stays.
func withoutNulls(arguments json.RawMessage) json.RawMessage {
	if !schema.Valid(arguments, schema.MaxDepth) {
		return arguments
	}
	members, ok := schema.Members(arguments)
	if !ok {
		return arguments
	}
	parts := make([]string, 0, len(members))
	for _, m := range members {
		if string(m.Value) != "null" {
			parts = append(parts, quote(m.Key)+":"+string(m.Value))
		}
	}
	return json.RawMessage("{" + strings.Join(parts, ",") + "}")
}

// parsed is parse for tools that may not be these.
func parsed(tool string, arguments json.RawMessage) (Question, error) {
	if _, ok := schemas[tool]; !ok {
		return Question{}, schema.Refuse("tool", schema.Unknown, "")
	}
	return parse(tool, arguments)
}

// canonicalQuestion writes a question that was understood.
func canonicalQuestion(b *bytes.Buffer, q *Question) {
	b.WriteByte('q')
	from, to := named(q.Window)
	text(b, string(q.View))
	text(b, from)
	text(b, to)
	for _, list := range [...][]string{q.Keywords, q.Indicators} {
		b.WriteByte('[')
		for _, s := range slices.Sorted(slices.Values(list)) {
			text(b, s)
		}
	}
}

// canonicalJSON writes what was refused, or is another tool's: values as JSON has them, members and elements sorted,
// null members left out. What is no JSON is written as it is.
func canonicalJSON(b *bytes.Buffer, arguments json.RawMessage) {
	if len(arguments) == 0 {
		arguments = json.RawMessage("{}")
	}
	if !schema.Valid(arguments, schema.MaxDepth) {
		b.WriteByte('t')
		b.Write(arguments)
		return
	}
	dec := json.NewDecoder(bytes.NewReader(arguments))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		b.WriteByte('t')
		b.Write(arguments)
		return
	}
	if v == nil {
		v = map[string]any{}
	}
	b.WriteByte('j')
	b.WriteString(sortedForm(v))
}

// sortedForm is a JSON value with everything in order.
func sortedForm(v any) string {
	var parts []string
	switch v := v.(type) {
	case map[string]any:
		for k, e := range v {
			if e != nil {
				parts = append(parts, quote(k)+":"+sortedForm(e))
			}
		}
		slices.Sort(parts)
		return "{" + strings.Join(parts, ",") + "}"
	case []any:
		for _, e := range v {
			if e != nil {
				parts = append(parts, sortedForm(e))
			}
		}
		slices.Sort(parts)
		return "[" + strings.Join(parts, ",") + "]"
	case string:
		return quote(v)
	case json.Number:
		return string(v)
	case bool:
		if v {
			return "true"
		}
		return "false"
	default:
		return "null"
	}
}

func quote(s string) string {
	out, err := json.Marshal(s)
	if err != nil {
		return `""`
	}
	return string(out)
}

// text writes a string so that no two lists of strings run into one another.
func text(b *bytes.Buffer, s string) {
	b.WriteString(quote(s))
}
