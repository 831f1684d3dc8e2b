// Philint finds patient data in log statements.
//
// It is one program with two faces. As a vet tool it is started by the go command, once a package:
//
//	go vet -vettool=$(which philint) ./...
//
// Stand-alone it drives that very command, so it has the go command's build cache, and judges the module as a whole:
//
//	philint ./...
//
// See "philint help", and docs/cli.md.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
)

// The exit statuses.
const (
	clean    = 0 // nothing to report
	findings = 1 // findings, or a baseline that does not fit
	failed   = 2 // could not check
)

func main() {
	if isVetTool(os.Args[1:]) {
		vetTool(os.Args[1:])
		return
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	c := &command{stdout: os.Stdout, stderr: os.Stderr}
	os.Exit(c.main(ctx, os.Args[1:]))
}

// isVetTool reports whether the go command speaks, and not a person.
func isVetTool(args []string) bool {
	if len(args) == 0 {
		return false
	}
	return strings.HasSuffix(args[len(args)-1], ".cfg") || slices.Contains(args, "-flags") ||
		slices.ContainsFunc(args, func(a string) bool { return strings.HasPrefix(a, "-V") })
}

// A command is one run of the stand-alone program.
type command struct {
	stdout, stderr io.Writer
}

// A subcommand is what the first argument can name.
type subcommand struct {
	name, args, doc string
	run             func(*command, context.Context, []string) int
}

func subcommands() []subcommand {
	return []subcommand{
		{"baseline", "init|prune|check|merge|report", "the list of known findings, which can only shrink", (*command).baseline},
		{"escapes", "[flags] [packages]", "every //philint:ok, with its reason", (*command).escapes},
		{"inventory", "[flags] [packages]", "every log statement, with the verdict on each operand", (*command).inventory},
		{"explain", "CLASS", "what a class of finding means and what to write instead", (*command).explain},
		{"help", "[command]", "this text, or a command's", (*command).help},
		{"version", "", "the version, and the files that decide over what is cached", (*command).version},
	}
}

func (c *command) main(ctx context.Context, args []string) int {
	args, err := changeDir(args)
	if err != nil {
		return c.fail(err)
	}
	if len(args) > 0 {
		for _, s := range subcommands() {
			if s.name != args[0] {
				continue
			}
			if len(args) > 1 && asksHelp(args[1]) {
				return c.helpOn(s.name)
			}
			return s.run(c, ctx, args[1:])
		}
	}
	return c.lint(ctx, args)
}

// changeDir follows a -C at the very front, where the go command has it, before the name of a command.
func changeDir(args []string) (rest []string, err error) {
	if len(args) == 0 {
		return args, nil
	}
	name, dir, joined := strings.Cut(args[0], "=")
	if name != "-C" && name != "--C" {
		return args, nil
	}
	if !joined {
		if len(args) == 1 {
			return args, nil // the flags say what is wrong
		}
		dir, args = args[1], args[1:]
	}
	if dir == "" {
		return nil, errors.New("flag -C is empty")
	}
	return args[1:], os.Chdir(dir)
}

func isCommand(name string) bool {
	return slices.ContainsFunc(subcommands(), func(s subcommand) bool { return s.name == name })
}

func asksHelp(arg string) bool { return slices.Contains([]string{"-h", "--h", "-help", "--help"}, arg) }

// A helpError is the name of a command whose help is asked for.
type helpError string

func (e helpError) Error() string { return "help on " + string(e) }

// fail says in one line why nothing can be said.
func (c *command) fail(err error) int {
	if h, ok := errors.AsType[helpError](err); ok {
		return c.helpOn(string(h))
	}
	for line := range strings.Lines(strings.TrimSpace(err.Error())) {
		fmt.Fprintf(c.stderr, "philint: %s\n", strings.TrimSpace(line))
	}
	return failed
}
