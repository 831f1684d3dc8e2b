// Package schema describes the arguments of a tool as data, publishes the description as JSON Schema, and holds what
// a client sends to it.
//
// A schema is closed: a parameter that it does not name is refused, and so is one that is given twice. Whatever is
// wrong is a [Violation], which names the parameter and what is accepted. It never quotes what was sent: values are
// a person's measurements and words, and the answer may be logged by the client that asked.
//
// One schema serves every surface. The text that it publishes and the rules that it enforces cannot differ.
package schema

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
)

// Type is a JSON type.
type Type string

// The types that a schema can ask for.
const (
	Object  Type = "object"
	Array   Type = "array"
	String  Type = "string"
	Number  Type = "number"
	Integer Type = "integer"
	Boolean Type = "boolean"
)

// Schema says what one value may be. Zero bounds do not bind.
type Schema struct {
	Types       []Type
	Description string
	Properties  []Property // of an object, in the order in which they are published
	Items       *Schema    // of an array
	Enum        []string   // of a string
	Default     any        // what an absent parameter counts as; published
	MinItems    int
	MaxItems    int
	MinLength   int // in characters
	MaxLength   int
	Pages       bool   // of a string: form feeds are let through, which stand between the pages of a document
	Pattern     string // of a string, in RE2's syntax; anchor it
	Minimum     *float64
	Maximum     *float64
	List        List // what models send in place of a list, and what is made of it
}

// Property is a named member of an object.
type Property struct {
	Name     string
	Required bool
	Schema
}

// Limits of one set of arguments.
const (
	MaxBytes      = 4 << 20
	MaxDepth      = 16
	maxViolations = 16
)

// Closed is a checked schema of an object, ready to decode arguments and to be published.
type Closed struct {
	root      *Schema
	patterns  map[string]*regexp.Regexp
	published []byte
}

var nameForm = regexp.MustCompile(`^[a-z][a-z0-9_]{0,63}$`)

// New checks the schema of a tool's arguments. A mistake in it is found here and not at the first call.
func New(properties ...Property) (*Closed, error) {
	c := &Closed{root: &Schema{Types: []Type{Object}, Properties: properties}, patterns: map[string]*regexp.Regexp{}}
	if err := c.check(c.root, "arguments"); err != nil {
		return nil, err
	}
	c.published = publish(c.root)
	return c, nil
}

// Must is New for schemas that are constants of the program.
func Must(properties ...Property) *Closed {
	c, err := New(properties...)
	if err != nil {
		panic(err) //philint:ok a mistake in a schema of the program itself, which every start and test finds
	}
	return c
}

// MarshalJSON returns the JSON Schema, always the same bytes.
func (c *Closed) MarshalJSON() ([]byte, error) { return slices.Clone(c.published), nil }

// Names are the parameters' names, in the order of the schema.
func (c *Closed) Names() []string { return names(c.root) }

// Properties are the parameters, in the order of the schema.
func (c *Closed) Properties() []Property { return slices.Clone(c.root.Properties) }

func names(s *Schema) []string {
	out := make([]string, 0, len(s.Properties))
	for i := range s.Properties {
		out = append(out, s.Properties[i].Name)
	}
	return out
}

// fits says whether a default is of the schema's type, in the form that Args holds.
func fits(v any, s *Schema) bool {
	switch v := v.(type) {
	case nil:
		return true
	case string:
		return slices.Contains(s.Types, String) && (len(s.Enum) == 0 || slices.Contains(s.Enum, v))
	case bool:
		return slices.Contains(s.Types, Boolean)
	case json.Number:
		return slices.Contains(s.Types, Number) || slices.Contains(s.Types, Integer)
	}
	return false
}

var knownTypes = []Type{Object, Array, String, Number, Integer, Boolean}

func (c *Closed) check(s *Schema, path string) error {
	fail := func(what string) error { return fmt.Errorf("schema %s: %s", path, what) }
	if len(s.Types) == 0 {
		return fail("no type")
	}
	for _, t := range s.Types {
		if !slices.Contains(knownTypes, t) {
			return fail("unknown type")
		}
	}
	has := func(t Type) bool { return slices.Contains(s.Types, t) }
	switch {
	case len(s.Types) > 1 && (has(Object) || has(Array)):
		return fail("objects and lists cannot be one of several types")
	case has(Array) != (s.Items != nil):
		return fail("a list needs items, and nothing else has them")
	case !has(Object) && len(s.Properties) > 0:
		return fail("only objects have properties")
	case !has(String) && (len(s.Enum) > 0 || s.Pattern != "" || s.MinLength > 0 || s.MaxLength > 0):
		return fail("only strings have values, patterns and lengths")
	case s.List != Strict && !has(Array):
		return fail("only lists are normalised as lists")
	}
	if !fits(s.Default, s) {
		return fail("the default is of another type: string, bool or json.Number")
	}
	if s.Pattern != "" {
		re, err := regexp.Compile(s.Pattern)
		if err != nil {
			return errors.Join(fail("pattern"), err)
		}
		c.patterns[s.Pattern] = re
	}
	seen := map[string]bool{}
	for i := range s.Properties {
		p := &s.Properties[i]
		switch {
		case !nameForm.MatchString(p.Name):
			return fail("a parameter's name is not lower case with underscores")
		case seen[p.Name]:
			return fail(p.Name + " is named twice")
		case p.Description == "" && len(p.Enum) == 0:
			return fail(p.Name + " has no description")
		case p.Required && p.Default != nil:
			return fail(p.Name + " is required and has a default")
		}
		seen[p.Name] = true
		if err := c.check(&p.Schema, path+"."+p.Name); err != nil {
			return err
		}
	}
	if s.Items != nil {
		return c.check(s.Items, path+"[]")
	}
	return nil
}
