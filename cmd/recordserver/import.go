package main

import (
	"context"
	"errors"
	"flag"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"github.com/seed-a76b335c/philint/internal/ingest"
	"github.com/seed-a76b335c/philint/internal/ingest/csvtable"
	"github.com/seed-a76b335c/philint/internal/ingest/fhir"
	"github.com/seed-a76b335c/philint/internal/ingest/format"
	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store"
	"github.com/seed-a76b335c/philint/internal/terminology"
	"github.com/seed-a76b335c/philint/redact"
)

// importOptions are the flags of import.
type importOptions struct {
	person, format, columns, order, decimal string
	dry                                     bool
}

var importCommand = command{
	name: "import", args: "--person ID [flags] FILE…", doc: "bring files into a person's record",
	more: `
The formats, told by what is in the file and not by its name:
  fhir    FHIR R4 JSON: a bundle, a resource, or one resource a line
  ccda    a clinical document, C-CDA R2
  apple   the export of Apple Health, export.zip or export.xml
  device  a batch of a device's samples in JSON, see docs/import.md
  csv     a table of results, with commas, semicolons, tabs or bars

Flags:
  --person ID          whose record, see "recordserver user list"
  --format NAME        reads every file as this format
  --column ROLE=N,…    which columns of a table hold what: a number from 1, or a header; - for none
  --date-order ORDER   dmy, mdy or ymd, where a table's dates can be read in more than one way
  --decimal SIGN       , or . where a table does not show which of them separates decimals; else 5.600 and 5,600, which may
                       be thousands, are kept as text
  --dry-run            stores nothing; shows how tables are read, and what the import would come to: it is done, and taken
                       back, while others who write to the store wait

Importing a file again changes nothing, and a result that stands in several files is one reading: records of a server are
known by their ids, all others by what they say, so that another value at the same time is another reading. Values that
cannot be, such as a negative concentration, are kept as printed and get no code. A file of at most 20,000 records is
stored whole or not at all; a longer one in batches, and when it is broken off, importing it again goes on where it
stopped. The files themselves are kept in the data directory, encrypted where the store is. Every record is counted,
once: as stored, as a duplicate, as changed since it was last imported, or as rejected, with the reason and the places of
the first few; of those that were not rejected it is said how many have a code. Neither names of files nor what is in
them is shown.

The exit status is 1 when a file could not be read to its end, or a record was rejected that should be there. Kinds of
records that are not stored (not-supported), and records that their source took back (entered-in-error), are no failure.
`,
	flags: func(f *flag.FlagSet, o *options, getenv func(string) string) {
		storeFlags(f, o, getenv)
		i := &o.importing
		f.StringVar(&i.person, "person", "", "")
		f.StringVar(&i.format, "format", "", "")
		f.StringVar(&i.columns, "column", "", "")
		f.StringVar(&i.order, "date-order", "", "")
		f.StringVar(&i.decimal, "decimal", "", "")
		f.BoolVar(&i.dry, "dry-run", false, "")
	},
	run: importFiles,
}

// importer brings files into one record.
type importer struct {
	app     *app
	store   *store.Store
	files   *ingest.Files
	person  ingest.Person
	set     *terminology.Set
	format  format.Format // "": by what is in the file
	reading format.Options
	dry     bool
}

func importFiles(a *app, ctx context.Context, o *options) error {
	i, err := newImporter(a, o)
	if err != nil {
		return err
	}
	ctx, stop := ending(ctx)
	defer stop()
	if err := existingStore(o); err != nil {
		return err
	}
	return withStore(ctx, o, func(s *store.Store) error {
		who, err := s.FindPerson(ctx, i.person.ID)
		if err != nil {
			return err
		}
		i.store, i.person = s, ingest.PersonOf(who, time.LoadLocation)
		if i.files, err = ingest.NewFiles(o.data, o.keyFile); err != nil {
			return err
		}
		return i.all(ctx, o.args)
	})
}

// newImporter checks the command line before anything is opened.
func newImporter(a *app, o *options) (*importer, error) {
	f := &o.importing
	i := &importer{app: a, dry: f.dry, reading: format.Options{Zones: time.LoadLocation}}
	var err error
	if i.person.ID, err = record.ParsePersonID(f.person); err != nil {
		return nil, usage(`--person: %v; "recordserver user list" lists them`, err)
	}
	if len(o.args) == 0 {
		return nil, usage(`give one file or more; see "recordserver help import"`)
	}
	var ok bool
	if i.format, ok = format.Parse(f.format); !ok && f.format != "" {
		return nil, usage("--format must be one of: %s", join(format.All()))
	}
	if i.reading.Columns, err = csvtable.ParseColumns(f.columns); err != nil {
		return nil, usage("--column: %v", err)
	}
	if i.reading.Order, ok = csvtable.ParseOrder(f.order); !ok {
		return nil, usage("--date-order must be dmy, mdy or ymd")
	}
	if i.reading.Decimal, ok = csvtable.ParseDecimal(f.decimal); !ok {
		return nil, usage("--decimal must be , or .")
	}
	_, i.set, err = openSet(o)
	return i, err
}

// all imports each file, also where one before it failed.
func (i *importer) all(ctx context.Context, names []string) error {
	bad := false
	for n, name := range names {
		if ctx.Err() != nil {
			break
		}
		r := outcome{app: i.app, number: n + 1, of: len(names)}
		start := time.Now()
		err := i.one(ctx, name, &r)
		r.end(err)
		bad = bad || err != nil || refused(&r.tally)
		readCount, storedCount, rejectedCount := r.tally.Read, r.tally.Stored, r.tally.AllRejected()
		slog.DebugContext(ctx, "import", "format", string(r.format), "read", readCount, "inserted", storedCount, "rejected", rejectedCount,
			"duration", time.Since(start), "error", redact.ErrType(err))
	}
	if err := ctx.Err(); err != nil {
		return errors.New("the import was ended")
	}
	if bad {
		return errWrong
	}
	return nil
}

// refused says that something was rejected that should be there.
func refused(t *ingest.Tally) bool {
	for reason, n := range t.Rejected {
		if n > 0 && reason != ingest.NotSupported && reason != ingest.Removed {
			return true
		}
	}
	return false
}

// one imports a file.
func (i *importer) one(ctx context.Context, name string, r *outcome) error {
	src, err := os.Open(name)
	if err != nil {
		return fileFault(err)
	}
	defer src.Close()
	info, err := src.Stat()
	if err != nil {
		return fileFault(err)
	}
	if !info.Mode().IsRegular() {
		return errors.New("it is no file")
	}
	r.format = i.format
	if r.format == "" {
		var ok bool
		if r.format, ok = format.Sniff(src); !ok {
			return errors.New("it is in no format that is known here; see \"recordserver help import\"")
		}
	}
	file, err := format.Open(ctx, src, info.Size(), r.format, i.reading)
	if err != nil {
		return err
	}
	r.mapping = file.Mapping
	r.dry = i.dry
	if r.format == format.FHIR {
		r.stranger = i.stranger(ctx, io.NewSectionReader(src, 0, info.Size()))
	}
	return i.bring(ctx, name, src, file, r)
}

// earlier is how many files of a person are compared with a new one at most.
const earlier = 20

// stranger says that a file seems to be about somebody else than the files that the record has.
func (i *importer) stranger(ctx context.Context, src io.Reader) bool {
	who, ok := fhir.WhoseIs(src)
	if !ok {
		return false
	}
	documents, err := i.store.Person(i.person.ID).Documents(ctx)
	if err != nil {
		return false // the import will say so
	}
	looked := 0
	for _, d := range documents {
		if d.MediaType != format.FHIRType || looked == earlier {
			continue
		}
		looked++
		r, err := i.files.Open(i.person.ID, d)
		if err != nil {
			continue // doctor says what is missing
		}
		was, ok := fhir.WhoseIs(r)
		_ = r.Close()
		if ok {
			return was.Differs(who)
		}
	}
	return false
}

// bring keeps the file and stores what is in it; a dry run does neither.
func (i *importer) bring(ctx context.Context, name string, src *os.File, file *format.File, r *outcome) error {
	d, err := i.document(ctx, src)
	if err != nil {
		return err
	}
	d.Name, d.MediaType, d.AddedAt = filepath.Base(name), file.MediaType, record.InstantOf(i.app.now())
	r.tally, err = ingest.Import(ctx, ingest.Options{
		Store: i.store, Person: i.person, Set: i.set, Now: i.app.now, Document: &d, Format: file.Version, Progress: r.progress, DryRun: i.dry,
		Medications: ingest.NewMedications(i.person, string(r.format), ingest.DocumentSource(d.ID), i.app.now()),
	}, file.Drafts)
	if err == nil || i.dry {
		return err
	}
	// Of a file of which nothing was stored no copy is kept. Where it is not known whether something was, it is.
	if known, asked := i.known(context.WithoutCancel(ctx), d.ID); asked == nil && !known {
		err = errors.Join(err, i.files.Forget(i.person.ID, d))
	}
	return err
}

func (i *importer) document(ctx context.Context, src *os.File) (store.Document, error) {
	if i.dry {
		return ingest.Describe(ctx, src)
	}
	d, _, err := i.files.Keep(ctx, i.person.ID, src)
	return d, err
}

// known says that the record names a document.
func (i *importer) known(ctx context.Context, id string) (bool, error) {
	list, err := i.store.Person(i.person.ID).Documents(ctx)
	for _, d := range list {
		if d.ID == id {
			return true, err
		}
	}
	return false, err
}
