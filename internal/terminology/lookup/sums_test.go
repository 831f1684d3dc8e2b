package lookup

import "testing"

func TestASumKeepsItsLastNumberWhileTheTableGrows(t *testing.T) {
	s := NewSums(0)
	const n = 3000
	key := func(i int) uint64 { return uint64(i+1) << 40 } // all alike in their lower halves
	for i := range n {
		if old := s.Swap(key(i), int32(i+1)); old != 0 {
			t.Fatalf("key %d had number %d", i, old)
		}
	}
	for i := range n {
		if old := s.Swap(key(i), int32(2*i+1)); old != int32(i+1) {
			t.Errorf("key %d had number %d", i, old)
		}
		if got := s.Find(key(i)); got != int32(2*i+1) {
			t.Errorf("key %d has number %d", i, got)
		}
	}
	if got := s.Find(key(n)); got != 0 {
		t.Errorf("a key that was never added has number %d", got)
	}
}
