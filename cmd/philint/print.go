package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/seed-a76b335c/philint/analyzers/baseline"
)

// print writes the verdict in the form asked for.
func (c *command) print(o *options, r *run, v *verdict) error {
	w := bufio.NewWriter(c.stdout)
	var err error
	switch {
	case o.json:
		err = printJSON(w, v)
	case o.sarif:
		err = printSARIF(w, r, v)
	case o.github:
		err = printGitHub(w, v)
	case o.diff:
		var p *patch
		if p, err = fixes(v.shown); err == nil {
			c.adviseRedact(p.foreign)
			_, err = w.WriteString(p.diff())
		}
	default:
		err = printText(w, v)
	}
	if err != nil {
		return err
	}
	return w.Flush()
}

// printText writes a line a finding: file:line:col: message (class).
func printText(w io.Writer, v *verdict) error {
	for _, f := range v.shown {
		at := f.place
		at.file = relative(at.file)
		if _, err := fmt.Fprintf(w, "%s: %s (%s)\n", at, f.Message, f.Category); err != nil {
			return err
		}
	}
	for _, s := range v.staleLines() {
		if _, err := fmt.Fprintf(w, "%s: %s (stale)\n", s.place, s.text); err != nil {
			return err
		}
	}
	return nil
}

// A staleLine is an entry of the baseline that no longer fits.
type staleLine struct {
	place
	pkg, text string
}

func (v *verdict) staleLines() (out []staleLine) {
	at := map[baseline.Identity]place{}
	for _, f := range v.files {
		for i, e := range f.Entries() {
			at[e.Identity] = place{relative(f.path), i + 2, 1} // after the header
		}
	}
	for _, ch := range v.stale {
		out = append(out, staleLine{at[ch.Entry.Identity], ch.Entry.Package, oneLine(ch.String()) + "; run philint baseline prune"})
	}
	slices.SortStableFunc(out, func(a, b staleLine) int { return a.place.compare(b.place) })
	return out
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// printJSON writes what the x/tools drivers write under -json.
func printJSON(w io.Writer, v *verdict) error {
	out := map[string]map[string][]diagnostic{}
	add := func(id, analyzer string, d diagnostic) {
		if out[id] == nil {
			out[id] = map[string][]diagnostic{}
		}
		out[id][analyzer] = append(out[id][analyzer], d)
	}
	for _, f := range v.shown {
		add(f.id, f.analyzer, f.diagnostic)
	}
	for _, s := range v.staleLines() {
		add(s.pkg, "baseline", diagnostic{Category: "stale", Posn: s.String(), End: s.String(), Message: s.text})
	}
	enc := json.NewEncoder(w)
	enc.SetIndent("", "\t")
	enc.SetEscapeHTML(false)
	return enc.Encode(out)
}
