package main

import (
	"fmt"
	"io"
	"strings"
)

// summary counts what was compared.
type summary struct {
	version          string
	classes          []class
	values, refusals int
	groups           map[string]int
	explained        map[string][]string
	counts           map[string]int
	unexplained      []string
	worst            float64
}

func newSummary(version string) *summary {
	return &summary{
		version: version, classes: classes(),
		groups: map[string]int{}, explained: map[string][]string{}, counts: map[string]int{},
	}
}

func (s *summary) add(c testCase, ours, theirs answer) {
	s.groups[c.Group]++
	switch {
	case ours.Value == nil && theirs.Value == nil:
		s.refusals++
		return
	case ours.Value != nil && theirs.Value != nil && s.equal(*ours.Value, *theirs.Value):
		s.values++
		return
	}
	line := fmt.Sprintf("%v %s in %s: ours %s, theirs %s", c.Value, c.From, c.To, ours.text(), theirs.text())
	for _, class := range s.classes {
		if class.is(c, ours, theirs) {
			s.counts[class.name]++
			s.explained[class.name] = append(s.explained[class.name], line)
			return
		}
	}
	s.unexplained = append(s.unexplained, c.Group+": "+line)
}

// equal allows for their floating-point arithmetic.
func (s *summary) equal(a, b float64) bool {
	d := apart(a, b)
	if d > 1e-12 {
		return false
	}
	s.worst = max(s.worst, d)
	return true
}

func (a answer) text() string {
	if a.Value != nil {
		return fmt.Sprint(*a.Value)
	}
	if a.Kind != "" {
		return a.Status + " (" + string(a.Kind) + ")"
	}
	return a.Status
}

// print writes the summary and answers the exit code.
func (s *summary) print(w io.Writer, show int, complete bool) int {
	var groups []string
	total := 0
	for _, name := range sortedKeys(s.groups) {
		groups = append(groups, fmt.Sprintf("%s %d", name, s.groups[name]))
		total += s.groups[name]
	}
	fmt.Fprintf(w, "%d conversions, ours and those of @lhncbc/ucum-lhc %s: %s\n", total, s.version, strings.Join(groups, ", "))
	fmt.Fprintf(w, "%d values equal to 1e-12 (at most %.1e apart), %d refused by both\n", s.values, s.worst, s.refusals)
	code := 0
	for _, class := range s.classes {
		n := s.counts[class.name]
		fmt.Fprintf(w, "%d differ: %s. %s\n", n, class.name, class.why)
		for _, line := range s.explained[class.name][:min(show, n)] {
			fmt.Fprintln(w, "    "+line)
		}
		if n == 0 && complete {
			fmt.Fprintln(w, "    no longer happens: take the explanation out")
			code = 1
		}
	}
	fmt.Fprintf(w, "%d differ without an explanation\n", len(s.unexplained))
	for _, line := range s.unexplained {
		fmt.Fprintln(w, "    "+line)
		code = 1
	}
	return code
}
