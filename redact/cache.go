package redact

import (
	"sync/atomic"
	"unsafe"
)

// A cache finds the entries of names that are constants of the program by their address, without reading
// them: nearly all names are. Only constants are put into it, since nothing can write to their memory; a
// string at any other address may be followed there by another.
type cache [512]atomic.Pointer[cached]

type cached struct {
	data  *byte
	n     int
	entry *entry
}

func (c *cache) slot(data *byte, n int) *atomic.Pointer[cached] {
	p := uintptr(unsafe.Pointer(data))
	return &c[(p^p>>9^uintptr(n)<<3)%uintptr(len(c))]
}

// lookup allocates nothing, but for the first time that a constant is seen. It runs for every attribute of
// every record.
func (s *snapshot) lookup(name string) *entry {
	data := unsafe.StringData(name)
	if c := s.cache.slot(data, len(name)).Load(); c != nil && c.data == data && c.n == len(name) {
		return c.entry
	}
	return s.lookupSlow(name)
}

func (s *snapshot) lookupSlow(name string) *entry {
	e := s.spelled.find(name)
	if e == nil {
		e = s.lookupFolded(name)
	}
	// A slot is filled once, so that two names that share one do not take turns.
	if slot := s.cache.slot(unsafe.StringData(name), len(name)); name != "" && slot.Load() == nil && isConstant(name) {
		slot.Store(&cached{unsafe.StringData(name), len(name), e})
	}
	return e
}
