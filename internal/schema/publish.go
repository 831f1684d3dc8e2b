package schema

import (
	"bytes"
	"encoding/json"
)

// publish writes s as JSON Schema 2020-12, members in a fixed order. An empty list of required members is left out:
// some model vendors refuse it.
func publish(s *Schema) []byte {
	var b bytes.Buffer
	w := &writer{b: &b}
	w.schema(s)
	return b.Bytes()
}

type writer struct {
	b     *bytes.Buffer
	first bool
}

func (w *writer) key(name string) {
	if !w.first {
		w.b.WriteByte(',')
	}
	w.first = false
	w.value(name)
	w.b.WriteByte(':')
}

// value writes constants of the program, which always have a JSON form.
func (w *writer) value(v any) {
	e := json.NewEncoder(w.b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		w.b.WriteString("null")
		return
	}
	w.b.Truncate(w.b.Len() - 1) // the encoder's newline
}

func (w *writer) member(name string, v any, given bool) {
	if given {
		w.key(name)
		w.value(v)
	}
}

func (w *writer) schema(s *Schema) {
	w.b.WriteByte('{')
	w.first = true
	if len(s.Types) == 1 {
		w.member("type", s.Types[0], true)
	} else {
		w.member("type", s.Types, true)
	}
	w.member("description", s.Description, s.Description != "")
	w.member("enum", s.Enum, len(s.Enum) > 0)
	w.member("default", s.Default, s.Default != nil)
	w.member("minLength", s.MinLength, s.MinLength > 0)
	w.member("maxLength", s.MaxLength, s.MaxLength > 0)
	w.member("pattern", s.Pattern, s.Pattern != "")
	w.member("minimum", s.Minimum, s.Minimum != nil)
	w.member("maximum", s.Maximum, s.Maximum != nil)
	w.member("minItems", s.MinItems, s.MinItems > 0)
	w.member("maxItems", s.MaxItems, s.MaxItems > 0)
	if s.Items != nil {
		w.key("items")
		w.schema(s.Items)
		w.first = false
	}
	if s.Types[0] == Object {
		w.object(s)
	}
	w.b.WriteByte('}')
}

func (w *writer) object(s *Schema) {
	var required []string
	w.key("properties")
	w.b.WriteByte('{')
	w.first = true
	for i := range s.Properties {
		p := &s.Properties[i]
		w.key(p.Name)
		w.schema(&p.Schema)
		w.first = false
		if p.Required {
			required = append(required, p.Name)
		}
	}
	w.b.WriteByte('}')
	w.first = false
	w.member("required", required, len(required) > 0)
	w.member("additionalProperties", false, true)
}
