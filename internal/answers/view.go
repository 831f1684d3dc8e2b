package answers

// View is the shape of an answer.
type View string

// Views of readings.
const (
	Raw    View = "raw"
	Minute View = "minute"
	Hour   View = "hour"
	Day    View = "day"
	Week   View = "week"
	Month  View = "month"
	Stats  View = "stats"
	Latest View = "latest"
)

// Views of medications.
const (
	Plan    View = "plan"
	Log     View = "log"
	History View = "history"
)

// Limits are how much of an answer a surface takes.
type Limits struct {
	Rows      int // a series, of raw
	Points    int // a series, of minute to month: the newest
	Catalogue int // series
	Plans     int // rows of medications
	Body      int // characters of all tables; 0 is no bound
	// MeasuredOnly leaves out what the person reported, where series are found: no later step can bring it back.
	MeasuredOnly bool
	// Hints are notes on what the answer leaves outside of its window.
	Hints bool
}

// ForModel and ForBrowser are the limits of the surfaces: a model pays for each row, a page has its own paging.
func ForModel() Limits {
	return Limits{Rows: 50, Points: 92, Catalogue: 200, Plans: 200, Body: maxBody, Hints: true}
}

// ForBrowser are the limits of REST.
func ForBrowser() Limits {
	return Limits{Rows: 200, Points: 92, Catalogue: 2000, Plans: 200, MeasuredOnly: true}
}
