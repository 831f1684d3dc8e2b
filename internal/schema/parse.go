package schema

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"unicode/utf8"
)

// The tree of parsed JSON: nil, bool, string, json.Number, []any and *object.
type object struct {
	keys   []string // as sent, each once
	values map[string]any
}

func (o *object) get(key string) (any, bool) {
	v, ok := o.values[key]
	return v, ok
}

var (
	errSyntax   = errors.New("not JSON in UTF-8")
	errTooDeep  = errors.New("nested too deep")
	errTooLarge = errors.New("too large")
)

// parse reads one JSON value. Keys that stand twice in one object are given to duplicate; the first one counts.
func parse(data []byte, depth int, duplicate func(where)) (any, error) {
	switch {
	case len(data) > MaxBytes:
		return nil, errTooLarge
	case !utf8.Valid(data):
		return nil, errSyntax
	case tooDeep(data, depth):
		return nil, errTooDeep
	case !json.Valid(data):
		return nil, errSyntax
	}
	p := &parser{dec: json.NewDecoder(bytes.NewReader(data)), duplicate: duplicate}
	p.dec.UseNumber()
	return p.value(root)
}

type parser struct {
	dec       *json.Decoder
	duplicate func(where)
}

func (p *parser) value(at where) (any, error) {
	t, err := p.dec.Token()
	if err != nil {
		return nil, errSyntax
	}
	switch t {
	case json.Delim('['):
		list := []any{}
		for p.dec.More() {
			v, err := p.value(at.element(len(list)))
			if err != nil {
				return nil, err
			}
			list = append(list, v)
		}
		return list, p.end()
	case json.Delim('{'):
		return p.object(at)
	}
	return t, nil
}

func (p *parser) object(at where) (any, error) {
	o := &object{values: map[string]any{}}
	for p.dec.More() {
		t, err := p.dec.Token()
		if err != nil {
			return nil, errSyntax
		}
		key, ok := t.(string)
		if !ok {
			return nil, errSyntax
		}
		v, err := p.value(at.member(key))
		if err != nil {
			return nil, err
		}
		if _, twice := o.values[key]; twice {
			p.duplicate(at.member(key))
			continue
		}
		o.keys = append(o.keys, key)
		o.values[key] = v
	}
	return o, p.end()
}

func (p *parser) end() error {
	if _, err := p.dec.Token(); err != nil && !errors.Is(err, io.EOF) {
		return errSyntax
	}
	return nil
}

// tooDeep counts brackets outside strings, so that nothing that recurses sees what is nested deeper.
func tooDeep(data []byte, limit int) bool {
	depth, quoted, escaped := 0, false, false
	for _, b := range data {
		switch {
		case escaped:
			escaped = false
		case quoted:
			escaped, quoted = b == '\\', b != '"'
		case b == '"':
			quoted = true
		case b == '{' || b == '[':
			if depth++; depth > limit {
				return true
			}
		case b == '}' || b == ']':
			depth--
		}
	}
	return false
}

// Member is one member of a JSON object, its value unread.
type Member struct {
	Key   string
	Value json.RawMessage
}

// Members takes a JSON object apart, one level, in the order in which it was sent. Data must be one valid JSON value,
// see [Valid]. It is false where that is no object. Values are parts of data.
func Members(data []byte) ([]Member, bool) {
	at := blank(data, 0)
	if at >= len(data) || data[at] != '{' {
		return nil, false
	}
	var out []Member
	for at = blank(data, at+1); at < len(data) && data[at] != '}'; at = blank(data, at) {
		if data[at] == ',' {
			at = blank(data, at+1)
		}
		end := value(data, at)
		key, ok := Text(data[at:end])
		if at = blank(data, end); !ok || at >= len(data) || data[at] != ':' {
			return nil, false
		}
		at = blank(data, at+1)
		end = value(data, at)
		if out == nil {
			out = make([]Member, 0, few)
		}
		out = append(out, Member{key, json.RawMessage(data[at:end:end])})
		at = end
	}
	return out, at < len(data)
}

// few is how many members an object of a protocol has.
const few = 4

// Text reads a JSON string, which must be valid, see [Valid]. It is false where that is no string.
func Text(data []byte) (string, bool) {
	if len(data) >= 2 && data[0] == '"' && bytes.IndexByte(data, '\\') < 0 {
		return string(data[1 : len(data)-1]), true
	}
	var s string
	ok := len(data) > 0 && data[0] == '"' && json.Unmarshal(data, &s) == nil
	return s, ok
}

// blank is the next place that is no white space.
func blank(data []byte, at int) int {
	for at < len(data) && (data[at] == ' ' || data[at] == '\t' || data[at] == '\n' || data[at] == '\r') {
		at++
	}
	return at
}

// value is the end of the JSON value that begins at a place.
func value(data []byte, at int) int {
	depth, quoted := 0, false
	for ; at < len(data); at++ {
		switch b := data[at]; {
		case quoted && b == '\\':
			at++
		case b == '"':
			if quoted = !quoted; !quoted && depth == 0 {
				return at + 1
			}
		case quoted:
		case b == '{' || b == '[':
			depth++
		case (b == '}' || b == ']') && depth > 0:
			if depth--; depth == 0 {
				return at + 1
			}
		case depth == 0 && (b == ',' || b == ':' || b == '}' || b == ']' || b == ' ' || b == '\t' || b == '\n' || b == '\r'):
			return at // of a number, or of true, false, null
		}
	}
	return len(data)
}

// Valid reports whether data is one JSON value in UTF-8, nested no deeper than depth.
func Valid(data []byte, depth int) bool {
	return utf8.Valid(data) && !tooDeep(data, depth) && json.Valid(data)
}

// Repeats reports whether a key stands twice in some object of data, which must be valid, see [Valid]. What is nested
// deeper than depth repeats for all that is known.
func Repeats(data []byte, depth int) bool {
	at := blank(data, 0)
	switch {
	case at >= len(data) || data[at] != '{' && data[at] != '[':
		return false
	case depth <= 0:
		return true
	case data[at] == '[':
		for at = blank(data, at+1); at < len(data) && data[at] != ']'; at = blank(data, at) {
			if data[at] == ',' {
				at = blank(data, at+1)
			}
			end := value(data, at)
			if end == at || Repeats(data[at:end], depth-1) {
				return true
			}
			at = end
		}
		return false
	}
	members, ok := Members(data)
	seen := make(map[string]bool, len(members))
	for _, m := range members {
		if seen[m.Key] || Repeats(m.Value, depth-1) {
			return true
		}
		seen[m.Key] = true
	}
	return !ok
}
