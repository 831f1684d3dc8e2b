package main

import (
	"context"
	"flag"
	"fmt"
	"slices"
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
		return c.helpOn(strings.Join(args, " "))
	}
	var commands, flags strings.Builder
	for _, s := range subcommands() {
		fmt.Fprintf(&commands, "\t%-40s %s\n", strings.TrimSpace("philint "+s.name+" "+s.args), s.doc)
	}
	writeFlags(&flags, new(options).flagsOf(""))
	fmt.Fprintf(c.stdout, usage, commands.String(), flags.String(), config.FileName, config.BaselineName, config.Env, config.BaselineEnv)
	return clean
}

func writeFlags(b *strings.Builder, fl *flag.FlagSet) {
	fl.VisitAll(func(f *flag.Flag) {
		arg, text := flag.UnquoteUsage(f)
		fmt.Fprintf(b, "\t%-16s %s\n", strings.TrimSpace("-"+f.Name+" "+arg), text)
	})
}

// baselineCommands are the second words of "philint baseline".
func baselineCommands() []subcommand {
	return []subcommand{
		{name: "init", args: "[flags] [run.json...]", doc: "write the baseline; refuses to overwrite one"},
		{name: "check", args: "[flags] [run.json...]", doc: "compare it with the whole module, and with an older one"},
		{name: "prune", args: "[flags] [run.json...]", doc: "lower, delete and move entries; never add"},
		{name: "merge", args: "ANCESTOR OURS THEIRS", doc: "git merge driver: the result goes to OURS"},
		{name: "report", args: "[flags]", doc: "what is left, and how it shrank"},
	}
}

const runsUsage = `
Runs come from "philint -o run.json ./...", one for each build configuration; without any, the module is
judged in the present one. See docs/baseline.md.
`

// helpOn prints the help on one command, "" for all of them.
func (c *command) helpOn(name string) int {
	if name == "" {
		return c.help(context.Background(), nil)
	}
	first, second, _ := strings.Cut(name, " ")
	list := subcommands()
	prefix := "philint "
	if first == "baseline" && second != "" {
		list, first, prefix = baselineCommands(), second, "philint baseline "
	} else if second != "" {
		first = name
	}
	i := slices.IndexFunc(list, func(s subcommand) bool { return s.name == first })
	if i < 0 {
		return c.fail(fmt.Errorf("there is no command %q; see philint help", name))
	}
	s := list[i]
	fmt.Fprintf(c.stdout, "%s\n\n%s\n", strings.TrimSpace(prefix+s.name+" "+s.args), s.doc)
	if name == "baseline" {
		fmt.Fprintln(c.stdout)
		for _, s := range baselineCommands() {
			fmt.Fprintf(c.stdout, "\t%-48s %s\n", "philint baseline "+s.name+" "+s.args, s.doc)
		}
	}
	if takesFlags(name) {
		var b strings.Builder
		writeFlags(&b, new(options).flagsOf(name))
		fmt.Fprintf(c.stdout, "\n%s", b.String())
	}
	if strings.HasPrefix(name, "baseline") {
		fmt.Fprint(c.stdout, runsUsage)
	}
	return clean
}
