package loinc

// FormulaPair says how a value under one code becomes a value under another: To = From × Scale + Offset. It is for
// quantities that are measured on two scales, which no unit conversion can bridge.
type FormulaPair struct {
	From, FromUnit string
	To, ToUnit     string
	Scale, Offset  float64
	Source         string
}

// Apply calculates the value under the second code. Nothing is rounded.
func (p FormulaPair) Apply(v float64) float64 { return v*p.Scale + p.Offset }

// The master equation between the two standards of haemoglobin A1c. The way back is the same equation solved for the
// other side, so that a value that goes and returns is the value. The rounded formula that reports often quote,
// (% − 2.15) × 10.929, stays within 0.03 mmol/mol of it between 3 % and 20 %.
const (
	ngspPerIFCC = 0.09148
	ngspAtZero  = 2.152
	a1cSource   = "IFCC-NGSP master equation: NGSP % = 0.09148 × IFCC mmol/mol + 2.152 (Hoelzel et al., Clin Chem 2004;50:166)"
)

// The codes of haemoglobin A1c.
const (
	codeA1c     = "4548-4"
	codeA1cHPLC = "17856-6"
	codeA1cIFCC = "59261-8"
)

// FormulaPairs are the code pairs with a formula, in both directions. The average glucose that a report calculates
// from A1c is not among them: it is another quantity.
func FormulaPairs() []FormulaPair {
	var out []FormulaPair
	for _, ngsp := range []string{codeA1c, codeA1cHPLC} {
		out = append(out,
			FormulaPair{
				From: ngsp, FromUnit: "%", To: codeA1cIFCC, ToUnit: "mmol/mol",
				Scale: 1 / ngspPerIFCC, Offset: -ngspAtZero / ngspPerIFCC, Source: a1cSource,
			},
			FormulaPair{
				From: codeA1cIFCC, FromUnit: "mmol/mol", To: ngsp, ToUnit: "%",
				Scale: ngspPerIFCC, Offset: ngspAtZero, Source: a1cSource,
			})
	}
	return out
}
