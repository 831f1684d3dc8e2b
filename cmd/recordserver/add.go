package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/seed-a76b335c/philint/internal/ingest"
	"github.com/seed-a76b335c/philint/internal/ingest/journal"
	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store"
	"github.com/seed-a76b335c/philint/internal/terminology"
)

// addOptions are the flags of what is typed.
type addOptions struct {
	person, at, zone  string
	value, unit, note string
	split             bool
}

// What the help of these commands has in common.
const (
	addLines = `
TEXT, and --value or --note, can be - : then a line of standard input stands for each, in this order, and nothing of it is
in the shell's history. Flags:`
	addWhere = `
  --person ID   whose record, see "recordserver user list"
  --at WHEN     2026-03-04, 2026-03-04T08:15, or with an offset 2026-03-04T08:15:00+01:00; else now, to the minute.
                Of a time that clocks show twice the first is meant; one that they never show is refused
  --zone ZONE   where a clock showed it: Europe/Berlin, UTC+08:00; else the person's own zone
`
	addAfter = `
It prints what became of it: the id, and the code with its system, or why there is none. What is there already with the
same words at the same time is not stored twice.
`
)

var addReadingCommand = command{
	name: "add reading", args: "--person ID --value VALUE [flags] NAME", doc: "type in a measured value",
	more: strings.Replace(addLines, "TEXT", "NAME", 1) + addWhere + `  --value VALUE
  --unit UNIT   as it is printed
  --note TEXT   what else there is to say about it
` + addAfter,
	flags: addFlags(func(f *flag.FlagSet, a *addOptions) {
		f.StringVar(&a.value, "value", "", "")
		f.StringVar(&a.unit, "unit", "", "")
		f.StringVar(&a.note, "note", "", "")
	}),
	run: addReading,
}

var addSymptomCommand = complaintCommand("symptom", "write down a complaint in the person's words", record.Symptom)

var addConditionCommand = complaintCommand("condition", "write down a diagnosis or a lasting condition", record.Condition)

var addNoteCommand = command{
	name: "add note", args: "--person ID [flags] TEXT", doc: "write a note, which means nothing but itself",
	more: `
TEXT can be - : then it is all of standard input, and nothing of it is in the shell's history. Flags:` + addWhere + addAfter,
	flags: addFlags(nil),
	run: func(a *app, ctx context.Context, o *options) error {
		return addEntry(a, ctx, o, record.Note)
	},
}

func complaintCommand(name, doc string, kind record.Kind) command {
	return command{
		name: "add " + name, args: "--person ID [flags] TEXT", doc: doc,
		more: addLines + addWhere + `  --note TEXT   what else there is to say about it
  --split       takes "headache, cough" apart, where every piece is known
` + addAfter + `What denies, as "no fever" does, is kept as a note.
`,
		flags: addFlags(func(f *flag.FlagSet, a *addOptions) {
			f.StringVar(&a.note, "note", "", "")
			f.BoolVar(&a.split, "split", false, "")
		}),
		run: func(a *app, ctx context.Context, o *options) error { return addEntry(a, ctx, o, kind) },
	}
}

func addFlags(own func(*flag.FlagSet, *addOptions)) func(*flag.FlagSet, *options, func(string) string) {
	return func(f *flag.FlagSet, o *options, getenv func(string) string) {
		storeFlags(f, o, getenv)
		f.StringVar(&o.adding.person, "person", "", "")
		f.StringVar(&o.adding.at, "at", "", "")
		f.StringVar(&o.adding.zone, "zone", "", "")
		if own != nil {
			own(f, &o.adding)
		}
	}
}

func addReading(a *app, ctx context.Context, o *options) error {
	name, err := oneText(o)
	if err != nil {
		return err
	}
	if err := a.fromInput(&name, &o.adding.value, &o.adding.note); err != nil {
		return err
	}
	return a.add(ctx, o, "manual", func(_ *terminology.Set, at ingest.When) ([]ingest.Draft, error) {
		d, err := journal.Reading{Name: name, Value: o.adding.value, Unit: o.adding.unit, Note: o.adding.note, At: at}.Draft()
		return []ingest.Draft{d}, err
	})
}

func addEntry(a *app, ctx context.Context, o *options, kind record.Kind) error {
	text, err := oneText(o)
	if err != nil {
		return err
	}
	if kind == record.Note {
		err = a.allInput(&text)
	} else {
		err = a.fromInput(&text, &o.adding.note)
	}
	if err != nil {
		return err
	}
	return a.add(ctx, o, "journal", func(set *terminology.Set, at ingest.When) ([]ingest.Draft, error) {
		e, known := journal.Entry{Kind: kind, Text: text, Note: o.adding.note, At: at}, journal.Vocabulary(set.Complaints())
		if o.adding.split {
			return e.Drafts(known)
		}
		d, err := e.Draft(known)
		return []ingest.Draft{d}, err
	})
}

// stdin stands for a text that comes from standard input.
const stdin = "-"

func oneText(o *options) (string, error) {
	if len(o.args) != 1 {
		return "", usage(`give one text, in quotes, or - for standard input; see "recordserver help %s"`, o.command.name)
	}
	return o.args[0], nil
}

// maxInput is more than any typed text may have, in bytes.
const maxInput = 64 << 10

// fromInput puts a line of standard input in the place of each text that is -.
func (a *app) fromInput(texts ...*string) error {
	r := bufio.NewReader(io.LimitReader(a.in, maxInput))
	for _, t := range texts {
		if *t != stdin {
			continue
		}
		line, err := r.ReadString('\n')
		if err != nil && !errors.Is(err, io.EOF) {
			return fmt.Errorf("read standard input: %w", fileFault(err))
		}
		if *t = strings.TrimSpace(line); *t == "" {
			return usage("standard input has too few lines: it needs one for each -")
		}
	}
	return nil
}

// allInput puts all of standard input in the place of a text that is -.
func (a *app) allInput(text *string) error {
	if *text != stdin {
		return nil
	}
	b, err := io.ReadAll(io.LimitReader(a.in, maxInput))
	if err != nil {
		return fmt.Errorf("read standard input: %w", fileFault(err))
	}
	*text = strings.TrimSpace(string(b))
	return nil
}

// add makes drafts of what was typed and stores them. The command line is checked before anything is opened.
func (a *app) add(ctx context.Context, o *options, source string, drafts func(*terminology.Set, ingest.When) ([]ingest.Draft, error)) error {
	id, err := record.ParsePersonID(o.adding.person)
	if err != nil {
		return usage(`--person: %v; "recordserver user list" lists them`, err)
	}
	at, err := o.adding.when(a.now())
	if err != nil {
		return err
	}
	_, set, err := openSet(o)
	if err != nil {
		return err
	}
	list, err := drafts(set, at)
	if err != nil {
		return ofForm(err)
	}
	if err := existingStore(o); err != nil {
		return err
	}
	return withStore(ctx, o, func(s *store.Store) error {
		who, err := s.FindPerson(ctx, id)
		if err != nil {
			return err
		}
		if o.adding.at == "" && o.adding.zone == "" {
			for i := range list {
				list[i].When.Zone = who.Zone // now is where the person is
			}
		}
		added, err := ingest.Add(ctx, ingest.Options{Store: s, Person: ingest.PersonOf(who, time.LoadLocation), Set: set, Now: a.now, Source: source}, list...)
		if err != nil {
			return err
		}
		showAdded(terminal{a.out}, added)
		return nil
	})
}

// when is the time that the flags say.
func (f *addOptions) when(now time.Time) (ingest.When, error) {
	zone := ""
	if f.zone != "" {
		z, err := record.ParseZone(f.zone, time.LoadLocation)
		if err != nil {
			return ingest.When{}, usage("--zone: %v", err)
		}
		zone = z.String()
	}
	if f.at == "" {
		return ingest.When{Start: now.UTC().Truncate(time.Minute), Zone: zone}, nil
	}
	w, err := journal.ParseWhen(f.at, zone)
	if err != nil {
		return w, usage("--at must be a day, or a day and a time: 2026-03-04, 2026-03-04T08:15, 2026-03-04T08:15:00+01:00")
	}
	return w, nil
}

// flagsOf are the flags behind the fields of a form.
var flagsOf = map[string]string{"name": "NAME", "text": "TEXT", "value": "--value", "unit": "--unit", "note": "--note", "at": "--at"}

// ofForm says which part of the command line a form refuses.
func ofForm(err error) error {
	p, ok := errors.AsType[*ingest.Problem](err)
	if !ok || flagsOf[p.Where] == "" {
		return err
	}
	switch field := flagsOf[p.Where]; p.Reason {
	case ingest.NoName, ingest.NoValue:
		return usage("%s is missing", field)
	default:
		return usage("%s: %s", field, sentenceOf(p.Reason))
	}
}

func showAdded(out terminal, added []ingest.Added) {
	stored := 0
	out.table(func(out terminal) {
		for i := range added {
			e := &added[i]
			if !e.Duplicate {
				stored++
			}
			out.printf("%s\t%s\t%s\t%s\n", e.ID, e.Kind, became(e), meaning(&e.Coding))
		}
	})
	out.printf("%d stored, %d already there\n", stored, len(added)-stored)
}

func became(e *ingest.Added) string {
	switch {
	case e.Hidden:
		return "already there, and corrected or removed since: it stays so"
	case e.Duplicate:
		return "already there"
	default:
		return "stored"
	}
}

// meaning is a code with its system, or why there is none.
func meaning(c *record.Coding) string {
	if c.Outcome == record.Coded {
		return c.System + " " + c.Code
	}
	return "no code: " + c.Reason
}
