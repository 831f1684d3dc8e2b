package canary

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"text/tabwriter"
	"time"
)

// Report is what a check looked at and what it found. It holds no content of what was searched.
type Report struct {
	Findings []Finding // in the order of the search
	Streams  []Stream  // the container's output, and what was collected
	Proven   []Proof   // the channels that were shown to have reached the server, in the order of Config.Tokens

	Files     int   // that were searched outside the data directory
	FileBytes int64 // in them
	Unchanged int   // files that Config.Files and Server.CopyTo put in and that are as they were

	ExitCode int     // of the server; -1 where it did not come to an end
	Phases   []Phase // in order

	mu     sync.Mutex
	failed error
}

// Stream is one thing that was searched as a whole.
type Stream struct {
	Name     string
	Bytes    int64
	Lines    int64
	Followed int64 // bytes that came while the server ran; of the container's output only
}

// Proof says how a channel was shown to have reached the server.
type Proof struct {
	Channel  string
	ReadBack bool // its token came back; else a request with it was answered
}

// Phase is a part of a check and how long it took.
type Phase struct {
	Name string
	Took time.Duration
}

// Err is nil for a check that looked at everything and found nothing. It is else what kept it from looking, as Check
// returned it, and the findings (ErrLeak), one a line.
func (r *Report) Err() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.Findings) == 0 {
		return r.failed
	}
	return errors.Join(r.failed, &leaks{r.Findings})
}

type leaks struct{ findings []Finding }

func (l *leaks) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%v (%d times)", ErrLeak, len(l.findings))
	for _, f := range l.findings {
		b.WriteString("\n\t" + f.String())
	}
	return b.String()
}

func (l *leaks) Unwrap() error { return ErrLeak }

// Bytes is how much was searched.
func (r *Report) Bytes() int64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.bytes()
}

func (r *Report) bytes() int64 {
	n := r.FileBytes
	for _, s := range r.Streams {
		n += s.Bytes
	}
	return n
}

// String is a table of what was looked at, how long it took, and what was found.
func (r *Report) String() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	var b strings.Builder
	switch {
	case r.failed != nil && len(r.Findings) > 0:
		fmt.Fprintf(&b, "canary: %s, and not everything could be checked\n", times(len(r.Findings), "finding"))
	case r.failed != nil:
		b.WriteString("canary: could not be checked\n")
	case len(r.Findings) > 0:
		fmt.Fprintf(&b, "canary: %s\n", times(len(r.Findings), "finding"))
	default:
		b.WriteString("canary: clean\n")
	}
	t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	row := func(format string, args ...any) { fmt.Fprintf(t, "  "+format+"\n", args...) }
	for _, s := range r.Streams {
		row("%s\t%s\t%s", s.Name, times(int(s.Lines), "line"), times(int(s.Bytes), "byte"))
	}
	row("files\t%s\t%s", times(r.Files, "file"), times(int(r.FileBytes), "byte"))
	if r.Unchanged > 0 {
		row("put in\t%s\tas they were, not searched", times(r.Unchanged, "file"))
	}
	var back, sent int
	for _, p := range r.Proven {
		if p.ReadBack {
			back++
		} else {
			sent++
		}
	}
	row("channels\t%d read back\t%d sent", back, sent)
	row("exit status\t%d", r.ExitCode)
	var total time.Duration
	for _, p := range r.Phases {
		row("%s\t%s", p.Name, p.Took.Round(time.Millisecond))
		total += p.Took
	}
	row("total\t%s", total.Round(time.Millisecond))
	_ = t.Flush()
	for _, f := range r.Findings {
		b.WriteString("  found: " + f.String() + "\n")
	}
	if r.failed != nil {
		for line := range strings.Lines(r.failed.Error()) {
			b.WriteString("  failed: " + strings.TrimSpace(line) + "\n")
		}
	}
	return b.String()
}

func times(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

func (r *Report) add(s Stream, found []Finding) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.Streams = append(r.Streams, s)
	r.Findings = append(r.Findings, found...)
}

func (r *Report) find(found []Finding) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.Findings = append(r.Findings, found...)
}

func (r *Report) file(bytes int64, unchanged bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if unchanged {
		r.Unchanged++
		return
	}
	r.Files++
	r.FileBytes += bytes
}
