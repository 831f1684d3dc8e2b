// Package ucum reads unit codes of the Unified Code for Units of Measure (UCUM, case-sensitive) and converts between
// them.
//
// Conversion is exact: a number is taken as the shortest decimal that stands for it, the arithmetic is that of
// fractions, and the result is rounded once. Only the functions that no fraction can express (logarithms, tangent,
// square root) are computed in floating point.
//
// Where UCUM leaves a choice:
//
//   - The grammar is that of UCUM section 2.2, with two additions that practice has made: an annotation may also stand
//     behind a number or a parenthesis, as in "10{beats}" (an exponent may not), and it may hold blanks, as in
//     "{clock time}". Any other white space is an error.
//   - Only metric units take a prefix. "kh" is not a unit, and "K/uL" is kelvin per microlitre.
//   - Special units (degrees Celsius, pH, decibel) may be scaled by a prefix or by a number, before or behind (UCUM
//     §22: "mCel", "2.Cel", "Cel/2"). A power of one, one below a solidus, or one beside a unit with a dimension is no
//     unit at all, and Parse says so.
//   - Arbitrary units, such as [IU], do not convert, not into another and not into anything else (UCUM §25), except
//     into the very same code. Whoever knows that two codes measure by the same procedure asks NewRescaler.
//   - The mole is the number 6.02214076e23, so mol/L is commensurable with 1/L. That is UCUM; whether a conversion of
//     a count into an amount means anything is for the caller to know.
//   - The empty code is no unit. The zero Unit is the unity, whose code is "1".
package ucum
