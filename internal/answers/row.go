package answers

// Rows are the lines of an answer. Each kind of answer has its own type of row; the JSON names of its fields are the
// exact keys that a browser gets. Which of them a model is shown, and in which order, stands in the columns of its table.
type Rows interface {
	// Len is the number of rows.
	Len() int
	// Tables are what a model is shown: measured rows, and apart from them what the person reported.
	Tables() []Table
}

// Identity says which series a row belongs to. System and Code always travel together.
type Identity struct {
	Indicator string `json:"indicator"` // the code's display name, else the newest printed name
	Series    string `json:"series"`
	System    string `json:"system"` // the code system's address, "" for what has no code
	Code      string `json:"code"`
}

// CatalogueRow is one series of a person's.
type CatalogueRow struct {
	Identity
	Standard    bool       `json:"standard"` // it has a code
	Name        string     `json:"name"`     // as it was last printed or said
	Kind        string     `json:"kind"`
	Count       int64      `json:"count"`
	Unit        string     `json:"unit"`         // as last printed
	LatestValue string     `json:"latest_value"` // as last printed; no model is shown it here
	FirstDate   string     `json:"first_date"`   // local days
	LastDate    string     `json:"last_date"`
	Total       int        `json:"total"` // series in the whole catalogue
	Reason      string     `json:"reason"`
	DayKnown    bool       `json:"day_known"`
	Provenance  Provenance `json:"provenance"`
}

// Observed is what every answer says of one observation.
type Observed struct {
	Identity
	Name           string     `json:"name"` // as printed
	Kind           string     `json:"kind"`
	Time           string     `json:"time"` // wall clock in the row's own zone, YYYY-MM-DD HH:MM:SS
	Date           string     `json:"date"` // the stored local day
	Value          string     `json:"value"`
	Unit           string     `json:"unit"`
	Ref            string     `json:"ref"`  // the printed reference range
	Flag           string     `json:"flag"` // high, low or ""
	ValueCanonical *float64   `json:"value_canonical"`
	UnitCanonical  string     `json:"unit_canonical"`
	File           string     `json:"file"`     // the document's name
	FileKey        string     `json:"file_key"` // its handle; no model is shown it
	Modality       string     `json:"modality"`
	Reason         string     `json:"reason"`
	Note           string     `json:"note"`
	DayKnown       bool       `json:"day_known"`
	Provenance     Provenance `json:"provenance"`
}

// ReadingRow is one observation among those of its series.
type ReadingRow struct {
	Observed
	RowID string `json:"row_id"`
	Total int    `json:"total"` // of this series in the window
}

// BucketRow is a minute, hour, day, week or month of a series.
type BucketRow struct {
	Identity
	Period     string     `json:"period"` // its first day, or minute as YYYY-MM-DD HH:MM
	Avg        *float64   `json:"avg"`    // rounded to 4 decimals; absent where nothing in it is a number
	Min        *float64   `json:"min"`
	Max        *float64   `json:"max"`
	N          int        `json:"n"` // readings of a minute or hour, days of the others
	Unit       string     `json:"unit"`
	Total      int        `json:"total"` // buckets of this series in the window
	DayKnown   bool       `json:"day_known"`
	Provenance Provenance `json:"provenance"`
}

// StatsRow sums a series up.
type StatsRow struct {
	Identity
	Count        int        `json:"count"`
	NumericCount int        `json:"numeric_count"`
	Min          *float64   `json:"min"`
	Max          *float64   `json:"max"`
	Avg          *float64   `json:"avg"`   // rounded to 4 decimals
	First        string     `json:"first"` // as printed, canonical where units are mixed
	FirstDate    string     `json:"first_date"`
	Last         string     `json:"last"`
	LastDate     string     `json:"last_date"`
	Change       *float64   `json:"change"` // last − first; absent where units are mixed or an end is no plain number
	Unit         string     `json:"unit"`
	MixedUnits   bool       `json:"mixed_units"`
	DayKnown     bool       `json:"day_known"`
	Provenance   Provenance `json:"provenance"`
}

// LatestRow is the newest reading of a series.
type LatestRow struct{ Observed }

// PlanRow is a medication that the person intends to take.
type PlanRow struct {
	Medication string     `json:"medication"`
	Status     string     `json:"status"` // the effective one
	Schedule   string     `json:"schedule"`
	Today      string     `json:"today"` // the states of today's slots: 08:00=taken, 20:00=upcoming
	Since      string     `json:"since"`
	Until      string     `json:"until"`
	Source     string     `json:"source"`
	PlanID     string     `json:"plan_id"`
	Provenance Provenance `json:"provenance"`
}

// DoseRow is a dose that was recorded.
type DoseRow struct {
	Date       string     `json:"date"` // both in the event's own zone
	Time       string     `json:"time"` // HH:MM, "" where only the day is known
	Medication string     `json:"medication"`
	Status     string     `json:"status"`
	Slot       string     `json:"slot"`
	Dose       string     `json:"dose"`
	RecordedBy string     `json:"recorded_by"`
	PlanID     string     `json:"plan_id"`
	Provenance Provenance `json:"provenance"`
}

// CourseRow is a stretch of time in which a medication was in effect.
type CourseRow struct {
	Medication string     `json:"medication"`
	Start      string     `json:"start"`
	End        string     `json:"end"`
	ClosedBy   string     `json:"closed_by"`
	PlanID     string     `json:"plan_id"`
	Provenance Provenance `json:"provenance"`
}
