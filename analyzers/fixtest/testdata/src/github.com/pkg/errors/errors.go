// Package errors is a stub: names and signatures only.
package errors

func New(message string) error                                  { return nil }
func Errorf(format string, args ...interface{}) error           { return nil }
func Wrap(err error, message string) error                      { return err }
func Wrapf(err error, format string, args ...interface{}) error { return err }
func WithStack(err error) error                                 { return err }
func WithMessage(err error, message string) error               { return err }
func Cause(err error) error                                     { return err }
