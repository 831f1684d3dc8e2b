package ucum

// value is what a term means: a magnitude times a dimension, and whatever keeps it from being just that.
type value struct {
	mag     magnitude // of a special unit: what its value is scaled by
	dim     Dimension
	special *special
	arb     []arbPower // of an arbitrary term: the arbitrary units in it, sorted by code; never changed in place
}

type special struct {
	atom     *atom
	function *function
	unit     magnitude // of the proper unit that the function speaks of
}

type arbPower struct {
	atom  *atom
	power int
}

func (v value) ratio() bool { return v.special == nil && v.arb == nil }

// scalar says whether v is a plain number, which may scale a special unit.
func (v value) scalar() bool { return v.ratio() && v.dim.None() }

func (v value) times(w value) (value, Kind) {
	if v.special != nil || w.special != nil {
		if v.special == nil {
			v, w = w, v
		}
		if !w.scalar() {
			return value{}, SpecialTerm
		}
	}
	return v.combine(w, 1)
}

func (v value) over(w value) (value, Kind) {
	if w.special != nil || v.special != nil && !w.scalar() {
		return value{}, SpecialTerm
	}
	w.mag = w.mag.inverse()
	return v.combine(w, -1)
}

// combine multiplies v by w whose magnitude is already that of the power n, 1 or -1.
func (v value) combine(w value, n int) (value, Kind) {
	mag, ok := v.mag.times(w.mag)
	if !ok {
		return value{}, TooLarge
	}
	v.mag = mag
	v.dim = v.dim.times(w.dim, int16(n))
	v.arb = mergeArb(v.arb, w.arb, n)
	return v, ""
}

func (v value) power(n int) (value, Kind) {
	if v.special != nil {
		return value{}, SpecialTerm
	}
	if n == 1 {
		return v, ""
	}
	mag, ok := v.mag.power(n)
	if !ok {
		return value{}, TooLarge
	}
	r := value{mag: mag, dim: Dimension{}.times(v.dim, int16(n))}
	if v.arb != nil {
		r.arb = mergeArb([]arbPower{}, v.arb, n)
	}
	return r, ""
}

// mergeArb adds n times the powers of b to those of a. A power of zero stays: such a term is arbitrary all the same.
func mergeArb(a, b []arbPower, n int) []arbPower {
	if b == nil {
		return a
	}
	out := make([]arbPower, 0, len(a)+len(b))
	for len(a) > 0 || len(b) > 0 {
		switch {
		case len(b) == 0 || len(a) > 0 && a[0].atom.Code < b[0].atom.Code:
			out, a = append(out, a[0]), a[1:]
		case len(a) == 0 || b[0].atom.Code < a[0].atom.Code:
			out, b = append(out, arbPower{b[0].atom, n * b[0].power}), b[1:]
		default:
			out = append(out, arbPower{a[0].atom, a[0].power + n*b[0].power})
			a, b = a[1:], b[1:]
		}
	}
	return out
}

// sameArb says whether two terms hold the same arbitrary units in the same powers.
func sameArb(a, b []arbPower) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}
