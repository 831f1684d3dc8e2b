// Package vocab keeps the vocabularies that a site has imported in its data directory.
//
// The program carries tables of its own. A site that has a licence for a full release imports it once; from then on it
// is read in place of the table that is built in. An import is whole or it has not happened: the table is written beside
// the one in use, read back, and put in its place in one step.
package vocab
