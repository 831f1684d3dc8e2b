package ingest

import (
	"context"
	"strings"
	"time"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store"
	"github.com/seed-a76b335c/philint/internal/terminology"
)

// Options say into whose record drafts go, and where they come from.
type Options struct {
	Store  *store.Store
	Person Person
	Set    *terminology.Set
	Now    func() time.Time // nil: the clock
	// Source is where drafts come from that are not in a file: journal, api:…, device:…. With a Document it is not used.
	Source string
	// Document is the file that the drafts are read from, kept by Files.Keep. It is named in the store together with the
	// first of its readings.
	Document *store.Document
	// Format names the importer and how it reads, such as apple/1. An import that was broken off goes on only under the
	// same format.
	Format string
	// Progress is called now and then with what has been counted so far.
	Progress func(Tally)
	// Medications stores what drafts say of medications; without it they are refused as not supported.
	Medications MedicationSink
	// DryRun does all that Import does and takes it back: the tally is what an import would come to now.
	DryRun bool
	// Priority names sources in the order in which they are preferred where two say as much of a day.
	Priority []string

	sizes sizes
	step  func() error // called after each step of a transaction; an error ends it there
}

// sizes of transactions. A file of at most whole observations is stored in one; a longer one in batches, each with the
// position that it reached, so that it can go on from there.
type sizes struct{ whole, batch int }

// MedicationSink stores medications, in the transaction of the drafts among which they stood. Like readings, what comes a
// second time is a duplicate.
type MedicationSink interface {
	// Admit says why a draft is refused, "" where it is stored.
	Admit(d *Draft) Reason
	Store(ctx context.Context, tx *store.Tx, drafts []Draft) (MedicationCounts, error)
}

var usualSizes = sizes{whole: 20_000, batch: 10_000}

// Import stores what an importer yields.
//
// A file of up to 20,000 observations is one transaction: if it fails, nothing of it is stored. A longer one is stored in
// batches: if it fails, what is before the failure stays, and importing it again goes on from there. Either way what was
// in the record before is unchanged, and importing a file twice changes nothing. The error is a *Stopped.
func Import(ctx context.Context, o Options, drafts Drafts) (Tally, error) {
	p, err := newPipe(ctx, &o)
	if err != nil {
		return Tally{}, stopped(err)
	}
	if o.DryRun {
		return p.rehearse(ctx, drafts)
	}
	return p.run(ctx, drafts)
}

// pipe takes drafts from the importer to the store.
type pipe struct {
	*Options
	person  *store.PersonStore
	now     record.Instant
	gate    *gate
	coder   *coder
	elector *elector
	source  string

	tally   Tally
	rows    []record.Observation
	removed []record.Observation // of records that the source took back: only what identifies them
	recalls []recall             // those of which it says their ids only
	drugs   []Draft
	skip    int64 // records that an earlier run has dealt with
	batch   store.Batch
	again   bool  // an earlier run came to the end of the file
	changed bool  // this one has changed something
	done    int64 // records that are dealt with for good
	batched bool  // the file is longer than one transaction

	rehearsal *store.Tx // of a dry run: everything goes into it
}

func newPipe(ctx context.Context, o *Options) (*pipe, error) {
	now := time.Now
	if o.Now != nil {
		now = o.Now
	}
	p := &pipe{Options: o, person: o.Store.Person(o.Person.ID), now: record.InstantOf(now()), source: o.Source}
	if p.sizes == (sizes{}) {
		p.sizes = usualSizes
	}
	if p.step == nil {
		p.step = func() error { return nil }
	}
	if o.Document != nil {
		p.source = DocumentSource(o.Document.ID)
	}
	aliases, err := loadAliases(ctx, o.Store, o.Person.ID)
	if err != nil {
		return nil, err
	}
	p.gate = newGate(o.Person, p.now)
	p.coder = newCoder(o.Set, aliases)
	p.elector = newElector(o.Set, p.coder.series, o.Person, p.now, o.Priority)
	return p, p.resume(ctx)
}

// DocumentSource is the SourceRef of what was read from a document.
func DocumentSource(id string) string { return documentPrefix + id }

// resume finds an earlier run of the same file.
func (p *pipe) resume(ctx context.Context) error {
	if p.Document == nil {
		return nil
	}
	p.batch = store.Batch{
		ID: "import:" + p.Document.ID, DocumentID: p.Document.ID, Format: p.Format, State: store.BatchRunning, StartedAt: p.now,
	}
	b, ok, err := p.person.FindBatch(ctx, p.batch.ID)
	if err != nil || !ok {
		return err
	}
	p.again = b.State == store.BatchDone
	p.batch.StartedAt = b.StartedAt
	if b.State == store.BatchDone || b.Format != p.Format || b.Position == 0 {
		return nil
	}
	p.batch, p.skip, p.batched = b, b.Position, true
	p.done = b.Position
	p.tally = Tally{Read: b.Read, Stored: b.Stored, Duplicate: b.Duplicate, Rejected: countsOf(b.Rejected), First: map[Reason][]int64{}}
	p.tally.Changed = b.Read - b.Stored - b.Duplicate - p.tally.AllRejected()
	return nil
}

// progressEvery is how many records lie between two calls of Progress.
const progressEvery = 10_000

func (p *pipe) run(ctx context.Context, drafts Drafts) (Tally, error) {
	var at int64
	var last *Problem // of the record before, where it was one
	for d, err := range drafts {
		if err == nil {
			err = ctx.Err()
		}
		at++
		if last = problemOf(err); last == nil && err != nil {
			return p.fail(ctx, err)
		}
		if at <= p.skip {
			p.pass(&d, last)
			continue
		}
		if p.gathered() >= p.most() {
			if err := p.flush(ctx, store.BatchRunning); err != nil {
				return p.broken(err)
			}
		}
		p.count(&d, last)
		if p.Progress != nil && at%progressEvery == 0 {
			p.Progress(p.tally.clone())
		}
	}
	if last != nil && last.Reason == Damaged {
		// Nothing comes after the damage: the file is cut short there.
		return p.fail(ctx, &Halt{Problem: *last})
	}
	if err := p.flush(ctx, store.BatchDone); err != nil {
		return p.broken(err)
	}
	return p.finish(ctx)
}

// count deals with one record of the file.
func (p *pipe) count(d *Draft, problem *Problem) {
	p.tally.Read++
	switch {
	case problem != nil:
		p.tally.reject(problem.Reason, problem.Position)
		if problem.Reason == Removed {
			p.takeBack(d)
		}
	case d.Medication != nil && p.Medications == nil:
		p.tally.reject(NotSupported, d.Position)
	case d.Medication != nil:
		p.drug(d)
	default:
		p.take(d)
	}
}

func (p *pipe) gathered() int { return len(p.rows) + len(p.removed) + len(p.recalls) + len(p.drugs) }

// most is how many observations are gathered before they are stored.
func (p *pipe) most() int {
	if p.batched {
		return p.sizes.batch
	}
	return p.sizes.whole
}

// take turns one draft into an observation, or counts why not.
func (p *pipe) take(d *Draft) {
	n := len(p.rows)
	if n < cap(p.rows) {
		p.rows = p.rows[:n+1]
	} else {
		p.rows = append(p.rows, record.Observation{})
	}
	if reason := p.prepare(&p.rows[n], d); reason != "" {
		p.rows = p.rows[:n]
		p.tally.reject(reason, d.Position)
		return
	}
	if p.rows[n].Coding.Outcome == record.Coded {
		p.tally.Coded++
	} else {
		p.tally.Uncoded++
	}
}

// pass goes by a record that an earlier run has dealt with. What tells it from others that say the same is still to be known.
func (p *pipe) pass(d *Draft, problem *Problem) {
	if problem == nil && d.Medication == nil && d.Origin == "" && d.SourceRecordID+d.PanelID != "" {
		var o record.Observation
		_ = p.prepare(&o, d)
	}
}

// takeBack remembers a record that the source marks as entered in error: by all that identifies it, else by its id.
func (p *pipe) takeBack(d *Draft) {
	if d.Medication != nil {
		p.takeBackDrug(d)
		return
	}
	if d.SourceRecordID == "" {
		return
	}
	var o record.Observation
	p.gate.copy(&o, d)
	if texts(d) == "" && o.NameKey != "" && p.gate.place(&o, d) == "" {
		p.gate.identify(&o, d, p.source)
		p.removed = append(p.removed, o)
		if d.Origin != "" || !strings.HasPrefix(p.source, documentPrefix) {
			return
		}
		// What is known by what it says is the file's record of that id also where other words stand beside it.
	}
	p.recalls = append(p.recalls, recall{origin: d.Origin, source: p.source, id: d.SourceRecordID})
}

// prepare makes an observation of a draft: gates, meaning, identity.
func (p *pipe) prepare(o *record.Observation, d *Draft) Reason {
	return prepare(p.gate, p.coder, p.source, o, d)
}

func prepare(g *gate, c *coder, source string, o *record.Observation, d *Draft) Reason {
	value, reason := g.admit(o, d)
	if reason != "" {
		return reason
	}
	o.SourceRef = source
	m := g.metrics.of(d)
	a := c.code(o, d, &value, m)
	typed := o.SourceKind == record.FromManual || o.SourceKind == record.FromAPI
	if reason := c.judge(o, a, typed); reason != "" {
		return reason
	}
	// What a reading means can say that its day begins in the evening.
	if m == nil && a.metric != nil && a.metric.Night && o.Grain != record.OfDay {
		if zone, ok := g.zones.find(o.Zone); ok {
			o.LocalDay = record.LocalDay(o.Start, zone, a.metric.DayStart())
		}
	}
	g.identify(o, d, source)
	o.StreamKey = g.streamOf(o)
	return ""
}

// flush stores what was gathered. The last flush of a file that fits in one transaction is all of it.
func (p *pipe) flush(ctx context.Context, state store.BatchState) error {
	if p.gathered() == 0 && (state == store.BatchRunning || p.Document == nil) {
		return nil
	}
	p.batched = p.batched || state == store.BatchRunning
	var c counts
	err := p.transaction(ctx, func(tx *store.Tx) error {
		var err error
		c, err = p.write(ctx, tx, state)
		return err
	})
	if err != nil {
		return err
	}
	p.add(c)
	p.changed = p.changed || c.stored+c.changed+c.removed > 0
	p.rows, p.removed, p.drugs, p.done = p.rows[:0], p.removed[:0], p.drugs[:0], p.tally.Read
	p.recalls = p.recalls[:0]
	clear(p.gate.origins)
	if p.Progress != nil {
		p.Progress(p.tally.clone())
	}
	return nil
}

func (p *pipe) add(c counts) {
	p.tally.Stored += c.stored
	p.tally.Duplicate += c.duplicate
	p.tally.Changed += c.changed
}

// write is one transaction: observations, what they touch, and how far the import is.
func (p *pipe) write(ctx context.Context, tx *store.Tx, state store.BatchState) (counts, error) {
	if err := tx.Lock(ctx); err != nil {
		return counts{}, err
	}
	added := false
	if p.Document != nil {
		var err error
		if added, err = tx.PutDocument(ctx, *p.Document); err != nil {
			return counts{}, err
		}
	}
	w := newWriter(tx, p.coder.series)
	w.origin = p.gate.origins
	if err := w.store(ctx, p.rows); err != nil {
		return counts{}, err
	}
	if err := w.moved(ctx, p.rows); err != nil {
		return counts{}, err
	}
	if err := w.takeBack(ctx, p.removed, p.now); err != nil {
		return counts{}, err
	}
	if err := w.takeBackByID(ctx, p.recalls, p.now); err != nil {
		return counts{}, err
	}
	if len(p.drugs) > 0 {
		m, err := p.Medications.Store(ctx, tx, p.drugs)
		if err != nil {
			return counts{}, err
		}
		w.counts.stored += m.Stored
		w.counts.duplicate += m.Duplicate
		w.counts.changed += m.Changed
		w.counts.removed += m.Removed
	}
	if err := p.step(); err != nil {
		return counts{}, err
	}
	if err := p.days(ctx, tx, w.touched()); err != nil {
		return counts{}, err
	}
	if err := p.step(); err != nil {
		return counts{}, err
	}
	// A file that is imported again, and says nothing new, leaves no trace.
	if p.Document == nil || p.again && !added && !p.changed && !w.changes() {
		return w.counts, nil
	}
	return w.counts, tx.PutBatch(ctx, p.progress(w.counts, state))
}

// days elects what a file touched that is one transaction, and puts the days of a batch on the list.
func (p *pipe) days(ctx context.Context, tx *store.Tx, cells []store.Cell) error {
	if p.batched {
		return tx.Touch(ctx, cells)
	}
	if err := p.elector.settle(ctx, tx, cells); err != nil {
		return err
	}
	return p.elector.drain(ctx, tx)
}

// progress is the state of the import once a transaction with these counts is there.
func (p *pipe) progress(c counts, state store.BatchState) store.Batch {
	b := p.batch
	b.State, b.ChangedAt = state, p.now
	b.Read, b.Stored, b.Duplicate = p.tally.Read, p.tally.Stored+c.stored, p.tally.Duplicate+c.duplicate
	b.Position, b.Rejected = p.tally.Read, p.tally.rejected()
	return b
}

// finish elects what batches touched, each page in a transaction of its own.
func (p *pipe) finish(ctx context.Context) (Tally, error) {
	if p.batched {
		if err := elect(ctx, p); err != nil {
			return p.broken(err)
		}
	}
	return p.tally, nil
}

// Elect aggregates and elects the days that are waiting for it, as they are when a process ended in the middle of its
// work. Running it again changes nothing.
func Elect(ctx context.Context, o Options) error {
	p, err := newPipe(ctx, &o)
	if err != nil {
		return err
	}
	return elect(ctx, p)
}

func elect(ctx context.Context, p *pipe) error {
	for more := p.rehearsal == nil; more; {
		err := p.person.Write(ctx, func(tx *store.Tx) error {
			// Nothing to do is the usual case, and nothing is locked for it.
			cells, err := tx.Touched(ctx, store.Cell{}, 1)
			if more = len(cells) > 0; err != nil || !more {
				return err
			}
			if err := tx.Lock(ctx); err != nil {
				return err
			}
			if _, err = p.elector.page(ctx, tx); err != nil {
				return err
			}
			return p.step()
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// fail ends an import whose file cannot be read further. What stands before the failure is stored only where part of the
// file is stored already.
func (p *pipe) fail(ctx context.Context, cause error) (Tally, error) {
	s := stopped(cause)
	if p.batched && ctx.Err() == nil {
		if err := p.flush(ctx, store.BatchFailed); err != nil {
			return p.broken(err)
		}
		if err := elect(ctx, p); err != nil {
			return p.broken(err)
		}
	}
	return p.ended(s)
}

// broken ends an import that the store refused.
func (p *pipe) broken(err error) (Tally, error) { return p.ended(stopped(err)) }

func (p *pipe) ended(s *Stopped) (Tally, error) {
	s.whole, s.Records, s.dry = !p.batched, p.done, p.rehearsal != nil
	return p.tally, s
}
