package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seed-a76b335c/philint/analyzers/config"
)

// summary says on standard error what was looked at, so that a run that saw nothing is visible.
func (c *command) summary(r *run, v *verdict) {
	var parts []string
	add := func(n int, one, many string) { parts = append(parts, counted(n, one, many)) }
	used, unused := 0, 0
	for _, e := range r.Escapes {
		if e.Used {
			used++
		} else {
			unused++
		}
	}
	add(len(r.packages), "package", "packages")
	add(r.statements(), "log statement", "log statements")
	operands := counted(r.operands(), "operand judged", "operands judged")
	if n := r.forwarded(); n > 0 {
		operands += fmt.Sprintf(" (%d at the callers)", n)
	}
	parts = append(parts, operands)
	if v != nil {
		add(len(v.shown), "finding", "findings")
	} else {
		add(len(r.findings), "finding", "findings")
	}
	escapes := counted(used+unused, "escape", "escapes")
	if unused > 0 {
		escapes += fmt.Sprintf(" (%d unused)", unused)
	}
	parts = append(parts, escapes)
	if v != nil && len(v.files) > 0 {
		parts = append(parts, fmt.Sprintf("%d hidden by the baseline", v.known))
		if len(v.stale) > 0 {
			add(len(v.stale), "stale entry", "stale entries")
		}
	}
	fmt.Fprintf(c.stderr, "philint: %s (%s/%s", strings.Join(parts, ", "), r.Build.GOOS, r.Build.GOARCH)
	if r.Build.Tags != "" {
		fmt.Fprintf(c.stderr, ", tags %s", r.Build.Tags)
	}
	fmt.Fprintln(c.stderr, ")")
	if len(r.packages) > 0 && r.statements() == 0 {
		fmt.Fprintln(c.stderr, "philint: no log statement was seen: if these packages log, their logger is unknown; see docs/configuration.md, sinks")
	}
	var excluded []string
	reasons := map[string]bool{}
	for _, p := range r.packages {
		if p.Excluded {
			excluded = append(excluded, p.Path)
			continue
		}
		word := "not judged"
		if p.KeysJudged {
			word = "judged"
		}
		reasons[word+": "+p.KeysReason] = true
	}
	for _, reason := range sorted(reasons) {
		fmt.Fprintf(c.stderr, "philint: keys %s\n", reason)
	}
	c.listed("excluded by "+config.FileName, excluded)
	c.listed("imported only by tests, so not judged", r.testOnly)
}

func (c *command) listed(what string, packages []string) {
	if len(packages) == 0 {
		return
	}
	slices.Sort(packages)
	fmt.Fprintf(c.stderr, "philint: %s (%d): %s\n", what, len(packages), strings.Join(packages, " "))
}

func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
