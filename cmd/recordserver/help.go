package main

import (
	"context"
	"slices"
	"strings"
)

var helpCommand command

// The table of commands names this one, so it is filled in later.
func init() {
	helpCommand = command{name: "help", args: "[command]", doc: "this text, or a command's", run: help}
}

const general = `
Flags stand after the command and before its arguments:
  --data DIR          the data directory: records, original files, vocabularies; else RECORDSERVER_DATA, else the user's
                      own (~/.local/share/recordserver on Linux); "recordserver doctor" says where it is
  --log-level LEVEL   debug, info, warn or error; else RECORDSERVER_LOG_LEVEL, else info

Commands that work on records also take
  --store DSN         a PostgreSQL database, as postgres://… or host=… user=…, with a role that owns it and is no superuser;
                      else RECORDSERVER_STORE, where others cannot read its password, else records.db in the data directory
  --key-file FILE     the key of an encrypted records.db, at least 32 bytes; else RECORDSERVER_KEY_FILE. Who loses it
                      loses the records: keep a copy where the store is not. See "recordserver help rekey"

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
		if group := in(name); len(group) > 0 {
			terminal{a.out}.printf("usage: recordserver %s <command> [flags] [arguments]\n\n", name)
			terminal{a.out}.commands(group)
			terminal{a.out}.printf("\n\"recordserver help %s\", and so on, says more of each.\n", group[0].name)
			return nil
		}
		return usage(`no such command; "recordserver help" lists them`)
	}
	terminal{a.out}.printf("usage: recordserver <command> [flags] [arguments]\n\n")
	terminal{a.out}.commands(commands())
	terminal{a.out}.printf(general)
	return nil
}

// in are the commands whose name begins with a word.
func in(word string) []command {
	return slices.DeleteFunc(commands(), func(c command) bool { return !strings.HasPrefix(c.name, word+" ") })
}

func (t terminal) commands(list []command) {
	t.table(func(t terminal) {
		for _, c := range list {
			if !c.hidden {
				t.printf("  %s\t%s\n", strings.TrimSpace(c.name+" "+c.args), c.doc)
			}
		}
	})
}

func sentence(doc string) string { return strings.ToUpper(doc[:1]) + doc[1:] + "." }
