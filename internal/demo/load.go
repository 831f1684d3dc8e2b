package demo

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/seed-a76b335c/philint/internal/ingest"
	"github.com/seed-a76b335c/philint/internal/ingest/format"
	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store"
	"github.com/seed-a76b335c/philint/internal/terminology"
)

// source is what one import brings: a device's samples, a laboratory's sheet, what was typed.
type source struct {
	ref    string         // of what is in no file
	file   string         // the file's name, "" for none
	bytes  []byte         // the file
	drafts []ingest.Draft // of what is in no file
}

// sources are everything of a person's that is an observation.
func (p *Person) sources() []source {
	var out []source
	for _, r := range reports() {
		if r.person == p.key {
			out = append(out, source{file: r.file, bytes: r.sheet()})
		}
	}
	switch p.key {
	case "ilse":
		out = append(out,
			source{ref: "device:" + watch, drafts: p.watchSamples()},
			source{ref: "device:" + phone, drafts: p.phoneSamples()},
			source{ref: "manual", drafts: append(p.weights(684, 671), p.pressures(28, 124, 79)...)},
		)
	default:
		out = append(out,
			source{ref: "device:" + phone, drafts: p.dailySteps()},
			source{ref: "manual", drafts: append(append(p.weights(821, 794), p.pressures(14, 136, 87)...), p.glucoses()...)},
		)
	}
	out = append(out, source{ref: "journal", drafts: p.journal()})
	for _, s := range out {
		for i := range s.drafts {
			s.drafts[i].Position = int64(i + 1)
		}
	}
	return out
}

// Loaded is what loading did for one person.
type Loaded struct {
	Person   record.PersonID
	Readings ingest.Tally
	// Medications, Doses and Genotypes are how many were added.
	Medications, Doses, Genotypes int64
}

// Load puts the two people into the store, and the files of their laboratories beside it. Loading again changes nothing,
// also where a person has since corrected or removed something.
func Load(ctx context.Context, s *store.Store, files *ingest.Files, set *terminology.Set) ([]Loaded, error) {
	persons, err := Persons()
	if err != nil {
		return nil, err
	}
	var out []Loaded
	for i := range persons {
		p := &persons[i]
		if err := p.register(ctx, s); err != nil {
			return out, err
		}
		l := Loaded{Person: p.ID}
		if l.Readings, err = p.load(ctx, s, files, set); err == nil {
			err = p.treat(ctx, s, &l)
		}
		if err == nil && p.key == "ilse" {
			err = p.sequence(ctx, s, &l)
		}
		if err != nil {
			return out, fmt.Errorf("demo person %d: %w", i+1, err)
		}
		out = append(out, l)
	}
	return out, nil
}

// register makes the person and the account. It has no password, so nobody can sign in with it until one is set.
func (p *Person) register(ctx context.Context, s *store.Store) error {
	at := record.InstantOf(Now)
	switch _, err := s.FindPerson(ctx, p.ID); {
	case err == nil:
	case !errors.Is(err, store.ErrNoPerson):
		return err
	default:
		if err := s.AddPerson(ctx, store.Person{ID: p.ID, Name: p.Name, Zone: p.Zone, CreatedAt: at}); err != nil {
			return err
		}
	}
	err := s.AddAccount(ctx, store.Account{ID: p.AccountID(), Email: p.Email, EmailKey: strings.ToLower(p.Email), Person: p.ID, CreatedAt: at})
	if errors.Is(err, store.ErrAccountTaken) {
		return nil
	}
	return err
}

func (p *Person) load(ctx context.Context, s *store.Store, files *ingest.Files, set *terminology.Set) (ingest.Tally, error) {
	zone, err := record.ParseZone(p.Zone, time.LoadLocation)
	if err != nil {
		return ingest.Tally{}, err
	}
	var total ingest.Tally
	for _, src := range p.sources() {
		o := ingest.Options{
			Store: s, Person: ingest.Person{ID: p.ID, Zone: zone}, Set: set, Now: func() time.Time { return Now }, Source: src.ref, Format: "demo/1",
		}
		drafts := each(src.drafts)
		if src.file != "" {
			if drafts, err = p.sheet(ctx, files, &src, &o); err != nil {
				return total, err
			}
		}
		t, err := ingest.Import(ctx, o, drafts)
		if err != nil {
			return total, err
		}
		total.Read += t.Read
		total.Stored += t.Stored
		total.Duplicate += t.Duplicate
		total.Changed += t.Changed
	}
	return total, nil
}

// sheet keeps a laboratory's file and reads it as any such file is read.
func (p *Person) sheet(ctx context.Context, files *ingest.Files, src *source, o *ingest.Options) (ingest.Drafts, error) {
	r := bytes.NewReader(src.bytes)
	f, err := format.Open(ctx, r, r.Size(), format.CSV, format.Options{})
	if err != nil {
		return nil, err
	}
	d, _, err := files.Keep(ctx, p.ID, r)
	if err != nil {
		return nil, err
	}
	d.Name, d.MediaType, d.AddedAt = src.file, f.MediaType, record.InstantOf(Now)
	o.Document, o.Format = &d, f.Version
	return f.Drafts, nil
}

func each(drafts []ingest.Draft) ingest.Drafts {
	return func(yield func(ingest.Draft, error) bool) {
		for _, d := range drafts {
			if !yield(d, nil) {
				return
			}
		}
	}
}

// treat adds the medications and their doses.
func (p *Person) treat(ctx context.Context, s *store.Store, l *Loaded) error {
	list, err := p.regimens()
	if err != nil {
		return err
	}
	return s.Person(p.ID).Write(ctx, func(tx *store.Tx) error {
		l.Medications, l.Doses = 0, 0
		for _, r := range list {
			added, err := tx.PutRegimen(ctx, r.Regimen)
			if err != nil {
				return err
			}
			if !added {
				continue
			}
			l.Medications++
			for _, e := range r.Doses {
				if _, err := tx.AddDose(ctx, e); err != nil {
					return err
				}
				l.Doses++
			}
		}
		return nil
	})
}

// sequence adds the genotype set.
func (p *Person) sequence(ctx context.Context, s *store.Store, l *Loaded) error {
	set, rows := p.genotypes()
	err := s.Person(p.ID).Write(ctx, func(tx *store.Tx) error {
		if err := tx.BeginGenotypes(ctx, set); err != nil {
			return err
		}
		if err := tx.InsertGenotypes(ctx, set.ID, rows); err != nil {
			return err
		}
		_, err := tx.ActivateGenotypes(ctx, set)
		return err
	})
	if errors.Is(err, store.ErrGenotypesLoaded) {
		return nil
	}
	if err == nil {
		l.Genotypes = int64(len(rows))
	}
	return err
}
