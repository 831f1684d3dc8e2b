// Package journal makes drafts of what a person types: readings, complaints, conditions and notes. Words stay as they
// were typed.
//
// One entry is one draft. A sentence with several complaints is taken apart only where that is asked for, only at
// separators, and only where every piece is a complaint that the vocabulary knows. A complaint that is denied, as in
// "no fever" or 没发烧, is kept as a note: nobody has said that there is one.
package journal
