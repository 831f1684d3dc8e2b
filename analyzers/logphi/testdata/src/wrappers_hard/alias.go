package wrappers_hard

import (
	stderrors "errors"
	"log"
)

// errors under another name asks just as well.
func aliased(err error) {
	if stderrors.Is(err, errGone) {
		return
	}
	log.Print(err)
}

// A value that is only called errors is no package.
type checks struct{}

var last error

func (checks) Is(err error, _ error) bool { last = err; return last != nil }

func lookalike(err error, errors checks) {
	if errors.Is(err, nil) {
		return
	}
	log.Print(err) // want "err is error-text"
}

func callAliased(err error) {
	keep(err)
	aliased(err) // want "err is error-text: .*aliased"
	lookalike(err, checks{})
}
