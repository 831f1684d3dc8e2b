package redacttest

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"
)

// A Result is what became of one case.
type Result struct {
	Case  Case
	Leaks []string // kinds of traces of the planted text; nil for none
	Kept  bool     // the clean field beside it was written
	Fault string   // the logger panicked, with a value of this type
	Bytes int
}

// OK reports whether nothing leaked and the clean field stayed.
func (r Result) OK() bool { return len(r.Leaks) == 0 && r.Kept && r.Fault == "" }

// A Config chooses cases.
type Config struct {
	// Words: the filter was made with redact.ConstantMessages, so run the cases of kind Word too.
	Words bool
	// Formatted: the filter stands behind the logger's formatter, so leave out the cases of kind Typed.
	Formatted bool
	// Text: the logger writes text without fields, so the clean value may go with the message.
	Text bool
}

func (cfg Config) runs(c Case) bool {
	return (cfg.Words || !c.Word) && !(cfg.Formatted && c.Typed)
}

// Matrix runs the cases through loggers that newLogger makes, one for each case.
func Matrix(cfg Config, newLogger func(io.Writer) Logger) []Result {
	var rs []Result
	for i, c := range Cases() {
		if cfg.runs(c) {
			rs = append(rs, Try(i, newLogger))
		}
	}
	return rs
}

// Try runs the i-th of the [Cases].
func Try(i int, newLogger func(io.Writer) Logger) (r Result) {
	c, p := Cases()[i], Plant(i)
	var buf bytes.Buffer
	r.Case = c
	func() {
		defer func() {
			if v := recover(); v != nil {
				r.Fault = fmt.Sprintf("%T", v)
			}
		}()
		c.Log(newLogger(&buf), p)
	}()
	r.Bytes = buf.Len()
	r.Leaks = Leaks(c.Name, p, buf.Bytes())
	r.Kept = strings.Contains(buf.String(), kept) && strings.Contains(buf.String(), fmt.Sprint(keptValue))
	return r
}

// Run fails t for each case of the matrix that leaks, or that loses the clean field beside it. It never
// prints the output: that is where the leak is.
func Run(t *testing.T, newLogger func(io.Writer) Logger) {
	t.Helper()
	RunConfig(t, Config{}, newLogger)
}

// RunConfig is Run with a choice of cases.
func RunConfig(t *testing.T, cfg Config, newLogger func(io.Writer) Logger) {
	t.Helper()
	results := Matrix(cfg, newLogger)
	for _, r := range results {
		t.Run(r.Case.Name, func(t *testing.T) {
			for _, l := range r.Leaks {
				t.Errorf("leaks: %s", l)
			}
			if r.Fault != "" {
				t.Errorf("the logger panicked with a %s", r.Fault)
			}
			if !r.Kept && !cfg.Text {
				t.Errorf("the clean field was lost (%d bytes written)", r.Bytes)
			}
		})
	}
	if len(results) < 150 {
		t.Errorf("only %d cases ran", len(results))
	}
}
