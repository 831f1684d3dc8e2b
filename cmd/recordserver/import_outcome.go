package main

import (
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/seed-a76b335c/philint/internal/ingest"
	"github.com/seed-a76b335c/philint/internal/ingest/format"
)

// outcome is what became of one file. It is shown by its number on the command line: names of files can be names of
// people, and what is printed is often sent to others.
type outcome struct {
	app        *app
	number, of int
	format     format.Format
	mapping    string
	dry        bool
	stranger   bool // the file seems to be about somebody else than the person's other files
	tally      ingest.Tally
	shown      bool // a line of progress stands there
}

// progress shows what has been counted so far, on one line, to somebody who watches.
func (r *outcome) progress(t ingest.Tally) {
	if !watched(r.app.err) {
		return
	}
	r.shown = true
	terminal{r.app.err}.printf("\r\x1b[Kfile %d of %d: %d read, %d stored, %d duplicate, %d changed, %d rejected", r.number, r.of, t.Read, t.Stored, t.Duplicate, t.Changed, t.AllRejected())
}

// watched says that somebody sits in front of it.
func watched(w any) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0 && os.Getenv("TERM") != "dumb"
}

// end shows the counts, and why the file came to no end.
func (r *outcome) end(err error) {
	if r.shown {
		terminal{r.app.err}.printf("\r\x1b[K")
	}
	out := terminal{r.app.out}
	out.printf("file %d of %d", r.number, r.of)
	if r.format != "" {
		out.printf(": %s", r.format)
	}
	if r.dry {
		out.printf(", a dry run: this is what an import would come to")
	}
	out.printf("\n")
	for line := range strings.Lines(r.mapping) {
		out.printf("  %s", line)
	}
	if err == nil || r.tally.Read > 0 {
		r.counts(out)
	}
	if r.stranger {
		terminal{r.app.err}.printf("recordserver: file %d of %d: warning: its Patient has another number or birth date than the Patient of this person's files before: check --person\n", r.number, r.of)
	}
	if err != nil {
		for line := range strings.Lines(pathless(err)) {
			terminal{r.app.err}.printf("recordserver: file %d of %d: %s\n", r.number, r.of, strings.TrimSpace(line))
		}
	}
}

func (r *outcome) counts(out terminal) {
	t := &r.tally
	rows := []struct {
		name string
		n    int64
	}{{"read", t.Read}, {"stored", t.Stored}, {"duplicate", t.Duplicate}, {"changed", t.Changed}, {"rejected", t.AllRejected()}}
	out.table(func(out terminal) {
		for _, row := range rows {
			out.printf("  %s\t%d\n", row.name, row.n)
		}
		for _, reason := range slices.Sorted(maps.Keys(t.Rejected)) {
			out.printf("    %s\t%d\t%s%s\n", reason, t.Rejected[reason], sentenceOf(reason), placesOf(t.First[reason], t.Rejected[reason]))
		}
		out.printf("  coded\t%d\n  uncoded\t%d\n", t.Coded, t.Uncoded)
	})
}

// sentenceOf is a reason in words.
func sentenceOf(reason ingest.Reason) string {
	p := ingest.Problem{Reason: reason}
	return strings.TrimPrefix(p.Error(), "the file: ")
}

// placesOf are the first places of a reason.
func placesOf(first []int64, all int64) string {
	if len(first) == 0 {
		return ""
	}
	list := make([]string, len(first))
	for i, at := range first {
		list[i] = strconv.FormatInt(at, 10)
	}
	s := "; records " + strings.Join(list, ", ")
	if all == 1 {
		s = "; record " + list[0]
	}
	if int64(len(first)) < all {
		s += " and more"
	}
	return s
}
