package terminology

import (
	_ "embed" // The techniques.
	"strings"
	"sync"

	"github.com/seed-a76b335c/philint/internal/terminology/fold"
)

//go:embed techniques.txt
var techniquesTXT string

// techniques are the phrases of techniques.txt, taken apart.
var techniques = sync.OnceValue(func() map[string]bool {
	m := map[string]bool{}
	var w words
	for line := range strings.Lines(techniquesTXT) {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		for phrase := range strings.SplitSeq(line, "|") {
			w.split(keyOf(phrase))
			m[w.text()] = true
		}
	}
	return m
})

func keyOf(s string) string { return fold.Hans(fold.Key(s)) }

// isTechnique says that a text is the names of techniques, and nothing else.
func isTechnique(text string) bool {
	if len(text) > maxName {
		return false
	}
	var w words
	w.split(keyOf(text))
	if w.n == 0 || w.overflow {
		return false
	}
	known := techniques()
	for i := 0; i < w.n; {
		j := w.n
		for ; j > i; j-- {
			if known[string(w.phrase(i, j))] {
				break
			}
		}
		if j == i {
			return false
		}
		i = j
	}
	return true
}
