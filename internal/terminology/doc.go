// Package terminology says what a printed name, unit or complaint means, and when it cannot say.
//
// It holds three vocabularies: LOINC for tests and measurements, UCUM for units, ICPC-3 for complaints and
// diagnoses. It is lexical: a name is known, or put together from known parts, or it is unresolved. Unresolved is an
// answer. A wrong code is a defect.
//
// # Names
//
// A name is looked up whole, first among own names (package alias), then among the names of the LOINC table. A name
// that is in neither is taken apart: one surface of a component, which is as long as possible, and modifiers
// (modifiers.tsv), which say specimen, time, property, scale, method or challenge. No word may be left over, and no
// modifier is ignored: without a row that has all of them there is no answer. Where the name is written in LOINC's own
// grammar, every axis has to be as written: "in Urine" is not "in 24 hour Urine", and a row by test strip is not one
// without a method. Elsewhere the usual specimen is meant and the commonest row is taken. Names that say the same twice,
// as 白细胞计数(WBC) does, must agree with themselves.
//
// A name that is not known so is read once more without the points of initials, with the initial of its specimen spelled
// out, and without the technique behind it (techniques.txt). A technique that has a row of its own chooses that row.
//
// A complaint is never a test, whoever lists it as one.
//
// # Readings
//
// The unit and the kind of the value choose among the siblings of a code: the same component, specimen, time and
// challenge. They move a reading between mass and moles, or between a count and a share, and never to another specimen.
// Serum is the specimen of rows in serum and of those in serum or plasma; cells of urine are those of its sediment. Where
// no sibling comes in the unit, another form of the analyte may: its share of its total, its activity relative to normal,
// D-dimer in the other of its two units.
//
// A value with one unit and a column with another have no code. A panel has none for a single value. A titre is a row of
// titres. A bare number says nothing where it may be in mass or in moles.
//
// # Conversion
//
// UCUM alone converts too much: a mole is a number to it, an equivalent a mole, and an annotation nothing. This package
// keeps them apart. Mass and amount convert by the molar mass of a LOINC code, A1c in % and in mmol/mol by the published
// formula of the two codes, and [IU] is U only for codes that report the activity of an enzyme: elsewhere [IU] is
// whatever its standard says.
package terminology
