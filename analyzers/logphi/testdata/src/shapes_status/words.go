package shapes_status

import "log"

// Every status word on an integer.
type ints struct {
	status          int
	code            int
	statusCode      int
	exitCode        int
	errno           int
	replyStatus     int32
	replyCode       int32
	replyStatusCode int32
	replyExitCode   int32
	replyErrno      int32
}

func numbers(n ints) {
	log.Print(n.status, n.replyStatus)
	log.Print(n.code, n.replyCode)
	log.Print(n.statusCode, n.replyStatusCode)
	log.Print(n.exitCode, n.replyExitCode)
	log.Print(n.errno, n.replyErrno)
}

// The same words do not vouch for a string.
func texts(status, code, exitCode, replyStatus string) {
	keep(status, code, exitCode, replyStatus)
	log.Print(status)      // want "status is free-text"
	log.Print(code)        // want "code is free-text"
	log.Print(exitCode)    // want "exitCode is free-text"
	log.Print(replyStatus) // want "replyStatus is free-text"
}

// Operational words on a bool.
type flags struct {
	ok             bool
	success        bool
	enabled        bool
	disabled       bool
	found          bool
	done           bool
	ready          bool
	valid          bool
	retry          bool
	retryable      bool
	cached         bool
	created        bool
	updated        bool
	exists         bool
	empty          bool
	dryRun         bool
	debug          bool
	verbose        bool
	cacheOk        bool
	cacheSuccess   bool
	cacheEnabled   bool
	cacheDisabled  bool
	cacheFound     bool
	cacheDone      bool
	cacheReady     bool
	cacheValid     bool
	cacheRetry     bool
	cacheRetryable bool
	cacheCached    bool
	cacheCreated   bool
	cacheUpdated   bool
	cacheExists    bool
	cacheEmpty     bool
	cacheDryRun    bool
	cacheDebug     bool
	cacheVerbose   bool
}

func bools(f flags) {
	log.Print(f.ok, f.cacheOk)
	log.Print(f.success, f.cacheSuccess)
	log.Print(f.enabled, f.cacheEnabled)
	log.Print(f.disabled, f.cacheDisabled)
	log.Print(f.found, f.cacheFound)
	log.Print(f.done, f.cacheDone)
	log.Print(f.ready, f.cacheReady)
	log.Print(f.valid, f.cacheValid)
	log.Print(f.retry, f.cacheRetry)
	log.Print(f.retryable, f.cacheRetryable)
	log.Print(f.cached, f.cacheCached)
	log.Print(f.created, f.cacheCreated)
	log.Print(f.updated, f.cacheUpdated)
	log.Print(f.exists, f.cacheExists)
	log.Print(f.empty, f.cacheEmpty)
	log.Print(f.dryRun, f.cacheDryRun)
	log.Print(f.debug, f.cacheDebug)
	log.Print(f.verbose, f.cacheVerbose)
}

// A bool whose name says nothing about the operation.
func others(chosen, married, pick bool) {
	keep(chosen, married, pick)
	log.Print(chosen)  // want "chosen is value"
	log.Print(married) // want "married is (value|personal)"
	log.Print(pick)    // want "pick is value"
}

// The bool words do not vouch for a string or an integer.
func wrongType(found string, success int, debug string) {
	keep(found, success, debug)
	log.Print(found)   // want "found is free-text"
	log.Print(success) // want "success is value"
	log.Print(debug)   // want "debug is free-text"
}
