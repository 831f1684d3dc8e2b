package store

import (
	"context"
	"errors"
	"strings"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store/engine"
)

// Errors of genotypes.
var (
	ErrNoGenotypes      = errors.New("no such genotype set in this record")
	ErrGenotypesLoaded  = errors.New("the genotype set is not being loaded")
	ErrManyGenotypeKeys = errors.New("more names of sites than one question may have")
)

const setColumns = `set_id, status, format, vendor, declared_build, detected_build, rows_total, rows_called, sex_inferred, normaliser, sites, document_id, created_at`

// BeginGenotypes adds a set that is being loaded. What an earlier load of the same set left behind, which did not come
// to its end, is taken away; a set that was loaded is not: ErrGenotypesLoaded.
func (tx *Tx) BeginGenotypes(ctx context.Context, s record.GenotypeSet) error {
	if err := s.Validate(); err != nil {
		return err
	}
	if s.Status != record.GenotypeLoading {
		return ErrGenotypesLoaded
	}
	if err := tx.lockGenotypes(ctx); err != nil {
		return err
	}
	old, found, err := tx.genotypeSet(ctx, s.ID)
	switch {
	case err != nil:
		return err
	case found && old.Status != record.GenotypeLoading && old.Status != record.GenotypeFailed:
		return ErrGenotypesLoaded
	case found:
		if err := tx.dropGenotypes(ctx, s.ID); err != nil {
			return err
		}
	}
	return tx.putGenotypeSet(ctx, &s)
}

func (tx *Tx) putGenotypeSet(ctx context.Context, s *record.GenotypeSet) error {
	_, err := tx.tx.Exec(ctx, `INSERT INTO genotype_set (person_id, `+setColumns+`) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (person_id, set_id) DO UPDATE SET status = excluded.status, format = excluded.format, vendor = excluded.vendor, declared_build = excluded.declared_build,
	detected_build = excluded.detected_build, rows_total = excluded.rows_total, rows_called = excluded.rows_called, sex_inferred = excluded.sex_inferred,
	normaliser = excluded.normaliser, sites = excluded.sites, document_id = excluded.document_id, created_at = excluded.created_at`,
		tx.person, s.ID, string(s.Status), s.Format, s.Vendor, string(s.DeclaredBuild), string(s.DetectedBuild), s.RowsTotal, s.RowsCalled,
		string(s.Sex), s.Normaliser, s.Sites, s.DocumentID, int64(s.CreatedAt))
	return err
}

func (tx *Tx) dropGenotypes(ctx context.Context, set string) error {
	_, err := tx.tx.Exec(ctx, `DELETE FROM genotype WHERE person_id = ? AND set_id = ?`, tx.person, set)
	return err
}

// lockGenotypes makes whoever else would load or activate a set of this person's wait for this transaction's end.
func (tx *Tx) lockGenotypes(ctx context.Context) error {
	_, err := tx.tx.Exec(ctx, `UPDATE genotype_set SET created_at = created_at WHERE person_id = ?`, tx.person)
	return err
}

func (tx *Tx) genotypeSet(ctx context.Context, id string) (s record.GenotypeSet, found bool, err error) {
	sets, err := genotypeSets(ctx, tx.tx, ` AND set_id = ?`, tx.person, id)
	if err != nil || len(sets) == 0 {
		return s, false, err
	}
	return sets[0], true, nil
}

// loading is the set if it is being loaded.
func (tx *Tx) loading(ctx context.Context, id string) (record.GenotypeSet, error) {
	s, found, err := tx.genotypeSet(ctx, id)
	switch {
	case err != nil:
		return s, err
	case !found:
		return s, ErrNoGenotypes
	case s.Status != record.GenotypeLoading:
		return s, ErrGenotypesLoaded
	}
	return s, nil
}

// ActivateGenotypes makes a loaded set the one that is asked, and the active one superseded, at once. read is the set as
// the whole of the file was read: its builds, sex and counts, which only the file's end tells. The counts are held
// against what is stored; a set that does not fit is refused with a *record.GenotypeError, and the active one stays.
func (tx *Tx) ActivateGenotypes(ctx context.Context, read record.GenotypeSet) (record.GenotypeSet, error) {
	if err := tx.lockGenotypes(ctx); err != nil {
		return read, err
	}
	stored, err := tx.loading(ctx, read.ID)
	if err != nil {
		return read, err
	}
	total, called, err := tx.countGenotypes(ctx, read.ID)
	if err != nil {
		return read, err
	}
	active, found, err := tx.activeGenotypes(ctx)
	if err != nil {
		return read, err
	}
	var old *record.GenotypeSet
	if found {
		old = &active
	}
	read.CreatedAt, read.Status = stored.CreatedAt, stored.Status
	now, superseded, err := read.Activate(total, called, old)
	if err != nil {
		return read, err
	}
	// The old one first: the schema allows one active set.
	if superseded != nil {
		if err := tx.putGenotypeSet(ctx, superseded); err != nil {
			return read, err
		}
	}
	return now, tx.putGenotypeSet(ctx, &now)
}

func (tx *Tx) activeGenotypes(ctx context.Context) (s record.GenotypeSet, found bool, err error) {
	sets, err := genotypeSets(ctx, tx.tx, ` AND status = 'active'`, tx.person)
	if err != nil || len(sets) == 0 {
		return s, false, err
	}
	return sets[0], true, nil
}

func (tx *Tx) countGenotypes(ctx context.Context, set string) (total, called int64, err error) {
	rows, err := tx.tx.Query(ctx, `SELECT COUNT(*), COUNT(CASE WHEN call_status = 'called' THEN 1 END) FROM genotype WHERE person_id = ? AND set_id = ?`, tx.person, set)
	if err != nil {
		return 0, 0, err
	}
	for rows.Next() {
		if err := rows.Scan(&total, &called); err != nil {
			return 0, 0, errors.Join(err, rows.Close())
		}
	}
	return total, called, rows.Close()
}

// FailGenotypes marks a set whose file could not be read to its end, and takes its rows away. The active set stays.
func (tx *Tx) FailGenotypes(ctx context.Context, id string) error {
	if err := tx.lockGenotypes(ctx); err != nil {
		return err
	}
	s, err := tx.loading(ctx, id)
	if err != nil {
		return err
	}
	if s, err = s.Fail(); err != nil {
		return err
	}
	if err := tx.dropGenotypes(ctx, id); err != nil {
		return err
	}
	return tx.putGenotypeSet(ctx, &s)
}

func genotypeSets(ctx context.Context, tx engine.Tx, rest string, args ...any) ([]record.GenotypeSet, error) {
	rows, err := tx.Query(ctx, `SELECT `+setColumns+` FROM genotype_set WHERE person_id = ?`+rest+` ORDER BY created_at DESC, set_id`, args...)
	if err != nil {
		return nil, err
	}
	var out []record.GenotypeSet
	for rows.Next() {
		var s record.GenotypeSet
		var status, declared, detected, sex string
		var at int64
		if err := rows.Scan(&s.ID, &status, &s.Format, &s.Vendor, &declared, &detected, &s.RowsTotal, &s.RowsCalled, &sex, &s.Normaliser, &s.Sites, &s.DocumentID, &at); err != nil {
			return nil, errors.Join(err, rows.Close())
		}
		s.Status, s.DeclaredBuild, s.DetectedBuild = record.GenotypeStatus(status), record.Build(declared), record.Build(detected)
		s.Sex, s.CreatedAt = record.InferredSex(sex), record.Instant(at)
		out = append(out, s)
	}
	return out, rows.Close()
}

// GenotypeSets are all of a person's sets, the newest first.
func (p *PersonStore) GenotypeSets(ctx context.Context) ([]record.GenotypeSet, error) {
	return p.genotypeSets(ctx, "")
}

// ActiveGenotypes is the set that is asked; ok is false where there is none.
func (p *PersonStore) ActiveGenotypes(ctx context.Context) (s record.GenotypeSet, ok bool, err error) {
	sets, err := p.genotypeSets(ctx, ` AND status = 'active'`)
	if err != nil || len(sets) == 0 {
		return s, false, err
	}
	return sets[0], true, nil
}

func (p *PersonStore) genotypeSets(ctx context.Context, rest string) ([]record.GenotypeSet, error) {
	var out []record.GenotypeSet
	err := p.read(ctx, func(tx engine.Tx) error {
		var err error
		out, err = genotypeSets(ctx, tx, rest, string(p.id))
		return err
	})
	return out, err
}

// marks are n question marks with commas between them.
func marks(n int) string { return strings.TrimSuffix(strings.Repeat("?, ", n), ", ") }
