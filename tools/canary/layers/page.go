package main

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/seed-a76b335c/philint/internal/hook/leak"
)

// measured is what each layer makes of the leaks, by number.
type measured struct {
	lint     map[int][]string // classes of findings
	filtered map[int][]string // where a leak is found although the filter is there
	canary   map[int][]string // where it is found without the filter
}

// row is a leak's line of the table.
type row struct {
	number                  int
	out, comes              string
	philint, redact, canary string // cells
}

// Cells that are no measurement's own words.
const (
	nothing = "–"
	stops   = "stops it"
)

func (m *measured) rows() (out []row) {
	for _, l := range leak.All() {
		r := row{number: l.Number, out: l.Out, comes: carriers[l.Sends], philint: nothing, redact: stops, canary: nothing}
		if classes := m.lint[l.Number]; len(classes) > 0 {
			r.philint = strings.Join(classes, ", ")
		}
		if len(m.filtered[l.Number]) > 0 {
			r.redact = nothing
		}
		if places := m.canary[l.Number]; len(places) > 0 {
			r.canary = strings.Join(places, "; ")
		}
		out = append(out, r)
	}
	return out
}

var carriers = map[leak.Carrier]string{
	leak.Keyword: "query", leak.Date: "query", leak.Path: "path", leak.Named: "header", leak.Argument: "tool argument", leak.Long: "tool argument",
	leak.Resource: "resource URI", leak.Upload: "file", leak.Readings: "answer", leak.Table: "answer", leak.Record: "record",
}

// hole is a reason for which a layer lets leaks through.
type hole struct {
	why    string
	leaks  []int
	advice string
}

// The holes of a layer. Together they name what it lets through, and nothing else: a page is not made otherwise.
var (
	lintHoles = []hole{
		{"A file is no log, and may be where data belongs", []int{21, 22, 23, 24}, "keep files of persons below the data directory, and remove what is temporary where it is made"},
		{"A reply is no log", []int{29}, "the canary asks as another person; what is kept between requests needs the person in its key"},
		{"The statement is in a library", []int{20}, "give libraries a logger behind `redact`, never a plain one"},
	}
	filterHoles = []hole{
		{"The value has the form that its key promises", []int{2}, "philint looks at where a value comes from; use `redact.ID` only for what the program has made itself"},
		{"It is written to a stream, not to the log", []int{10, 16, 17, 32, 35, 40}, "philint refuses values in `fmt.Print` and on `os.Stdout` and `os.Stderr`; recover with `redact.Recover`"},
		{"The runtime writes it", []int{36}, "`redact.Go` and `redact.RecoverExit` in every goroutine and every helper; a helper's standard error is not to be the server's"},
		{"A digest is an identifier", []int{46}, "`redact.Tag`, which has a key, for what can be guessed, `redact.Fingerprint` for random secrets; philint takes no digest but these"},
		{"A file, a metric, a profile, a reply is no log", []int{21, 22, 23, 24, 25, 26, 27, 28, 29}, "labels and names from closed sets only, which philint checks; the canary for the rest"},
	}
	canaryHoles = []hole{
		{"Too little of the word is left", []int{45}, "philint refuses any part of it, redact the key"},
		{"The word cannot be read out of it", []int{46}, "philint refuses digests but `redact.Tag` and `redact.Fingerprint`"},
		{"A number alone has neither a word nor a shape", []int{47}, "philint refuses what is no count, redact the key"},
	}
)

// page writes the document. It is an error if the reasons do not fit what was measured.
func page(w io.Writer, rows []row) error {
	misses := func(cell func(row) string) (out []int) {
		for _, r := range rows {
			if cell(r) == nothing {
				out = append(out, r.number)
			}
		}
		return out
	}
	byLint := misses(func(r row) string { return r.philint })
	byFilter := misses(func(r row) string { return r.redact })
	byCanary := misses(func(r row) string { return r.canary })
	if err := fit("philint", lintHoles, byLint); err != nil {
		return err
	}
	if err := fit("redact", filterHoles, byFilter); err != nil {
		return err
	}
	if err := fit("the canary", canaryHoles, byCanary); err != nil {
		return err
	}
	n := len(rows)
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, head, n, n-len(byLint), n, n-len(byFilter), n, n-len(byCanary), n, len(seen()), named(rows, byCanary))
	for _, r := range rows {
		fmt.Fprintf(b, "| %d | %s | %s | %s | %s | %s |\n", r.number, r.out, r.comes, r.philint, r.redact, r.canary)
	}
	fmt.Fprintf(b, "\n## What philint lets through\n\n")
	list(b, lintHoles)
	fmt.Fprintf(b, "\n## What redact lets through\n\n")
	list(b, filterHoles)
	fmt.Fprintf(b, "\n## What the canary lets through\n\n")
	list(b, canaryHoles)
	fmt.Fprint(b, unlooked)
	fmt.Fprint(b, "\n## What only one layer catches\n\n")
	for _, one := range []struct {
		layer  string
		others []int // that both others let through
	}{{"philint", both(byFilter, byCanary)}, {"redact", both(byLint, byCanary)}, {"the canary", both(byLint, byFilter)}} {
		fmt.Fprintf(b, "* %s: %s\n", one.layer, named(rows, one.others))
	}
	if none := both(byLint, both(byFilter, byCanary)); len(none) > 0 {
		return fmt.Errorf("no layer catches the leaks %v", none)
	}
	fmt.Fprint(b, "\n## What each leak teaches\n\n")
	for _, l := range leak.All() {
		fmt.Fprintf(b, "%d. **%s.** %s\n", l.Number, l.Out, l.Lesson)
	}
	return b.Flush()
}

// fit holds the reasons against what was measured.
func fit(layer string, holes []hole, missed []int) error {
	var explained []int
	for _, h := range holes {
		explained = append(explained, h.leaks...)
	}
	slices.Sort(explained)
	if !slices.Equal(explained, missed) {
		return fmt.Errorf("%s lets through the leaks %v; there are reasons for %v: mend the layer, or the list of its holes", layer, missed, explained)
	}
	return nil
}

func list(w io.Writer, holes []hole) {
	fmt.Fprintf(w, "| why | leaks | what helps |\n|---|---|---|\n")
	for _, h := range holes {
		var numbers []string
		for _, n := range h.leaks {
			numbers = append(numbers, strconv.Itoa(n))
		}
		fmt.Fprintf(w, "| %s | %s | %s |\n", h.why, strings.Join(numbers, ", "), h.advice)
	}
}

func both(a, b []int) (out []int) {
	for _, n := range a {
		if slices.Contains(b, n) {
			out = append(out, n)
		}
	}
	return out
}

func named(rows []row, numbers []int) string {
	var out []string
	for _, r := range rows {
		if slices.Contains(numbers, r.number) {
			out = append(out, fmt.Sprintf("%s (%d)", r.out, r.number))
		}
	}
	if len(out) == 0 {
		return "none of these"
	}
	return strings.Join(out, ", ")
}

// cells are those of a page's table by number: philint, redact, canary.
func cells(text string) map[int][3]string {
	out := map[int][3]string{}
	for line := range strings.Lines(text) {
		parts := strings.Split(strings.Trim(line, "| \n"), " | ")
		if len(parts) != 6 {
			continue
		}
		if n, err := strconv.Atoi(parts[0]); err == nil {
			out[n] = [3]string{parts[3], parts[4], parts[5]}
		}
	}
	return out
}
