// Package gitfile reads a committed file as it was at another revision, and its history, through git's plumbing commands.
//
// It never guesses: a shallow clone, an unknown revision, or a directory that is no git checkout is an [*Error] with a [Kind],
// so that a proof against an older revision cannot pass for want of one.
package gitfile
