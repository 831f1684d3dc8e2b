// Package ingest brings a person's data in without changing, doubling or guessing at it.
//
// An importer reads one format as a stream and yields drafts: what the source says, verbatim. A gate turns a draft into
// an observation or refuses it with a reason code. Coding says what it means, or why that is not known. The store adds
// what it does not hold yet, and device streams are aggregated and elected in the same transaction.
package ingest

import (
	"iter"
	"time"

	"github.com/seed-a76b335c/philint/internal/record"
)

// Draft is one value as a source gives it. Text is verbatim.
type Draft struct {
	// Position is the record's place in its file, from 1: what an error or a refusal can name.
	Position int64

	Kind           record.Kind
	Modality       record.Modality
	SourceKind     record.SourceKind
	SourceClass    record.SourceClass
	SourceRecordID string // the source's own id of the sample, if it has one
	// Origin is where SourceRecordID is unique beyond its file: a server, a laboratory's system. With it a record that
	// comes again in another file is the same record, and a changed one amends it. What a device sensed is known by its
	// vendor without it.
	Origin      string
	Vendor      string // who measured: a device, an app, a laboratory's system
	VendorField string // the vendor's own name of the quantity, such as HKQuantityTypeIdentifierStepCount

	Name, Value, Unit, Ref, Flag, Method, Specimen, Comment string
	// Decimal is the sign that separates decimals in Value and Ref, where the source shows it elsewhere: 250.000 in a table
	// whose other numbers have a comma is 250 thousand. 0 leaves each number to speak for itself, as one with a point before
	// its decimals; under DecimalUnclear one that can be read in two ways is no number.
	Decimal byte

	// Platform is the maker in whose terms VendorField is written: apple, fitbit, … as package record names them; "" where
	// the field's name says so by itself. Metric is the key of package record's metric, where the importer knows it.
	Platform, Metric string

	// Codes are those that the source itself gives.
	Codes []SourceCode
	// AbsentReason says why there is no value, in the source's words (FHIR dataAbsentReason); "" where there is one.
	AbsentReason string

	When When
	// Recorded is when the value came to the source, where it says so. Of two segments of a night that contradict each
	// other, the later recorded stands.
	Recorded time.Time
	Grain    record.Grain
	Stat     string

	// Panel names the report or panel that the value is a member of, as printed; "" for none. Drafts of one panel have
	// the same PanelID, which is the source's own.
	Panel, PanelID string

	// Medication is set where the draft is about a medication. Kind and the fields of a value are empty then.
	Medication *MedicationDraft
}

// SourceCode is a code that a source gives with a value.
type SourceCode struct {
	System, Code, Display string
}

// When is the time of a value as the source gives it: instants with an offset, or clock times without.
type When struct {
	// Start and End are instants where the source gives an offset or a zone, else clock times in UTC's clothes: see
	// Floating. End is zero for an instant.
	Start, End time.Time
	// Floating says that the source gives no offset: the clock is read in the person's zone.
	Floating bool
	// DateOnly says that the source gives a day without a time.
	DateOnly bool
	// Zone is the zone that the source names, IANA or UTC±HH:MM; "" where it names none beyond Start's offset.
	Zone string
}

// Drafts are what an importer yields. A draft with an error stands for a record that could not be read: the error is a
// Problem with a position, which says which record and why, without its content; the next records follow. Any other error
// ends the file: a Halt, a Problem of the file as a whole, or what the reader said. So does a Problem of reason Damaged
// after which nothing comes: the file is cut short there.
//
// A draft that comes with a Problem of reason Removed is a record that its source took back. It is removed where it is
// stored, by what identifies it: its origin and record id, its name and its time; or by origin and record id alone where
// the draft has no more.
type Drafts = iter.Seq2[Draft, error]

// Problem is a record that could not be read, or a file that is not what it should be.
type Problem struct {
	Position int64  // of the record, 0 for the file
	Reason   Reason // why
	Where    string // the element, column or path in the format's own terms; never content
}

func (p *Problem) Error() string {
	s := "the file"
	if p.Position > 0 {
		s = "record " + formatInt(p.Position)
	}
	if p.Where != "" {
		s += " (" + p.Where + ")"
	}
	return s + ": " + says[p.Reason]
}
