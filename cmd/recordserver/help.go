package main

import (
	"context"
	"strings"
)

var helpCommand command

// The table of commands names this one, so it is filled in later.
func init() {
	helpCommand = command{name: "help", args: "[command]", doc: "this text, or a command's", run: help}
}

const general = `
Flags stand after the command and before its arguments:
  --data DIR          the data directory; else RECORDSERVER_DATA, else the user's own
  --log-level LEVEL   debug, info, warn or error; else RECORDSERVER_LOG_LEVEL, else info

Commands that work on records also take
  --store DSN         a PostgreSQL database, as postgres://… or host=… user=…; else RECORDSERVER_STORE, where others cannot
                      read its password, else records.db in the data directory
  --key-file FILE     the key of an encrypted records.db, at least 32 bytes; else RECORDSERVER_KEY_FILE

Logs are JSON lines on standard error, and never hold what a person measured, said or is called.

Exit status: 0 done, 1 it could not be done or a check found something wrong, 2 the command line is not right.
`

func help(a *app, _ context.Context, o *options) error {
	if len(o.args) > 0 {
		name := strings.Join(o.args, " ")
		for _, c := range commands() {
			if c.name == name {
				terminal{a.out}.printf("usage: recordserver %s\n\n%s\n%s", strings.TrimSpace(c.name+" "+c.args), sentence(c.doc), c.more)
				return nil
			}
		}
		return usage(`no such command; "recordserver help" lists them`)
	}
	terminal{a.out}.printf("usage: recordserver <command> [flags] [arguments]\n\n")
	terminal{a.out}.table(func(t terminal) {
		for _, c := range commands() {
			if !c.hidden {
				t.printf("  %s\t%s\n", strings.TrimSpace(c.name+" "+c.args), c.doc)
			}
		}
	})
	terminal{a.out}.printf(general)
	return nil
}

func sentence(doc string) string { return strings.ToUpper(doc[:1]) + doc[1:] + "." }
