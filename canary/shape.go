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

// DefaultShapes are the shapes of data that a server renders, in a line of a log or of anything else that must hold none:
//
//	table row     indicator|time|value|unit, and its rows; tables drawn with +---+
//	result frame  (constants: …), (window=…, rows=3), (no rows)
//	escaped JSON  {\"name\":\"…\"}: JSON as text within a line, however often it was escaped
//	JSON in text  rows: {"name":"…"}: JSON after other words
//	JSON row      a line of JSON that is no line of a log, one of indented JSON, or objects of data within a line of a log
//	CSV row       2026-05-01,weight,70.5,kg
//	struct dump   {Name:… Value:…}, map[name:…], as %+v and %#v write them
//	SQL           a statement with its arguments
//	HTTP dump     request and status lines with the headers after them
//	markup        elements of a page
//
// Lines of slog, zap, zerolog, logfmt and access logs, of builds and of panics are none of them. What is said in words
// alone has no shape: that is what tokens are for.
func DefaultShapes() []Shape {
	return []Shape{
		{"table row", tableRow},
		{"result frame", resultFrame},
		{"escaped JSON", escapedJSON},
		{"JSON in text", jsonInText},
		{"JSON row", jsonRow},
		{"CSV row", csvRow},
		{"struct dump", structDump},
		{"SQL", sqlWithArguments},
		{"HTTP dump", httpDump},
		{"markup", markup},
	}
}
