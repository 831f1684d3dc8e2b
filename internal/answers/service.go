package answers

import (
	"context"
	"encoding/json"
	"log/slog"
	"sync/atomic"

	"github.com/seed-a76b335c/philint/internal/answers/rank"
	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/schema"
	"github.com/seed-a76b335c/philint/internal/store"
)

// Names is what the layer knows of vocabularies.
type Names interface {
	// Display is the name of a code, or "".
	Display(system, code string) string
	// Reach is what a keyword is taken for: a word in another language, another name of one analyte, a panel.
	Reach(keyword string) Meaning
	// Named is the series that a printed name surely has, or "". It is asked for names that a record has without a code.
	Named(name string) string
	// Titles are the names that the vocabulary has for what may be in a series, none for a series without codes. They are
	// not to be changed.
	Titles(series string) []rank.Label
	// SeriesOf are the series that hold a code, of whichever system. Case counts.
	SeriesOf(code string) []string
	// Convert expresses a number in another unit, both UCUM; an empty from is a number printed without a unit. It is false
	// where the units do not convert under the code.
	Convert(x float64, from, to, system, code string) (float64, bool)
	// Carries says whether values under a code come in a unit.
	Carries(system, code, unit string) bool
	// Commonest is the commonest code of a series whose values come in a unit, or "" where there is none.
	Commonest(series, unit string) (system, code string)
}

// Config is what a Service needs. All of it is required but Log.
type Config struct {
	Store *store.Store
	Names Names
	Zones record.ZoneLoader
	Now   func() record.Instant
	Log   *slog.Logger // nil is slog's default
}

// Service answers questions about records. Any number of goroutines may ask it.
type Service struct {
	store *store.Store
	names Names
	clock *clocks
	now   func() record.Instant
	log   *slog.Logger
	// unknownZones counts answers in UTC to persons whose zone is not set or not known.
	unknownZones atomic.Int64
}

// New makes a Service.
func New(c Config) *Service {
	s := &Service{store: c.Store, names: c.Names, clock: &clocks{load: c.Zones}, now: c.Now, log: c.Log}
	if s.log == nil {
		s.log = slog.Default()
	}
	return s
}

// subject is the one person whose record a question is about, and the moment at which it is asked.
type subject struct {
	id   record.PersonID
	zone record.Zone
	now  record.Instant
	data *store.PersonStore
	// names are those of the series that a question gives as indicators, of all where it gives keywords.
	names []store.SeriesName
}

// today is the day in the person's zone.
func (u *subject) today() record.Day {
	day, _ := u.zone.Local(u.now)
	return day
}

// answerer answers a question that has passed its schema. An error becomes a fault or, where it is a
// [schema.Rejection], a refusal.
type answerer func(s *Service, ctx context.Context, u *subject, q *Question, l Limits) (Envelope, error)

// answerers are the tools: there is one way to each.
var answerers = map[string]answerer{
	ReadingsTool:    (*Service).readings,
	MedicationsTool: (*Service).medications,
}

// Ask answers a tool's call about one person's record. Whatever happens, the answer is an envelope: who asks for nobody
// is denied, arguments that do not fit the tool's schema are refused, and a fault is told by its kind and type.
func (s *Service) Ask(ctx context.Context, person record.PersonID, tool string, arguments json.RawMessage, l Limits) (e Envelope) {
	defer func() {
		if p := recover(); p != nil {
			e = s.fault(ctx, tool, panicked{p})
		}
	}()
	e, err := s.ask(ctx, person, tool, arguments, l)
	if err != nil {
		return s.fault(ctx, tool, err)
	}
	return e
}

func (s *Service) ask(ctx context.Context, person record.PersonID, tool string, arguments json.RawMessage, l Limits) (Envelope, error) {
	if person == "" {
		return Envelope{}, errNobody
	}
	answer, ok := answerers[tool]
	if !ok {
		return Envelope{}, schema.Refuse("tool", schema.Unknown, "no such tool; there are "+toolNames())
	}
	q, err := parse(tool, arguments)
	if err != nil {
		return Envelope{}, err
	}
	u, err := s.asked(ctx, person, &q)
	if err != nil {
		return Envelope{}, err
	}
	return answer(s, ctx, u, &q, l)
}

// subject reads whom a question is about.
func (s *Service) subject(ctx context.Context, person record.PersonID) (*subject, error) {
	p, err := s.store.FindPerson(ctx, person)
	if err != nil {
		return nil, err
	}
	return s.about(ctx, &p), nil
}

// asked is subject for a question. Where it names series, what they are called is read with the person: a server is
// asked once for both.
func (s *Service) asked(ctx context.Context, person record.PersonID, q *Question) (*subject, error) {
	if q.Tool != ReadingsTool || !q.selected() {
		return s.subject(ctx, person)
	}
	p, names, err := s.store.Person(person).Opening(ctx, q.Indicators)
	if err != nil {
		return nil, err
	}
	u := s.about(ctx, &p)
	u.names = names
	return u, nil
}

// about makes the subject. Without a zone, or with one that is not known here, days are UTC's.
func (s *Service) about(ctx context.Context, p *store.Person) *subject {
	u := &subject{id: p.ID, now: s.now(), data: s.store.Person(p.ID)}
	known := false
	if u.zone, known = s.clock.zone(p.Zone); !known {
		if n := s.unknownZones.Add(1); n&(n-1) == 0 { // the first, second, fourth, …: a count, not a line an answer
			s.log.WarnContext(ctx, "zone not known, days are of UTC", "count", n)
		}
	}
	return u
}
