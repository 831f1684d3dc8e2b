// Package apple reads the export of Apple Health: export.zip, or the export.xml in it.
//
// The file is read as a stream; a file of any length takes the same memory. What is yielded:
//
//   - a Record is a draft: its type is the vendor's field and its name, its source is the vendor, value and unit are as
//     printed. A type that nobody knows is kept under its identifier. Symptoms are named in words, and one that is
//     recorded as not present is a note.
//   - Stages of sleep have one name, and the stage is both value and vendor's field.
//   - A Correlation yields nothing of its own: the format repeats its members at the top. Members that do not stand
//     there are yielded. The two pressures of one measurement have one panel.
//   - An ActivitySummary is the phone's own figures for a day, and a Workout its duration and statistics. Their fields
//     have names of their own, so that they are never added to the samples that they were made of.
//   - Me, goals, routes and single heart beats are not stored. They are counted.
//
// Times are in the zone that the phone was in when it wrote the file, with their offset; where a record names the zone
// it was measured in, the draft has it.
package apple
