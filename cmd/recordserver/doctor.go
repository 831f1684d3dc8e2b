package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/seed-a76b335c/philint/internal/store"
)

var doctorCommand = command{
	name: "doctor", args: "[flags]", doc: "look whether everything is as it should be: store, keys, vocabularies, clock, disk",
	more: `
One line a check: ok, warn or fail, and what to do. Nothing of what persons have recorded is shown. Opening a store brings
its tables up to date, as every command does. The exit status is 1 when a check fails.
  --quick   leaves out reading the store's file and every row
`,
	flags: func(f *flag.FlagSet, o *options, getenv func(string) string) {
		storeFlags(f, o, getenv)
		f.BoolVar(&o.quick, "quick", false, "")
	},
	run: doctor,
}

// verdict is how a check ended.
type verdict string

const (
	well  verdict = "ok"
	warn  verdict = "warn"
	wrong verdict = "fail"
)

// finding is one line of the doctor's.
type finding struct {
	name    string
	verdict verdict
	detail  string
}

// examination gathers findings. A check that needs what another found broken is left out.
type examination struct {
	app      *app
	options  *options
	findings []finding
}

func (e *examination) say(name string, v verdict, format string, args ...any) {
	e.findings = append(e.findings, finding{name: name, verdict: v, detail: fmt.Sprintf(format, args...)})
}

func doctor(a *app, ctx context.Context, o *options) error {
	if err := o.none(); err != nil {
		return err
	}
	if err := o.checkStore(); err != nil {
		return err
	}
	if _, err := o.dataDir(); err != nil {
		return err
	}
	e := &examination{app: a, options: o}
	e.say("program", well, "%s", version())
	e.clock()
	e.zones()
	e.directory()
	e.disk()
	e.key()
	e.vocabularies()
	e.store(ctx)
	return e.report()
}

func (e *examination) report() error {
	failed := false
	terminal{e.app.out}.table(func(t terminal) {
		for _, f := range e.findings {
			failed = failed || f.verdict == wrong
			t.printf("%s\t%s\t%s\n", f.verdict, f.name, f.detail)
		}
	})
	if failed {
		return errWrong
	}
	return nil
}

// built is a day before which this program cannot run.
var built = time.Date(2026, time.November, 1, 0, 0, 0, 0, time.UTC)

func (e *examination) clock() {
	if now := e.app.now(); now.Before(built) {
		e.say("clock", wrong, "it stands before this program was made: what comes in would be refused as lying in the future")
		return
	}
	e.say("clock", well, "%s", e.app.now().UTC().Format(time.RFC3339))
}

// zones asks for zones with rules of their own, the last of which are in newer tables only.
func (e *examination) zones() {
	for _, name := range []string{"Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe", "Pacific/Apia", "America/Ciudad_Juarez"} {
		if _, err := time.LoadLocation(name); err != nil {
			e.say("time zones", wrong, "%s is not known: the system's zone tables are old, and are preferred to the program's own", name)
			return
		}
	}
	e.say("time zones", well, "those with rules of their own are known, the newest too")
}

func (e *examination) directory() {
	dir, shown := e.options.data, shortened(e.options.data)
	info, err := os.Stat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		e.say("data directory", warn, "%s is not there yet: the first command that stores something makes it", shown)
		return
	case err != nil:
		e.say("data directory", wrong, "%s: %v", shown, fileFault(err))
		return
	}
	f, err := os.CreateTemp(dir, ".doctor-*")
	if err != nil {
		e.say("data directory", wrong, "%s may not be written: %v", shown, fileFault(err))
		return
	}
	_ = f.Close()
	_ = os.Remove(f.Name())
	if private(info) {
		e.say("data directory", well, "%s", shown)
		return
	}
	e.say("data directory", warn, "%s: others on this machine may look into it: take their rights (chmod 700)", shown)
}

// shortened is a path without the name of the user whose home it is in.
func shortened(path string) string {
	abs, err := filepath.Abs(path)
	home, unknown := os.UserHomeDir()
	if err != nil || unknown != nil || home == "" {
		return path
	}
	if below, err := filepath.Rel(home, abs); err == nil && filepath.IsLocal(below) {
		return filepath.Join("~", below)
	}
	return abs
}

// little is less room than an import of a large export can need.
const little = 1 << 30

func (e *examination) disk() {
	of := ""
	if e.options.onServer() {
		of = " for original files; the database's own disk is the server's, and not looked at"
	}
	free, ok := freeBytes(e.options.data)
	switch {
	case !ok:
		e.say("disk", warn, "how much room is left is not known")
	case free < little/10:
		e.say("disk", wrong, "%d MB are left%s", free>>20, of)
	case free < little:
		e.say("disk", warn, "%d MB are left%s", free>>20, of)
	default:
		e.say("disk", well, "%d GB are left%s", free>>30, of)
	}
}

func (e *examination) key() {
	if e.options.keyFile == "" {
		return
	}
	info, err := os.Stat(e.options.keyFile)
	switch {
	case err != nil:
		e.say("key file", wrong, "%v", fileFault(err))
	case !info.Mode().IsRegular():
		e.say("key file", wrong, "it is no file")
	case !private(info):
		e.say("key file", warn, "others on this machine may read it: take their rights (chmod 600)")
	default:
		e.say("key file", well, "keep a copy in another place: without it the store is lost")
	}
}

func (e *examination) vocabularies() {
	v, err := openVocabularies(e.options)
	if err != nil {
		e.say("vocabularies", wrong, "%s", inOneLine(err))
		return
	}
	for _, p := range v.Check() {
		e.say("vocabularies", wrong, "%s", inOneLine(p))
		return
	}
	for _, l := range v.List {
		e.say("vocabulary "+l.Name, well, "%s, %d rows, %s", l.Version, l.Rows, l.Source)
	}
}

func (e *examination) store(ctx context.Context) {
	if !e.options.onServer() {
		path, err := e.options.storePath()
		if err != nil {
			e.say("store", wrong, "%v", err)
			return
		}
		if err := lostStore(e.options.data); err != nil {
			e.say("store", wrong, "%v", err)
			return
		}
		if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
			e.say("store", warn, `there is none yet: "recordserver user add" makes it`)
			return
		}
	}
	s, err := openStore(ctx, e.options)
	if err != nil {
		e.say("store", wrong, "%v", err)
		return
	}
	defer func() {
		if err := s.Close(); err != nil {
			e.say("store", wrong, "%v", err)
		}
	}()
	e.say("store", well, "%s, %s, the tables are up to date", s.Engine(), e.encryption())
	e.records(ctx, s)
}

func (e *examination) encryption() string {
	switch {
	case e.options.onServer():
		return "encryption is the server's"
	case e.options.keyFile != "":
		return "encrypted"
	default:
		return "not encrypted"
	}
}

// records looks at each person's record for what was left unfinished or changed by others.
func (e *examination) records(ctx context.Context, s *store.Store) {
	persons, err := s.Persons(ctx)
	if err != nil {
		e.say("records", wrong, "%v", err)
		return
	}
	unfinished, late := 0, false
	for _, p := range persons {
		late = late || p.CreatedAt.Time().After(e.app.now().Add(24*time.Hour))
		if _, err := s.Person(p.ID).CheckAccessLog(ctx, store.AccessHead{}); err != nil {
			e.say("access log", wrong, "%s: %v", p.ID, err)
		}
		batches, err := s.Person(p.ID).Batches(ctx)
		if err != nil {
			e.say("imports", wrong, "%v", err)
			return
		}
		for _, b := range batches {
			if b.State != store.BatchDone {
				unfinished++
			}
		}
	}
	if late {
		e.say("clock", warn, "a record was made later than it is now: the clock was wrong then, or is now")
	}
	if unfinished > 0 {
		e.say("imports", warn, "%d did not come to their end: run them again", unfinished)
	}
	e.say("records", well, "%s", counted(len(persons), "person"))
	if !e.options.quick {
		e.files(ctx, s)
		e.contents(ctx, s)
	}
}

// fileChecks say what a check of the database's files was.
var fileChecks = map[store.FileCheck]string{
	store.FilesRead:      "every table and index is whole, and every page as it was written",
	store.FilesChecksums: "not needed: they are the server's, which has checksums of them",
	store.FilesServer:    "not needed: they are the server's, which has no checksums of them (its data_checksums are off)",
}

// files looks at the structure of the store, indexes too, which reading the rows does not go through.
func (e *examination) files(ctx context.Context, s *store.Store) {
	how, err := s.CheckFiles(ctx)
	if err != nil {
		e.say("store files", wrong, "%v", err)
		return
	}
	if how == store.FilesOld {
		e.say("store files", warn, "every table and index is whole; the file is of an older version and has no checksums, so that a value that was damaged would not be noticed: \"recordserver rekey\" writes it anew, also with the key that it has")
		return
	}
	e.say("store files", well, "%s", fileChecks[how])
}

// contents reads every row and every original file once, as a backup does.
func (e *examination) contents(ctx context.Context, s *store.Store) {
	start := time.Now()
	files, err := newOriginals(e.options, s)
	var sum store.BackupSummary
	if err == nil {
		sum, err = s.Backup(ctx, io.Discard, store.BackupOptions{Files: files, Lost: func(l store.Lost) { e.say("original file", wrong, "%s: %s", sayLost(l), remedy) }})
	}
	switch {
	case err != nil:
		e.say("contents", wrong, "%v", err)
	case sum.Unsound:
		e.say("contents", wrong, "%d rows and %d files were read, and an index cannot be: \"recordserver backup\", and restore it into a new data directory", sum.Rows, sum.Files)
	case sum.Missing+sum.Damaged > 0:
		e.say("contents", wrong, "%d rows and %d files were read; %d original files are missing and %d damaged", sum.Rows, sum.Files, sum.Missing, sum.Damaged)
	default:
		e.say("contents", well, "%d rows and %d files were read in %v", sum.Rows, sum.Files, time.Since(start).Round(time.Millisecond))
	}
}
