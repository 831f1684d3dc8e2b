package terminology

import (
	"math"
	"testing"
)

type fixedAliases map[Scope]map[string]Confirmed

func (f fixedAliases) Confirmed(scope Scope, key string) (Confirmed, bool) {
	c, ok := f[scope][key]
	return c, ok
}

func TestAStoredReadingIsCodedOrItSaysWhatIsMissing(t *testing.T) {
	s := coreSet(t)
	aliases := fixedAliases{
		ScopeUser: {
			"my sugar": {Code: "2339-0"},
			"x1":       {System: SystemICPC3, Code: "NS01"},
			"x2":       {System: "http://example.org", Code: "1"},
			"x3":       {Code: "9999999-9"},
			"x4":       {System: SystemICPC3, Code: "ZZ99"},
		},
		ScopeGlobal: {"my sugar": {Code: "2345-7"}, "our salt": {Code: "2951-2"}},
	}
	for _, c := range []struct {
		name, value, unit string
		outcome           Outcome
		reason, code      string
		rule, series      string
	}{
		{"Glucose", "95", "mg/dL", OutcomeCoded, "", "2345-7", ruleLexical, "loinc:Glucose|Ser/Plas|Pt|Qn|" + s.dimOf("2345-7")},
		{"Glucose", "5.3", "mmol/L", OutcomeCoded, "", "14749-6", ruleLexical, "loinc:Glucose|Ser/Plas|Pt|Qn|" + s.dimOf("2345-7")},
		{"Glucose", "95", "", OutcomeNeedsInput, ReasonUnitMissing, "", ruleLexical, "local:glucose"},
		{"Glucose", "", "", OutcomeCoded, "", "2345-7", ruleLexical, ""},
		{"Glucose", "94 mg/dL", "mmol/L", OutcomeNeedsInput, ReasonTwoUnits, "", ruleLexical, "local:glucose"},
		{"My Sugar", "94 mg/dL", "mmol/L", OutcomeNeedsInput, ReasonTwoUnits, "", "alias:user", "local:my sugar"},
		{"Blood pressure", "120", "mmHg", OutcomeNeedsInput, ReasonPanelValue, "", ruleLexical, "local:blood pressure"},
		{"HCV genotype", "1b", "", OutcomeCoded, "", "32286-7", ruleLexical, ""},
		{"Rh type", "positive", "", OutcomeCoded, "", "10331-7", ruleLexical, ""},
		{"Glucose", "95", "kg", OutcomeNeedsInput, ReasonUnitConflict, "", ruleLexical, "local:glucose"},
		{"Glucose", "cloudy and late", "", OutcomeNeedsInput, "scale:narrative-vs-Qn", "", ruleLexical, "local:glucose"},
		{"Hemoglobin", "negative", "", OutcomeNeedsInput, "scale:ordinal-vs-Qn", "", ruleLexical, "local:hemoglobin"},
		{"心率", "88", "", OutcomeCoded, "", "8867-4", ruleLexical, ""},
		{"体温", "38.2", "", OutcomeCoded, "", "8310-5", ruleLexical, ""},
		{"血糖(HbA1c)", "5", "%", OutcomeNeedsInput, ReasonNameAmbiguous, "", ruleLexical, "local:血糖(hba1c)"},
		{"Blorbine", "5", "mg/dL", OutcomeNeedsInput, ReasonEngineNoMatch, "", ruleLexical, "local:blorbine"},
		{"血脂", "2", "mmol/L", OutcomeRefused, ReasonEngineRefused, "", ruleLexical, "local:血脂"},
		{"fever", "", "", OutcomeRefused, ReasonEngineRefused, "", ruleLexical, "local:fever"},
		{"My Sugar", "95", "mg/dL", OutcomeCoded, "", "2339-0", "alias:user", ""},
		{"My Sugar", "5.3", "mmol/L", OutcomeCoded, "", "15074-8", "alias:user", ""},
		{"My Sugar", "5.3", "blorps", OutcomeCoded, "", "2339-0", "alias:user", ""},
		{"Our salt", "140", "mmol/L", OutcomeCoded, "", "2951-2", "alias:global", ""},
		{"x1", "", "", OutcomeCoded, "", "NS01", "alias:user", "icpc3:NS01"},
		{"x2", "", "", OutcomeRefused, ReasonAliasNotStandard, "", "alias:user", "local:x2"},
		{"x3", "", "", OutcomeNeedsInput, "axes:unknown-code:9999999-9", "", "alias:user", "local:x3"},
		{"x4", "", "", OutcomeNeedsInput, "icpc3:unknown-code:ZZ99", "", "alias:user", "local:x4"},
	} {
		t.Run(c.name+" "+c.value+" "+c.unit, func(t *testing.T) {
			d := s.Code(Draft{Name: c.name, Value: c.value, Unit: c.unit, Aliases: aliases})
			if d.Outcome != c.outcome || d.Reason != c.reason || d.Code != c.code || d.Rule != c.rule {
				t.Errorf("%s %q %q by %s; want %s %q %q by %s", d.Outcome, d.Reason, d.Code, d.Rule, c.outcome, c.reason, c.code, c.rule)
			}
			if c.series != "" && d.Series != c.series {
				t.Errorf("series %q, want %q", d.Series, c.series)
			}
			if len(d.ID) != 16 {
				t.Errorf("decision id %q", d.ID)
			}
		})
	}
}

func (s *Set) dimOf(code string) string {
	r, _ := s.Row(code)
	series := seriesOf(r)
	for i := len(series) - 1; i >= 0; i-- {
		if series[i] == '|' {
			return series[i+1:]
		}
	}
	return ""
}

func TestReadingsOfOneSeriesHaveOneUnit(t *testing.T) {
	s := coreSet(t)
	a := s.Code(Draft{Name: "Glucose", Value: "90.08", Unit: "mg/dL"})
	b := s.Code(Draft{Name: "Glucose", Value: "5", Unit: "mmol/L"})
	if a.Series != b.Series || a.CanonicalUnit != b.CanonicalUnit || a.CanonicalValue == nil || b.CanonicalValue == nil {
		t.Fatalf("%q %q and %q %q", a.Series, a.CanonicalUnit, b.Series, b.CanonicalUnit)
	}
	if math.Abs(*a.CanonicalValue-*b.CanonicalValue) > 1e-12 {
		t.Errorf("%v and %v", *a.CanonicalValue, *b.CanonicalValue)
	}
	f := s.Code(Draft{Name: "Body temperature", Value: "98.6", Unit: "°F"})
	if f.CanonicalValue == nil || *f.CanonicalValue != 37 || f.CanonicalUnit != "Cel" {
		t.Errorf("temperature: %v %q", f.CanonicalValue, f.CanonicalUnit)
	}
	if x := s.Code(Draft{Name: "Blorbine", Value: "5", Unit: "mg/dL"}); x.CanonicalValue != nil {
		t.Errorf("a reading without a code has a canonical value")
	}
}

func TestTheSameReadingIsTheSameDecision(t *testing.T) {
	s := coreSet(t)
	a := s.Code(Draft{Name: "Glucose", Value: "95", Unit: "mg/dl"})
	b := s.Code(Draft{Name: " GLUCOSE ", Value: "101", Unit: "mg/dL"})
	c := s.Code(Draft{Name: "Glucose", Value: "95", Unit: "mmol/L"})
	if a.ID != b.ID || a.ID == c.ID {
		t.Errorf("%s %s %s", a.ID, b.ID, c.ID)
	}
}

func TestACodeThatTheSourceGivesStandsWhereItFits(t *testing.T) {
	s := coreSet(t)
	aliases := fixedAliases{ScopeUser: {"my sugar": {Code: "2339-0"}}}
	for _, c := range []struct {
		name, value, unit, source string
		outcome                   Outcome
		reason, code, rule        string
		series                    string
	}{
		{"GLU-X", "95", "mg/dL", "2345-7", OutcomeCoded, "", "2345-7", ruleSource, s.SeriesOf("2345-7")},
		{"GLU-X", "5.3", "mmol/L", "2345-7", OutcomeNeedsInput, ReasonUnitConflict, "", ruleSource, "local:glu-x"}, // a mass code with moles
		{"GLU-X", "95", "", "2345-7", OutcomeNeedsInput, ReasonUnitMissing, "", ruleSource, "local:glu-x"},
		{"GLU-X", "positive", "", "2345-7", OutcomeNeedsInput, "scale:ordinal-vs-Qn", "", ruleSource, "local:glu-x"},
		{"My sugar", "95", "mg/dL", "2345-7", OutcomeCoded, "", "2339-0", "alias:user", ""},
		{"Thing", "7", "mg/dL", "99999-5", OutcomeCoded, "", "99999-5", ruleSource, "loinc:99999-5"},
		{"Glucose", "95", "mg/dL", "99999-1", OutcomeCoded, "", "2345-7", ruleLexical, ""}, // no code: its check digit is wrong
		{"Glucose", "95", "mg/dL", "GLU", OutcomeCoded, "", "2345-7", ruleLexical, ""},
	} {
		t.Run(c.name+" "+c.value+" "+c.unit+" "+c.source, func(t *testing.T) {
			d := s.Code(Draft{Name: c.name, Value: c.value, Unit: c.unit, Source: c.source, Aliases: aliases})
			if d.Outcome != c.outcome || d.Reason != c.reason || d.Code != c.code || d.Rule != c.rule || c.series != "" && d.Series != c.series {
				t.Errorf("%+v", d)
			}
		})
	}
}

func TestASourceCodeIsHeldAgainstTheReading(t *testing.T) {
	s := coreSet(t)
	for _, c := range []struct {
		source, value, unit string
		outcome             Outcome
		reason              string
	}{
		{"2345-7", "94", "mg/dL", OutcomeCoded, ""},
		{"2345-7", "94 mg/dL", "mmol/L", OutcomeNeedsInput, ReasonTwoUnits},
		{"99999-5", "94 mg/dL", "mmol/L", OutcomeNeedsInput, ReasonTwoUnits}, // of a release that is not here
		{"85354-9", "120", "mmHg", OutcomeNeedsInput, ReasonPanelValue},
		{"85354-9", "120/80", "mmHg", OutcomeCoded, ""},
		{"11572-5", "1:40", "", OutcomeNeedsInput, "property:titer-vs-ACnc"},
		{"3281-3", "negative", "", OutcomeCoded, ""},
	} {
		d := s.Code(Draft{Name: "whatever", Value: c.value, Unit: c.unit, Source: c.source})
		if d.Outcome != c.outcome || d.Reason != c.reason {
			t.Errorf("%s %s %s: %s %q, want %s %q", c.source, c.value, c.unit, d.Outcome, d.Reason, c.outcome, c.reason)
		}
	}
}
