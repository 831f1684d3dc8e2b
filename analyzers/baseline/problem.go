package baseline

import "strconv"

// A Problem says what is wrong with a line.
type Problem uint8

const (
	Empty          Problem = iota + 1 // no text at all, not even a header
	NoHeader                          // the first line is no header
	UnknownVersion                    // a header of another version
	ConflictMarker                    // an unfinished merge
	CarriageReturn                    // CRLF line ends
	WrongColumns                      // too many or too few
	BadText                           // a column not spelled as Format spells it: an unknown or needless escape, an unescaped character
	WrongDigest                       // a list of fields that is not the one of its digest
	BadCount                          // not a whole number from 1 to MaxCount
	Unsorted                          // a line that belongs further up
	Duplicate                         // an identity that has a line already
	Truncated                         // no line end after the last line
)

var problemWords = map[Problem]string{
	Empty:          "the file is empty; an empty baseline has its header line",
	NoHeader:       "not the header of a philint baseline",
	UnknownVersion: "a version this program does not know",
	ConflictMarker: "a merge conflict marker; resolve with philint baseline merge",
	CarriageReturn: "a carriage return; set eol=lf for this file in .gitattributes",
	WrongColumns:   "not eight columns separated by tabs",
	BadText:        "not spelled as philint writes it (a wrong escape or an unescaped character)",
	WrongDigest:    "the digest does not fit the fields: edited by hand?",
	BadCount:       "not a whole number from 1 to " + strconv.Itoa(MaxCount),
	Unsorted:       "out of order: sorts before the line above",
	Duplicate:      "the same identity as the line above",
	Truncated:      "no line end: the file was cut short",
}

func (p Problem) String() string { return problemWords[p] }

// A SyntaxError is the first thing wrong with a file. It carries nothing of the file's content.
type SyntaxError struct {
	Line    int    // from 1
	Column  string // the name of the column, or "" when it is the whole line
	Problem Problem
}

func (e *SyntaxError) Error() string {
	s := "baseline: line " + strconv.Itoa(e.Line) + ": "
	if e.Column != "" {
		s += e.Column + ": "
	}
	return s + e.Problem.String()
}
