// Package alias holds this project's own names of tests and measurements: what reports, portals, devices and people
// print, and the LOINC code that each name means.
//
// One file holds one language; device.tsv holds what wearables and health platforms call their metrics. A line is a
// target, a tab and the surfaces parted by "|". A target is one of
//
//	718-7                     the code: the commonest form of the analyte in its usual specimen
//	!too-broad                a category word or a bare abbreviation: never a code
//	!ambiguous:33959-8,…      two or more analytes share the name: the answer names them all
//
// A name has one meaning. A key with two targets, in one file or across files, does not load: otherwise the last line
// would win without a word.
//
// keys.txt is made from these files by internal/terminology/gen, and is all that a program reads of them at a start.
package alias
