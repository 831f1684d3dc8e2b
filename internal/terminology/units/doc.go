// Package units reads what laboratories and devices print: units, and the values beside them.
//
// Normalize turns a printed unit into a UCUM code. Families says which LOINC PROPERTY a unit can carry, Dim which
// properties are one series, Fits whether a row may carry a unit. ParseValue takes a printed value apart.
//
// What is not known stays unknown: "" and false, or a narrative that keeps its text. Some spellings have two
// readings that both occur in print. Where usage decides, the decision is a line of a table; where it does not, the
// spelling is refused by name (the rows that begin with "!" in data/units.tsv).
//
// # Decisions
//
//   - K before a volume is a thousand and M a million, as blood counts are printed (K/uL, M/uL). UCUM itself reads
//     K/uL as kelvin per microlitre.
//   - G/L and T/L are 10*9/L and 10*12/L, as French, Swiss and Belgian counts are printed. G and T alone are refused.
//   - C and F alone are Celsius and Fahrenheit, not coulomb and farad: nothing in a health record is measured in those.
//   - A capital M before g, mol, L, eq, osm or s is milli: mega of these is in no report. "Mg" alone is refused: it
//     is UCUM's megagram and the symbol of magnesium.
//   - u is the unit U, as it is printed without care, not the atomic mass unit. A mu alone is neither: it is the old
//     sign of the micron, read in a cubed one (old cell volumes) and refused elsewhere.
//   - Case is set aside only where it says nothing: in what is no UCUM code, in words of one case, and in words that
//     begin with a capital. A code whose units and prefixes are in use (mS/cm, mBq, [HP]) stays what it is, and what
//     two prefixes would fit in small letters (mpa) is refused.
//   - What is put together from words must be a unit that some LOINC property carries. So miles/mm3 is no length by
//     volume; it is the Spanish thousand. mil/mm3 stays refused, because American counts print it for a million.
//   - mM/L, uM/L, nM/L and pM/L are printed for a concentration in moles. MM/L is refused.
//   - 10.3/uL, 10.6/uL, 10.9/L and 10.12/L are powers that lost their place. Any other number behind a number is
//     refused, and so is a number that divides alone (mg/100).
//   - Gauss, tesla and prefixes from mega up are refused before units that never have them. mg/TV is a total volume.
//   - m/uL is read as M/uL: counters print the million of red cells so. No length is measured per microlitre.
//   - An annotation that no table knows is dropped. Alone it says nothing and is refused, and so is any that makes
//     the number a logarithm.
//   - A cubic millimetre is a microlitre where something is counted in it, and stays a volume elsewhere.
//   - 24h below a stroke stays as printed, /(24.h): a collection over a day is not a rate per day, though UCUM makes
//     them equal. mg/24.h is read the same way, because milligram hours are not printed.
//   - A stroke and a negative exponent together (g/l-1) are a slip, and refused.
//   - Behind a stroke everything is below it, as in print: mg/kg·d is mg/(kg.d), where UCUM's grammar reads mg.d/kg.
//     mmol/L·h is refused: it is printed for a rate and for the area under a curve.
//   - The exponent one is refused: mg/m1 is mg/ml, read by a machine.
//   - 10E9 is ten to the ninth, as analysers print it, not ten times ten to the ninth.
//   - rpm, cpm and spm are /min: what is counted differs from language to language. lpm is refused: litres per
//     minute in English, heart beats per minute in Spanish.
//   - U and [IU] stay two codes. A thousand AU a litre is one AU a millilitre, so kAU/L is [arb'U]/mL: UCUM lets no
//     prefix stand before [arb'U].
//   - kg/m2 is Ratio first, as LOINC has the body mass index today, then mass per area. MCnc is kept as the last,
//     because older tables have the index there.
package units
