package terminology

import (
	"math"
	"testing"

	"github.com/seed-a76b335c/philint/internal/terminology/ucum"
)

func TestWhatAnAnnotationSaysIsNotConvertedAway(t *testing.T) {
	s := coreSet(t)
	for _, c := range []struct {
		name     string
		v        float64
		from, to string
		want     float64
		reason   ConvertReason
	}{
		{"beats are the pulse's own count", 60, "{beats}/min", "/min", 60, ""},
		{"and back", 60, "/min", "bpm", 60, ""},
		{"by the second", 60, "{beats}/min", "/s", 1, ""},
		{"beats are not breaths", 60, "{beats}/min", "{breaths}/min", 0, DifferentAnnotations},
		{"steps are not floors", 3, "steps", "floors", 0, DifferentAnnotations},
		{"steps are a number", 3, "{steps}", "1", 3, ""},
		{"and no percentage", 3, "{steps}", "%", 0, DifferentAnnotations},
		{"a score is not an INR", 3, "{score}", "{INR}", 0, DifferentAnnotations},
		{"an absorbance is not a ratio to the cut-off", 3, "{OD_unit}", "{s_co_ratio}", 0, DifferentAnnotations},
		{"a titre is not an index", 40, "{titer}", "{index}", 0, DifferentAnnotations},
		{"a ratio is a share", 0.45, "{ratio}", "%", 45, ""},
		{"a share is a ratio", 45, "%", "{fraction}", 0.45, ""},
		{"a score is no share", 3, "{score}", "%", 0, DifferentAnnotations},
		{"nor a share a score", 3, "%", "{score}", 0, DifferentAnnotations},
		{"copies by volume", 3, "{copies}/mL", "{copies}/L", 3000, ""},
		{"copies in thousands", 3, "10*3{copies}/mL", "{copies}/mL", 3000, ""},
		{"copies are not cells", 3, "{copies}/mL", "{cells}/mL", 0, DifferentAnnotations},
		{"cells are a count", 3, "{cells}/uL", "10*6/L", 3, ""},
		{"a logarithm is not the number", 3, "{Log_copies}/mL", "{copies}/mL", 0, Logarithm},
		{"nor the number its logarithm", 50000, "copies/mL", "log copies/mL", 0, Logarithm},
		{"nor does it rescale", 3, "{Log_copies}/mL", "{Log_copies}/L", 0, UnknownUnit},
		{"one logarithm is not another", 3, "{Log_copies}/mL", "{Log_IU}/mL", 0, Logarithm},
		{"a logarithm is itself", 3, "{Log_copies}/mL", "log10 copies/mL", 3, ""},
		{"an unknown logarithm is no unit", 3, "{Log_x}/mL", "/mL", 0, UnknownUnit},
		{"FEU is not DDU", 1, "ug/mL{FEU}", "ug/mL{DDU}", 0, DifferentAnnotations},
		{"nor what has not said", 1, "ug/mL{FEU}", "ug/mL", 0, DifferentAnnotations},
		{"FEU by volume", 1, "ug/mL{FEU}", "ng/mL{FEU}", 1000, ""},
		{"by creatinine is not by haemoglobin", 1, "mg/g{creat}", "mg/g{Hb}", 0, DifferentAnnotations},
		{"nor of arbitrary units", 1, "[IU]/g{creat}", "[IU]/g{Hb}", 0, DifferentAnnotations},
		{"by creatinine among itself", 1, "mg/g{creat}", "ug/mg{creat}", 1, ""},
		{"what it is by may be left out", 1, "mg/g{creat}", "mg/kg", 1000, ""},
		{"erythrocytes are not leukocytes", 1, "/100{WBCs}", "/10*3{RBCs}", 0, DifferentAnnotations},
		{"nor where the code leaves them out", 5, "{RBC}/uL", "{WBC}/uL", 0, DifferentAnnotations},
		{"nor as words", 5, "RBC/uL", "WBC/uL", 0, DifferentAnnotations},
		{"nor with a power before them", 5, "10*3{RBC}/uL", "10*9{WBC}/L", 0, DifferentAnnotations},
		{"nor what no table knows", 5, "{foo}/uL", "{bar}/L", 0, DifferentAnnotations},
		{"erythrocytes are a count", 5, "{RBC}/uL", "/uL", 5, ""},
		{"and the other way", 5, "/uL", "{RBC}/uL", 5, ""},
		{"of any volume", 5, "{RBC}/uL", "10*6/L", 5, ""},
		{"erythrocytes are erythrocytes", 5, "{RBCs}/uL", "rbc/uL", 5, ""},
		{"one cell is of cells", 5, "{cell}/uL", "cells/uL", 5, ""},
		{"a thousand is no annotation", 5, "K/uL", "10*9/L", 5, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := s.Convert(c.v, c.from, c.to, "")
			if got.Reason != c.reason || (got.Value == nil) != (c.reason != "") {
				t.Fatalf("value %v, reason %q; want %q", got.Value, got.Reason, c.reason)
			}
			if got.Value != nil && math.Abs(*got.Value-c.want) > 1e-12*c.want {
				t.Errorf("%v, want %v", *got.Value, c.want)
			}
		})
	}
}

func TestANumberOutsideItsScaleHasNoCounterpart(t *testing.T) {
	s := coreSet(t)
	for _, c := range []struct {
		name           string
		v              float64
		from, to, code string
		reason         ConvertReason
	}{
		{"below absolute zero in Celsius", -500, "Cel", "K", "", ImpossibleValue},
		{"in Fahrenheit", -460, "[degF]", "Cel", "", ImpossibleValue},
		{"in kelvin", -1, "K", "Cel", "", ImpossibleValue},
		{"also where nothing is converted", -500, "°C", "Cel", "", ImpossibleValue},
		{"absolute zero itself", -273.15, "Cel", "K", "", ""},
		{"a difference of temperatures", -1, "K", "mK", "", ""},
		{"a frost", -40, "Cel", "[degF]", "", ""},
		{"A1c of one percent", 1, "%", "mmol/mol", "4548-4", ImpossibleValue},
		{"below zero", -5, "mmol/mol", "%", "59261-8", ImpossibleValue},
		{"where the formula begins", 2.152, "%", "mmol/mol", "4548-4", ""},
		{"a base excess is negative by nature", -3, "mmol/L", "umol/L", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := s.Convert(c.v, c.from, c.to, c.code); got.Reason != c.reason {
				t.Errorf("reason %q, want %q", got.Reason, c.reason)
			}
		})
	}
	if got := s.ConvertBetween(1, "4548-4", "%", "59261-8", "mmol/mol"); got.Reason != ImpossibleValue {
		t.Errorf("between two codes the reason is %q, want %q", got.Reason, ImpossibleValue)
	}
}

func TestACodeNamesItsAnnotationsAlike(t *testing.T) {
	s := coreSet(t)
	const inr = "6301-6"
	for _, c := range []struct {
		from, to, code string
		reason         ConvertReason
	}{
		{"{INR}", "{ratio}", inr, ""},
		{"ratio", "INR", inr, ""},
		{"{ratio}", "1", inr, ""},
		{"{INR}", "{ratio}", "", DifferentAnnotations},
		{"{INR}", "{score}", inr, DifferentAnnotations},
		{"%", "{INR}", inr, DifferentAnnotations},
		{"%", "{ratio}", inr, DifferentAnnotations}, // which is INR here
		{"{RBC}/uL", "{WBC}/uL", "26464-8", DifferentAnnotations},
	} {
		if got := s.Convert(2.5, c.from, c.to, c.code); got.Reason != c.reason || c.reason == "" && *got.Value != 2.5 {
			t.Errorf("%s to %s under %q: %v, %q, want %q", c.from, c.to, c.code, got.Value, got.Reason, c.reason)
		}
	}
}

func TestAUnitThatIsRefusedByNameDoesNotConvert(t *testing.T) {
	s := coreSet(t)
	for _, unit := range []string{"Mg", "10.7/L", "mg/100", "mil/mm3", "MM/L", "µ", "T", "G"} {
		if got := s.Convert(1, unit, unit, ""); got.Reason != UnknownUnit {
			t.Errorf("%s: reason %q, want %q", unit, got.Reason, UnknownUnit)
		}
	}
	if got := s.Convert(1, "10.9/L", "10*9/L", ""); got.Value == nil || *got.Value != 1 {
		t.Errorf("a power that lost its place became %v, %q", got.Value, got.Reason)
	}
}

func TestConvertingUnitsThatUCUMKnowsNeverChangesTheQuantity(t *testing.T) {
	s := coreSet(t)
	for _, code := range []string{"mBq", "mS", "nS", "mS/cm", "MHz", "mPa.s", "[HP]", "m[IU]/L", "kat", "[degRe]", "cm[H2O]", "m3.kg-1.s-2"} {
		c := s.Convert(1, code, code, "")
		u, errU := ucum.Parse(code)
		v, errV := ucum.Parse(c.FromUCUM)
		if errU != nil || errV != nil || c.Value == nil {
			t.Errorf("%s: %v, %v, %q", code, errU, errV, c.Reason)
			continue
		}
		if u.Canonical().String() != v.Canonical().String() {
			t.Errorf("%s was taken for %s", code, c.FromUCUM)
		}
	}
}
