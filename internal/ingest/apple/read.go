package apple

import (
	"context"
	"errors"
	"io"
	"maps"
	"slices"
	"sync/atomic"

	"github.com/seed-a76b335c/philint/internal/ingest"
)

// reader turns elements into samples.
type reader struct {
	scan     *scanner
	yield    func(ingest.Draft, error) bool
	counts   map[string]int64
	progress *atomic.Int64

	clock    clock
	names    interner // of types, sources, devices, units
	values   interner
	types    map[string]*typeInfo
	twins    twins
	repeats  repeats
	position int64 // of the element at the top, from 1

	element element
	main    raw // of the element at the top
	member  raw // of a record within a correlation
	workout workout
	dated   bool // the day of the export was read
	stopped bool
}

// element is what stands at the top of an export.
type element uint8

const (
	unknownElement element = iota
	recordElement
	correlationElement
	workoutElement
	summaryElement
	unsupported // known, and not stored
	personElement
	dateElement
)

var elements = map[string]element{
	"Record": recordElement, "Correlation": correlationElement, "Workout": workoutElement, "ActivitySummary": summaryElement,
	"ClinicalRecord": unsupported, "Audiogram": unsupported, "VisionPrescription": unsupported,
	"Me": personElement, "ExportDate": dateElement,
}

// Kinds are the elements at the top of an export that are known.
func Kinds() []string { return slices.Sorted(maps.Keys(elements)) }

// checkEvery is after how many elements the context is asked.
const checkEvery = 1024

func (r *reader) run(ctx context.Context) {
	root := false
	for n := 0; !r.stopped; n++ {
		if n%checkEvery == 0 {
			r.progress.Store(r.scan.offset())
			if err := ctx.Err(); err != nil {
				r.emit(ingest.Draft{}, err)
				return
			}
		}
		t, err := r.scan.next()
		if err != nil {
			r.progress.Store(r.scan.offset())
			if err == io.EOF && root {
				return
			}
			r.fatal(err)
			return
		}
		depth := r.scan.depth()
		switch {
		case t.start && depth == 1:
			if string(t.name) != "HealthData" || root {
				r.halt(ingest.WrongFormat, "root element")
				return
			}
			root = true
		case t.start && depth == 2:
			r.begin(t)
		case t.start:
			r.inside(t, depth)
		case depth == 1:
			r.finish()
		case depth == 2 && r.element == correlationElement && r.member.open:
			r.finishMember()
		}
	}
}

// fatal ends the reading with what is wrong with the file.
func (r *reader) fatal(err error) {
	switch {
	case errors.Is(err, errTooLarge):
		r.halt(ingest.TooLarge, "")
	case errors.Is(err, errEncoding):
		r.halt(ingest.WrongFormat, "encoding")
	case err == io.EOF && r.position == 0:
		r.halt(ingest.WrongFormat, "root element")
	default:
		r.halt(ingest.Damaged, "")
	}
}

func (r *reader) halt(reason ingest.Reason, where string) {
	r.emit(ingest.Draft{}, &ingest.Halt{Problem: ingest.Problem{Position: r.position, Reason: reason, Where: where}})
	r.stopped = true
}

func (r *reader) emit(s ingest.Draft, err error) {
	if !r.stopped && !r.yield(s, err) {
		r.stopped = true
	}
}

func (r *reader) problem(reason ingest.Reason, where string) {
	r.emit(ingest.Draft{}, &ingest.Problem{Position: r.position, Reason: reason, Where: where})
}

func (r *reader) begin(t *token) {
	r.position++
	r.element = elements[string(t.name)]
	switch r.element {
	case recordElement:
		r.counts["Record"]++
		r.attributes(&r.main, t)
	case correlationElement:
		r.counts["Correlation"]++
		r.attributes(&r.main, t)
		r.member.open = false
	case workoutElement:
		r.counts["Workout"]++
		r.attributes(&r.main, t)
		r.workout.read(t, &r.names, &r.values)
	case summaryElement:
		r.counts["ActivitySummary"]++
		r.summary(t)
	case unsupported:
		name := r.names.text(t.name)
		r.counts[name]++
		r.problem(ingest.NotSupported, name)
	case personElement:
		r.counts["Me"]++
	case dateElement:
		r.counts["ExportDate"]++
		r.exportDate(t)
	default:
		r.counts["unknown"]++
		r.problem(ingest.NotSupported, "unknown element")
	}
}

// exportDate tells the calendar of the whole file. Where it cannot be told, nothing in the file has a date.
func (r *reader) exportDate(t *token) {
	shift, ok := calendar(string(t.get("value")))
	if !ok || r.dated && shift != r.clock.shift {
		r.halt(ingest.BadTime, "ExportDate@value")
		return
	}
	r.clock.shift, r.dated = shift, true
}

// inside is an element within one at the top.
func (r *reader) inside(t *token, depth int) {
	switch string(t.name) {
	case "MetadataEntry":
		switch {
		case r.element == correlationElement && depth == 4 && r.member.open:
			r.metadata(&r.member, t)
		case depth == 3:
			r.metadata(&r.main, t)
		}
	case "Record":
		if r.element == correlationElement && depth == 3 {
			r.attributes(&r.member, t)
			r.member.open = true
		}
	case "WorkoutStatistics":
		// Those of a part of the workout are in the whole's.
		if r.element == workoutElement && depth == 3 {
			r.workout.statistics(t, &r.names, &r.values)
		}
	case "InstantaneousBeatsPerMinute":
		r.counts["beat"]++
	case "WorkoutRoute":
		r.counts["route"]++
	}
}

func (r *reader) finish() {
	switch r.element {
	case recordElement:
		if r.main.info != nil && r.main.info.repeated && !r.repeats.top(r.main.key()) {
			r.counts["member"]++
			return
		}
		r.record(&r.main)
	case workoutElement:
		r.finishWorkout()
	}
}

// finishMember is the end of a record within a correlation. The format says that it stands at the top too: it is
// yielded only where it does not.
func (r *reader) finishMember() {
	r.member.open = false
	m := &r.member
	if m.info == nil || !m.info.repeated || !r.repeats.inside(m.key()) {
		r.counts["member"]++
		return
	}
	r.record(m)
}

// repeats are the records that may stand in the file twice: at the top and in a correlation.
type repeats struct {
	seen map[digest]bool // true: at the top
}

// maxRepeats bounds the memory for them. Beyond it the format's word is taken: the members stand at the top.
const maxRepeats = 1 << 20

// top notes a record at the top; false says that it was yielded as a member.
func (p *repeats) top(key digest) bool {
	if p.seen == nil {
		p.seen = map[digest]bool{}
	}
	if top, ok := p.seen[key]; ok && !top {
		p.seen[key] = true
		return false
	}
	if len(p.seen) < maxRepeats {
		p.seen[key] = true
	}
	return true
}

// inside notes a member; true says that it did not stand at the top so far.
func (p *repeats) inside(key digest) bool {
	if p.seen == nil {
		p.seen = map[digest]bool{}
	}
	if _, ok := p.seen[key]; ok || len(p.seen) >= maxRepeats {
		return false
	}
	p.seen[key] = false
	return true
}
