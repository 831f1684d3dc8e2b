// Package vocab keeps the vocabularies that a site has imported in its data directory.
//
// The program carries tables of its own. A site that has a licence for a full release imports it once; from then on its
// rows win. The built-in table stays behind it: a code that the release does not have at all keeps its built-in row, since
// the program's own names point at it. A release that has far fewer codes than are built in is refused as cut, unless the
// site says that it is a part. Removing the release is the way back.
//
// An import is whole or it has not happened: the table is written beside the one in use, read back, and put in its place
// in one step. The file holds the release alone, so that a newer program puts its own newer table behind it.
package vocab
