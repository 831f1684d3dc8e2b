package icpc3

import "github.com/seed-a76b335c/philint/internal/terminology/fold"

// written is what two spellings of one term in the same script have in common.
func written(text string) string { return fold.KeyAsWritten(text) }

// folded is a written key with traditional characters folded to simplified ones. A term is tried as written first, for
// a word of Taiwan can be another word once it is folded.
func folded(key string) string { return fold.Hans(key) }
