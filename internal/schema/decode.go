package schema

import (
	"encoding/json"
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/seed-a76b335c/philint/internal/plaintext"
)

// Decode reads arguments and holds them to the schema. Absent arguments are an empty object. An error is a [Rejection].
func (c *Closed) Decode(data []byte) (Args, error) {
	d := &decoder{closed: c}
	if len(data) == 0 {
		data = []byte("null")
	}
	v, err := parse(data, MaxDepth, d.duplicate)
	switch {
	case errors.Is(err, errTooLarge):
		return Args{}, Refuse("", TooLarge, "at most "+strconv.Itoa(MaxBytes)+" bytes of arguments")
	case errors.Is(err, errTooDeep):
		return Args{}, Refuse("", TooDeep, "at most "+strconv.Itoa(MaxDepth)+" levels of lists and objects")
	case err != nil:
		return Args{}, Refuse("", Syntax, "must be a JSON object in UTF-8")
	}
	if v == nil {
		v = &object{}
	}
	o, ok := v.(*object)
	if !ok {
		return Args{}, Refuse("", WrongType, "must be an object with the parameters "+strings.Join(c.Names(), ", "))
	}
	out := d.object(o, c.root, root)
	if r := d.rejection(); r != nil {
		return Args{}, r
	}
	return out, nil
}

type decoder struct {
	closed  *Closed
	unknown []Violation
	other   []Violation
}

func (d *decoder) duplicate(at where) {
	d.add(at.violation(Duplicate, "given twice in one object; give it once"))
}

func (d *decoder) add(v Violation) {
	if v.Kind == Unknown {
		d.unknown = append(d.unknown, v)
	} else {
		d.other = append(d.other, v)
	}
}

// rejection puts unknown names first and bounds the list.
func (d *decoder) rejection() error {
	all := slices.Concat(d.unknown, d.other)
	if len(all) == 0 {
		return nil
	}
	if n := len(all) - maxViolations; n > 0 {
		all = append(all[:maxViolations], root.violation(More, "and "+strconv.Itoa(n)+" more"))
	}
	return Rejection(all)
}

func (d *decoder) object(o *object, s *Schema, at where) Args {
	known := names(s)
	keys := slices.Clone(o.keys)
	slices.Sort(keys)
	for _, k := range keys {
		if !slices.Contains(known, k) {
			d.add(at.member(k).violation(Unknown, "unknown parameter; accepted: "+strings.Join(sorted(known), ", ")))
		}
	}
	out := Args{values: map[string]any{}, dropped: map[string]int{}}
	for i := range s.Properties {
		p := &s.Properties[i]
		sent, _ := o.get(p.Name)
		v, dropped := normaliseList(sent, p.List, func(w where) {
			d.duplicate(where{at.member(p.Name).path + strings.TrimPrefix(w.path, root.path), p.Name})
		})
		if dropped > 0 {
			out.dropped[p.Name] = dropped
		}
		if absent(v, &p.Schema) {
			switch {
			case p.Required:
				d.add(at.member(p.Name).violation(Required, "required: "+accepted(&p.Schema)))
			case p.Default != nil:
				out.values[p.Name] = p.Default
			}
			continue
		}
		out.values[p.Name] = d.value(v, &p.Schema, at.member(p.Name))
	}
	return out
}

func sorted(s []string) []string {
	s = slices.Clone(s)
	slices.Sort(s)
	return s
}

// absent says whether a parameter was not given: null, text that stands for nothing, an empty list.
func absent(v any, s *Schema) bool {
	switch v := v.(type) {
	case nil:
		return true
	case string:
		return absentText(v)
	case []any:
		return len(v) == 0 && slices.Contains(s.Types, Array)
	}
	return false
}

// value checks v and returns it in the form that [Args] holds.
func (d *decoder) value(v any, s *Schema, at where) any {
	switch v := v.(type) {
	case *object:
		if slices.Contains(s.Types, Object) {
			return d.object(v, s, at)
		}
	case []any:
		if slices.Contains(s.Types, Array) {
			return d.list(v, s, at)
		}
	case string:
		if slices.Contains(s.Types, String) {
			d.text(v, s, at)
			return v
		}
	case json.Number:
		if slices.Contains(s.Types, Number) || slices.Contains(s.Types, Integer) {
			d.number(v, s, at)
			return v
		}
	case bool:
		if slices.Contains(s.Types, Boolean) {
			return v
		}
	}
	d.add(at.violation(WrongType, accepted(s)))
	return nil
}

func (d *decoder) list(v []any, s *Schema, at where) any {
	switch {
	case len(v) < s.MinItems:
		d.add(at.violation(TooFew, "at least "+strconv.Itoa(s.MinItems)+" needed"))
	case s.MaxItems > 0 && len(v) > s.MaxItems:
		d.add(at.violation(TooMany, "at most "+strconv.Itoa(s.MaxItems)+" in one call; send the rest in another"))
		return nil
	}
	out := make([]any, 0, len(v))
	for i, e := range v {
		out = append(out, d.value(e, s.Items, at.element(i)))
	}
	return out
}

func (d *decoder) text(v string, s *Schema, at where) {
	n := utf8.RuneCountInString(v)
	plain := v
	if s.Pages {
		plain = strings.ReplaceAll(v, "\f", "\n")
	}
	switch {
	case plaintext.HasControl(plain):
		d.add(at.violation(Control, "must not hold control characters, such as NUL; tabs and line ends are accepted"))
	case n < s.MinLength:
		d.add(at.violation(TooShort, "at least "+strconv.Itoa(s.MinLength)+" characters"))
	case s.MaxLength > 0 && n > s.MaxLength:
		d.add(at.violation(TooLong, "at most "+strconv.Itoa(s.MaxLength)+" characters"))
	case len(s.Enum) > 0 && !slices.Contains(s.Enum, v):
		d.add(at.violation(NotInEnum, accepted(s)))
	case s.Pattern != "" && !d.closed.patterns[s.Pattern].MatchString(v):
		d.add(at.violation(Mismatch, "must have the form "+s.Pattern))
	}
}

// maxDigits bounds a number's text: no measurement needs more, and long ones are slow to compute with.
const maxDigits = 64

func (d *decoder) number(v json.Number, s *Schema, at where) {
	f, err := v.Float64()
	digits, _, _ := strings.Cut(strings.ToLower(string(v)), "e")
	switch {
	case err != nil || len(v) > maxDigits:
		d.add(at.violation(OutOf, "must be a finite number of at most "+strconv.Itoa(maxDigits)+" characters"))
	case f == 0 && strings.ContainsAny(digits, "123456789"):
		d.add(at.violation(OutOf, "is too near to zero to be told from it"))
	case !slices.Contains(s.Types, Number) && (f != math.Trunc(f) || math.Abs(f) > 1<<53):
		d.add(at.violation(WrongType, accepted(s)))
	case s.Minimum != nil && f < *s.Minimum:
		d.add(at.violation(OutOf, "must be at least "+decimal(*s.Minimum)))
	case s.Maximum != nil && f > *s.Maximum:
		d.add(at.violation(OutOf, "must be at most "+decimal(*s.Maximum)))
	}
}

func decimal(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }

var typeWords = map[Type]string{
	Object: "an object", Array: "a list", String: "a string", Number: "a number", Integer: "a whole number",
	Boolean: "true or false",
}

// accepted says in words what a value may be.
func accepted(s *Schema) string {
	if len(s.Enum) > 0 {
		return "must be one of: " + strings.Join(s.Enum, ", ")
	}
	words := make([]string, 0, len(s.Types))
	for _, t := range s.Types {
		words = append(words, typeWords[t])
	}
	text := "must be " + strings.Join(words, " or ")
	if s.Items != nil {
		text += ", each element " + typeWords[s.Items.Types[0]]
	}
	return text
}
