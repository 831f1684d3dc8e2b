// Package fold makes the keys under which printed names are looked up.
//
// Two spellings that a reader takes for the same word have the same key: "ＨｂＡ１ｃ" and "HbA1c", "β–hCG" and "β-hCG",
// "Eiweiß" and "Eiweiss", "總膽固醇" and "总胆固醇". Nothing else is changed: accents stay, words keep their order, and
// superscripts become digits as NFKC has it, so a key is for comparing and never for showing.
package fold
