package canary

import (
	"bytes"
	"regexp"
	"unicode/utf8"
)

// Shape recognises rendered data by how a line looks, without any token.
type Shape struct {
	Name  string                 // what findings call it, such as "table row"
	Match func(line []byte) bool // line has no line break; it must not be kept. A line over 1 MiB comes in pieces

	// text is Match of what is known to be text, without colours; nil where Match is asked about everything.
	text func(line []byte) bool
	// over makes a text that remembers the lines before, for one stream; nil where a line is all there is to see.
	over func() func(line []byte) bool
}

// Pattern is a shape of the lines that a regular expression matches.
func Pattern(name string, expression *regexp.Regexp) Shape {
	return Shape{Name: name, Match: expression.Match}
}

// DefaultShapes are the shapes of data that a server renders, in a line of a log or of anything else that must hold none:
//
//	table row     indicator|time|value|unit, and its rows; tables drawn with +---+ or with the lines of a terminal
//	result frame  (constants: …), (window=…, rows=3), (no rows)
//	escaped JSON  {\"name\":\"…\"}: JSON as text within a line, however often it was escaped
//	JSON in text  rows: {"name":"…"}: JSON after other words
//	JSON row      a line of JSON that is no line of a log, one of indented JSON, or objects or lists of data within a line of
//	              a log: {"name":"…","value":…}, ["2026-05-01","…",5.4,"mmol/L"], [[1777593600,5.4],…]
//	key=value row name=… value=5.4 unit=mmol/L
//	YAML row      the same over lines, or with escaped line breaks in one; a finding has the line that completes a row. Match
//	              sees one line alone, so it finds only the latter
//	CSV row       2026-05-01,weight,70.5,kg
//	struct dump   {Name:… Value:…}, map[name:…], {1 … 5.4 mmol/L}, as %+v, %#v and %v write them
//	SQL           a statement with its arguments
//	HTTP dump     request and status lines with the headers after them
//	markup        elements of a page
//
// A line that a program writes about itself is none of them, be it of slog, zap, zerolog, logrus, klog or logfmt, an access
// log in any of the usual formats, a trace, a metric, a build or a panic: its keys are of methods, ports and durations. A
// configuration is none either, nor is an amount (rows=3, duration=1.2ms), nor are lettering in a banner, an executable, or anything else that is no text. What is
// said in words alone has no shape: that is what tokens are for.
func DefaultShapes() []Shape {
	shapes := []Shape{
		{Name: "table row", Match: tableRow},
		{Name: "result frame", Match: resultFrame},
		{Name: "escaped JSON", Match: escapedJSON},
		{Name: "JSON in text", Match: jsonInText},
		{Name: "JSON row", Match: jsonRow},
		{Name: "key=value row", Match: fieldRow},
		{Name: "YAML row", Match: blockRow, over: rowOfLines},
		{Name: "CSV row", Match: csvRow},
		{Name: "struct dump", Match: structDump},
		{Name: "SQL", Match: sqlWithArguments},
		{Name: "HTTP dump", Match: httpDump},
		{Name: "markup", Match: markup},
	}
	for i := range shapes {
		match := shapes[i].Match
		shapes[i].text = match
		shapes[i].Match = func(line []byte) bool { return isText(line) && match(uncoloured(line)) }
	}
	return shapes
}

// isText says whether bytes are of a text, in UTF-8 or of one byte a letter: but for one in ten, they are no control
// characters and no broken UTF-8. A terminal's colours are part of a text.
func isText(data []byte) bool {
	strange := 0
	for i := 0; i < len(data); {
		c := data[i]
		switch {
		case c >= ' ' && c < 0x7F:
			i++
			continue
		case c >= 0x80:
			r, size := utf8.DecodeRune(data[i:])
			if r == utf8.RuneError && size == 1 {
				strange++
			}
			i += size
			continue
		case c != '\t' && c != '\n' && c != '\r' && c != 0x1B && c != '\f' && c != '\v' && c != '\b':
			strange++
		}
		i++
	}
	return 10*strange < len(data) || strange == 0
}

// headSize is how much of a stream tells whether it is a text. Zeros before it do not: a log that was cut while its
// writer held it open starts with them.
const headSize = 512

func textHead(stream []byte) bool {
	for len(stream) > 0 && stream[0] == 0 {
		stream = stream[1:]
	}
	return isText(stream[:min(len(stream), headSize)])
}

var colours = regexp.MustCompile(`\x1b\[[0-9;]*[A-Za-z]`)

// uncoloured is a line without what colours it on a terminal.
func uncoloured(line []byte) []byte {
	if bytes.IndexByte(line, 0x1B) < 0 {
		return line
	}
	return colours.ReplaceAll(line, nil)
}
