package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/seed-a76b335c/philint/internal/terminology"
)

// tally counts the answers to one kind of names.
type tally struct{ asked, right, twin, wrong, silent int }

func (t *tally) add(u tally) {
	t.asked += u.asked
	t.right += u.right
	t.twin += u.twin
	t.wrong += u.wrong
	t.silent += u.silent
}

func (t *tally) answered() int { return t.right + t.twin + t.wrong }

func percent(n, of int) float64 {
	if of == 0 {
		return 0
	}
	return 100 * float64(n) / float64(of)
}

// question is a name and the code it stands for in a list.
type question struct{ code, name, kind string }

// names asks every name in four ways. It reports whether a target is missed.
func (e *evaluation) names() bool {
	var facts, wordings []question
	kinds := map[string]string{}
	for _, r := range e.facts {
		facts = append(facts, question{r[0], r[1], r[7]})
		kinds[r[0]] = r[7]
	}
	for _, r := range e.conflicts {
		wordings = append(wordings, question{r[0], r[2], r[3]})
	}
	missed := false
	full := e.ask("names of the list", facts, true, func(string) terminology.Without { return terminology.Without{} })
	var clinical tally
	for _, kind := range []string{"lab", "vital", "device"} {
		clinical.add(full[kind])
	}
	coverage, wrong := percent(clinical.answered(), clinical.asked), percent(clinical.wrong, clinical.asked)
	fmt.Fprintf(e.out, "  lab, vital and device: coverage %.2f %% (target %.1f), wrong %.2f %% (target %.1f)\n", coverage, wantCoverage, wrong, wantWrong)
	missed = missed || coverage < wantCoverage || wrong > wantWrong
	for _, r := range []struct {
		title   string
		without func(code string) terminology.Without
	}{
		{"the same, put together from parts only", func(string) terminology.Without { return terminology.Without{Names: true} }},
		{"the same, from the table's parts without own names", func(string) terminology.Without { return terminology.Without{Names: true, Aliases: true} }},
		{"the same, each code taken out of the table: silence is right", func(code string) terminology.Without { return terminology.Without{Code: code} }},
	} {
		var sum tally
		for _, t := range e.ask(r.title, facts, false, r.without) {
			sum.add(t)
		}
		missed = missed || percent(sum.wrong, sum.asked) > wantWrong
	}
	e.ask("other wordings (many are ambiguous; no target)", wordings, true, func(string) terminology.Without { return terminology.Without{} })
	return missed
}

func (e *evaluation) ask(title string, list []question, listSilent bool, without func(code string) terminology.Without) map[string]tally {
	by := map[string]tally{}
	for _, q := range list {
		r := e.set.ResolveWithout(q.name, without(q.code))
		t := by[q.kind]
		t.asked++
		switch {
		case r.Code == q.code:
			t.right++
		case r.Code == "":
			t.silent++
			if e.show && listSilent {
				fmt.Fprintf(e.out, "  silent  %s  %s: %s %v\n", q.code, q.name, r.Reason, r.Codes)
			}
		case e.explained(q, r.Code):
			t.twin++
		default:
			t.wrong++
			if e.show {
				fmt.Fprintf(e.out, "  wrong   %s  %s: %s %s by %s\n", q.code, q.name, r.Code, r.Display, r.Method)
			}
		}
		by[q.kind] = t
	}
	fmt.Fprintf(e.out, "\n%s\n  %-10s %6s %9s %7s %6s %6s %9s %8s\n", title, "", "asked", "answered", "right", "twin", "wrong", "coverage", "wrong %")
	var all tally
	for _, kind := range slices.Sorted(maps.Keys(by)) {
		e.line(kind, by[kind])
		all.add(by[kind])
	}
	e.line("all", all)
	return by
}

func (e *evaluation) line(kind string, t tally) {
	fmt.Fprintf(e.out, "  %-10s %6d %9d %7d %6d %6d %8.2f%% %7.2f%%\n", kind, t.asked, t.answered(), t.right, t.twin, t.wrong,
		percent(t.answered(), t.asked), percent(t.wrong, t.asked))
}

// explained says that the lists themselves give the asked name to the answered code as well.
func (e *evaluation) explained(q question, answered string) bool {
	if row, ok := e.set.Row(answered); ok && strings.EqualFold(row.LongName, q.name) {
		return true
	}
	for _, r := range e.conflicts {
		if r[0] == answered && strings.EqualFold(r[2], q.name) {
			return true
		}
	}
	for _, r := range e.facts {
		if r[0] == answered && strings.EqualFold(r[1], q.name) {
			return true
		}
	}
	return false
}
