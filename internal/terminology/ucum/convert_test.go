package ucum

import (
	"errors"
	"math"
	"math/big"
	"math/rand/v2"
	"strconv"
	"testing"
)

func TestConversionsAreExactAndRoundedOnce(t *testing.T) {
	for _, c := range []struct {
		name, from, to string
		v, want        float64
	}{
		{"fever in Celsius", "[degF]", "Cel", 98.6, 37},
		{"boiling water in Fahrenheit", "Cel", "[degF]", 100, 212},
		{"where the two scales meet", "Cel", "[degF]", -40, -40},
		{"a body temperature in kelvin", "Cel", "K", 36.6, 309.75},
		{"kelvin in Celsius", "K", "Cel", 310.15, 37},
		{"Réaumur", "[degRe]", "Cel", 80, 100},
		{"Rankine", "[degR]", "[degF]", 491.67, 32},
		{"thousandths of a degree", "mCel", "Cel", 37250, 37.25},
		{"tens of degrees", "10.Cel", "[degF]", 10, 212},
		{"half degrees", "Cel/2", "Cel", 75, 37.5},
		{"grams per litre", "mg/dL", "g/L", 5.4, 0.054},
		{"cells per litre", "10*3/uL", "10*9/L", 6.7, 6.7},
		{"cells per microlitre", "10*9/L", "/uL", 6.7, 6700},
		{"millimetres of mercury", "mm[Hg]", "kPa", 120, 15.99864},
		{"pounds", "[lb_av]", "kg", 154.3, 69.989302691},
		{"feet and inches", "[ft_i]", "cm", 5.5, 167.64},
		{"percent", "%", "mmol/mol", 5.4, 54},
		{"beats", "{beats}/min", "/min", 72, 72},
		{"an enzyme", "U/L", "ukat/L", 30, 0.5},
		{"a mole is a number", "mol", "10*23", 1, 6.02214076},
		{"equivalents are moles to UCUM", "meq/L", "mmol/L", 140, 140},
		{"degrees of an angle", "deg", "rad", 180, math.Pi},
		{"pi cancels", "circ", "deg", 1, 360},
		{"a year", "a", "d", 1, 365.25},
		{"energy", "kcal", "kJ", 1, 4.184},
		{"zero", "mg", "kg", 0, 0},
		{"a very small number", "m", "km", 5e-324, 0},
		{"a large number", "km", "m", 1e300, 1e303},
		{"bels", "dB", "B", 35, 3.5},
		{"a level of 1000", "B", "1", 3, 1000},
		{"power", "kW", "B[W]", 1, 3},
		{"sound pressure", "Pa", "dB[SPL]", 20, 120},
		{"volts", "B[V]", "V", 2, 10},
		{"microvolts", "B[uV]", "B[mV]", 8, 2},
		{"ten nanovolts", "B[10.nV]", "nV", 0, 10},
		{"nepers", "Np", "1", 0, 1},
		{"acidity", "[pH]", "mol/L", 7, 1e-7},
		{"acidity from moles", "nmol/L", "[pH]", 100, 7},
		{"bits", "bit_s", "1", 10, 1024},
		{"a slope of 45 degrees", "%[slope]", "deg", 100, 45},
		{"prism diopters", "[p'diop]", "%[slope]", 12.5, 12.5},
		{"dilution", "[hp'_X]", "1", 6, 1e-6},
		{"a dilution in another series", "[hp'_C]", "[hp'_X]", 3, 6},
		{"a dilution by thousands", "[hp'_M]", "[hp'_X]", 2, 6},
		{"a dilution by fifty thousands", "1", "[hp'_Q]", 1.0 / 50000, 1},
		{"an amplitude density", "m2/s4/Hz", "[m/s2/Hz^(1/2)]", 9, 3},
		{"an amplitude density back", "[m/s2/Hz^(1/2)]", "m2/s3", 3, 9},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := Convert(c.v, mustParse(t, c.from), mustParse(t, c.to))
			if err != nil {
				t.Fatal(err)
			}
			conv, _ := NewConverter(mustParse(t, c.from), mustParse(t, c.to))
			if conv.curve != nil {
				if math.Abs(got-c.want) > 1e-13*math.Abs(c.want) {
					t.Errorf("got %v, want %v", got, c.want)
				}
			} else if got != c.want {
				t.Errorf("got %v, want %v", got, c.want)
			}
		})
	}
}

func TestWhatDoesNotConvertSaysWhy(t *testing.T) {
	for _, c := range []struct {
		name, from, to string
		v              float64
		kind           Kind
	}{
		{"a mass into a volume", "g", "L", 1, Incommensurable},
		{"a mass into a substance", "mg/dL", "mmol/L", 1, Incommensurable},
		{"a temperature into a length", "Cel", "m", 1, Incommensurable},
		{"an angle into a number", "rad", "1", 1, Incommensurable},
		{"an arbitrary unit into another", "[IU]", "[arb'U]", 1, Arbitrary},
		{"an arbitrary unit into a number", "[IU]", "1", 1, Arbitrary},
		{"a number into an arbitrary unit", "1", "[CFU]", 1, Arbitrary},
		{"an arbitrary unit into itself with a prefix", "m[IU]/mL", "[IU]/L", 1, Arbitrary},
		{"an arbitrary unit that cancels", "[IU]/[IU]", "1", 1, Arbitrary},
		{"not a number", "m", "cm", math.NaN(), NotFinite},
		{"infinity", "m", "cm", math.Inf(-1), NotFinite},
		{"a result that is too large", "km", "mm", 1e305, NotFinite},
		{"a logarithm that is too large", "B", "1", 400, NotFinite},
		{"the logarithm of zero", "1", "B", 0, Domain},
		{"the logarithm of less", "mol/L", "[pH]", -1, Domain},
		{"the dilution of nothing", "1", "[hp'_C]", 0, Domain},
		{"the tangent of a right angle", "deg", "%[slope]", 90, Domain},
		{"the root of less than zero", "m2/s3", "[m/s2/Hz^(1/2)]", -1, Domain},
		{"the square of less than zero", "[m/s2/Hz^(1/2)]", "m2/s3", -1, Domain},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Convert(c.v, mustParse(t, c.from), mustParse(t, c.to))
			var conv *ConvertError
			if !errors.As(err, &conv) || conv.Kind != c.kind {
				t.Errorf("got %v, want %s", err, c.kind)
			}
			commensurable := c.kind != Incommensurable && c.kind != Arbitrary
			if Commensurable(mustParse(t, c.from), mustParse(t, c.to)) != commensurable {
				t.Errorf("commensurable is not %v", commensurable)
			}
		})
	}
}

func TestArbitraryUnitsRescaleOnlyWhenTheCallerAsks(t *testing.T) {
	for _, c := range []struct {
		name, from, to string
		v, want        float64
		kind           Kind
	}{
		{name: "another prefix and another volume", from: "m[IU]/mL", to: "[IU]/L", v: 4.2, want: 4.2},
		{name: "the two spellings of the international unit", from: "k[iU]/L", to: "[IU]/mL", v: 3, want: 3},
		{name: "no arbitrary unit at all", from: "g", to: "mg", v: 1.5, want: 1500},
		{name: "another arbitrary unit", from: "[IU]/L", to: "[arb'U]/L", kind: Arbitrary},
		{name: "another power", from: "[IU]", to: "[IU]2", kind: Arbitrary},
		{name: "a plain number", from: "[IU]", to: "1", kind: Arbitrary},
		{name: "another dimension", from: "[IU]/L", to: "[IU]/kg", kind: Incommensurable},
	} {
		t.Run(c.name, func(t *testing.T) {
			conv, err := NewRescaler(mustParse(t, c.from), mustParse(t, c.to))
			if c.kind != "" {
				var e *ConvertError
				if !errors.As(err, &e) || e.Kind != c.kind {
					t.Errorf("got %v, want %s", err, c.kind)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if got, err := conv.Convert(c.v); got != c.want || err != nil {
				t.Errorf("got %v %v, want %v", got, err, c.want)
			}
		})
	}
	if got, err := Convert(7.5, mustParse(t, "[IU]/L"), mustParse(t, "[IU]/L")); got != 7.5 || err != nil {
		t.Errorf("the very same arbitrary unit: got %v %v", got, err)
	}
}

func TestProductsAndQuotients(t *testing.T) {
	for _, c := range []struct {
		name    string
		op      func(float64, Unit, float64, Unit) (float64, Unit, error)
		v1      float64
		u1      string
		v2      float64
		u2      string
		want    float64
		unit    string
		refused Kind
	}{
		{name: "a product", op: Multiply, v1: 2, u1: "m", v2: 1.5, u2: "g", want: 3, unit: "g.m"},
		{name: "a dose", op: Multiply, v1: 0.1, u1: "mg/kg", v2: 70, u2: "kg", want: 0.007, unit: "g"},
		{name: "a quotient without unit", op: Divide, v1: 1, u1: "km", v2: 4, u2: "m", want: 250, unit: "1"},
		{name: "a body mass index", op: Divide, v1: 80, u1: "kg", v2: 4, u2: "m2", want: 20000, unit: "g.m-2"},
		{name: "an arbitrary unit", op: Divide, v1: 10, u1: "[IU]", v2: 2, u2: "L", want: 5000, unit: "[iU].m-3"},
		{name: "a temperature", op: Multiply, v1: 1, u1: "Cel", v2: 1, u2: "m", refused: SpecialTerm},
		{name: "nothing to divide by", op: Divide, v1: 1, u1: "m", v2: 0, u2: "s", refused: NotFinite},
		{name: "infinity", op: Multiply, v1: math.Inf(1), u1: "m", v2: 0, u2: "s", refused: NotFinite},
		{name: "a product that is too large", op: Multiply, v1: 1e200, u1: "m", v2: 1e200, u2: "m", refused: NotFinite},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, unit, err := c.op(c.v1, mustParse(t, c.u1), c.v2, mustParse(t, c.u2))
			if c.refused != "" {
				var e *ConvertError
				if !errors.As(err, &e) || e.Kind != c.refused {
					t.Errorf("got %v, want %s", err, c.refused)
				}
				return
			}
			if got != c.want || unit.String() != c.unit || err != nil {
				t.Errorf("got %v %s %v, want %v %s", got, unit, err, c.want, c.unit)
			}
		})
	}
}

func TestWhatFloatingPointMustDoIsNotExact(t *testing.T) {
	c, err := NewConverter(mustParse(t, "[pH]"), mustParse(t, "mol/L"))
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := c.Exact(big.NewRat(7, 1)); ok {
		t.Error("a power of ten with a fraction is no fraction")
	}
	if r, ok := (Converter{}).Exact(big.NewRat(7, 3)); !ok || r.Cmp(big.NewRat(7, 3)) != 0 {
		t.Error("the zero converter changes nothing")
	}
	if v, err := (Converter{}).Convert(7.5); v != 7.5 || err != nil {
		t.Error("the zero converter changes nothing")
	}
	if _, ok := mustParse(t, "Cel").Magnitude(); ok {
		t.Error("a special unit is no multiple of its canonical unit")
	}
}

func TestErrorsSayWhatToDo(t *testing.T) {
	_, err := Parse("mmHg")
	if got := err.Error(); got != "ucum: at byte 0: not a UCUM unit; check capitals and square brackets" {
		t.Error(got)
	}
	_, err = NewConverter(mustParse(t, "g"), mustParse(t, "L"))
	if got := err.Error(); got != "ucum: the two units measure different things" {
		t.Error(got)
	}
}

// Machine words and big numbers must give the same float64, bit for bit.
func TestWordsAndBigNumbersAgree(t *testing.T) {
	pairs := [][2]string{
		{"mg/dL", "g/L"},
		{"mm[Hg]", "kPa"},
		{"kPa", "mm[Hg]"},
		{"[degF]", "Cel"},
		{"Cel", "[degF]"},
		{"K", "Cel"},
		{"[degRe]", "[degF]"},
		{"mol", "1"},
		{"1", "mol"},
		{"[lb_av]", "kg"},
		{"kg", "[lb_av]"},
		{"[gal_us]", "L"},
		{"fm", "Tm"},
		{"Ym", "ym"},
		{"mCel", "[degF]"},
		{"a", "s"},
		{"s", "mo_s"},
		{"ug/h", "mg/d"},
		{"eV", "kcal"},
	}
	r := rand.New(rand.NewPCG(20240617, 2))
	words := 0
	for _, p := range pairs {
		c, err := NewConverter(mustParse(t, p[0]), mustParse(t, p[1]))
		if err != nil {
			t.Fatal(err)
		}
		l := c.linear
		for range 2000 {
			v := randomValue(r)
			want, got := l.convertBig(v), l.convert(v)
			if math.Float64bits(got) != math.Float64bits(want) && (got != 0 || want != 0) {
				t.Fatalf("%v %s: words %v, big numbers %v", v, p, got, want)
			}
			if d := shortest(v); l.words && v != 0 {
				if l.offset == nil {
					if _, ok := l.scaleWords(d); ok {
						words++
					}
				} else if _, ok := l.shiftWords(d); ok {
					words++
				}
			}
		}
	}
	if words < 20000 {
		t.Errorf("only %d values were computed in words", words)
	}
}

func TestTheShortestDecimalIsThatOfStrconv(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	for range 50000 {
		v := randomValue(r)
		if v == 0 {
			continue
		}
		d := shortest(v)
		text := strconv.FormatUint(d.digits, 10) + "e" + strconv.Itoa(d.ten)
		got := rational(t, text)
		if d.negative {
			got.Neg(got)
		}
		want, _ := exactDecimal(v)
		if got.Cmp(want) != 0 {
			t.Fatalf("%v: %s", v, text)
		}
	}
}

// randomValue is a measured value, a computed one, or any float64 at all.
func randomValue(r *rand.Rand) float64 {
	var v float64
	switch r.IntN(6) {
	case 0:
		v = float64(r.IntN(1000))
	case 1:
		v = float64(r.IntN(100000)) / math.Pow10(r.IntN(5))
	case 2:
		v, _ = strconv.ParseFloat(strconv.Itoa(r.IntN(1e9))+"e"+strconv.Itoa(r.IntN(40)-20), 64)
	case 3:
		v = r.Float64() * 1000
	case 4:
		v = float64(r.IntN(1000)+1) / float64(r.IntN(97)+1)
	default:
		v = math.Float64frombits(r.Uint64())
		if math.IsNaN(v) || math.IsInf(v, 0) {
			v = 1
		}
	}
	if r.IntN(4) == 0 {
		v = -v
	}
	return v
}

func TestMagnitudesKeepTheirArithmetic(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	random := func() magnitude {
		m := small(r.Uint64N(1<<r.IntN(60)+1)+1, int32(r.IntN(20)-10))
		d := small(r.Uint64N(1<<r.IntN(60)+1)+1, 0)
		m, _ = m.times(d.inverse())
		m.pi = int16(r.IntN(5) - 2)
		return m
	}
	for range 2000 {
		a, b := random(), random()
		got, ok := a.times(b)
		if want := new(big.Rat).Mul(a.exact(), b.exact()); !ok || got.exact().Cmp(want) != 0 {
			t.Fatalf("%v times %v", a, b)
		}
		if want := new(big.Rat).Inv(a.exact()); a.inverse().exact().Cmp(want) != 0 {
			t.Fatalf("the inverse of %v", a)
		}
		n := r.IntN(9) - 4
		if got, ok := a.power(n); !ok || got.exact().Cmp(ratPower(a.exact(), n)) != 0 {
			t.Fatalf("%v to the power %d", a, n)
		}
	}
}
