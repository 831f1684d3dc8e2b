package config

import (
	"fmt"
	"strings"
)

// An Error is one thing wrong with a file.
type Error struct {
	File         string
	Line, Column int    // from 1
	Problem      string // what is wrong, and what is accepted
}

func (e *Error) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Column, e.Problem)
}

// Errors are all the things wrong with a file, one a line, in the order of the file.
type Errors []*Error

func (es Errors) Error() string {
	lines := make([]string, len(es))
	for i, e := range es {
		lines[i] = e.Error()
	}
	return strings.Join(lines, "\n")
}
