package answers

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store"
)

// What is said about an answer. The sentences on absence and on plans are the specification's, word for word.
const (
	noteAbsence = "no data for an indicator means it was never recorded, not that the condition is absent"

	noteSwapped = "start was after end: the two were taken the other way round"
	notePadded  = "the day of some readings is not known for certain: they were looked for a day beyond both ends of the window, and may belong to a neighbouring day"
	noteDays    = "each day counts once, with its elected value or else its last reading; stats counts every reading of a day without an elected value"
	noteWords   = "of reported rows, name is in the person's own words and is the record; system and code are what ICPC-3 takes it for, empty where it could not place the words"
	noteGiven   = "a reported condition is what the person says they were diagnosed with, not a clinical record"
	noteNothing = "nothing is recorded in the window"

	noteOtherKinds = "nothing of the kind or modality that was asked for is on record; there is of others"
	noteNoneOfIt   = "nothing of what was asked for is on record"
)

// listed is how many names a note has room for, and quoted how long one may be.
const (
	listed = 8
	quoted = 80
)

// short is a name as a note has it: in quotes, in one line, and cut where it is long. Names are others' words, and must
// not pass for the note's.
func short(name string) string {
	name = strings.Join(strings.Fields(name), " ")
	if utf8.RuneCountInString(name) > quoted {
		name = string([]rune(name)[:quoted-1]) + "…"
	}
	return quotation(name)
}

// listOf joins names for a note.
func listOf(names []string) string {
	out := make([]string, 0, len(names))
	for _, n := range names {
		out = append(out, short(n))
	}
	return enumerate(out)
}

// enumerate joins as many parts as a note has room for, and counts the rest.
func enumerate(parts []string) string {
	if rest := len(parts) - listed; rest > 0 {
		parts = append(slices.Clone(parts[:listed]), fmt.Sprintf("and %d more", rest))
	}
	return strings.Join(parts, ", ")
}

func noteUnmatched(names []string) string {
	return "nothing on record matches: " + listOf(names)
}

// isCatalogue goes behind what is said of selectors where all that there is is the answer.
const isCatalogue = "; this is the catalogue of what is on record"

func noteReported(names []string) string {
	return "on record as what was reported, which the journal has and not this list: " + listOf(names)
}

func noteLoose(names []string) string {
	return "nothing on record matches as such: " + listOf(names) + "; what is shown has some of the words"
}

// notes are what is to be said of the selectors. What is behind each note on those that found nothing is end.
func (f *selection) notes(end string) []string {
	var out []string
	if len(f.unmatched) > 0 {
		out = append(out, noteUnmatched(f.unmatched)+end)
	}
	if len(f.reported) > 0 {
		out = append(out, noteReported(f.reported)+end)
	}
	if len(f.written) > 0 {
		out = append(out, noteWritten(f.written))
	}
	if len(f.loose) > 0 {
		out = append(out, noteLoose(f.loose))
	}
	for _, n := range f.nearest {
		var names []string
		for _, series := range n.series {
			if title, ok := f.titles[series]; ok { // else there was no room for it
				names = append(names, title)
			}
		}
		if len(names) > 0 {
			out = append(out, "shown for "+short(n.keyword)+" as the nearest that is on record: "+listOf(names))
		}
	}
	for _, b := range f.beside {
		if len(b.series) > 0 {
			out = append(out, "on record of the same analyte as "+short(b.keyword)+", and not shown: "+listOf(b.series))
		}
	}
	return out
}

// notes are what is to be said of how a question was read. What could not be is counted and not repeated.
func (q *Question) notes() []string {
	var out []string
	if q.Swapped {
		out = append(out, noteSwapped)
	}
	for _, lost := range []struct {
		n    int
		what string
	}{{q.LostKeywords, "keyword"}, {q.LostIndicators, "indicator"}} {
		if lost.n > 0 {
			out = append(out, counted(lost.n, lost.what)+" left out: no text, or nothing in it that can be seen")
		}
	}
	return out
}

func noteEmpty(names []string, w record.Window) string {
	return "on record, but without a reading in the window " + w.String() + ": " + listOf(names)
}

// noteNoEntry takes the newest of what is outside of the window.
func noteNoEntry(w record.Window, newest []store.Line) string {
	if len(newest) == 0 {
		return ""
	}
	return fmt.Sprintf("nothing of what was asked for is recorded in the window %s; the newest outside of it is of %s", w, newest[0].LocalDay)
}

func noteNoNumber(names []string, v View) string {
	return "on record in the window, but without a number at a time of day, which view=" + string(v) + " is made of: " + listOf(names)
}

func noteTimeless(n int, names []string, v View) string {
	return fmt.Sprintf("%s without a number or a time of day, which view=%s is made of, left out: %s", counted(n, "reading"), v, listOf(names))
}

// noteMixed takes names with their units, already quoted.
func noteMixed(names []string) string {
	return "readings in several units were converted into one: " + enumerate(names)
}

func noteLeftOut(n int, names []string) string {
	return fmt.Sprintf("%s without a unit, or in one that does not convert into that of the others, left out of min, max and avg: %s", counted(n, "reading"), listOf(names))
}

func noteWordless(n int, names []string) string {
	return fmt.Sprintf("%s without a number, counted and in no min, max or avg (view=raw has them): %s", counted(n, "value"), listOf(names))
}

// noteElected is of statistics.
func noteElected(days int, names []string) string {
	return fmt.Sprintf("%s with an elected value, each counted once with that value and not with each of its readings, also in min and max: %s", counted(days, "day"), listOf(names))
}

// noteComputed is of raw, where values of days stand among readings.
func noteComputed(n int, names []string) string {
	return fmt.Sprintf("%s of a whole day, computed from its readings and counted beside them: %s", counted(n, "value"), listOf(names))
}

// noteOfDay is of latest.
func noteOfDay(_ int, names []string) string {
	return "of the whole day, computed from its readings, and no single reading: " + listOf(names)
}

func noteCompared(n int, names []string) string {
	return fmt.Sprintf("%s printed with a sign such as <, which stand in min and max with their number and are left out of avg: %s", counted(n, "reading"), listOf(names))
}

func noteBeside(n int) string {
	return counted(n, "reading") + " of a day that is not known for certain, just outside of the window, are in none of its days"
}

func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// noteOutside names the answered series of which there is more before or after a window, or is empty.
func noteOutside(found *selection, w record.Window) string {
	from, to := w.Bounds()
	var parts []string
	for _, name := range found.series {
		at := found.entries[name]
		var beyond []string
		if at.first < from {
			beyond = append(beyond, "from "+at.first.String())
		}
		if at.last > to {
			beyond = append(beyond, "until "+at.last.String())
		}
		if len(beyond) > 0 {
			parts = append(parts, short(found.titles[name])+" ("+strings.Join(beyond, " and ")+")")
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return "there is more outside of the window: " + enumerate(parts)
}

// said drops empty notes.
func said(notes ...string) []string {
	return slices.DeleteFunc(notes, func(n string) bool { return n == "" })
}
