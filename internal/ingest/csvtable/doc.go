// Package csvtable reads tables of laboratory results: comma-, semicolon- or tab-separated, in the encodings that
// spreadsheets write, with whatever stands above the header.
//
// Three forms are read: one result a row (name, value, unit, date, reference, flag); one date a row and one test a
// column; one test a row and one date a column. What a column holds is guessed from its header in English, Chinese,
// German, French, Spanish and Japanese. The guess is shown before anything is stored, by number and kind of column and
// never by content, and can be overridden.
//
// A table is read twice. The first reading settles what no single cell can say: the order of day and month, and which
// sign separates decimals. A date that the whole column leaves open is refused, not guessed.
package csvtable
