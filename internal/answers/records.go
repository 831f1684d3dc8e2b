package answers

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/seed-a76b335c/philint/internal/answers/rank"
	"github.com/seed-a76b335c/philint/internal/plaintext"
	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/schema"
	"github.com/seed-a76b335c/philint/internal/store"
	"github.com/seed-a76b335c/philint/internal/terminology"
)

// RecordsQuestion asks for a page of what is on record, across series. Its fields are the parameters of a request as
// they were sent, "" for those that were not.
type RecordsQuestion struct {
	Kind       string   // measurement, which is the default, or all
	Modalities []string // lab-report, device-sensed, …; none is all of them
	Start, End string   // local days, YYYY-MM-DD, both included; "" is an open side
	Keyword    string   // part of the printed or the display name or of a note's words, literally; or what indicators takes it for
	Limit      string   // 1 to 200; 50
	Cursor     string   // Next of the page before
}

// RecordsPage is a page of entries, the newest observed first.
type RecordsPage struct {
	Rows    []EntryRow `json:"rows"`
	HasMore bool       `json:"has_more"`
	Next    string     `json:"next"` // the cursor of the next page, "" on the last
	Notes   []string   `json:"notes"`
}

// EntryRow is one visible entry, with how and when it came here.
type EntryRow struct {
	Observed
	RowID      string `json:"row_id"`
	SourceKind string `json:"source_kind"` // file, device, manual or api
	CreatedAt  string `json:"created_at"`  // when it was stored, RFC 3339
}

// The bounds of a page.
const (
	defaultRecords = 50
	maxRecords     = 200
)

// recordKinds are the words of Kind and what they let through; nil is everything.
var recordKinds = map[string][]record.Kind{
	"":            {record.Measurement},
	"measurement": {record.Measurement},
	"all":         nil,
}

var modalities = []string{
	string(record.LabReport), string(record.DeviceSensed), string(record.SelfReported), string(record.Manual), string(record.Derived),
}

// Records answers with one page. A question that cannot be answered is an envelope of status error, as of [Service.Ask].
func (s *Service) Records(ctx context.Context, person record.PersonID, q RecordsQuestion) (RecordsPage, *Envelope) {
	return guarded(ctx, s, "records", person, func(u *subject) (RecordsPage, error) { return s.records(ctx, u, &q) })
}

// guarded runs a reader that is not behind [Service.Ask] with the same care: for somebody, and whatever happens there is
// a page or an envelope.
func guarded[P any](ctx context.Context, s *Service, what string, person record.PersonID, read func(*subject) (P, error)) (page P, failed *Envelope) {
	fail := func(err error) *Envelope {
		e := s.fault(ctx, what, err)
		return &e
	}
	var none P
	defer func() {
		if p := recover(); p != nil {
			page, failed = none, fail(panicked{p})
		}
	}()
	if person == "" {
		return none, fail(errNobody)
	}
	u, err := s.subject(ctx, person)
	if err == nil {
		page, err = read(u)
	}
	if err != nil {
		return none, fail(err)
	}
	return page, nil
}

func (s *Service) records(ctx context.Context, u *subject, q *RecordsQuestion) (RecordsPage, error) {
	ask, notes, err := q.parse(u.id)
	if err != nil {
		return RecordsPage{}, err
	}
	limit := ask.Limit
	ask.Limit++
	var missed string
	if ask.Keyword != "" {
		if ask.Series, missed, err = s.reached(ctx, u, q, &ask); err != nil {
			return RecordsPage{}, err
		}
	}
	lines, err := u.entries(ctx, ask)
	if err != nil {
		return RecordsPage{}, err
	}
	lines, more := atMost(lines, limit)
	if len(lines) == 0 && q.Cursor == "" && missed == "" {
		if missed, err = u.noEntry(ctx, ask); err != nil {
			return RecordsPage{}, err
		}
	}
	page := RecordsPage{Rows: make([]EntryRow, len(lines)), HasMore: more, Notes: append(notes, said(missed)...)}
	for i := range lines {
		page.Rows[i] = s.entryRow(u, &lines[i])
	}
	if more {
		page.Next = q.cursor(u.id, lines[limit-1].ID)
	}
	return page, nil
}

// entries are what the store has, with the notes whose words have the keyword.
func (u *subject) entries(ctx context.Context, ask store.EntryQuery) ([]store.Line, error) {
	lines, err := u.data.Entries(ctx, ask)
	if err != nil || ask.Keyword == "" || ask.Kinds != nil {
		return lines, err
	}
	notes, err := u.notesWith(ctx, ask, ask.Keyword, ask.Limit)
	if err != nil {
		return nil, err
	}
	lines, _ = atMost(merged(lines, notes), ask.Limit)
	return lines, nil
}

// noEntry says why a first page is empty: nothing is in the window, is of the kind, or is there at all.
func (u *subject) noEntry(ctx context.Context, ask store.EntryQuery) (string, error) {
	ask.Limit = 1
	if !open(ask.Window) {
		w := ask.Window
		ask.Window = record.Window{}
		if found, err := u.entries(ctx, ask); err != nil || len(found) > 0 {
			return noteNoEntry(w, found), err
		}
	}
	if ask.Kinds != nil || ask.Modalities != nil {
		ask.Kinds, ask.Modalities = nil, nil
		if found, err := u.entries(ctx, ask); err != nil || len(found) > 0 {
			return noteOtherKinds, err
		}
	}
	return noteNoneOfIt, nil
}

// reached are the series that a keyword finds besides rows with it in their printed name: those with it in the name of
// their code, and those that the same keyword finds among indicators. What is not shown by a question that asks for
// measurements is told apart from what is not on record.
func (s *Service) reached(ctx context.Context, u *subject, q *RecordsQuestion, ask *store.EntryQuery) (series []string, note string, err error) {
	names, err := u.data.SeriesNames(ctx)
	if err != nil {
		return nil, "", err
	}
	shown, elsewhere := entriesOf(names, Limits{MeasuredOnly: ask.Kinds != nil})
	series, found := s.ofKeyword(shown, q.Keyword, ask.Keyword)
	if found {
		return series, "", nil
	}
	if _, there := s.ofKeyword(elsewhere, q.Keyword, ask.Keyword); there {
		return nil, noteReported([]string{q.Keyword}), nil
	}
	notes, err := u.notesWith(ctx, store.EntryQuery{}, ask.Keyword, 1)
	switch {
	case err != nil:
		return nil, "", err
	case len(notes) == 0:
		return nil, noteUnmatched([]string{q.Keyword}), nil
	case ask.Kinds != nil:
		return nil, noteReported([]string{q.Keyword}), nil
	}
	return nil, "", nil
}

// ofKeyword are the series that a keyword finds by more than what is printed; found says that it finds any, or a printed
// name. Those with some of its words only are none of them.
func (s *Service) ofKeyword(entries []entry, keyword, key string) (series []string, found bool) {
	list := s.candidates(entries)
	m := s.keyword(list, keyword)
	if !m.loose {
		series = m.series
	}
	for i := range list {
		c := &list[i]
		found = found || slices.ContainsFunc(c.names, func(n store.SeriesName) bool { return strings.Contains(n.NameKey, key) })
		if !slices.Contains(series, c.series) && slices.ContainsFunc(c.labels[:c.titles], func(l rank.Label) bool { return strings.Contains(l.Key(), key) }) {
			series = append(series, c.series)
		}
	}
	return series, found || len(series) > 0
}

// parse reads what was sent, and what is to be said of it. An error is a [schema.Rejection] of all that is wrong.
func (q *RecordsQuestion) parse(person record.PersonID) (out store.EntryQuery, notes []string, err error) {
	var wrong schema.Rejection
	refuse := func(parameter string, kind schema.Kind, text string) {
		wrong = append(wrong, schema.Refuse(parameter, kind, text)...)
	}
	kinds, ok := recordKinds[q.Kind]
	if out.Kinds = kinds; !ok {
		refuse("kind", schema.NotInEnum, "must be one of: measurement, all")
	}
	for _, m := range q.Modalities {
		if !slices.Contains(modalities, m) {
			refuse("modality", schema.NotInEnum, "must be one of: "+strings.Join(modalities, ", "))
			break
		}
		out.Modalities = append(out.Modalities, record.Modality(m))
	}
	from, fromWrong := dayParameter("start", q.Start)
	to, toWrong := dayParameter("end", q.End)
	wrong = slices.Concat(wrong, fromWrong, toWrong)
	window, turned := record.NewWindow(from, to)
	out.Window = window
	switch {
	case q.Keyword == "":
	case utf8.RuneCountInString(q.Keyword) > maxKeyword:
		refuse("keyword", schema.TooLong, "at most "+strconv.Itoa(maxKeyword)+" characters")
	case plaintext.HasControl(q.Keyword):
		refuse("keyword", schema.Control, "must not hold control characters")
	default:
		if out.Keyword = terminology.NameKey(q.Keyword); out.Keyword == "" {
			refuse("keyword", schema.TooShort, "must hold a character that can be seen")
		}
	}
	out.Limit = defaultRecords
	if q.Limit != "" {
		n, err := strconv.Atoi(q.Limit)
		if out.Limit = n; err != nil || n < 1 || n > maxRecords {
			refuse("limit", schema.OutOf, "must be a whole number from 1 to "+strconv.Itoa(maxRecords))
		}
	}
	if q.Cursor != "" && len(wrong) == 0 {
		if out.Before, ok = q.after(person); !ok {
			refuse("cursor", schema.Mismatch, "must be next of the page before, with the other parameters as they were; leave it out to begin anew")
		}
	}
	if len(wrong) > 0 {
		return store.EntryQuery{}, nil, wrong
	}
	return out, turnedNotes(turned), nil
}

// turnedNotes are the notes of a page, of which it has at least none.
func turnedNotes(turned bool) []string {
	if turned {
		return []string{noteSwapped}
	}
	return []string{}
}

// dayParameter reads a local day, "" is none.
func dayParameter(name, text string) (*record.Day, schema.Rejection) {
	if text == "" {
		return nil, nil
	}
	d, err := record.ParseDay(text)
	if err != nil {
		return nil, schema.Refuse(name, schema.Mismatch, dateText+" that the calendar has")
	}
	return &d, nil
}

func (s *Service) entryRow(u *subject, l *store.Line) EntryRow {
	return EntryRow{Observed: s.observed(u, l), RowID: l.ID.String(), SourceKind: string(l.SourceKind), CreatedAt: l.CreatedAt.String()}
}
