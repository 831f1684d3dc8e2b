// Package audit writes down who read which record: who, through which surface, by which operation, how many rows, how it
// ended. No values, codes or names of what was read.
//
// # What is promised, and what is not
//
// An entry is taken before the answer leaves the server, and is on disk within a tenth of a second; Close writes the
// rest. A reader therefore does not wait for a disk. The price: a process that is killed, or a machine that loses power,
// takes the entries of its last tenth of a second with it. Nothing is dropped otherwise. Where the store cannot be
// written, entries wait in memory and are tried again; when no more fit, reading waits as well: there is no reading
// without a trace.
//
// Each person's entries are a chain: an entry has the hash of the one before, so that one that is changed or taken out
// later is found. The chain's end can be cut off by whoever may write the database; against that, keep what "recordserver
// audit verify" prints of the newest entry in another place, and give it to the next check.
package audit
