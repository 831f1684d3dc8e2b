package terminology

import (
	"strings"
	"testing"

	"github.com/seed-a76b335c/philint/internal/terminology/fold"
	"github.com/seed-a76b335c/philint/internal/terminology/loinc"
)

func TestPanelsAreMadeOfCodesOfTheTable(t *testing.T) {
	s, err := Core()
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for line := range strings.Lines(panelsTSV) {
		if line[0] != '#' && strings.Count(line, "\t") != 2 {
			t.Errorf("not three columns: %q", line)
		}
	}
	for _, p := range parsePanels(panelsTSV) {
		if seen[p.code] || !loinc.CheckDigit(p.code) || len(p.members) < 2 {
			t.Errorf("%s stands twice, is no code, or has fewer than two members", p.code)
		}
		seen[p.code] = true
		if row, ok := s.Row(p.code); ok && !row.Panel {
			t.Errorf("%s is no panel", p.code)
		}
		of := map[string]bool{}
		for _, m := range p.members {
			if row, ok := s.Row(m); !ok || row.Panel || of[m] {
				t.Errorf("%s: %s is not in the table, is a panel, or stands twice", p.code, m)
			}
			of[m] = true
		}
		if len(s.Members(p.code)) != len(p.members) {
			t.Errorf("%s loses members", p.code)
		}
	}
}

// TestBroadNamesOfPanelsHaveNoCode keeps a name of the vocabulary from having two meanings.
func TestBroadNamesOfPanelsHaveNoCode(t *testing.T) {
	s, err := Core()
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, p := range parsePanels(panelsTSV) {
		for _, n := range p.names {
			if seen[fold.Key(n)] {
				t.Errorf("%q stands twice", n)
			}
			seen[fold.Key(n)] = true
			if r := s.Resolve(n); r.Reason != ReasonTooBroad {
				t.Errorf("%q is %q %q", n, r.Code, r.Reason)
			}
			if len(s.Family(n)) != len(p.members) {
				t.Errorf("%q has not the members of %s", n, p.code)
			}
		}
	}
	if len(seen) < 50 || s.Family("glucose") != nil && len(s.Family("glucose")) > 0 || len(s.Members("718-7")) > 0 {
		t.Error("what is no panel has members")
	}
}

// TestThePanelsOfOwnNamesHaveMembers is for those that people ask for by name.
func TestThePanelsOfOwnNamesHaveMembers(t *testing.T) {
	s, err := Core()
	if err != nil {
		t.Fatal(err)
	}
	for name, member := range map[string]string{
		"blood pressure": "8480-6", "Blutdruck": "8462-4", "presión arterial": "8480-6", "血圧": "8462-4", "давление": "8480-6", "血压": "8480-6",
		"CBC": "718-7", "BMP": "2951-2", "CMP": "1742-6", "ABG": "2744-1", "electrolyte panel": "2823-3", "renal function panel": "2160-0", "urinalysis": "5804-0",
	} {
		r := s.Resolve(name)
		if members := s.Members(r.Code); len(members) == 0 || !strings.Contains(" "+strings.Join(members, " ")+" ", " "+member+" ") {
			t.Errorf("%q is %s, of %q", name, r.Code, members)
		}
	}
}
