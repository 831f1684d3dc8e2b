package lookup

// Sums finds a number by a key that is a hash already. The key 0 is not used.
type Sums struct {
	slots []sum
	used  int
}

type sum struct {
	key   uint64
	value int32
}

// NewSums makes room for so many keys. It grows when there are more.
func NewSums(n int) *Sums {
	size := minSlots
	for tooFull(n, size) {
		size *= 2
	}
	return &Sums{slots: make([]sum, size)}
}

// slot is the place of a key, or the free one where it belongs.
func (s *Sums) slot(key uint64) *sum {
	mask := uint64(len(s.slots) - 1) //nolint:gosec // A length is not negative.
	for i := (key ^ key>>32) & mask; ; i = (i + 1) & mask {
		if p := &s.slots[i]; p.key == key || p.key == 0 {
			return p
		}
	}
}

// Swap gives a key a number and answers the one it had, 0 where it had none.
func (s *Sums) Swap(key uint64, value int32) (old int32) {
	if tooFull(s.used+1, len(s.slots)) {
		old := s.slots
		s.slots = make([]sum, 2*len(old))
		for _, p := range old {
			if p.key != 0 {
				*s.slot(p.key) = p
			}
		}
	}
	p := s.slot(key)
	if p.key == 0 {
		s.used++
	}
	old = p.value
	*p = sum{key, value}
	return old
}

// Find is the number of a key, 0 where it has none.
func (s *Sums) Find(key uint64) int32 { return s.slot(key).value }
