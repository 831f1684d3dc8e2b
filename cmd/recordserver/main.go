// Recordserver keeps a person's health record and answers questions about it.
//
// See "recordserver help".
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"
	_ "time/tzdata" // zones are known where the system has no tables of them

	"github.com/seed-a76b335c/philint/redact"
)

// The exit statuses.
const (
	done   = 0
	failed = 1 // it could not be done, or a check found something wrong
	misuse = 2 // the command line is not right
)

func main() {
	defer redact.RecoverExit(context.Background())
	a := &app{in: os.Stdin, out: os.Stdout, err: os.Stderr, getenv: os.Getenv, now: time.Now}
	os.Exit(a.main(context.Background(), os.Args[1:]))
}

// app is one run of the program, with what it reaches the world through.
type app struct {
	in     io.Reader
	out    io.Writer
	err    io.Writer
	getenv func(string) string
	now    func() time.Time
}

// command is what the first words can name.
type command struct {
	name, args, doc string
	more            string // after the first line of its help
	hidden          bool
	creates         bool                                                          // makes the store where there is none; all others refuse that, as serve does
	flags           func(f *flag.FlagSet, o *options, getenv func(string) string) // of this command only; nil for none
	run             func(*app, context.Context, *options) error
}

func commands() []command {
	return []command{
		userAddCommand, userAccountCommand, userListCommand, importCommand, addReadingCommand, addSymptomCommand, addConditionCommand, addNoteCommand, recodeCommand, backupCommand, restoreCommand, rekeyCommand, doctorCommand, demoCommand,
		serveCommand, healthCommand, tokenAddCommand, tokenListCommand, tokenRevokeCommand, linkAddCommand, linkListCommand, linkRevokeCommand, auditVerifyCommand, auditListCommand,
		mcpCommand, vocabImportCommand, vocabRemoveCommand, vocabListCommand, vocabCheckCommand, versionCommand, helpCommand, readPDFCommand,
	}
}

func (a *app) main(ctx context.Context, args []string) int {
	c, rest, err := find(args)
	if err == nil {
		err = a.start(ctx, c, rest)
	}
	return a.status(err)
}

// start runs a command. What it logs from here on is filtered, whichever command it is.
func (a *app) start(ctx context.Context, c command, args []string) error {
	o, err := parse(c, args, a.getenv)
	if err != nil {
		return err
	}
	installLog(a.err, o.level)
	return o.command.run(a, ctx, o)
}

// find takes the words of a command's name off args.
func find(args []string) (command, []string, error) {
	switch {
	case len(args) == 0 || asksForHelp(args[0]):
		return helpCommand, nil, nil
	case args[0] == "-version" || args[0] == "--version":
		return versionCommand, args[1:], nil
	}
	var group []string
	for _, c := range commands() {
		words := strings.Fields(c.name)
		if len(args) >= len(words) && slices.Equal(args[:len(words)], words) {
			return c, args[len(words):], nil
		}
		if words[0] == args[0] {
			group = append(group, c.name)
		}
	}
	switch {
	case len(group) > 0 && len(args) > 1 && asksForHelp(args[1]):
		return helpCommand, args[:1], nil
	case len(group) > 0:
		return command{}, nil, usage("give one of: %s", strings.Join(group, ", "))
	}
	return command{}, nil, usage(`no such command; "recordserver help" lists them`)
}

func asksForHelp(arg string) bool { return slices.Contains([]string{"-h", "-help", "--help"}, arg) }

// usageError is a command line that is not right.
type usageError string

func (e usageError) Error() string { return string(e) }

func usage(format string, args ...any) error { return usageError(fmt.Sprintf(format, args...)) }

// errWrong says that what was wrong has been said.
var errWrong = errors.New("something is wrong")

// statusError ends the program with a status of its own.
type statusError int

func (e statusError) Error() string { return fmt.Sprintf("exit status %d", int(e)) }

func (a *app) status(err error) int {
	if err == nil {
		return done
	}
	if s, ok := errors.AsType[statusError](err); ok {
		return int(s)
	}
	if !errors.Is(err, errWrong) {
		for line := range strings.Lines(pathless(err)) {
			terminal{a.err}.printf("recordserver: %s\n", strings.TrimSpace(line))
		}
	}
	if _, ok := errors.AsType[usageError](err); ok {
		return misuse
	}
	return failed
}
