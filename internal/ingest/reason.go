package ingest

import "strconv"

// Reason is why a draft was refused, or a record or file not read.
type Reason string

// Reasons of the write gates. A draft that breaks one is refused and counted; nothing is put right by guessing.
const (
	NoName        Reason = "no-name"
	NoValue       Reason = "no-value"
	NoTime        Reason = "no-time"
	BadTime       Reason = "bad-time"
	CoarseDate    Reason = "date-without-a-day"
	NoSuchTime    Reason = "no-such-clock-time"
	EndBefore     Reason = "end-before-start"
	SpanTooLong   Reason = "span-over-36h"
	InTheFuture   Reason = "over-a-day-in-the-future"
	BeforeAll     Reason = "before-1900"
	NotFinite     Reason = "not-finite"
	BadPercentage Reason = "percentage-outside-0-100"
	OutOfRange    Reason = "outside-the-range-of-its-code"
	TooLong       Reason = "text-too-long"
	BadText       Reason = "text-not-utf-8"
	BadComparator Reason = "unknown-comparator"
	Removed       Reason = "entered-in-error"
	NotGiven      Reason = "dose-not-given"
)

// Reasons of records and files that cannot be read.
const (
	Damaged        Reason = "damaged"          // broken syntax, or cut short
	WrongFormat    Reason = "wrong-format"     // another format than it should be
	MissingElement Reason = "missing-element"  // a part that the format demands
	BadElement     Reason = "bad-element"      // a part that does not have the form that the format demands
	NotSupported   Reason = "not-supported"    // a kind of record that is known and not stored
	OtherPerson    Reason = "another-person"   // a record that is about somebody else than the file's person
	TooLarge       Reason = "too-large"        // beyond the bounds of an importer
	AmbiguousDate  Reason = "ambiguous-date"   // a date that can be read in two ways
	Unmapped       Reason = "column-not-known" // a CSV column that was mapped to nothing
)

// says is each reason as a sentence, with what to do where there is something to do.
var says = map[Reason]string{
	NoName:         "it has no name",
	NoValue:        "it has neither a value nor a reason for its absence",
	NoTime:         "it has no time",
	BadTime:        "its time cannot be read",
	CoarseDate:     "its date is a year or a month: no day is made up for it, so type it in with the day that is known",
	NoSuchTime:     "no clock showed that time there: clocks were put forward over it, or the calendar leaves the day out",
	EndBefore:      "it ends before it starts",
	SpanTooLong:    "it spans more than 36 hours",
	InTheFuture:    "it lies more than a day in the future: check the device's clock",
	BeforeAll:      "it lies before 1900",
	NotFinite:      "its number is not finite",
	BadPercentage:  "its percentage is outside 0 to 100",
	OutOfRange:     "its value is outside what the quantity can have: check the unit and the decimal point",
	TooLong:        "a text in it is too long",
	BadText:        "a text in it is not UTF-8, or holds a NUL",
	BadComparator:  "its comparator is none of < <= >= >",
	Removed:        "the source marks it as entered in error: it is not stored, and what was stored of it before is taken back",
	NotGiven:       "it says that a dose was not given, and not which dose of a plan that was: it is not stored, and can be marked as skipped by hand",
	Damaged:        "it is damaged or cut short",
	WrongFormat:    "it is not what the format demands there",
	MissingElement: "a part that the format demands is missing",
	BadElement:     "a part of it does not have the form that the format demands",
	NotSupported:   "this kind of record is not stored",
	OtherPerson:    "it is about another person than the rest of the file",
	TooLarge:       "it is larger than can be read",
	AmbiguousDate:  "its date can be read in two ways: say which with --date-order",
	Unmapped:       "the column is not known: map it with --column",
}

func formatInt(n int64) string { return strconv.FormatInt(n, 10) }
