// Package hook has the seams at which a test build breaks the server on purpose, to see what of it comes into the logs.
//
// In a server that is shipped each seam returns what it is given, and nothing else of the package is in the binary; a test
// looks. With the tag canaryhook requests choose faults by a header: panics, errors of the store that quote what they were
// asked with, an access log that cannot be written. See [docs/canary.md] for what is done with them.
//
// [docs/canary.md]: https://github.com/seed-a76b335c/philint/blob/main/docs/canary.md
package hook
