package ingest

import (
	"context"
	"errors"
	"strconv"

	"github.com/seed-a76b335c/philint/internal/store"
	"github.com/seed-a76b335c/philint/internal/store/engine"
)

// Halt is what an importer yields, last of all, where a file cannot be read further: after it nothing more comes. A
// Problem with a position, in contrast, is one record, and the next ones follow.
type Halt struct{ Problem }

// Unwrap is the problem.
func (h *Halt) Unwrap() error { return &h.Problem }

// Stopped is why an import did not come to its end, and what it left behind. It quotes nothing of the file.
type Stopped struct {
	Problem *Problem // of the file, nil where it was not the file
	cause   error
	// Records is how many records at the beginning of the file are dealt with for good.
	Records int64
	whole   bool // it was one transaction
	dry     bool // nothing was to be stored
}

func (s *Stopped) Error() string {
	return s.why() + "; " + s.left()
}

func (s *Stopped) why() string {
	var e *engine.Error
	switch {
	case s.Problem != nil:
		return s.Problem.Error()
	case errors.As(s.cause, &e):
		return e.Error()
	case errors.Is(s.cause, context.Canceled), errors.Is(s.cause, context.DeadlineExceeded):
		return "the import was ended"
	case errors.Is(s.cause, store.ErrNoPerson):
		return store.ErrNoPerson.Error()
	default:
		return "the file cannot be read further"
	}
}

func (s *Stopped) left() string {
	if s.dry {
		return "an import would stop there too"
	}
	if s.whole || s.Records == 0 {
		return "nothing of this file was stored, and what was there is unchanged"
	}
	dealt := "its first " + strconv.FormatInt(s.Records, 10) + " records are dealt with and stay; "
	if s.Problem != nil {
		// The file is the same the next time.
		return dealt + "mend the file, or get it anew, and import that: what is there already is not stored twice"
	}
	return dealt + "run the import again to go on from there"
}

// Unwrap is the cause where it quotes nothing.
func (s *Stopped) Unwrap() error {
	var e *engine.Error
	switch {
	case s.Problem != nil:
		return s.Problem
	case errors.As(s.cause, &e), errors.Is(s.cause, context.Canceled), errors.Is(s.cause, context.DeadlineExceeded), errors.Is(s.cause, store.ErrNoPerson):
		return s.cause
	}
	return nil
}

// problemOf is the problem of one record, or nil for an error that ends the file.
func problemOf(err error) *Problem {
	var halt *Halt
	if errors.As(err, &halt) {
		return nil
	}
	var p *Problem
	if errors.As(err, &p) && p.Position > 0 {
		return p
	}
	return nil
}

func stopped(err error) *Stopped {
	s := &Stopped{cause: err}
	var halt *Halt
	var p *Problem
	switch {
	case errors.As(err, &halt):
		s.Problem = &halt.Problem
	case errors.As(err, &p):
		s.Problem = p
	}
	return s
}
