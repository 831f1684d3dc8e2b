// Package leak has leaks that are planted on purpose: one for each way in which data leaves a server beside its answers.
// They are what the three layers of the log policy (the linter, the filter of the log, the canary) are measured against.
//
// Each leak is a piece of code as it is written in good faith, and works on what a request brought. The code is built with
// the tag canaryleak only, together with the seams of package hook; a server that is shipped has nothing of this package.
// What is here without the tag is the list, for the test that asks for the leaks one by one.
package leak

// Header names the leak that a request asks for, by its number.
const Header = "X-Canary-Leak"

// Environment variables of a server with leaks.
const (
	EnvPlain   = "CANARY_LEAK_PLAIN"    // anything: the log is written by a plain handler, as in a server without the filter
	EnvWithout = "CANARY_LEAK_WITHOUT"  // numbers, separated by commas: these leaks are mended
	envWorker  = "CANARY_LEAK_CONVERTS" // the process is the helper of leak 36
)

// Pages of the debug server, which is never to be reached from outside.
const (
	MetricsPage = "/debug/metrics"
	VarsPage    = "/debug/vars"
	ProfilePage = "/debug/pprof/goroutine"
)
