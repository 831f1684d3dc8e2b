package answers

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/seed-a76b335c/philint/internal/plaintext"
	"github.com/seed-a76b335c/philint/internal/record"
)

// maxCell is the longest text of a cell, in characters. What is longer ends in an ellipsis.
const (
	maxCell  = 500
	ellipsis = "..."
)

// cellText is a cell as text, not yet escaped: "" for what is absent. False and 0 are values.
func cellText(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		return shortened(v)
	case Provenance:
		return string(v)
	case bool:
		return strconv.FormatBool(v)
	case int:
		return strconv.Itoa(v)
	case int64:
		return strconv.FormatInt(v, 10)
	case *float64:
		if v == nil {
			return ""
		}
		return record.FormatNumber(*v)
	default:
		// Columns are the program's own, and a test walks all of them.
		return fmt.Sprintf("(%T)", v)
	}
}

func shortened(s string) string {
	if s == "" || (s[0] <= ' ' || s[0] >= utf8.RuneSelf) && plaintext.Blank(s) {
		return ""
	}
	if len(s) <= maxCell {
		return s
	}
	if r := []rune(s); len(r) > maxCell {
		return string(r[:maxCell-len(ellipsis)]) + ellipsis
	}
	return s
}

// hidden are characters that end a line, change the direction of what follows or that nobody sees though a program
// reads them: they are written out, so that text of a record looks like what it is. Joiners are not among them: scripts
// and emoji are written with them.
var hidden = &unicode.RangeTable{
	R16: []unicode.Range16{
		{0x00ad, 0x00ad, 1},
		{0x061c, 0x061c, 1},
		{0x180e, 0x180e, 1},
		{0x200b, 0x200b, 1},
		{0x200e, 0x200f, 1},
		{0x2028, 0x202e, 1},
		{0x2060, 0x206f, 1},
		{0xfeff, 0xfeff, 1},
		{0xfff9, 0xfffb, 1},
	},
	R32:         []unicode.Range32{{0xe0000, 0xe007f, 1}},
	LatinOffset: 1,
}

// escape writes text so that it stays in its cell and on its line: backslash, pipe, ends of lines, control characters.
// [unescape] of the tests is its inverse.
func escape(s string) string {
	if plain(s) || strings.IndexFunc(s, escaped) < 0 {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == '\\' || r == '|':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\t':
			b.WriteString(`\t`)
		case r > 0xffff && escaped(r):
			fmt.Fprintf(&b, `\U%08X`, r)
		case escaped(r):
			fmt.Fprintf(&b, `\u%04X`, r)
		default:
			b.WriteRune(r) // of bytes that are no character: the replacement character
		}
	}
	return b.String()
}

// plain says that a text is of ASCII and that nothing in it is written otherwise, as of most cells.
func plain(s string) bool {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c >= 0x7f || c == '\\' || c == '|' {
			return false
		}
	}
	return true
}

// flat keeps a sentence on its line, whatever it quotes: control and hidden characters are written as JSON has them.
func flat(s string) string {
	if utf8.ValidString(s) && strings.IndexFunc(s, unseen) < 0 {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		asUnicode(&b, r)
	}
	return b.String()
}

// quotation is a text of the record or of a caller in a sentence: a JSON string, which nothing in it can end.
func quotation(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		if r == '"' || r == '\\' {
			b.WriteByte('\\')
		}
		asUnicode(&b, r)
	}
	b.WriteByte('"')
	return b.String()
}

// asUnicode writes a character, or its escape in JSON where it is not seen.
func asUnicode(b *strings.Builder, r rune) {
	switch {
	case !unseen(r):
		b.WriteRune(r)
	case r == '\n':
		b.WriteString(`\n`)
	case r > 0xffff:
		high, low := utf16.EncodeRune(r)
		fmt.Fprintf(b, `\u%04X\u%04X`, high, low)
	default:
		fmt.Fprintf(b, `\u%04X`, r)
	}
}

func unseen(r rune) bool { return unicode.IsControl(r) || unicode.Is(hidden, r) }

func escaped(r rune) bool {
	return r == '\\' || r == '|' || r == unicode.ReplacementChar || unseen(r)
}

// openings are how the lines of an answer begin that are no rows, each with how a row is written that begins so. The
// backslash goes where it makes no other escape.
var openings = []struct{ text, written string }{
	{"(", `\(`},
	{"notes:", `notes\:`},
	{"next:", `next\:`},
	{"error (", `error \(`},
	{"…", `\…`},
	{reportedHeading, strings.Replace(reportedHeading, ";", `\;`, 1)},
}

// opening is the escaped text of a row's first cell, which must not look like another line of the answer.
func opening(s string) string {
	for _, o := range openings {
		if rest, ok := strings.CutPrefix(s, o.text); ok {
			return o.written + rest
		}
	}
	return s
}

// nextConstant is where a value in the line of constants could be taken for the next of them.
var nextConstant = regexp.MustCompile(`, [a-z0-9_]+=`)

// constant is the escaped text of a value in the line of constants.
func constant(s string) string {
	return nextConstant.ReplaceAllStringFunc(s, func(m string) string { return `\` + m })
}

// printed are the forms in which answers print a name that are not the name itself: in a table, as its first cell, as a
// constant, and in a note.
func printed(name string) []string {
	cell := escape(shortened(name))
	quote := short(name)
	var out []string
	for _, form := range [...]string{cell, opening(cell), constant(cell), quote[1 : len(quote)-1], quote} {
		if form != name && form != "" {
			out = append(out, form)
		}
	}
	return out
}
