package answers

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/schema"
	"github.com/seed-a76b335c/philint/internal/store"
)

// JournalQuestion asks for the journal of some days. Its fields are the parameters of a request as they were sent, "" for
// those that were not.
type JournalQuestion struct {
	From, To string // local days, YYYY-MM-DD, both included
	Kind     string // symptom, condition, note or measurement; "" is all of them
}

// JournalPage is the journal by local day, the newest day first.
type JournalPage struct {
	From      string       `json:"from"` // the days that were read
	To        string       `json:"to"`
	Count     int          `json:"count"` // entries
	Days      []JournalDay `json:"days"`  // those with entries
	Truncated bool         `json:"truncated"`
	Cut       string       `json:"cut"` // what is shown and how to get the rest
	Notes     []string     `json:"notes"`
}

// JournalDay is a day with entries.
type JournalDay struct {
	Date    string         `json:"date"`
	Entries []JournalEntry `json:"entries"` // the newest first
}

// JournalEntry is what a person said, or a reading that they typed into the journal.
type JournalEntry struct {
	ID         string `json:"id"`
	Kind       string `json:"kind"`
	At         string `json:"at"`   // wall clock in the entry's own zone, YYYY-MM-DD HH:MM:SS
	Text       string `json:"text"` // as typed
	Value      string `json:"value"`
	Unit       string `json:"unit"`
	Display    string `json:"display"` // the code's name, "" without a code
	CodeSystem string `json:"code_system"`
	Code       string `json:"code"`
	SeriesID   string `json:"series_id"`
	Coded      bool   `json:"coded"`
	Reason     string `json:"reason"` // why it has no code
	Note       string `json:"note"`
}

// The bounds of a journal page.
const (
	journalDays    = 30 // without dates, today included
	maxJournalDays = 400
	maxJournalRows = 2000
)

// journalKinds are the kinds of what a person says, and of what they type.
var journalKinds = []record.Kind{record.Symptom, record.Condition, record.Note, record.Measurement}

// Journal answers with the entries of some days. A question that cannot be answered is an envelope of status error, as of
// [Service.Ask].
func (s *Service) Journal(ctx context.Context, person record.PersonID, q JournalQuestion) (JournalPage, *Envelope) {
	return guarded(ctx, s, "journal", person, func(u *subject) (JournalPage, error) { return s.journal(ctx, u, &q) })
}

func (s *Service) journal(ctx context.Context, u *subject, q *JournalQuestion) (JournalPage, error) {
	asked, query, notes, err := q.parse(u.today())
	if err != nil {
		return JournalPage{}, err
	}
	read := lastDays(asked, u.today(), maxJournalDays)
	if asked.From == nil || *asked.From < *read.From {
		notes = append(notes, fmt.Sprintf("at most %d days are read at once: from %s to %s", maxJournalDays, read.From, read.To))
	}
	page := JournalPage{From: read.From.String(), To: read.To.String(), Days: []JournalDay{}, Notes: notes}
	query.Window, query.Limit = read, maxJournalRows+1
	lines, err := u.data.Entries(ctx, query)
	if err != nil {
		return JournalPage{}, err
	}
	lines, more := atMost(lines, maxJournalRows)
	slices.SortStableFunc(lines, func(a, b store.Line) int { return cmp.Compare(b.LocalDay, a.LocalDay) })
	if more {
		page.Cut = cutJournal(lines, read)
	} else if page.Cut, err = earlier(ctx, u, query, asked, read); err != nil {
		return JournalPage{}, err
	}
	if page.Cut == "" {
		beside, err := q.beside(ctx, u, query, len(lines))
		if err != nil {
			return JournalPage{}, err
		}
		page.Notes = append(page.Notes, said(beside)...)
	}
	page.Truncated = page.Cut != ""
	page.Count = len(lines)
	for i := range lines {
		date := lines[i].LocalDay.String()
		if n := len(page.Days); n == 0 || page.Days[n-1].Date != date {
			page.Days = append(page.Days, JournalDay{Date: date})
		}
		on := &page.Days[len(page.Days)-1]
		on.Entries = append(on.Entries, s.journalEntry(u, &lines[i]))
	}
	return page, nil
}

// parse reads what was sent: the days asked for, with an open side where one was not named, and what is read of them.
func (q *JournalQuestion) parse(today record.Day) (asked record.Window, query store.EntryQuery, notes []string, err error) {
	query = store.EntryQuery{Said: true}
	var wrong schema.Rejection
	switch kind := record.Kind(q.Kind); {
	case kind == "":
	case slices.Contains(journalKinds, kind):
		query.Kinds = []record.Kind{kind}
	default:
		wrong = schema.Refuse("kind", schema.NotInEnum, "must be one of: symptom, condition, note, measurement")
	}
	from, fromWrong := dayParameter("from", q.From)
	to, toWrong := dayParameter("to", q.To)
	if wrong = slices.Concat(wrong, fromWrong, toWrong); len(wrong) > 0 {
		return record.Window{}, query, nil, wrong
	}
	if from == nil && to == nil {
		return record.LastDays(today, journalDays), query, []string{}, nil
	}
	w, turned := record.NewWindow(from, to)
	return w, query, turnedNotes(turned), nil
}

// cutJournal says of the newest entries how to get more. Entries of a day are not parted by windows, only by their kind.
func cutJournal(shown []store.Line, read record.Window) string {
	newest, oldest := shown[0].LocalDay, shown[len(shown)-1].LocalDay
	said := fmt.Sprintf("Only the newest %d entries are shown, back to %s. Earlier ones exist and are not missing; they show ", len(shown), oldest)
	if newest > oldest {
		return said + "with to=" + oldest.String() + "."
	}
	if said += "with a kind, as far as a day has room"; oldest > *read.From {
		said += ", or of earlier days, if there are any, with to=" + (oldest - 1).String()
	}
	return said + "."
}

// lastDays are the last days of a window, at most so many. An open end is today, or the start where that lies later.
func lastDays(w record.Window, today record.Day, most int) record.Window {
	to := today
	switch {
	case w.To != nil:
		to = *w.To
	case w.From != nil:
		to = max(today, *w.From)
	}
	from := max(record.MinDay, to-record.Day(most-1))
	if w.From != nil {
		from = max(from, *w.From)
	}
	return record.Window{From: &from, To: &to}
}

// earlier says where the entries are that were asked for and lie before the days that were read; "" where there are none.
func earlier(ctx context.Context, u *subject, query store.EntryQuery, asked, read record.Window) (string, error) {
	if asked.From != nil && *asked.From == *read.From {
		return "", nil
	}
	before := *read.From - 1
	day, err := u.newestDay(ctx, query, record.Window{From: asked.From, To: &before})
	if day == nil || err != nil {
		return "", err
	}
	return fmt.Sprintf("Only the last %d days are shown. Earlier entries exist and are not missing; they show with to=%s.", maxJournalDays, day), nil
}

// newestDay is the last local day of a window with an entry, nil where there is none. The newest entry need not be of it:
// what was said on a journey to the west is later than what was said at home a day after.
func (u *subject) newestDay(ctx context.Context, query store.EntryQuery, w record.Window) (*record.Day, error) {
	query.Limit = 1
	var day *record.Day
	for {
		query.Window = w
		found, err := u.data.Entries(ctx, query)
		if err != nil || len(found) == 0 {
			return day, err
		}
		day = &found[0].LocalDay
		later := *day + 1
		if w.To != nil && later > *w.To {
			return day, nil
		}
		w.From = &later
	}
}

// beside says what else there is: where nothing is shown anything, and earlier entries where no day was named.
func (q *JournalQuestion) beside(ctx context.Context, u *subject, query store.EntryQuery, shown int) (string, error) {
	switch {
	case shown == 0:
		return u.noEntry(ctx, query)
	case q.From+q.To != "":
		return "", nil
	}
	before := *query.Window.From - 1
	day, err := u.newestDay(ctx, query, record.Window{To: &before})
	if day == nil || err != nil {
		return "", err
	}
	return fmt.Sprintf("no dates were named, so this is the journal of the last %d days: there are earlier entries, the newest of %s", journalDays, day), nil
}

func (s *Service) journalEntry(u *subject, l *store.Line) JournalEntry {
	r := s.observed(u, l)
	e := JournalEntry{
		ID: l.ID.String(), Kind: r.Kind, At: r.Time, Text: r.Name, Value: r.Value, Unit: r.Unit, Display: s.names.Display(r.System, r.Code),
		CodeSystem: r.System, Code: r.Code, SeriesID: r.Series, Coded: l.Coding.Outcome == record.Coded, Reason: r.Reason, Note: r.Note,
	}
	if l.Kind == record.Note {
		e.Value = "" // its words are the text
	}
	return e
}
