package ingest

import (
	"context"
	"encoding/hex"
	"strconv"
	"strings"
	"time"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store"
	"github.com/seed-a76b335c/philint/internal/terminology"
	"github.com/seed-a76b335c/philint/internal/terminology/fold"
)

// ruleAggregate is the rule of the coding of computed rows.
const ruleAggregate = "device:aggregate"

// combined is the stream of a total that several streams made.
const combined = "combined"

// outcome is a contest after its election.
type outcome struct {
	*contest
	decision record.Decision
	computed []record.Observation // rows that the day now has, in order; those that were there before are not new
	isNew    []bool
	olds     []*record.Observation // what a new one takes the place of, nil for nothing
	removed  []*record.Observation
	winner   int // of computed, -1 for a row that was sent
}

// publish elects cells of one series, in order of days, and writes what that changes.
func (e *elector) publish(ctx context.Context, tx *store.Tx, contests []contest) error {
	id, from, to := contests[0].cell.Series, contests[0].cell.Day, contests[len(contests)-1].cell.Day
	before, err := tx.Authorities(ctx, id, from, to)
	if err != nil {
		return err
	}
	failed, err := tx.Failed(ctx, id, record.CheckBounds, from, to)
	if err != nil {
		return err
	}
	outcomes := make([]outcome, len(contests))
	for i := range contests {
		if err := e.echoes(ctx, tx, &contests[i]); err != nil {
			return err
		}
		outcomes[i] = e.decide(&contests[i])
	}
	if err := e.rows(ctx, tx, outcomes); err != nil {
		return err
	}
	if err := e.authorities(ctx, tx, outcomes, before); err != nil {
		return err
	}
	if err := e.checks(ctx, tx, outcomes, failed); err != nil {
		return err
	}
	return tx.SettleDays(ctx, id, from, to)
}

// echoes tells which profile settings have changed since they were last sent.
func (e *elector) echoes(ctx context.Context, tx *store.Tx, c *contest) error {
	for i := range c.candidates {
		cand := &c.candidates[i]
		if cand.Class != record.ProfileEcho {
			continue
		}
		last, ok, err := tx.Echo(ctx, c.cell.Series, cand.Stream, c.cell.Day)
		if err != nil {
			return err
		}
		cand.Changed = !ok || last != cand.Value.Number
	}
	return nil
}

func (e *elector) decide(c *contest) outcome {
	out := outcome{contest: c, winner: -1, decision: record.Decision{Outcome: record.Nothing}}
	if !c.device {
		out.replace(nil, nil)
		return out
	}
	out.decision = record.Elect(record.Contest{Metric: *c.metric, Day: c.cell.Day, Zone: c.zone}, c.candidates, record.ElectOptions{Priority: e.priority})
	impossible := map[string]bool{}
	for _, r := range out.decision.Rejected {
		impossible[r.Stream] = true
	}
	var wanted []record.Observation
	for i := range c.candidates {
		cand := &c.candidates[i]
		// What cannot be true is not published, so what the stream published before stays.
		if cand.Value.Row.IsZero() && !impossible[cand.Stream] {
			wanted = append(wanted, e.computed(c, cand.Stream, &cand.Value))
		}
	}
	if out.decision.Rule == record.RuleCombined {
		wanted = append(wanted, e.computed(c, combined, &out.decision.Winner.Value))
	}
	out.replace(wanted, impossible)
	out.elect()
	return out
}

// elect finds the winner among the computed rows.
func (o *outcome) elect() {
	w := &o.decision.Winner
	if o.decision.Outcome != record.Elected || !w.Value.Row.IsZero() {
		return
	}
	stream := w.Stream
	if o.decision.Rule == record.RuleCombined {
		stream = combined
	}
	for i := range o.computed {
		if r := &o.computed[i]; r.SourceRef == record.AggregatePrefix+stream && r.SourceRecordID == string(w.Value.Policy) {
			o.winner = i
		}
	}
}

// replace compares the rows that a day should have with those that it has: an unchanged one stays, a changed one takes
// the old one's place, what is not computed any more is removed.
func (o *outcome) replace(wanted []record.Observation, impossible map[string]bool) {
	used := map[record.ObsID]bool{}
	for i := range wanted {
		w := &wanted[i]
		var old *record.Observation
		for j := range o.contest.computed {
			if was := &o.contest.computed[j]; was.SourceRef == w.SourceRef && was.SourceRecordID == w.SourceRecordID && !used[was.ID] {
				old = was
				break
			}
		}
		if old != nil {
			used[old.ID] = true
			if old.Fingerprint == w.Fingerprint && old.Start == w.Start && old.End == w.End && old.Zone == w.Zone {
				o.computed, o.isNew, o.olds = append(o.computed, *old), append(o.isNew, false), append(o.olds, nil)
				continue
			}
			w.Amends = old.ID
		}
		o.computed, o.isNew, o.olds = append(o.computed, *w), append(o.isNew, true), append(o.olds, old)
	}
	for j := range o.contest.computed {
		was := &o.contest.computed[j]
		if !used[was.ID] && !impossible[strings.TrimPrefix(was.SourceRef, record.AggregatePrefix)] {
			o.removed = append(o.removed, was)
		}
	}
}

// computed is the row of a value that was computed from a day's samples.
func (e *elector) computed(c *contest, stream string, v *record.DayValue) record.Observation {
	m := c.metric
	like, ok := c.last[stream]
	if !ok {
		like = record.Observation{Name: strings.ReplaceAll(m.Key, "_", " "), SourceKind: record.FromDevice}
	}
	start, end := dayBounds(c.cell.Day, c.zone, m.DayStart())
	number := v.Published()
	o := record.Observation{
		Person: e.person.ID, Kind: record.Measurement, Status: record.Final, Modality: record.Derived, SourceKind: like.SourceKind,
		SourceRef: record.AggregatePrefix + stream, SourceRecordID: string(v.Policy), Vendor: like.Vendor, VendorField: like.VendorField,
		StreamKey: stream, SourceClass: record.Aggregator,
		Start: start, End: end, Zone: c.zone.String(), TZSource: record.ZoneIANA, LocalDay: c.cell.Day, DayKnown: true, Grain: record.OfDay, Stat: stats[v.Policy],
		Name: like.Name, Value: record.FormatNumber(number), Unit: m.Unit, Method: methodOf(v), NameKey: fold.Key(like.Name),
		ValueKind: record.Quantity, Number: number, HasNumber: true, UCUM: m.Unit,
		Fingerprint: v.Fingerprint(), CreatedAt: e.now,
	}
	if fixedName(o.Zone) {
		o.TZSource = record.ZoneOffset
	}
	o.Coding = e.codingOf(c, &o)
	return o
}

// dayBounds are the first instant of a day that begins at a clock time, and the first of the next.
func dayBounds(day record.Day, zone record.Zone, dayStart time.Duration) (start, end record.Instant) {
	start = zone.Start(day)
	if dayStart != 0 && start != zone.Start(day+1) {
		start, _ = zone.At(day, dayStart)
	}
	return start, start.Add(record.DayLength(day, zone, dayStart))
}

var stats = map[record.Policy]string{
	record.PolicyMeanMinMax: "mean", record.PolicyLast: "last", record.PolicySumDelta: "sum", record.PolicyDurationUnion: "duration",
	record.PolicyProviderValue: "as-reported",
}

// methodOf says how a value was computed, and what else is known of the day.
func methodOf(v *record.DayValue) string {
	s := string(v.Policy) + " n=" + strconv.Itoa(v.Count)
	if v.Policy == record.PolicyMeanMinMax {
		s += " min=" + record.FormatNumber(v.Min) + " max=" + record.FormatNumber(v.Max)
	}
	return s
}

func (e *elector) codingOf(c *contest, o *record.Observation) record.Coding {
	out := record.Coding{
		Outcome: record.Coded, System: terminology.SystemLOINC, Code: c.metric.Code(), Series: c.cell.Series, Release: e.set.Release(),
		Decision:  terminology.DecisionID(o.NameKey, o.UCUM, terminology.KindQuantity, e.set.Release(), ruleAggregate),
		Canonical: o.Number, HasCanonical: true, CanonicalUnit: o.UCUM,
	}
	if out.Code == "" {
		out.System, out.Code = systemDevice, c.metric.Key
	}
	return out
}

// name gives a computed row its id. The same value can be computed, replaced and computed again: try tells these apart.
func name(o *record.Observation, try int) {
	o.ID = record.Identity{
		NameKey: o.NameKey, Start: o.Start, End: o.End, SourceRef: o.SourceRef,
		SourceRecordID: o.SourceRecordID + "/" + hex.EncodeToString(o.Fingerprint[:]) + "/" + o.Zone + "/" + string(o.Status) + "/" + strconv.Itoa(try), Amends: o.Amends,
	}.ID()
}

// maxTries bounds how often one value of one day comes and goes.
const maxTries = 1000
