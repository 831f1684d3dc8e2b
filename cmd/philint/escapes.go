package main

import (
	"context"
	"encoding/json"
	"fmt"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"

	"github.com/seed-a76b335c/philint/analyzers"
)

// escapes lists every //philint:ok, for a reviewer to read.
func (c *command) escapes(ctx context.Context, args []string) int {
	var o options
	patterns, err := o.parse(o.flagsOf("escapes"), args)
	if err != nil {
		return c.fail(err)
	}
	r, err := o.look(ctx, everything(patterns))
	if err != nil {
		return c.fail(err)
	}
	r.addUnjudged()
	for i := range r.Escapes {
		r.Escapes[i].File = toHere(r.Escapes[i].File)
	}
	if o.json {
		if r.Escapes == nil {
			r.Escapes = []escape{}
		}
		enc := json.NewEncoder(c.stdout)
		enc.SetIndent("", "\t")
		enc.SetEscapeHTML(false)
		if err := enc.Encode(r.Escapes); err != nil {
			return c.fail(err)
		}
		return c.close(r, nil, clean)
	}
	for _, e := range r.Escapes {
		reason := e.Reason
		if reason == "" {
			reason = "NO REASON"
		}
		switch {
		case e.Excluded:
			reason += " (in an excluded package)"
		case !e.Used:
			reason += " (suppresses nothing)"
		}
		fmt.Fprintf(c.stdout, "%s: %s\n", place{e.File, e.Line, e.Column}, reason)
	}
	return c.close(r, nil, clean)
}

// addUnjudged adds to the escapes of the judged packages those of excluded ones, and those that lack a reason, which the
// analyzers report as findings and do not heed.
func (r *run) addUnjudged() {
	known := map[place]bool{}
	for _, e := range r.Escapes {
		known[place{e.File, e.Line, e.Column}] = true
	}
	for _, p := range r.asked {
		for _, name := range slices.Concat(p.GoFiles, p.CgoFiles) {
			fset := token.NewFileSet()
			f, err := parser.ParseFile(fset, filepath.Join(p.Dir, name), nil, parser.ParseComments|parser.SkipObjectResolution)
			if err != nil {
				continue // the run says what is wrong with it
			}
			for _, g := range f.Comments {
				for _, c := range g.List {
					reason, ok := analyzers.EscapeReason(c.Text)
					pos := fset.Position(c.Pos())
					e := escape{
						Package: p.ImportPath, File: fromRoot(pos.Filename), Line: pos.Line, Column: pos.Column, Reason: reason,
						Excluded: slices.Contains(r.Excluded, p.ImportPath),
					}
					if ok && !known[place{e.File, e.Line, e.Column}] {
						r.Escapes = append(r.Escapes, e)
					}
				}
			}
		}
	}
	slices.SortStableFunc(r.Escapes, func(a, b escape) int {
		return place{a.File, a.Line, a.Column}.compare(place{b.File, b.Line, b.Column})
	})
}
