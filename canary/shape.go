package canary

import "regexp"

// Shape recognises rendered data by how a line looks, without any token.
type Shape struct {
	Name  string                 // what findings call it, such as "table row"
	Match func(line []byte) bool // line has no line break; it must not be kept. A line over 1 MiB comes in pieces
}

// Pattern is a shape of the lines that a regular expression matches.
func Pattern(name string, expression *regexp.Regexp) Shape {
	return Shape{Name: name, Match: expression.Match}
}

// DefaultShapes are the shapes of data that a server renders.
func DefaultShapes() []Shape { return nil }
