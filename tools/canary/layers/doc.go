// Command layers measures which of the three layers of the log policy catches which of the leaks that package leak plants:
// the linter over their source, the filter of the log in a server that runs with them, the canary over the container of
// one that runs without the filter. It prints docs/layers.md.
//
//	go run ./layers > ../../docs/layers.md
//
// The test of this package measures again and compares. Where no container engine answers, the command fails; the test skips
// the canary's column, except in CI.
package main
