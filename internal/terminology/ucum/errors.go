package ucum

import "strconv"

// Kind says what was wrong. Its text says what to do about it, and never repeats what was given.
type Kind string

// What can be wrong with a code.
const (
	Empty       Kind = "there is no unit; write 1 for a plain number"
	TooLong     Kind = "the code is longer than 255 bytes"
	Character   Kind = "a character that no unit code has; use printable ASCII"
	Blank       Kind = "white space; a unit code has none"
	UnknownUnit Kind = "not a UCUM unit; check capitals and square brackets"
	NotMetric   Kind = "a prefix before a unit that takes none"
	Annotation  Kind = "an annotation that is not closed, holds a brace or other than printable ASCII, or stands where none may"
	Bracket     Kind = "square brackets that do not match"
	Parenthesis Kind = "parentheses that do not match"
	TooDeep     Kind = "parentheses nested too deeply"
	MissingTerm Kind = "an operator with no unit behind it"
	MissingOp   Kind = "two units without . or / between them"
	Exponent    Kind = "an exponent that is not a whole number from -99 to 99, or that stands where none may"
	Number      Kind = "a number that is not a whole number from 1 to 999999999999999999"
	SpecialTerm Kind = "a special unit can be scaled, but not combined with other units or raised to a power"
	TooLarge    Kind = "the unit is too large or too small to be computed"
)

// What can be wrong with a conversion.
const (
	Incommensurable Kind = "the two units measure different things"
	Arbitrary       Kind = "arbitrary units are defined by a procedure and do not convert"
	NotFinite       Kind = "the value or the result is not a finite number"
	Domain          Kind = "the value has no counterpart in the other unit"
)

// SyntaxError says that a text is no UCUM code, and from which byte on. It never contains the text.
type SyntaxError struct {
	Offset int
	Kind   Kind
}

func (e *SyntaxError) Error() string {
	return "ucum: at byte " + strconv.Itoa(e.Offset) + ": " + string(e.Kind)
}

// ConvertError says why a value cannot be expressed in another unit.
type ConvertError struct {
	Kind Kind
}

func (e *ConvertError) Error() string { return "ucum: " + string(e.Kind) }
