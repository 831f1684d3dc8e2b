package canary

import (
	"errors"
	"fmt"
	"strings"
)

// What keeps a check from saying anything. Each is a failure: a check that could not look has not found nothing.
var (
	ErrConfig        = errors.New("canary: the configuration cannot be")
	ErrNoEngine      = errors.New("canary: no container engine answers")
	ErrInterrupted   = errors.New("canary: the check was ended before it was through")
	ErrNoImage       = errors.New("canary: an image is not on this machine")
	ErrBuild         = errors.New("canary: the image could not be built")
	ErrStart         = errors.New("canary: the container could not be started")
	ErrNotReady      = errors.New("canary: the server was not ready in time")
	ErrExited        = errors.New("canary: the server ended by itself")
	ErrDrive         = errors.New("canary: driving the server failed")
	ErrUnproven      = errors.New("canary: nothing shows that these channels reached the server")
	ErrKilled        = errors.New("canary: the server did not end when it was told to, and was killed")
	ErrEmptyLog      = errors.New("canary: the log is empty, which proves nothing")
	ErrLogIncomplete = errors.New("canary: the engine did not keep the whole log")
	ErrUnread        = errors.New("canary: something could not be read, so it was not searched")
	ErrLeftBehind    = errors.New("canary: something of the check could not be removed")
	// ErrLeak is what Report.Err says of findings.
	ErrLeak = errors.New("canary: found what must not be there")
)

// maxReason is how much of another program's error is repeated.
const maxReason = 300

// fault is one of the errors above with the reason, in one line.
type fault struct {
	kind   error
	reason string
	cause  error // not shown; for errors.Is and errors.As
}

func (f *fault) Error() string {
	if f.reason == "" {
		return f.kind.Error()
	}
	return f.kind.Error() + ": " + f.reason
}

func (f *fault) Unwrap() []error {
	if f.cause == nil {
		return []error{f.kind}
	}
	return []error{f.kind, f.cause}
}

func faultf(kind error, format string, args ...any) error {
	return &fault{kind: kind, reason: fmt.Sprintf(format, args...)}
}

// because is a fault with another error's text, unless a token is in it.
func (r *run) because(kind error, what string, cause error) error {
	reason := r.clean(cause)
	if what != "" {
		reason = what + ": " + reason
	}
	return &fault{kind: kind, reason: reason, cause: cause}
}

// clean is an error's text in one line. A text with a token in it, in any form, gives way to the error's type: what went
// wrong with a request may well quote the request.
func (r *run) clean(err error) string {
	text := strings.Join(strings.Fields(err.Error()), " ")
	if in := r.search().all; in != nil {
		if found, failed := in.Search("", strings.NewReader(text)); len(found) > 0 || failed != nil {
			return fmt.Sprintf("%T, whose text holds a token", err)
		}
	}
	if runes := []rune(text); len(runes) > maxReason {
		text = string(runes[:maxReason]) + "…"
	}
	return text
}
