package canary

import "strings"

// Form is how a token was written where it was found: one or more names of this file joined by "+", the outermost first.
// "base64+json" is a token in JSON that was encoded as base64.
type Form string

// Names of forms.
const (
	Raw      Form = "raw"      // as it is
	Case     Form = "case"     // in other letters of case
	Reversed Form = "reversed" // back to front
	Fragment Form = "fragment" // eight or more characters of it, not all
	Split    Form = "split"    // with a line break, an indentation, a line's prefix or what has no width in it, or a sign between every two characters
	JSON     Form = "json"     // with the backslash escapes of JSON, Go, C and Python, octal ones too
	URL      Form = "url"      // with percent escapes, blanks as plus signs
	HTML     Form = "html"     // with character references, named, decimal or hexadecimal
	Quoted   Form = "quoted"   // quoted-printable
	Base64   Form = "base64"   // in either alphabet, at any offset, padded or not, wrapped or not
	Base32   Form = "base32"   // in either alphabet and case, at any offset, wrapped or not
	Hex      Form = "hex"      // in either case, with or without separators, in the layout of a dump
	Bytes    Form = "bytes"    // as a list of numbers, decimal, octal, binary or as U+0056
	UTF16    Form = "utf16"    // in either order
	Gzip     Form = "gzip"     // in gzip, zlib or deflate
	FileName Form = "name"     // in the name of a file; stands before the others
)

// Forms are the names that a Form is made of.
func Forms() []Form {
	return []Form{Raw, Case, Reversed, Fragment, Split, JSON, URL, HTML, Quoted, Base64, Base32, Hex, Bytes, UTF16, Gzip, FileName}
}

// Parts are the names that the form is made of, the outermost first.
func (f Form) Parts() []Form {
	var parts []Form
	for _, p := range strings.Split(string(f), "+") {
		parts = append(parts, Form(p))
	}
	return parts
}
