// Package record is what a person's data is made of, and its rules as functions: observations, local days, streams of
// devices, the election of a day's value, medication plans, genotype sets.
//
// It is pure. Values go in, values come out: no clock, no zone files, no database, no identifiers made here. Verbatim
// text is never changed or translated; what is derived stands beside it.
package record
