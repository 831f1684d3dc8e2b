package units

import "testing"

func TestAPrintedValueIsTakenApart(t *testing.T) {
	for _, c := range []struct {
		name, printed string
		want          Value
	}{
		{"a whole number", "88", Value{Kind: Quantity, Number: 88}},
		{"a decimal point", "5.4", Value{Kind: Quantity, Number: 5.4}},
		{"a decimal comma", "5,4", Value{Kind: Quantity, Number: 5.4}},
		{"a comma before two digits", "12,34", Value{Kind: Quantity, Number: 12.34}},
		{"a comma before four digits", "1,2345", Value{Kind: Quantity, Number: 1.2345}},
		{"a comma behind zero", "0,123", Value{Kind: Quantity, Number: 0.123}},
		{"a comma before three digits has two readings", "1,234", Value{Kind: Narrative, Ambiguous: true}},
		{"so has it behind a comparator", "<1,234", Value{Kind: Narrative, Ambiguous: true}},
		{"and with a unit that has decimals", "1,234 mg/dL", Value{Kind: Narrative, Ambiguous: true}},
		{"and with a power of ten", "1,234 10^3/uL", Value{Kind: Narrative, Ambiguous: true}},
		{"whole things are counted in thousands", "8,432 steps", Value{Kind: Quantity, Number: 8432, Unit: "steps"}},
		{"cells too", "7,250 /uL", Value{Kind: Quantity, Number: 7250, Unit: "/uL"}},
		{"colonies too", ">100,000 CFU/mL", Value{Kind: Quantity, Number: 100000, Comparator: ">", Unit: "CFU/mL"}},
		{"two commas group", "1,234,567", Value{Kind: Quantity, Number: 1234567}},
		{"commas group as in India", "12,34,567", Value{Kind: Quantity, Number: 1234567}},
		{"commas group before a point", "1,234.5", Value{Kind: Quantity, Number: 1234.5}},
		{"points group before a comma", "1.234,5", Value{Kind: Quantity, Number: 1234.5}},
		{"one point is decimal", "1.234", Value{Kind: Quantity, Number: 1.234}},
		{"two points group", "1.234.567", Value{Kind: Quantity, Number: 1234567}},
		{"a version is no number", "1.2.3", Value{Kind: Narrative}},
		{"wrong groups are no number", "1,23,4", Value{Kind: Narrative}},
		{"an apostrophe groups", "1'234.5", Value{Kind: Quantity, Number: 1234.5}},
		{"an unbroken blank groups", "1\u00a0234,5", Value{Kind: Quantity, Number: 1234.5}},
		{"a narrow blank groups", "1\u202f234\u202f567", Value{Kind: Quantity, Number: 1234567}},
		{"an open blank does not", "1 234", Value{Kind: Narrative}},
		{"a point without zero", ".5", Value{Kind: Quantity, Number: 0.5}},
		{"a point at the end", "5.", Value{Kind: Narrative}},
		{"a negative number", "-2.5", Value{Kind: Quantity, Number: -2.5}},
		{"a true minus", "−2.5", Value{Kind: Quantity, Number: -2.5}},
		{"a plus", "+2.5", Value{Kind: Quantity, Number: 2.5}},
		{"zero", "0", Value{Kind: Quantity}},
		{"minus zero is zero", "-0.0", Value{Kind: Quantity}},
		{"an exponent", "1.2e3", Value{Kind: Quantity, Number: 1200}},
		{"an exponent with its sign", "1.2E+05 IU/mL", Value{Kind: Quantity, Number: 120000, Unit: "IU/mL"}},
		{"an exponent in print", "1.2×10^3", Value{Kind: Quantity, Number: 1200}},
		{"a raised exponent and a unit", "1.2×10³ copies/mL", Value{Kind: Quantity, Number: 1200, Unit: "copies/mL"}},
		{"a raised negative exponent", "1.5×10⁻³", Value{Kind: Quantity, Number: 0.0015}},
		{"a power before a stroke is the unit's", "5.4 x10^9/L", Value{Kind: Quantity, Number: 5.4, Unit: "x10^9/L"}},
		{"glued too", "5.4×10⁹/L", Value{Kind: Quantity, Number: 5.4, Unit: "×10⁹/L"}},
		{"and as analysers print it", "5.4E9/L", Value{Kind: Quantity, Number: 5.4, Unit: "E9/L"}},
		{"a number beside a power", "240 10⁹/L", Value{Kind: Quantity, Number: 240, Unit: "10⁹/L"}},
		{"a number glued to a raised power", "24010⁹/L", Value{Kind: Quantity, Number: 240, Unit: "10⁹/L"}},
		{"a number glued to a flattened power", "240109/L", Value{Kind: Narrative, Ambiguous: true}},
		{"too large a number", "1e999", Value{Kind: Narrative}},
		{"full-width digits", "１２．５", Value{Kind: Quantity, Number: 12.5}},
		{"not a number", "NaN", Value{Kind: Narrative}},
		{"infinity", "Inf", Value{Kind: Narrative}},

		{"less", "<5", Value{Kind: Quantity, Number: 5, Comparator: "<"}},
		{"less, with a blank", "< 0.01 ng/mL", Value{Kind: Quantity, Number: 0.01, Comparator: "<", Unit: "ng/mL"}},
		{"less or equal", "≤ 5", Value{Kind: Quantity, Number: 5, Comparator: "<="}},
		{"less or equal in two signs", "<=5", Value{Kind: Quantity, Number: 5, Comparator: "<="}},
		{"less or equal, slanted", "⩽5", Value{Kind: Quantity, Number: 5, Comparator: "<="}},
		{"greater, full-width", "＞60", Value{Kind: Quantity, Number: 60, Comparator: ">"}},
		{"greater or equal", "≥90", Value{Kind: Quantity, Number: 90, Comparator: ">="}},
		{"greater or equal, full-width", "＞＝90", Value{Kind: Quantity, Number: 90, Comparator: ">="}},
		{"greater in words", "greater than 60", Value{Kind: Quantity, Number: 60, Comparator: ">"}},
		{"less in Chinese", "小于0.5", Value{Kind: Quantity, Number: 0.5, Comparator: "<"}},
		{"equal compares nothing", "= 5", Value{Kind: Narrative}},
		{"neither does unequal", "<>5", Value{Kind: Narrative}},
		{"nor an arrow", "=<5", Value{Kind: Narrative}},
		{"about is not a number", "~5", Value{Kind: Narrative}},
		{"a comparator alone", "<", Value{Kind: Narrative}},
		{"a comparator with a minus", "<-5", Value{Kind: Narrative}},

		{"a flag behind", "5.6 H", Value{Kind: Quantity, Number: 5.6, Flag: "H"}},
		{"a flag twice as high", "5.6 HH", Value{Kind: Quantity, Number: 5.6, Flag: "HH"}},
		{"an arrow glued", "6.49↑", Value{Kind: Quantity, Number: 6.49, Flag: "H"}},
		{"an arrow down", "6.49 ↓", Value{Kind: Quantity, Number: 6.49, Flag: "L"}},
		{"a star", "5.6*", Value{Kind: Quantity, Number: 5.6, Flag: "*"}},
		{"a star in front", "* 5.6", Value{Kind: Quantity, Number: 5.6, Flag: "*"}},
		{"a flag in words", "5.6 high", Value{Kind: Quantity, Number: 5.6, Flag: "H"}},
		{"a flag in Chinese", "5.6 偏低", Value{Kind: Quantity, Number: 5.6, Flag: "L"}},
		{"a flag in brackets", "5.6 (H)", Value{Kind: Quantity, Number: 5.6, Flag: "H"}},
		{"low in brackets", "5.6 [L]", Value{Kind: Quantity, Number: 5.6, Flag: "L"}},
		{"a flag in front", "L 5.6", Value{Kind: Quantity, Number: 5.6, Flag: "L"}},
		{"a flag behind the unit", "5.6 mmol/L H", Value{Kind: Quantity, Number: 5.6, Unit: "mmol/L", Flag: "H"}},
		{"low behind the unit", "5.6 mmol/L L", Value{Kind: Quantity, Number: 5.6, Unit: "mmol/L", Flag: "L"}},
		{"a lone L is litres", "5.6 L", Value{Kind: Quantity, Number: 5.6, Unit: "L"}},
		{"a lone h is hours", "5.6 h", Value{Kind: Quantity, Number: 5.6, Unit: "h"}},
		{"abnormal is no ampere", "5.6 A", Value{Kind: Quantity, Number: 5.6, Flag: "A"}},
		{"two flags that disagree", "H 5.6 ↓", Value{Kind: Narrative}},

		{"a unit beside", "12.3 mg/dL", Value{Kind: Quantity, Number: 12.3, Unit: "mg/dL"}},
		{"a unit glued", "12.3mg/dL", Value{Kind: Quantity, Number: 12.3, Unit: "mg/dL"}},
		{"a percent", "5.4 %", Value{Kind: Quantity, Number: 5.4, Unit: "%"}},
		{"a percent, full-width", "5.4％", Value{Kind: Quantity, Number: 5.4, Unit: "％"}},
		{"a temperature", "98.6°F", Value{Kind: Quantity, Number: 98.6, Unit: "°F"}},
		{"steps in Chinese", "8000步", Value{Kind: Quantity, Number: 8000, Unit: "步"}},
		{"a micro sign is kept as printed", "88 µmol/L", Value{Kind: Quantity, Number: 88, Unit: "µmol/L"}},
		{"an unknown unit with a stroke", "12.3 mg/fooL", Value{Kind: Quantity, Number: 12.3, Unit: "mg/fooL"}},
		{"a unit in front", "mmol/L 5.4", Value{Kind: Quantity, Number: 5.4, Unit: "mmol/L"}},
		{"acidity in front", "pH 7.4", Value{Kind: Quantity, Number: 7.4, Unit: "pH"}},
		{"money", "$5", Value{Kind: Narrative}},
		{"a number in prose", "3 children", Value{Kind: Narrative}},
		{"a day", "2024-01-02", Value{Kind: Narrative}},
		{"a time of day", "12:30", Value{Kind: Narrative}},
		{"a height in two units", `5'10"`, Value{Kind: Narrative}},

		{"a range", "3-5", Value{Kind: Range, Number: 3, Second: 5}},
		{"a range with two dashes is not negative", "35.0--45.0", Value{Kind: Range, Number: 35, Second: 45}},
		{"a range with a tilde", "3～5个/HP", Value{Kind: Range, Number: 3, Second: 5, Unit: "个/HP"}},
		{"a range with a long dash", "3–5 mg/dL", Value{Kind: Range, Number: 3, Second: 5, Unit: "mg/dL"}},
		{"a range in words", "3 to 5", Value{Kind: Range, Number: 3, Second: 5}},
		{"a range of field counts", "0-2 /HPF", Value{Kind: Range, Number: 0, Second: 2, Unit: "/HPF"}},
		{"a range that falls", "5-3", Value{Kind: Narrative}},
		{"a pair", "120/80", Value{Kind: Pair, Number: 120, Second: 80}},
		{"a pair with its unit", "120/80 mmHg", Value{Kind: Pair, Number: 120, Second: 80, Unit: "mmHg"}},
		{"a pair in kilopascal", "16.0/10.7 kPa", Value{Kind: Pair, Number: 16, Second: 10.7, Unit: "kPa"}},
		{"a count per hundred", "2 /100 WBC", Value{Kind: Quantity, Number: 2, Unit: "/100 WBC"}},
		{"a rate per field", "5/HPF", Value{Kind: Quantity, Number: 5, Unit: "/HPF"}},
		{"a half is no number", "1/2", Value{Kind: Narrative}},
		{"a half of something", "1/2 tablet", Value{Kind: Narrative}},
		{"an acuity", "20/20", Value{Kind: Narrative}},
		{"a pair of something else", "120/80 mg/dL", Value{Kind: Narrative}},
		{"a titre", "1:40", Value{Kind: Titer, Number: 40}},
		{"a titre beyond", ">1:640", Value{Kind: Titer, Number: 640, Comparator: ">"}},
		{"a titre, full-width", "1：80", Value{Kind: Titer, Number: 80}},
		{"a ratio that is no titre", "2:40", Value{Kind: Narrative}},

		{"negative", "neg", Value{Kind: Ordinal, Ordinal: "negative"}},
		{"negative in capitals", "NEGATIVE", Value{Kind: Ordinal, Ordinal: "negative"}},
		{"negative in Chinese", "阴性", Value{Kind: Ordinal, Ordinal: "negative"}},
		{"negative in Taiwan", "陰性", Value{Kind: Ordinal, Ordinal: "negative"}},
		{"negative twice", "阴性(-)", Value{Kind: Ordinal, Ordinal: "negative"}},
		{"negative as a sign", "(-)", Value{Kind: Ordinal, Ordinal: "negative"}},
		{"a dash has two readings", "-", Value{Kind: Narrative, Ambiguous: true}},
		{"two dashes are nothing", "--", Value{Kind: None}},
		{"positive as a sign", "+", Value{Kind: Ordinal, Ordinal: "positive"}},
		{"positive in brackets", "(+)", Value{Kind: Ordinal, Ordinal: "positive"}},
		{"positive and its grade", "阳性(+++)", Value{Kind: Ordinal, Ordinal: "3+"}},
		{"positive and an arrow", "阳性 ↑", Value{Kind: Ordinal, Ordinal: "positive", Flag: "H"}},
		{"weakly positive", "弱阳性", Value{Kind: Ordinal, Ordinal: "weakly positive"}},
		{"a grade in signs", "++", Value{Kind: Ordinal, Ordinal: "2+"}},
		{"a grade in digits", "2+", Value{Kind: Ordinal, Ordinal: "2+"}},
		{"a grade turned round", "+1", Value{Kind: Ordinal, Ordinal: "1+"}},
		{"borderline", "+/-", Value{Kind: Ordinal, Ordinal: "borderline"}},
		{"borderline in one sign", "±", Value{Kind: Ordinal, Ordinal: "borderline"}},
		{"trace", "Trace", Value{Kind: Ordinal, Ordinal: "trace"}},
		{"not reactive", "Non-Reactive", Value{Kind: Ordinal, Ordinal: "nonreactive"}},
		{"not detected", "not detected", Value{Kind: Ordinal, Ordinal: "not detected"}},
		{"not detected in Russian", "не обнаружено", Value{Kind: Ordinal, Ordinal: "not detected"}},
		{"a contradiction stays text", "positive (-)", Value{Kind: Narrative}},
		{"a blood group", "AB", Value{Kind: Nominal, Ordinal: "AB"}},
		{"a blood group with its factor", "O Rh positive", Value{Kind: Nominal, Ordinal: "O+"}},
		{"a blood group in Chinese", "A型", Value{Kind: Nominal, Ordinal: "A"}},
		{"a small letter is no blood group", "a", Value{Kind: Narrative}},
		{"a colour", "淡黄色", Value{Kind: Nominal, Ordinal: "pale yellow"}},

		{"nothing", "", Value{Kind: None}},
		{"white space", " \t ", Value{Kind: None}},
		{"prose", "see the note", Value{Kind: Narrative}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := ParseValue(c.printed)
			if got.Kind == Narrative && got.Text == "" {
				t.Errorf("%q lost its text", c.printed)
			}
			got.Text = ""
			if got != c.want {
				t.Errorf("ParseValue(%q)\n got %+v\nwant %+v", c.printed, got, c.want)
			}
		})
	}
}

func TestAUnitInItsOwnColumnMakesATrailingLTheFlag(t *testing.T) {
	for _, c := range []struct {
		printed, column string
		want            Value
	}{
		{"5.6 L", "mmol/L", Value{Kind: Quantity, Number: 5.6, Flag: "L", Text: "5.6 L"}},
		{"5.6 L", " ", Value{Kind: Quantity, Number: 5.6, Unit: "L", Text: "5.6 L"}},
		{"5.6 H", "mmol/L", Value{Kind: Quantity, Number: 5.6, Flag: "H", Text: "5.6 H"}},
		{"8,432", "steps", Value{Kind: Quantity, Number: 8432, Text: "8,432"}},
		{"8,432", "mg/dL", Value{Kind: Narrative, Ambiguous: true, Text: "8,432"}},
	} {
		if got := ParseReading(c.printed, c.column); got != c.want {
			t.Errorf("ParseReading(%q, %q) = %+v, want %+v", c.printed, c.column, got, c.want)
		}
	}
}
