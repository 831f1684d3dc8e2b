package main

import (
	"math"
	"strings"

	"github.com/seed-a76b335c/philint/internal/terminology/ucum"
)

// class is a kind of difference that is understood. is must not hold for any other.
type class struct {
	name string
	why  string
	is   func(c testCase, ours, theirs answer) bool
}

// classes are in order: the first that holds explains.
func classes() []class {
	return []class{
		{
			"a unit of UCUM 2.2 that they do not have", "[NTU] and [FNU] came with 2.2.",
			func(c testCase, ours, theirs answer) bool {
				return ours.Value != nil && theirs.Value == nil && c.uses("[NTU]", "[FNU]")
			},
		},
		{
			"an inverse that they take for a special unit",
			"[diop], [mesh_i] and Bd are /m, /[in_i] and /s; they compute them by a function of the reciprocal.",
			func(c testCase, ours, theirs answer) bool {
				return c.uses("[diop]", "[mesh_i]", "Bd") &&
					(ours.Value != nil && theirs.Value == nil || ours.Kind == ucum.Incommensurable && theirs.Value != nil)
			},
		},
		{
			"a mole that is a number", "To UCUM mol, eq and osm are numbers; they want a molar mass or a charge.",
			func(_ testCase, ours, theirs answer) bool {
				return ours.Value != nil && theirs.Value == nil &&
					(differ(theirs.Moles) || differ(theirs.Equivalents))
			},
		},
		{
			"a homeopathic potency or a prism diopter", "They do not find their own functions for these.",
			func(c testCase, ours, theirs answer) bool {
				return ours.Value != nil && theirs.Value == nil &&
					c.uses("[hp'_X]", "[hp'_C]", "[hp'_M]", "[hp'_Q]", "[p'diop]")
			},
		},
		{
			"a percentage of slope", "100 % is a slope of 45 degrees (UCUM §44); they take the radians of the arc tangent for degrees.",
			func(c testCase, ours, theirs answer) bool {
				return ours.Value != nil && theirs.Value != nil && c.uses("%[slope]") && c.From != c.To && !c.sameSpecial()
			},
		},
		{
			"an angle that is no slope", "From a right angle on the tangent has no inverse, so there is no percentage; they compute one.",
			func(c testCase, ours, theirs answer) bool {
				return ours.Kind == ucum.Domain && theirs.Value != nil && c.uses("%[slope]")
			},
		},
		{
			"a degree Réaumur", "0 K is -218.52 degrees Réaumur (UCUM §43); they shift by 273.15.",
			func(c testCase, ours, theirs answer) bool {
				return ours.Value != nil && theirs.Value != nil && c.uses("[degRe]")
			},
		},
		{
			"a low power field", "One is 100 in UCUM 2.2, and 1 in theirs.",
			func(c testCase, ours, theirs answer) bool {
				if ours.Value == nil || theirs.Value == nil || !c.uses("[LPF]") {
					return false
				}
				if c.uses("B") || c.uses("Np") || c.uses("bit_s") { // a level: twice the decimal logarithm
					return true
				}
				power := math.Log(*ours.Value / *theirs.Value) / math.Log(100)
				return math.Abs(power-math.Round(power)) < 1e-4 && math.Round(power) != 0
			},
		},
		{
			"an older constant", "Avogadro's number, e, h, k, G and the masses of particles are those of UCUM 2.2; theirs are older.",
			func(c testCase, ours, theirs answer) bool {
				return ours.Value != nil && theirs.Value != nil && apart(*ours.Value, *theirs.Value) < 1e-3 &&
					c.uses("mol", "eq", "osm", "kat", "U", "[pH]", "[e]", "eV", "[h]", "[k]", "[G]", "[m_e]", "[m_p]", "u")
			},
		},
		{
			"a prefix where none may stand", "Only metric units take one (UCUM §11); they add it to any.",
			func(_ testCase, ours, theirs answer) bool {
				return ours.Kind == ucum.NotMetric && theirs.Value != nil
			},
		},
		{
			"a number or an annotation without an operator", "2m and {x}m are no units (UCUM §7, §8); they multiply.",
			func(c testCase, ours, theirs answer) bool {
				return theirs.Value != nil &&
					(ours.Kind == ucum.MissingOp && strings.HasPrefix(c.From, "{") ||
						ours.Kind == ucum.UnknownUnit && c.From[0] >= '0' && c.From[0] <= '9')
			},
		},
		{
			"a blank in an annotation", "We allow it because FHIR lists such units.",
			func(c testCase, ours, theirs answer) bool {
				return ours.Value != nil && theirs.Value == nil && strings.Contains(c.From, " ")
			},
		},
		{
			"an arbitrary unit and itself", "The very same code is the same unit; they convert no arbitrary unit at all.",
			func(c testCase, ours, theirs answer) bool {
				u, err := ucum.Parse(c.From)
				return err == nil && u.Arbitrary() && c.From == c.To && theirs.Value == nil && ours.Value != nil &&
					*ours.Value == c.Value
			},
		},
		{
			"a special unit over a number", "Half a degree is a scaled degree (UCUM §22); they only multiply.",
			func(c testCase, ours, theirs answer) bool {
				return ours.Value != nil && theirs.Value == nil && theirs.Moles == nil && strings.HasSuffix(c.From, "/2")
			},
		},
		{
			"one special unit in two scales", "We only scale; they compute the function and its inverse, which overflows or loses digits.",
			func(c testCase, ours, theirs answer) bool {
				return ours.Value != nil && c.sameSpecial() &&
					(theirs.Value == nil || apart(*ours.Value, *theirs.Value) < 1e-6)
			},
		},
		{
			"a level or a temperature near zero", "Their sum cancels and keeps fewer digits.",
			func(c testCase, ours, theirs answer) bool {
				return ours.Value != nil && theirs.Value != nil && c.special() && math.Abs(*ours.Value-*theirs.Value) < 1e-11
			},
		},
	}
}

func differ(powers []float64) bool { return len(powers) == 2 && powers[0] != powers[1] }

func apart(a, b float64) float64 {
	if a == b {
		return 0
	}
	return math.Abs(a-b) / max(math.Abs(a), math.Abs(b))
}

func (c testCase) special() bool {
	for _, code := range []string{c.From, c.To} {
		if u, err := ucum.Parse(code); err == nil && u.Special() {
			return true
		}
	}
	return false
}

// sameSpecial says whether the same special unit stands on both sides.
func (c testCase) sameSpecial() bool {
	for _, a := range ucum.Atoms() {
		if a.Kind == ucum.KindSpecial && codeUses(c.From, a.Code) && codeUses(c.To, a.Code) {
			return true
		}
	}
	return false
}

// uses says whether one of the atoms stands in either unit, with or without a prefix.
func (c testCase) uses(atoms ...string) bool {
	for _, a := range atoms {
		if codeUses(c.From, a) || codeUses(c.To, a) {
			return true
		}
	}
	return false
}

func codeUses(code, atom string) bool {
	for _, s := range symbols(code) {
		if s == atom {
			return true
		}
		if pre, ok := strings.CutSuffix(s, atom); ok {
			for _, p := range ucum.Prefixes() {
				if p.Code == pre {
					return true
				}
			}
		}
	}
	return false
}

// symbols are the simple units of a code without their exponents.
func symbols(code string) (out []string) {
	bracket, brace, start := false, false, 0
	flush := func(end int) {
		if s := strings.TrimRight(strings.TrimRight(code[start:end], "0123456789"), "+-"); s != "" {
			out = append(out, s)
		}
	}
	for i := range len(code) {
		switch c := code[i]; {
		case brace:
			if c == '}' {
				brace, start = false, i+1
			}
		case c == '[' || c == ']':
			bracket = c == '['
		case bracket:
		case c == '{':
			flush(i)
			brace = true
		case c == '.' || c == '/' || c == '(' || c == ')':
			flush(i)
			start = i + 1
		}
	}
	if !brace {
		flush(len(code))
	}
	return out
}
