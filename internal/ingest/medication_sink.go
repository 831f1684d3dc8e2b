package ingest

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store"
)

// MedicationCounts are what became of the drafts of a transaction.
type MedicationCounts struct {
	Stored, Duplicate, Changed int64
	Removed                    int64 // records that the source took back, which are counted where they are refused
}

// Medications stores medications: orders and statements of one drug are one plan, with a course for each of them; intakes
// are doses of it. What a person has changed, confirmed or entered stays as the person left it.
type Medications struct {
	person Person
	load   record.ZoneLoader
	format string // fhir, ccda
	source string // of records that are numbered within their file only
	now    record.Instant
	today  record.Day
	named  map[string]string // orders of this document by the ids that they have in it
}

// NewMedications is a sink for one import of a format. source says where records are from whose ids are their file's.
func NewMedications(p Person, format, source string, now time.Time) *Medications {
	s := &Medications{person: p, load: p.Load, format: format, source: source, now: record.InstantOf(now), named: map[string]string{}}
	if s.load == nil {
		s.load = time.LoadLocation
	}
	s.today, _ = p.Zone.Local(s.now)
	return s
}

// Store is a MedicationSink's.
func (s *Medications) Store(ctx context.Context, tx *store.Tx, drafts []Draft) (MedicationCounts, error) {
	stored, err := tx.Regimens(ctx)
	if err != nil {
		return MedicationCounts{}, err
	}
	b := &cabinet{Medications: s, shelves: map[string]*shelf{}}
	for i := range stored {
		b.add(&shelf{id: stored[i].Plan.ID, was: &stored[i], periods: periodsOf(&stored[i])})
	}
	for i := range drafts {
		if drafts[i].Medication.Kind != MedicationTaken {
			b.order(&drafts[i])
		}
	}
	var intakes []intake
	for i := range drafts {
		if drafts[i].Medication.Kind == MedicationTaken {
			intakes = append(intakes, b.intake(&drafts[i]))
		}
	}
	if err := b.write(ctx, tx); err != nil {
		return MedicationCounts{}, err
	}
	if err := b.doses(ctx, tx, intakes); err != nil {
		return MedicationCounts{}, err
	}
	return b.counts, nil
}

// shelf is one plan with what the import says of it.
type shelf struct {
	id      string
	was     *record.Regimen // nil for a new one
	periods []period
	touched bool
	said    []said
}

// said is a draft that a shelf got: whether it was known, and said the same.
type said struct{ known, same bool }

// closed says that a person has a hand in the plan: the import leaves it alone.
func (f *shelf) closed() bool { return f.was != nil && !f.was.Plan.Imported() }

func (f *shelf) find(order string) *period {
	i := slices.IndexFunc(f.periods, func(p period) bool { return p.order == order })
	if i < 0 {
		return nil
	}
	return &f.periods[i]
}

func (f *shelf) drop(order string) {
	f.periods = slices.DeleteFunc(f.periods, func(p period) bool { return p.order == order })
	f.touched = true
}

// cabinet is a person's plans, while drafts are sorted into them.
type cabinet struct {
	*Medications
	list    []*shelf
	shelves map[string]*shelf // by id
	counts  MedicationCounts
}

func (b *cabinet) add(f *shelf) *shelf {
	b.list = append(b.list, f)
	b.shelves[f.id] = f
	return f
}

// holding is the plan that has an order already.
func (b *cabinet) holding(order string) *shelf {
	for _, f := range b.list {
		if f.find(order) != nil {
			return f
		}
	}
	return nil
}

// planID is the id of the plan that imports make of a drug.
func planID(concept string) string { return "med-" + shortHash(concept) }

// of is the plan for a drug: the one that imports made of it, or the person's own; nil where there is none.
func (b *cabinet) of(concept string) *shelf {
	if f := b.shelves[planID(concept)]; f != nil {
		return f
	}
	for _, f := range b.list {
		if f.was != nil && f.was.Plan.ConceptKey == concept && f.was.Plan.Status != record.PlanVoided {
			return f
		}
	}
	return nil
}

func (b *cabinet) order(d *Draft) {
	m := d.Medication
	order := b.orderOf(d)
	held := b.holding(order)
	if m.Removed {
		if held != nil && !held.closed() && b.isNamed(d, order) {
			held.drop(order)
			b.counts.Removed++
		}
		return
	}
	b.name(d, order)
	concept := m.ConceptKey()
	f := b.of(concept)
	if held != nil && held.closed() {
		f = held
	}
	if f == nil {
		f = b.add(&shelf{id: planID(concept)})
	}
	if f.closed() {
		b.counts.Duplicate++
		return
	}
	known := f.find(order)
	p, reason := b.period(d, known)
	if reason != "" {
		// Admit has let it pass, so that this is of the day on which it is asked. It is left as it is.
		b.counts.Duplicate++
		return
	}
	if held != nil && held != f {
		held.drop(order) // it is said to be of another drug now
	}
	f.touched = true
	f.said = append(f.said, said{known: held != nil, same: known != nil && known.says(&p)})
	if known != nil {
		*known = p
		return
	}
	f.periods = append(f.periods, p)
}

// name remembers which order an id of the document means.
func (s *Medications) name(d *Draft, order string) {
	if s.filed(d) && d.SourceRecordID != "" {
		s.named[d.SourceRecordID] = order
	}
}

// isNamed says that a record that a document takes back is the order: under the same id where the document has one that
// says the same under another.
func (s *Medications) isNamed(d *Draft, order string) bool {
	if !s.filed(d) || s.named[d.SourceRecordID] == order {
		return true
	}
	for _, other := range s.named {
		if other == order {
			return false
		}
	}
	return true
}

// orderNamed is the order that an id means which a draft refers to.
func (s *Medications) orderNamed(d *Draft, id string) string {
	if s.filed(d) {
		return s.named[id]
	}
	return s.scope(d) + "|" + id
}

// says says that a stored period is what a source says again. Another order may have cut it short.
func (p *period) says(again *period) bool {
	if p.how != again.how {
		return false
	}
	sameEnd := p.end != nil && again.lasts(*p.end) && !p.stopped || reflect.DeepEqual(p.end, again.end) && (p.stopped == again.stopped || !p.stopped)
	return p.start == again.start && sameEnd && reflect.DeepEqual(p.instructions, again.instructions)
}

// describe writes on a plan what the period in effect says of the drug, where it is not what the plan says already.
func (s *Medications) describe(plan record.Plan, p *period) record.Plan {
	scope, id, _ := strings.Cut(p.order, "|")
	m := p.drug
	switch {
	case m != nil:
		plan.Source = s.from(scope)
	case plan.SourceRecordID != id || !within(plan.Source, scope):
		plan.Source = scope // of which file is not known any more
	}
	plan.SourceRecordID = id
	if m == nil {
		return plan
	}
	plan.Name, plan.Strength, plan.Form, plan.ConceptKey, plan.Codes = m.Name, m.Strength, m.Form, m.ConceptKey(), nil
	for _, c := range m.Codes {
		code := record.MedicationCode{System: c.System, Code: c.Code, Display: c.Display}
		if c.System != "" && c.Code != "" && !slices.Contains(plan.Codes, code) {
			plan.Codes = append(plan.Codes, code)
		}
	}
	return plan
}

// from is where a plan of a scope came from: the file's id stands in it.
func (s *Medications) from(scope string) string {
	if !strings.HasPrefix(s.source, documentPrefix) || strings.HasSuffix(scope, ":"+s.source) {
		return scope
	}
	return strings.TrimSuffix(scope, ":") + ":" + s.source
}

// within says that a source is a scope's, with a file or without.
func within(source, scope string) bool {
	rest, ok := strings.CutPrefix(source, strings.TrimSuffix(scope, ":"))
	return ok && (rest == "" || rest == ":" || strings.HasPrefix(rest, ":"+documentPrefix))
}

// sameBut says that a plan is what it was, but for the file that says so: the first one that did stays.
func sameBut(r, was *record.Regimen) bool {
	if !strings.Contains(was.Plan.Source, ":"+documentPrefix) {
		return false
	}
	again := *r
	again.Plan.Source = was.Plan.Source
	return reflect.DeepEqual(again, *was)
}

// regimen is what the plan is to be. ok is false where nothing is left of it.
func (s *Medications) regimen(f *shelf) (r record.Regimen, ok bool) {
	if len(f.periods) > 1 {
		// Once there is an order, what intakes showed of the time adds nothing to it.
		f.periods = slices.DeleteFunc(f.periods, func(p period) bool { return fromIntakes(p.order) })
	}
	if len(f.periods) == 0 {
		return r, false
	}
	plan := record.Plan{ID: f.id, CreatedAt: s.now, ChangedAt: s.now}
	if f.was != nil {
		plan = f.was.Clone().Plan
	}
	r = lay(plan, f.periods)
	last := r.Plan.OrderID
	for i := range f.periods {
		if f.periods[i].order == last {
			r.Plan = s.describe(r.Plan, &f.periods[i])
		}
	}
	return r, true
}

func (b *cabinet) write(ctx context.Context, tx *store.Tx) error {
	by := store.By{Actor: "import", At: b.now}
	for _, f := range b.list {
		if !f.touched {
			continue
		}
		changed, err := b.put(ctx, tx, f, by)
		if err != nil {
			return err
		}
		for _, d := range f.said {
			switch {
			case !changed || d.same:
				b.counts.Duplicate++
			case d.known:
				b.counts.Changed++
			default:
				b.counts.Stored++
			}
		}
	}
	return nil
}

// put writes a plan where it is new or other than it was.
func (b *cabinet) put(ctx context.Context, tx *store.Tx, f *shelf, by store.By) (changed bool, err error) {
	r, ok := b.regimen(f)
	switch {
	case f.was == nil && !ok:
		return false, nil
	case f.was == nil:
		return tx.PutRegimen(ctx, r)
	case !ok:
		if f.was.Plan.Status == record.PlanVoided {
			return false, nil
		}
		if r, err = f.was.Void(b.today); err != nil {
			return false, err
		}
	case reflect.DeepEqual(r, *f.was), sameBut(&r, f.was):
		return false, nil
	}
	return true, tx.RewriteRegimen(ctx, r, by)
}

// intake is a dose with the plan that it is of.
type intake struct {
	event   record.DoseEvent
	shelf   *shelf
	removed bool
}

// intakesOrder marks the period of a drug of which only intakes are known.
const intakesOrder = "intakes:"

func fromIntakes(order string) bool {
	_, id, _ := strings.Cut(order, "|")
	return strings.HasPrefix(id, intakesOrder)
}

func (b *cabinet) intake(d *Draft) intake {
	m := d.Medication
	if m.Removed {
		return intake{event: record.DoseEvent{ID: "dose-" + shortHash(b.orderOf(d))}, removed: true}
	}
	e, _ := b.dose(d) // Admit has let it pass
	f := (*shelf)(nil)
	for _, id := range m.Orders {
		if order := b.orderNamed(d, id); order != "" {
			if f = b.holding(order); f != nil {
				break
			}
		}
	}
	concept := m.ConceptKey()
	if f == nil {
		f = b.of(concept)
	}
	if f == nil {
		f = b.add(&shelf{id: planID(concept)})
	}
	e.Plan = f.id
	if !f.closed() {
		b.widen(f, d, e.LocalDay)
	}
	return intake{event: e, shelf: f}
}

// widen makes the period of a drug of which only intakes are known reach to a day. It is of no order.
func (b *cabinet) widen(f *shelf, d *Draft, day record.Day) {
	at := slices.IndexFunc(f.periods, func(p period) bool { return fromIntakes(p.order) })
	switch {
	case at < 0 && len(f.periods) > 0:
		return
	case at < 0:
		end := day
		f.periods = []period{{order: b.format + ":" + "|" + intakesOrder, start: day, end: &end, instructions: []record.Instruction{{}}, drug: d.Medication}}
	default:
		p := &f.periods[at]
		if day > *p.end || day == *p.end && p.drug != nil && d.Medication.Name > p.drug.Name {
			p.drug = d.Medication
		}
		end := max(day, *p.end)
		p.start, p.end = min(day, p.start), &end
	}
	f.touched = true
}

func (b *cabinet) doses(ctx context.Context, tx *store.Tx, list []intake) error {
	for _, in := range list {
		if in.removed {
			err := tx.RemoveDose(ctx, in.event.ID, store.By{Actor: "import", At: b.now})
			if err == nil {
				b.counts.Removed++
			} else if !errors.Is(err, store.ErrNoDose) {
				return err
			}
			continue
		}
		if err := b.given(ctx, tx, in.event); err != nil {
			return err
		}
	}
	return nil
}

// given stores an intake. One that comes again with another time or amount corrects what is there.
func (b *cabinet) given(ctx context.Context, tx *store.Tx, e record.DoseEvent) error {
	added, err := tx.AddDose(ctx, e)
	if err != nil {
		return err
	}
	if added {
		b.counts.Stored++
		return nil
	}
	corrected, err := tx.CorrectDose(ctx, e, store.By{Actor: "import", At: b.now})
	if corrected {
		b.counts.Changed++
	} else {
		b.counts.Duplicate++
	}
	return err
}
