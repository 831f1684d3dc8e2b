package engine

import "sync"

// pool is connections that nobody uses. The one that came back last goes out first: its pages are in its memory, while
// those of one that waited longest are of questions that were asked long ago.
type pool struct {
	free chan struct{} // as many as there are in idle

	mu   sync.Mutex
	idle []*conn
}

func newPool(size int) *pool { return &pool{free: make(chan struct{}, size)} }

func (p *pool) put(c *conn) {
	p.mu.Lock()
	p.idle = append(p.idle, c)
	p.mu.Unlock()
	p.free <- struct{}{}
}

// pop is for who has taken one out of free.
func (p *pool) pop() *conn {
	p.mu.Lock()
	defer p.mu.Unlock()
	last := len(p.idle) - 1
	c := p.idle[last]
	p.idle[last] = nil
	p.idle = p.idle[:last]
	return c
}
