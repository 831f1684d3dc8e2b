package terminology

import (
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/seed-a76b335c/philint/internal/terminology/loinc"
	"github.com/seed-a76b335c/philint/internal/terminology/ucum"
	"github.com/seed-a76b335c/philint/internal/terminology/units"
)

// Tier says what a conversion rests on.
type Tier string

// The tiers.
const (
	TierUnit     Tier = "unit"     // the two units measure the same
	TierMolar    Tier = "molar"    // mass and amount of one substance
	TierActivity Tier = "activity" // [IU] of an enzyme is U
	TierFormula  Tier = "formula"  // two scales of one quantity
)

// ConvertReason says why there is no converted value.
type ConvertReason string

// The reasons.
const (
	NotFinite           ConvertReason = "not-finite"
	UnknownUnit         ConvertReason = "unknown-unit"
	DifferentQuantities ConvertReason = "different-quantities"
	NeedsCode           ConvertReason = "needs-code"
	UnknownCode         ConvertReason = "unknown-code"
	NoMolarMass         ConvertReason = "no-molar-mass"
	Valence             ConvertReason = "valence"
	ArbitraryUnit       ConvertReason = "arbitrary-unit"
	AmountAndNumber     ConvertReason = "amount-and-number"
	ShareAndCount       ConvertReason = "share-and-count"
	DifferentAnalytes   ConvertReason = "different-analytes"
	NoCounterpart       ConvertReason = "no-counterpart"

	DifferentAnnotations ConvertReason = "different-annotations"
	Logarithm            ConvertReason = "logarithm"
	ImpossibleValue      ConvertReason = "impossible-value"
)

var convertTexts = map[ConvertReason]string{
	NotFinite:           "the value or the result is not a finite number; give a number of ordinary size",
	UnknownUnit:         "a unit is neither a known printed unit nor a UCUM code; check its spelling with normalize_unit",
	DifferentQuantities: "the two units measure different quantities; no conversion exists",
	NeedsCode:           "mass and amount convert for one substance only; give its LOINC code",
	UnknownCode:         "the LOINC code is not in the vocabulary; check it or leave it out",
	NoMolarMass:         "no molar mass is known for this LOINC code; convert with the laboratory's own factor",
	Valence:             "equivalents and moles differ by the valence of the ion; convert with the laboratory's own factor",
	ArbitraryUnit:       "arbitrary units such as [IU] are defined by a procedure and do not convert; for an enzyme's activity give its LOINC code",
	AmountAndNumber:     "an amount in moles is not a count of things; no conversion is meant",
	ShareAndCount:       "a share of the whole is not a count; it needs the total, which a conversion does not have",
	DifferentAnalytes:   "the two codes are not the same analyte in the same specimen; no conversion exists",
	NoCounterpart:       "the value has no counterpart in the other unit",

	DifferentAnnotations: "the two units count or refer to different things, as their annotations in braces say; no conversion is meant",
	Logarithm:            "a logarithm is not rescaled; convert the number that it is the logarithm of",
	ImpossibleValue:      "the value is below absolute zero, or outside what the formula of its LOINC code is for; check the value and its unit",
}

// Text says what was wrong and what to do.
func (r ConvertReason) Text() string { return convertTexts[r] }

// Conversion is the answer to a conversion. Value is nil where there is none; Reason then says why.
type Conversion struct {
	Value    *float64
	FromUCUM string
	ToUCUM   string
	Tier     Tier
	Reason   ConvertReason
}

// Invalid says that the question was wrong rather than the answer "no".
func (c *Conversion) Invalid() bool { return c.Reason == NotFinite }

// NormalizedUnit is what a printed unit means.
type NormalizedUnit struct {
	UCUM   string // empty where the unit is not known
	Family string // the LOINC PROPERTY that such a unit carries, first of all
}

// NormalizeUnit says what a printed unit means.
func (s *Set) NormalizeUnit(printed string) NormalizedUnit {
	code, ok := units.Normalize(printed)
	if !ok {
		return NormalizedUnit{}
	}
	return NormalizedUnit{UCUM: code, Family: units.Family(code)}
}

// quantity is a unit with what UCUM does not tell apart.
type quantity struct {
	unit     ucum.Unit
	code     string
	contents contents
}

func readQuantity(printed string) (quantity, string, bool) {
	code, ok := units.Normalize(printed)
	if !ok {
		return quantity{}, strings.TrimSpace(printed), false // what is refused has a reason, also where UCUM would parse it
	}
	u, err := ucum.Parse(code)
	if err != nil {
		return quantity{}, code, false
	}
	return quantity{unit: u, code: code, contents: contentsOf(code)}, code, true
}

// Convert expresses a value in another unit. Mass and amount of substance convert only where the LOINC code says which
// substance it is. Nothing is rounded but once, at the end.
func (s *Set) Convert(v float64, from, to, loincCode string) Conversion {
	a, fromCode, okA := readQuantity(from)
	b, toCode, okB := readQuantity(to)
	out := Conversion{FromUCUM: fromCode, ToUCUM: toCode}
	if math.IsNaN(v) || math.IsInf(v, 0) {
		out.Reason = NotFinite
		return out
	}
	if !okA || !okB {
		out.Reason = UnknownUnit
		return out
	}
	var row *loinc.Row
	loincCode = strings.TrimSpace(loincCode)
	if loincCode != "" {
		row, _ = s.loinc.Row(loincCode)
	}
	r, tier, reason := convert(v, a, b, row)
	if reason == "" && tier != TierFormula && !oneNumber(row, a, b) && printedConflict(from, to) {
		reason = DifferentAnnotations
	}
	if reason == NeedsCode && loincCode != "" && row == nil {
		reason = UnknownCode
	}
	out.finish(r, tier, reason)
	return out
}

func (c *Conversion) finish(r float64, tier Tier, reason ConvertReason) {
	if reason == "" && (math.IsNaN(r) || math.IsInf(r, 0)) {
		reason = NotFinite
	}
	if reason != "" {
		c.Reason = reason
		return
	}
	c.Value, c.Tier = &r, tier
}

// convert picks the way from one quantity to another.
func convert(v float64, a, b quantity, row *loinc.Row) (float64, Tier, ConvertReason) {
	if (a.unit.Special() || b.unit.Special()) && belowZero(v, a) {
		return 0, "", ImpossibleValue
	}
	if a.code == b.code {
		return v, TierUnit, ""
	}
	if row != nil {
		if r, ok := byFormula(v, a, b, row.Code, ""); ok {
			return fromFormula(v, r)
		}
	}
	if oneNumber(row, a, b) {
		return v, TierUnit, ""
	}
	a, b = underCode(row, a), underCode(row, b)
	if reason := noteConflict(a, b); reason != "" {
		return 0, "", reason
	}
	x, y := &a.contents, &b.contents
	switch {
	case a.unit.Arbitrary() || b.unit.Arbitrary():
		return convertArbitrary(v, a, b, row)
	case x.eq != y.eq:
		if x.mol != y.mol {
			return 0, "", Valence
		}
		return 0, "", DifferentQuantities
	case x.osm != y.osm, x.enzyme != y.enzyme, x.notes != y.notes:
		return 0, "", DifferentQuantities
	case x.mol != y.mol:
		return convertMolar(v, a, b, row)
	case x.anyMol != y.anyMol && a.unit.Dimension() == b.unit.Dimension():
		// % and mmol/mol are one number to UCUM, but two scales of HbA1c.
		return 0, "", NeedsCode.unless(row, NoMolarMass)
	}
	return convertUnits(v, a, b)
}

// unless is the reason itself while no code is known, else the other one.
func (r ConvertReason) unless(row *loinc.Row, other ConvertReason) ConvertReason {
	if row == nil {
		return r
	}
	return other
}

func convertUnits(v float64, a, b quantity) (float64, Tier, ConvertReason) {
	c, err := ucum.NewRescaler(a.unit, b.unit)
	if err != nil {
		if isShare(a) && isCount(b) || isShare(b) && isCount(a) {
			return 0, "", ShareAndCount
		}
		if a.unit.Arbitrary() != b.unit.Arbitrary() {
			return 0, "", ArbitraryUnit
		}
		return 0, "", DifferentQuantities
	}
	r, err := c.Convert(v)
	if err != nil {
		if k, ok := err.(*ucum.ConvertError); ok && k.Kind == ucum.Domain { //nolint:errorlint // Convert returns the type itself.
			return 0, "", NoCounterpart
		}
		return 0, "", NotFinite
	}
	return r, TierUnit, ""
}

func isShare(q quantity) bool { return q.unit.Dimension().None() && !q.unit.Arbitrary() }

// isCount says that a unit counts things in a volume or an area.
func isCount(q quantity) bool {
	if q.unit.Arbitrary() || q.contents.anyMol || q.contents.enzyme != 0 {
		return false
	}
	for _, code := range [...]string{"/L", "/m2"} {
		if u, err := ucum.Parse(code); err == nil && u.Dimension() == q.unit.Dimension() {
			return true
		}
	}
	return false
}

// convertArbitrary rescales one arbitrary unit (m[IU]/L and u[IU]/mL), and takes [IU] for U where the code says that
// an enzyme's activity is measured. Hormones are measured in [IU] too, and there it is not U.
func convertArbitrary(v float64, a, b quantity, row *loinc.Row) (float64, Tier, ConvertReason) {
	if a.unit.Arbitrary() && b.unit.Arbitrary() {
		r, tier, reason := convertUnits(v, a, b)
		if reason == DifferentQuantities && a.unit.Dimension() == b.unit.Dimension() {
			reason = ArbitraryUnit
		}
		return r, tier, reason
	}
	if row == nil || !isCatalytic(row.Property) {
		return 0, "", ArbitraryUnit
	}
	x, okA := asActivity(a)
	y, okB := asActivity(b)
	if !okA || !okB || x.contents.enzyme != y.contents.enzyme {
		return 0, "", ArbitraryUnit
	}
	r, _, reason := convertUnits(v, x, y)
	return r, TierActivity, reason
}

func isCatalytic(property string) bool {
	switch property {
	case "CCnc", "CCnt", "CRat", "CAct":
		return true
	}
	return false
}

func asActivity(q quantity) (quantity, bool) {
	if !q.unit.Arbitrary() {
		return q, q.contents.enzyme != 0
	}
	code := strings.NewReplacer("[IU]", "U", "[iU]", "U").Replace(q.code)
	u, err := ucum.Parse(code)
	if err != nil || u.Arbitrary() {
		return quantity{}, false
	}
	return quantity{unit: u, code: code, contents: contentsOf(code)}, true
}

// convertMolar crosses between mass and amount of substance.
func convertMolar(v float64, a, b quantity, row *loinc.Row) (float64, Tier, ConvertReason) {
	// Which side counts moles, and above or below the line: mmol/L and mg/dL, or mg/mmol and mg/g.
	amount, mass, toAmount := b, a, true
	below := b.contents.mol-a.contents.mol < 0
	if a.contents.mol != 0 {
		amount, mass, toAmount = a, b, false
		below = a.contents.mol < 0
	}
	if mass.contents.mol != 0 || amount.contents.mol != 1 && amount.contents.mol != -1 {
		return 0, "", DifferentQuantities
	}
	perMole, perGram := "("+amount.code+")/mol", "("+mass.code+")/g"
	if below {
		perMole, perGram = "("+amount.code+").mol", "("+mass.code+").g"
	}
	um, errM := ucum.Parse(perMole)
	ug, errG := ucum.Parse(perGram)
	if errM != nil || errG != nil || !ucum.Commensurable(um, ug) {
		if ucum.Commensurable(a.unit, b.unit) {
			return 0, "", AmountAndNumber
		}
		return 0, "", DifferentQuantities
	}
	if row == nil {
		return 0, "", NeedsCode
	}
	m, ok := molarMass(row, below)
	if !ok {
		return 0, "", NoMolarMass
	}
	value, okV := exact(v)
	weight, okW := exact(m)
	from, to := ug, um
	if !toAmount {
		from, to = um, ug
	}
	c, err := ucum.NewConverter(from, to)
	if err != nil || !okV || !okW {
		return 0, "", DifferentQuantities
	}
	x, ok := c.Exact(value)
	if !ok {
		return 0, "", DifferentQuantities
	}
	if toAmount != below {
		x.Quo(x, weight)
	} else {
		x.Mul(x, weight)
	}
	r, _ := x.Float64()
	return r, TierMolar, ""
}

func molarMass(row *loinc.Row, below bool) (float64, bool) {
	upper, lower, ok := row.RatioMolarMasses()
	if ok {
		if below {
			return lower, lower > 0
		}
		return upper, upper > 0
	}
	if below {
		return 0, false
	}
	return row.MolarMass()
}

// exact is the shortest decimal that stands for v.
func exact(v float64) (*big.Rat, bool) {
	return new(big.Rat).SetString(strconv.FormatFloat(v, 'g', -1, 64))
}

// byFormula applies the formula of two codes. With one code known, the units say in which direction.
func byFormula(v float64, a, b quantity, code, toCode string) (float64, bool) {
	for _, p := range loinc.FormulaPairs() {
		if toCode != "" && (p.From != code || p.To != toCode) || p.From != code && p.To != code {
			continue
		}
		if p.FromUnit != a.code || p.ToUnit != b.code {
			continue
		}
		x, ok1 := exact(v)
		scale, ok2 := exact(p.Scale)
		offset, ok3 := exact(p.Offset)
		if !ok1 || !ok2 || !ok3 {
			return p.Apply(v), true
		}
		r, _ := x.Add(x.Mul(x, scale), offset).Float64()
		return r, true
	}
	return 0, false
}

// ConvertBetween expresses a value under one code as a value under another: the mass and the amount of one analyte in
// one specimen, or two codes that a published formula joins.
func (s *Set) ConvertBetween(v float64, fromCode, fromUnit, toCode, toUnit string) Conversion {
	if fromCode == toCode {
		return s.Convert(v, fromUnit, toUnit, fromCode)
	}
	a, fromUCUM, okA := readQuantity(fromUnit)
	b, toUCUM, okB := readQuantity(toUnit)
	out := Conversion{FromUCUM: fromUCUM, ToUCUM: toUCUM}
	x, y := s.index.byCode(fromCode), s.index.byCode(toCode)
	switch {
	case math.IsNaN(v) || math.IsInf(v, 0):
		out.Reason = NotFinite
	case !okA || !okB:
		out.Reason = UnknownUnit
	case x == nil || y == nil:
		out.Reason = UnknownCode
	}
	if out.Reason != "" {
		return out
	}
	if r, ok := byFormula(v, a, b, fromCode, toCode); ok {
		out.finish(fromFormula(v, r))
		return out
	}
	if seriesOf(x.row) != seriesOf(y.row) || joinedByFormula(fromCode, toCode) {
		out.Reason = DifferentAnalytes
		return out
	}
	r, tier, reason := convert(v, a, b, x.row)
	if reason == NoMolarMass {
		r, tier, reason = convert(v, a, b, y.row)
	}
	if reason == "" && tier != TierFormula && !oneNumber(x.row, a, b) && printedConflict(fromUnit, toUnit) {
		reason = DifferentAnnotations
	}
	out.finish(r, tier, reason)
	return out
}

// joinedByFormula says that two codes are two scales: equal units would then convert without the formula.
func joinedByFormula(a, b string) bool {
	for _, p := range loinc.FormulaPairs() {
		if p.From == a && p.To == b {
			return true
		}
	}
	return false
}
