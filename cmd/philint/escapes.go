package main

import (
	"context"
	"encoding/json"
	"fmt"
)

// escapes lists every //philint:ok, for a reviewer to read.
func (c *command) escapes(ctx context.Context, args []string) int {
	var o options
	fl := o.flags("philint escapes")
	asJSON := fl.Bool("json", false, "print JSON")
	patterns, err := o.parse(fl, args)
	if err != nil {
		return c.fail(err)
	}
	r, err := o.look(ctx, everything(patterns))
	if err != nil {
		return c.fail(err)
	}
	for i := range r.Escapes {
		r.Escapes[i].File = toHere(r.Escapes[i].File)
	}
	if *asJSON {
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
		if !e.Used {
			reason += " (suppresses nothing)"
		}
		fmt.Fprintf(c.stdout, "%s:%d:%d: %s\n", e.File, e.Line, e.Column, reason)
	}
	return c.close(r, nil, clean)
}
