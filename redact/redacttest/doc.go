// Package redacttest is the leak matrix: every way that is known for a value to get past a log filter, as
// cases that plant a text and look for it in the output, whole, in part, and encoded.
//
//	func TestMyLoggerLeaksNothing(t *testing.T) {
//		redacttest.Run(t, func(w io.Writer) redacttest.Logger {
//			return redacttest.Slog(slog.New(redact.NewHandler(myHandler(w))))
//		})
//	}
//
// A logger of another make takes part through [Logger], three methods. [FailOnDrop] is for the tests of an
// application: it fails one whose log statements lose a field.
package redacttest
