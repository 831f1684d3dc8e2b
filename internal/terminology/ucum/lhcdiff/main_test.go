package main

import (
	"bytes"
	"reflect"
	"strings"
	"testing"
)

func TestTheSameSeedMakesTheSameCases(t *testing.T) {
	var made [2][]testCase
	for i := range made {
		g, err := newGenerator(defaultSeed)
		if err != nil {
			t.Fatal(err)
		}
		made[i] = g.cases(defaultN)
	}
	if !reflect.DeepEqual(made[0], made[1]) {
		t.Error("two runs differ")
	}
	if n := len(made[0]) - len(points()); n != defaultN {
		t.Errorf("%d conversions, want %d", n, defaultN)
	}
}

func TestSymbolsAreTheSimpleUnitsOfACode(t *testing.T) {
	for code, want := range map[string]string{
		"mg/dL":               "mg dL",
		"[lb_av]2.(3.kPa-1)":  "[lb_av] kPa",
		"{a.b}/m[H2O]{x}":     "m[H2O]",
		"[m/s2/Hz^(1/2)].10*": "[m/s2/Hz^(1/2)] 10*",
		"B[10.nV]":            "B[10.nV]",
	} {
		if got := strings.Join(symbols(code), " "); got != want {
			t.Errorf("%s: %s, want %s", code, got, want)
		}
	}
	if !codeUses("kBd", "Bd") || codeUses("uL", "u") || codeUses("[m_e]", "m") {
		t.Error("what a code uses")
	}
}

func TestOnlyExplainedDifferencesPass(t *testing.T) {
	one, two := 1.0, 2.0
	value := func(v *float64) answer { return answer{Status: "succeeded", Value: v} }
	known := class{"known", "Because.", func(c testCase, _, _ answer) bool { return c.From == "m" }}
	for _, c := range []struct {
		name         string
		from         string
		ours, theirs answer
		classes      []class
		want         int
	}{
		{"the same value", "m", value(&one), value(&one), nil, 0},
		{"both refuse", "m", answer{}, answer{}, nil, 0},
		{"another value", "g", value(&one), value(&two), nil, 1},
		{"only they refuse", "g", value(&one), answer{}, nil, 1},
		{"only we refuse", "g", answer{}, value(&one), nil, 1},
		{"another value that is explained", "m", value(&one), value(&two), []class{known}, 0},
		{"another value that is not", "g", value(&one), value(&two), []class{known}, 1},
		{"an explanation of nothing", "m", value(&one), value(&one), []class{known}, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newSummary("0")
			s.classes = c.classes
			s.add(testCase{Group: "g", Value: 1, From: c.from, To: "s"}, c.ours, c.theirs)
			var out bytes.Buffer
			if got := s.print(&out, 1, true); got != c.want {
				t.Errorf("exit code %d, want %d:\n%s", got, c.want, out.String())
			}
		})
	}
}
