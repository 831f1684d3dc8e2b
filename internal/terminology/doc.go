// Package terminology says what a printed name, unit or complaint means, and when it cannot say.
//
// It holds three vocabularies: LOINC for tests and measurements, UCUM for units, ICPC-3 for complaints and
// diagnoses. It is lexical: a name is known, or put together from known parts, or it is unresolved. Unresolved is an
// answer. A wrong code is a defect.
package terminology
