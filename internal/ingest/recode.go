package ingest

import (
	"context"
	"strings"
	"time"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store"
	"github.com/seed-a76b335c/philint/internal/terminology"
)

// Cause is why decisions are made again.
type Cause string

// Causes.
const (
	CauseRelease Cause = "recode-release" // another vocabulary
	CauseRules   Cause = "recode-rules"   // other own names or rules
	CauseAlias   Cause = "recode-alias"   // a name was confirmed
)

// causeIngest is that of the first decision.
const causeIngest = "ingest"

// Recoded counts what decisions were made again.
type Recoded struct {
	Read    int64
	Changed int64 // mean something else now
}

// recodeRows is how many observations are decided in one transaction.
const recodeRows = 500

// Recode decides again what a person's observations mean, page by page, and elects again the days of those that moved.
// The history keeps the old decision and the new one with its cause. Nothing that was recorded changes. Running it again
// changes nothing; after a process was ended in the middle, running it again does the rest.
func Recode(ctx context.Context, o Options, cause Cause) (Recoded, error) {
	o.Document = nil
	p, err := newPipe(ctx, &o)
	if err != nil {
		return Recoded{}, err
	}
	var total Recoded
	var after record.ObsID
	for more := true; more; {
		var c Recoded
		var last record.ObsID
		err := p.person.Write(ctx, func(tx *store.Tx) error {
			var err error
			if c, last, err = p.recodePage(ctx, tx, after, cause); err != nil {
				return err
			}
			return p.step()
		})
		if err != nil {
			return total, err
		}
		total.Read, total.Changed = total.Read+c.Read, total.Changed+c.Changed
		after, more = last, c.Read == recodeRows
		if o.Progress != nil {
			o.Progress(Tally{Read: total.Read, Changed: total.Changed})
		}
	}
	return total, elect(ctx, p)
}

func (p *pipe) recodePage(ctx context.Context, tx *store.Tx, after record.ObsID, cause Cause) (c Recoded, last record.ObsID, err error) {
	if err := tx.Lock(ctx); err != nil {
		return c, last, err
	}
	page, err := tx.Page(ctx, after, recodeRows)
	if err != nil {
		return c, last, err
	}
	for i := range page {
		old := &page[i].Observation
		last = old.ID
		c.Read++
		// Computed rows follow their samples.
		if strings.HasPrefix(old.SourceRef, record.AggregatePrefix) {
			continue
		}
		now := p.decideAgain(old)
		if sameMeaning(&now.Coding, &old.Coding) && now.UCUM == old.UCUM {
			continue
		}
		c.Changed++
		if err := tx.AppendHistory(ctx, old.ID, old.Coding, causeIngest, old.CreatedAt); err != nil {
			return c, last, err
		}
		coding := now.Coding
		now.Coding = old.Coding
		if err := tx.Recode(ctx, now, coding, string(cause), p.now); err != nil {
			return c, last, err
		}
	}
	return c, last, nil
}

// decideAgain is a row with the meaning that it has now. When it was, and on which day, was decided when it was stored.
func (p *pipe) decideAgain(old *record.Observation) record.Observation {
	now := *old
	now.Number, now.HasNumber, now.Comparator, now.AbsentReason = 0, false, "", ""
	d := draftOf(old, p.coder.series.of(old.Coding.Series), p.gate.zones)
	d.Decimal = p.gate.signOf(old)
	value, reason := p.gate.read(&now, &d)
	if reason != "" {
		return *old // it was stored under other gates, and stays as it is
	}
	if d.VendorField != "" && p.gate.metrics.field(&d) == nil {
		value.ucum, now.UCUM = old.UCUM, old.UCUM // the importer knew how the field is sent
	}
	now.StreamKey = p.gate.streamOf(&now)
	a := p.coder.code(&now, &d, &value, p.gate.metrics.of(&d))
	if reason := p.coder.judge(&now, a, false); reason != "" {
		return *old
	}
	return now
}

func sameMeaning(a, b *record.Coding) bool {
	x, y := *a, *b
	x.Release, y.Release, x.Decision, y.Decision = "", "", "", ""
	return x == y
}

// RecodeAll is Recode for every person of a store.
func RecodeAll(ctx context.Context, s *store.Store, set *terminology.Set, cause Cause, load record.ZoneLoader) (Recoded, error) {
	var total Recoded
	persons, err := s.Persons(ctx)
	if err != nil {
		return total, err
	}
	for _, who := range persons {
		c, err := Recode(ctx, Options{Store: s, Set: set, Person: PersonOf(who, load)}, cause)
		total.Read, total.Changed = total.Read+c.Read, total.Changed+c.Changed
		if err != nil {
			return total, err
		}
	}
	return total, nil
}

// PersonOf is a stored person as Options take one. A zone that cannot be read is UTC.
func PersonOf(p store.Person, load record.ZoneLoader) Person {
	if load == nil {
		load = time.LoadLocation
	}
	zone, err := record.ParseZone(p.Zone, load)
	if err != nil {
		zone = record.UTC
	}
	return Person{ID: p.ID, Zone: zone, Load: load}
}
