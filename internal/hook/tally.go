//go:build canaryhook

package hook

import (
	"maps"
	"sync"
)

// happened counts how often each fault came about. It is counted where the server is handed what breaks: whoever asks for
// a fault learns from [List] whether there was one.
var happened tally

type tally struct {
	mu sync.Mutex
	n  map[string]int
}

func (t *tally) add(f fault, n int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.n == nil {
		t.n = map[string]int{}
	}
	t.n[f.name()] += n
}

// as is an error that is about to be returned for a fault.
func (t *tally) as(f fault, err error) error {
	if err != nil {
		t.add(f, 1)
	}
	return err
}

func (t *tally) counts() map[string]int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return maps.Clone(t.n)
}
