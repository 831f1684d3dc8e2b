// Package audit writes down who read which record: who, through which surface, by which operation, how many rows, how it
// ended. No values, codes or names of what was read.
//
// # What is promised, and what is not
//
// An entry is taken before the answer leaves the server, and written within a tenth of a second, so that a reader does not
// wait for a disk; Close writes the rest. The price: a process that is killed, or a machine that loses power, takes with it
// the entries that are not written yet, and the answers to those have left.
//
// How many those can be is bounded. From the moment a write has failed, or an entry waits for longer than two seconds, no
// further entry is taken, and what takes none answers nothing: the surfaces say that they are unavailable. The entries that
// wait are tried again until they are written; then it goes on by itself. So a store that cannot be written costs, at a
// kill, what was read up to the first failed write, or in the last two seconds where a write hangs, and not more. Nothing
// is dropped while the process lives.
//
// Each person's entries are a chain: an entry has the hash of the one before, so that one that is changed or taken out
// later is found. The chain's end can be cut off by whoever may write the database; against that, keep what "recordserver
// audit verify" prints of the newest entry in another place, and give it to the next check.
package audit
