//go:build canaryhook

package hook

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// wordless are panics of the runtime, whose own text has no value: what stands around them has the word.
var wordless = []string{"goexit", "panic-index", "panic-key", "panic-nil-map", "panic-pointer-nil", "panic-assertion"}

// A fault whose word stands nowhere in what breaks would show nothing where it is logged.
func TestEachFaultCarriesItsWord(t *testing.T) {
	const word = "vexolmarchen"
	for kind, make := range broken {
		if !tells(make(word), word) {
			t.Errorf("%s does not say its word", kind)
		}
	}
	for kind, do := range panics {
		if kind == "goexit" {
			continue
		}
		v := func() (v any) {
			defer func() { v = recover() }()
			do(word)
			return nil
		}()
		if v == nil {
			t.Errorf("%s does not panic", kind)
		}
		if got := tells(v, word); got == slices.Contains(wordless, kind) {
			t.Errorf("%s says its word: %v", kind, got)
		}
	}
	if s := ""; damage(&s, word) && !strings.Contains(s, word) {
		t.Error("what is damaged has no word")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := breaks(ctx, fault{kind: slow, word: word}); err == nil || !strings.Contains(err.Error(), word) {
		t.Error("what waits in vain does not say its word")
	}
}

// tells says whether a word stands in a value, in any way in which values are printed.
func tells(v any, word string) (found bool) {
	defer func() {
		if r := recover(); r != nil { // a text that cannot be had without a panic
			found = tells(r, word)
		}
	}()
	var b strings.Builder
	if err, ok := v.(error); ok {
		_ = errors.Unwrap(err) // may panic as well
		b.WriteString(err.Error())
	}
	fmt.Fprintf(&b, "%v %+v %#v", v, v, v)
	if text, err := json.Marshal(v); err == nil {
		b.Write(text)
	}
	return strings.Contains(b.String(), word)
}
