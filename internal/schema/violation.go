package schema

import (
	"regexp"
	"strconv"
	"strings"
)

// Kind is what is wrong with a parameter.
type Kind string

// The kinds of violation. There are no others.
const (
	Syntax    Kind = "syntax"    // not JSON, or not UTF-8
	TooLarge  Kind = "too-large" // more bytes than MaxBytes
	TooDeep   Kind = "too-deep"  // nested deeper than MaxDepth
	Unknown   Kind = "unknown"   // a parameter that the schema does not name
	Duplicate Kind = "duplicate" // a key that stands twice in one object
	Required  Kind = "required"  // a parameter that must be given and is not
	WrongType Kind = "type"
	NotInEnum Kind = "enum"
	Mismatch  Kind = "pattern"
	TooFew    Kind = "too-few"
	TooMany   Kind = "too-many"
	TooShort  Kind = "too-short"
	TooLong   Kind = "too-long"
	OutOf     Kind = "range"
	Control   Kind = "control"  // a character in a string that steers a device, NUL first of all
	Conflict  Kind = "conflict" // parameters that exclude or need each other
	More      Kind = "more"     // stands for those that are not listed
)

// Violation is one thing that is wrong with arguments. Nothing in it is a value that was sent.
type Violation struct {
	Path      string `json:"path"`      // arguments.readings[3].name
	Parameter string `json:"parameter"` // readings
	Kind      Kind   `json:"kind"`
	Text      string `json:"text"` // what is accepted
}

// Rejection is a refusal of arguments: all that is wrong, unknown names first.
type Rejection []Violation

// Error joins the violations: "arguments.kind: must be one of …; arguments.text: required".
func (r Rejection) Error() string {
	parts := make([]string, 0, len(r))
	for _, v := range r {
		parts = append(parts, v.Path+": "+v.Text)
	}
	return strings.Join(parts, "; ")
}

// Refuse is a rejection of one parameter, for rules that a schema cannot say. The text is the program's own.
func Refuse(parameter string, kind Kind, text string) Rejection {
	path := "arguments"
	if parameter != "" {
		path += "." + parameter
	}
	return Rejection{{Path: path, Parameter: parameter, Kind: kind, Text: text}}
}

// where is the place of a value in the arguments.
type where struct {
	path      string
	parameter string
}

var root = where{path: "arguments"}

func (w where) member(name string) where {
	name = Shown(name)
	if w.parameter == "" {
		return where{w.path + "." + name, name}
	}
	return where{w.path + "." + name, w.parameter}
}

func (w where) element(i int) where {
	return where{w.path + "[" + strconv.Itoa(i) + "]", w.parameter}
}

func (w where) violation(k Kind, text string) Violation {
	return Violation{Path: w.path, Parameter: w.parameter, Kind: k, Text: text}
}

var (
	identifier = regexp.MustCompile(`^[A-Za-z_$@][A-Za-z0-9_.$@-]{0,63}$`)
	digits     = regexp.MustCompile(`[0-9]{5}`)
)

// notShown stands for a key that is no identifier. A client can put a person's words in the place of a key.
const notShown = "(a key that is no parameter name)"

// Shown is the name of a parameter that is not known, where it looks like one.
func Shown(name string) string {
	if identifier.MatchString(name) && !digits.MatchString(name) {
		return name
	}
	return notShown
}
