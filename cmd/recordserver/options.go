package main

import (
	"errors"
	"flag"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/seed-a76b335c/philint/internal/llm"
)

// Environment variables.
const (
	envData     = "RECORDSERVER_DATA"
	envLogLevel = "RECORDSERVER_LOG_LEVEL"
	envStore    = "RECORDSERVER_STORE"
	envKeyFile  = "RECORDSERVER_KEY_FILE"
	envReports  = "RECORDSERVER_REPORTS"
)

// options are the flags of all commands, and what stands behind them.
type options struct {
	command command
	args    []string
	data    string // the data directory
	level   slog.Level
	model   llm.Config

	store   string // the connection string of a PostgreSQL server; empty for a file in the data directory
	keyFile string
	keys    keyOptions
	partial bool   // of vocab import: a release with few codes is taken
	reports string // of mcp: the one directory that reports are read from; empty for any
	quick   bool   // of doctor: without reading everything
	cause   string // of recode

	user       userOptions
	importing  importOptions
	adding     addOptions
	credential credentialOptions
	audit      auditOptions
	serving    serveOptions
	health     healthOptions
}

// storeFlags are those of commands that open the store.
func storeFlags(f *flag.FlagSet, o *options, getenv func(string) string) {
	f.StringVar(&o.store, "store", getenv(envStore), "")
	f.StringVar(&o.keyFile, "key-file", getenv(envKeyFile), "")
}

// parse reads the flags. The key of a model has none: the command line of a process can be read by others.
func parse(c command, args []string, getenv func(string) string) (*options, error) {
	o := &options{command: c, model: llm.FromEnv(getenv)}
	level := getenv(envLogLevel)
	f := flag.NewFlagSet(c.name, flag.ContinueOnError)
	f.SetOutput(io.Discard)
	f.StringVar(&o.data, "data", getenv(envData), "")
	f.StringVar(&level, "log-level", level, "")
	f.StringVar(&o.model.BaseURL, "model-url", o.model.BaseURL, "")
	f.StringVar(&o.model.Model, "model", o.model.Model, "")
	if c.flags != nil {
		c.flags(f, o, getenv)
	}
	switch err := f.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		o.command, o.args = helpCommand, strings.Fields(c.name)
		return o, nil
	case err != nil:
		return nil, usage(`%s; see "recordserver help %s"`, flagFault(f, err, getenv), c.name)
	}
	o.args = f.Args()
	for _, a := range o.args {
		if strings.HasPrefix(a, "-") && a != stdin {
			return nil, usage(`flags stand before the arguments; see "recordserver help %s"`, c.name)
		}
	}
	if level != "" && o.level.UnmarshalText([]byte(level)) != nil {
		return nil, usage("--log-level (or %s) must be debug, info, warn or error", envLogLevel)
	}
	if o.data == "" {
		o.data = userData(getenv)
	}
	return o, nil
}

// flagFault is what is wrong with the flags. Only flags that exist are named: what was typed in the place of one can be
// anything.
func flagFault(f *flag.FlagSet, err error, getenv func(string) string) string {
	said := err.Error()
	named := func(flags *flag.FlagSet, form string) (found string) {
		flags.VisitAll(func(one *flag.Flag) {
			if strings.Contains(said+" ", strings.ReplaceAll(form, "NAME", one.Name)) && len(one.Name) > len(found) {
				found = one.Name
			}
		})
		return found
	}
	switch {
	case strings.HasPrefix(said, "flag needs an argument"):
		return "--" + named(f, ": -NAME ") + " needs a value after it"
	case strings.HasPrefix(said, "invalid"):
		return "the value of --" + named(f, "-NAME: ") + " cannot be one"
	case !strings.HasPrefix(said, "flag provided but not defined"):
		return "a flag is not written as one"
	}
	for _, c := range commands() {
		others := flag.NewFlagSet(c.name, flag.ContinueOnError)
		if c.flags != nil {
			c.flags(others, &options{}, getenv)
		}
		if name := named(others, ": -NAME "); name != "" {
			return "--" + name + " is no flag of this command"
		}
	}
	return "there is no flag of one of the names that were given"
}

// userData is where programs keep the data of the user that runs them. It is empty where that is not known.
func userData(getenv func(string) string) string {
	home, _ := os.UserHomeDir()
	base := ""
	switch runtime.GOOS {
	case "windows":
		base = getenv("LocalAppData")
	case "darwin":
		if home != "" {
			base = filepath.Join(home, "Library", "Application Support")
		}
	default:
		// The specification has relative paths ignored.
		if base = getenv("XDG_DATA_HOME"); !filepath.IsAbs(base) && home != "" {
			base = filepath.Join(home, ".local", "share")
		}
	}
	if !filepath.IsAbs(base) {
		return ""
	}
	return filepath.Join(base, "recordserver")
}

// dataDir is the data directory of commands that need one.
func (o *options) dataDir() (string, error) {
	if o.data == "" {
		return "", usage("the user's data directory is not known here: give one with --data, or in %s", envData)
	}
	if info, err := os.Stat(o.data); err == nil && !info.IsDir() {
		return "", usage("--data (or %s) is not a directory", envData)
	}
	return o.data, nil
}

// none refuses arguments.
func (o *options) none() error {
	if len(o.args) > 0 {
		return usage(`%s takes no arguments; see "recordserver help %s"`, o.command.name, o.command.name)
	}
	return nil
}
