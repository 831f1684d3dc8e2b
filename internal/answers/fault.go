package answers

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/seed-a76b335c/philint/internal/schema"
	"github.com/seed-a76b335c/philint/internal/store"
	"github.com/seed-a76b335c/philint/internal/store/engine"
)

// toolName is what a fault calls the tool that was asked. What a caller calls a tool is not repeated.
type toolName string

// The names in faults: the tools, and what browsers ask for that is no tool.
const (
	faultOfReadings    toolName = ReadingsTool
	faultOfMedications toolName = MedicationsTool
	faultOfRecords     toolName = "records"
	faultOfJournal     toolName = "journal"
	faultOfNone        toolName = "no tool"
)

func nameOf(asked string) toolName {
	for _, known := range [...]toolName{faultOfReadings, faultOfMedications, faultOfRecords, faultOfJournal} {
		if asked == string(known) {
			return known
		}
	}
	return faultOfNone
}

// errNobody says that a question came without the person it is about.
var errNobody = errors.New("no person")

// panicked is a panic as an error. It says its type only: a panic's text quotes what it tripped over.
type panicked struct{ value any }

func (p panicked) Error() string { return fmt.Sprintf("panic: %T", p.value) }

// classes say for each kind of error whether another call can help.
var classes = map[ErrorKind]ErrorClass{
	InvalidArguments: Recoverable,
	Unavailable:      Recoverable,
	NoData:           Unrecoverable,
	Denied:           Unrecoverable,
	Internal:         Unrecoverable,
}

// transient are the store's failures that may be over at the next call.
var transient = map[engine.Kind]bool{
	engine.Busy: true, engine.Unreachable: true, engine.Canceled: true, engine.Uncertain: true, engine.Closed: true,
}

// kindOf is what went wrong, by the error's type.
func kindOf(err error) ErrorKind {
	var rejection schema.Rejection
	var failed *engine.Error
	switch {
	case errors.As(err, &rejection):
		return InvalidArguments
	case errors.Is(err, errNobody):
		return Denied
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		return Unavailable
	case errors.As(err, &failed) && transient[failed.Kind]:
		return Unavailable
	case errors.Is(err, store.ErrNoPerson):
		return NoData
	default:
		return Internal
	}
}

// reasons put an error in the program's own words. Only a rejection's text is shown: it quotes nothing.
func reasons(tool toolName, kind ErrorKind, err error) string {
	var rejection schema.Rejection
	switch {
	case errors.As(err, &rejection):
		return refusal(rejection)
	case kind == Denied:
		return "authorization required: the call does not say whose record it may read"
	case kind == NoData:
		return "there is no record of this person"
	default:
		return string(tool) + ": " + string(kind) + ": " + typeOf(err)
	}
}

// refusal joins what is wrong with arguments: "start: must be …; end: must be …". What is accepted instead of unknown
// names is said once.
func refusal(r schema.Rejection) string {
	parts := make([]string, 0, len(r))
	for i, v := range r {
		text := v.Text
		if v.Kind == schema.Unknown && i+1 < len(r) && r[i+1].Kind == schema.Unknown {
			text, _, _ = strings.Cut(text, ";")
		}
		parts = append(parts, strings.TrimPrefix(v.Path, "arguments.")+": "+strings.ReplaceAll(text, ";", ","))
	}
	return strings.Join(parts, "; ")
}

// typeOf is the type of the error at the end of a chain of wrapped ones, where it says the most.
func typeOf(err error) string {
	var p panicked
	if errors.As(err, &p) {
		return fmt.Sprintf("%T", p.value)
	}
	for {
		next := errors.Unwrap(err)
		if next == nil {
			return fmt.Sprintf("%T", err)
		}
		err = next
	}
}

// fault is the envelope of a question that was not answered. Refusals are the caller's business; what failed on this
// side is logged, by kind and type.
func (s *Service) fault(ctx context.Context, asked string, err error) Envelope {
	tool, kind := nameOf(asked), kindOf(err)
	if kind == Unavailable || kind == Internal {
		s.log.ErrorContext(ctx, "question not answered", "tool", tool, "error_kind", string(kind), "error_type", typeOf(err))
	}
	e, wrong := Refusal(kind, classes[kind], []string{reasons(tool, kind, err)})
	if wrong != nil { // a kind without a class, which the tests would find
		return Envelope{Status: Error, ErrorKind: Internal, ErrorClass: Unrecoverable, Assumptions: []string{string(tool) + ": " + string(Internal)}}
	}
	return e
}
