package main

import (
	"context"
	"flag"
	"fmt"
	"strings"

	"github.com/seed-a76b335c/philint/analyzers/config"
)

const usage = `Philint finds patient data in log statements.

	philint [flags] [packages]               judge packages, ./... unless named
	go vet -vettool=$(which philint) ./...   the same as a vet tool, one package at a time

Commands:

%s
Flags of all commands that look at packages, and of philint itself:

%s
Exit status: 0 nothing to report, 1 findings, 2 could not check.
Files: %s and %s beside go.mod. Environment: %s and %s name others.
`

func (c *command) help(_ context.Context, args []string) int {
	if len(args) > 0 {
		return c.helpOn(args)
	}
	var commands, flags strings.Builder
	for _, s := range subcommands() {
		fmt.Fprintf(&commands, "\t%-40s %s\n", strings.TrimSpace("philint "+s.name+" "+s.args), s.doc)
	}
	writeFlags(&flags, new(options).lintFlags())
	fmt.Fprintf(c.stdout, usage, commands.String(), flags.String(), config.FileName, config.BaselineName, config.Env, config.BaselineEnv)
	return clean
}

func writeFlags(b *strings.Builder, fl *flag.FlagSet) {
	fl.VisitAll(func(f *flag.Flag) {
		arg, text := flag.UnquoteUsage(f)
		fmt.Fprintf(b, "\t%-16s %s\n", strings.TrimSpace("-"+f.Name+" "+arg), text)
	})
}

const baselineUsage = `philint baseline init  [run.json...]               write the baseline; refuses to overwrite one
philint baseline check [-since REV] [run.json...]  compare it with the whole module, and with an older one
philint baseline prune [run.json...]               lower, delete and move entries; never add
philint baseline merge ANCESTOR OURS THEIRS        git merge driver: the result goes to OURS
philint baseline report [-svg FILE] [-json]        what is left, and how it shrank

Runs come from "philint -o run.json ./...", one for each build configuration; without any, the module is
judged in the present one. See docs/baseline.md.
`

func (c *command) helpOn(args []string) int {
	if len(args) == 1 {
		for _, s := range subcommands() {
			switch {
			case s.name != args[0]:
			case s.name == "baseline":
				fmt.Fprint(c.stdout, baselineUsage)
				return clean
			default:
				fmt.Fprintf(c.stdout, "philint %s %s\n\n%s\n", s.name, s.args, s.doc)
				return clean
			}
		}
	}
	return c.fail(fmt.Errorf("there is no command %q; see philint help", strings.Join(args, " ")))
}
