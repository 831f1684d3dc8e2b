package record

// Kind is what an observation is.
type Kind string

// Kinds of observations.
const (
	Measurement Kind = "measurement"
	Symptom     Kind = "symptom"
	Condition   Kind = "condition"
	Note        Kind = "note"
)

// Modality is how an observation came to be.
type Modality string

// Modalities.
const (
	LabReport    Modality = "lab-report"
	DeviceSensed Modality = "device-sensed"
	SelfReported Modality = "self-reported"
	Manual       Modality = "manual"
	Derived      Modality = "derived"
)

// SourceKind is the way in.
type SourceKind string

// Ways in.
const (
	FromFile   SourceKind = "file"
	FromDevice SourceKind = "device"
	FromManual SourceKind = "manual"
	FromAPI    SourceKind = "api"
)

// SourceClass ranks who says so, for the election of a day.
type SourceClass string

// Source classes.
const (
	Measurer    SourceClass = "measurer"     // the instrument itself
	ByHand      SourceClass = "manual"       // a person typed it
	ProfileEcho SourceClass = "profile_echo" // a profile setting that a service sends daily
	Aggregator  SourceClass = "aggregator"   // a service that passes on what others measured, or a computed day
)

// Status of a row.
type Status string

// Statuses. EnteredInError stands only on a row that amends another: it removes it.
const (
	Final          Status = "final"
	EnteredInError Status = "entered-in-error"
)

// TZSource is where an observation's zone comes from.
type TZSource string

// Sources of a zone.
const (
	ZoneIANA        TZSource = "iana"         // the source names a zone
	ZoneOffset      TZSource = "offset-only"  // the source gives an offset from UTC
	ZoneFloating    TZSource = "floating"     // a clock time or a date without a zone; read in the person's
	ZoneUserDefault TZSource = "user-default" // an instant without a place; its day is read in the person's zone
)

// Grain is what stretch of time one row speaks of.
type Grain string

// Grains.
const (
	AtInstant  Grain = "instant"
	OverWindow Grain = "window"
	OfDay      Grain = "day"
)

// ValueKind is the kind of a value.
type ValueKind string

// Kinds of values. Narrative is text that is none of the others; Absent says why in AbsentReason.
const (
	Quantity  ValueKind = "quantity"
	Ordinal   ValueKind = "ordinal"
	Nominal   ValueKind = "nominal"
	Narrative ValueKind = "narrative"
	Absent    ValueKind = "absent"
)

// Outcome of coding.
type Outcome string

// Outcomes.
const (
	Coded      Outcome = "coded"
	NeedsInput Outcome = "needs-input"
	Refused    Outcome = "refused"
)

// Observation is one row as it is stored. Corrections and removals are rows of their own, with Amends.
type Observation struct {
	ID     ObsID
	Person PersonID
	Kind   Kind
	Status Status
	Amends ObsID

	Modality       Modality
	SourceKind     SourceKind
	SourceRef      string // the document, device batch, journal or interface it came from
	SourceRecordID string // the source's own id of the sample
	SourceCode     string // the code that the source itself gave, as system|code
	Vendor         string
	VendorField    string
	MemberOf       ObsID  // the panel's row
	StreamKey      string // name, unit and source: one physical stream
	SourceClass    SourceClass

	Start, End Instant // equal for an instant
	Zone       string  // an IANA name or UTC±HH:MM
	TZSource   TZSource
	LocalDay   Day  // the day that holds Start in Zone, decided once, here
	DayKnown   bool // false where the source's clock time could belong to a neighbouring day
	Grain      Grain
	Stat       string // what a row over a window or day says of it: mean, sum, …; as-reported where the source is silent

	// As printed, never translated.
	Name, Value, Unit, Ref, Flag, Method, Specimen, Comment string

	NameKey      string // Name, folded
	ValueKind    ValueKind
	Number       float64
	HasNumber    bool
	Comparator   string // "", <, <=, >, >=
	UCUM         string // "" where there is no unit or it is not known
	RefLow       *float64
	RefHigh      *float64
	AbsentReason string

	Coding      Coding
	Fingerprint [16]byte // of the verbatim fields, times, zone and source: another one under the same ID is a changed sample
	CreatedAt   Instant
}

// Coding is what an observation was taken to mean, and why.
type Coding struct {
	Outcome       Outcome
	Reason        string // a code; empty where Outcome is Coded
	System        string // the code system's address
	Code          string
	Series        string // which observations belong together, whatever their units and spellings
	Decision      string // 16 hexadecimal digits: why this name, unit and kind of value got this code
	Release       string // of the vocabulary
	Canonical     float64
	HasCanonical  bool
	CanonicalUnit string
}

// Comparable is the value that is compared and averaged: the canonical number where there is one, else the printed one.
func (o *Observation) Comparable() (number float64, unit string, ok bool) {
	if o.Coding.HasCanonical {
		return o.Coding.Canonical, o.Coding.CanonicalUnit, true
	}
	return o.Number, o.UCUM, o.HasNumber
}
