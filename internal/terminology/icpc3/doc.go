// Package icpc3 says which rubric of ICPC-3 a complaint or a diagnosis is, and when it cannot say.
//
// The table is the licensor's: its cells are never reworded. What people say instead of the licensed terms is kept
// apart from it, in files of our own: one surface, one rubric, or a sentinel that says why there is none.
//
// A complaint is matched whole. Case, width, dashes and traditional characters are folded; a few words that people
// put around a complaint ("mild", "today", "有点") are taken off when the term as written is unknown. Nothing is
// guessed: no stemming, no similar spelling, no sentence. "No fever" is not a fever, so it is no match.
//
// Complaints (component S) and diagnoses (component D) are two indexes, and the caller picks. 高血压 is a diagnosis;
// as a complaint it is no match.
package icpc3
