package main

import (
	"fmt"
	"io"
	"text/tabwriter"
)

// terminal is where a command's own output goes: what somebody asked for at a prompt, and what is wrong with what
// they asked. It is no log.
type terminal struct{ w io.Writer }

func (t terminal) printf(format string, args ...any) { fmt.Fprintf(t.w, format, args...) }

// table aligns what write prints to it.
func (t terminal) table(write func(terminal)) {
	w := tabwriter.NewWriter(t.w, 0, 0, 2, ' ', 0)
	write(terminal{w})
	_ = w.Flush() // whoever reads it has gone
}
