package store

import (
	"context"
	"errors"
	"strings"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store/engine"
)

// genotypeField is one column of the genotype table: how a site is written to it and read from it.
type genotypeField struct {
	name   string
	text   func(*record.Genotype) *string
	number func(*record.Genotype) *int64
}

var genotypeFields = []genotypeField{
	{name: "rsid", text: func(g *record.Genotype) *string { return &g.RSID }},
	{name: "rsid_raw", text: func(g *record.Genotype) *string { return &g.RSIDRaw }},
	{name: "chrom", text: func(g *record.Genotype) *string { return &g.Chrom }},
	{name: "position_raw", number: func(g *record.Genotype) *int64 { return &g.PositionRaw }},
	{name: "pos37", number: func(g *record.Genotype) *int64 { return &g.Pos37 }},
	{name: "pos38", number: func(g *record.Genotype) *int64 { return &g.Pos38 }},
	{name: "ref", text: func(g *record.Genotype) *string { return &g.Ref }},
	{name: "alt", text: func(g *record.Genotype) *string { return &g.Alt }},
	{name: "gene", text: func(g *record.Genotype) *string { return &g.Gene }},
	{name: "genotype_raw", text: func(g *record.Genotype) *string { return &g.Raw }},
	{name: "gt", text: func(g *record.Genotype) *string { return &g.GT }},
	{name: "call_status", text: func(g *record.Genotype) *string { return (*string)(&g.Status) }},
	{name: "zygosity", text: func(g *record.Genotype) *string { return (*string)(&g.Zygosity) }},
	{name: "strand_check", text: func(g *record.Genotype) *string { return (*string)(&g.StrandCheck) }},
}

var genotypeColumns = func() string {
	names := make([]string, len(genotypeFields))
	for i, f := range genotypeFields {
		names[i] = "g." + f.name
	}
	return strings.Join(names, ", ")
}()

var genotypeTable = func() engine.Insertion {
	in := engine.Insertion{Table: "genotype", Key: engine.Unkeyed, Columns: []engine.Column{{Name: "person_id", Type: engine.Text}, {Name: "set_id", Type: engine.Text}}}
	for _, f := range genotypeFields {
		kind := engine.Text
		if f.number != nil {
			kind = engine.Int
		}
		in.Columns = append(in.Columns, engine.Column{Name: f.name, Type: kind})
	}
	return in
}()

// InsertGenotypes adds sites to a set that is being loaded. A site that the set has already is left out: the counts at
// the activation tell. A site that does not hold is refused with a *record.GenotypeError, and with it all of them.
func (tx *Tx) InsertGenotypes(ctx context.Context, set string, sites []record.Genotype) error {
	for i := range sites {
		if err := sites[i].Validate(); err != nil {
			return err
		}
	}
	if err := tx.lockGenotypes(ctx); err != nil {
		return err
	}
	if _, err := tx.loading(ctx, set); err != nil {
		return err
	}
	return tx.insertGenotypes(ctx, set, sites)
}

func (tx *Tx) insertGenotypes(ctx context.Context, set string, sites []record.Genotype) error {
	_, err := tx.tx.Insert(ctx, genotypeTable, len(sites), func(i int, v engine.Values) {
		v.Text(0, tx.person)
		v.Text(1, set)
		for c, f := range genotypeFields {
			if f.number != nil {
				v.Int(c+2, *f.number(&sites[i]))
			} else {
				v.Text(c+2, *f.text(&sites[i]))
			}
		}
	})
	return err
}

// genotypes reads sites of the active set. A set that is loading, failed or superseded is never asked.
func (p *PersonStore) genotypes(ctx context.Context, rest string, args ...any) ([]record.Genotype, error) {
	var out []record.Genotype
	err := p.read(ctx, func(tx engine.Tx) error {
		out = nil
		rows, err := tx.Query(ctx, `SELECT `+genotypeColumns+` FROM genotype_set s JOIN genotype g ON g.person_id = s.person_id AND g.set_id = s.set_id
WHERE s.person_id = ? AND s.status = 'active' AND `+rest, append([]any{string(p.id)}, args...)...)
		if err != nil {
			return err
		}
		var g record.Genotype
		dest := make([]any, len(genotypeFields))
		for i, f := range genotypeFields {
			if f.number != nil {
				dest[i] = f.number(&g)
			} else {
				dest[i] = f.text(&g)
			}
		}
		for rows.Next() {
			if err := rows.Scan(dest...); err != nil {
				return errors.Join(err, rows.Close())
			}
			out = append(out, g)
		}
		return rows.Close()
	})
	return out, err
}

// maxGenotypeKeys is how many names of sites one question has at most.
const maxGenotypeKeys = 500

// GenotypesByRSID are the named sites of the active set, by name.
func (p *PersonStore) GenotypesByRSID(ctx context.Context, rsids []string) ([]record.Genotype, error) {
	switch {
	case len(rsids) == 0:
		return nil, nil
	case len(rsids) > maxGenotypeKeys:
		return nil, ErrManyGenotypeKeys
	}
	args := make([]any, len(rsids))
	for i, id := range rsids {
		args[i] = id
	}
	return p.genotypes(ctx, `g.rsid IN (`+marks(len(rsids))+`) ORDER BY g.rsid`, args...)
}

// GenotypesOfGene are the active set's sites of a gene, at most limit (limit < 0: all).
func (p *PersonStore) GenotypesOfGene(ctx context.Context, gene string, limit int) ([]record.Genotype, error) {
	if gene == "" {
		return nil, nil
	}
	// Not as g.gene = ?: SQLite would put the argument in the place of the column in the other condition as well, and
	// then not see that the index of the sites with a gene serves.
	return p.genotypes(ctx, `g.gene BETWEEN ? AND ? AND g.gene > '' ORDER BY g.chrom, g.pos38, g.rsid LIMIT ?`, gene, gene, rowLimit(limit))
}

// genotypePlaces are the conditions on a place, by build. UnknownBuild is the position as the file has it.
var genotypePlaces = map[record.Build]string{
	record.GRCh37:       `g.chrom = ? AND g.pos37 > 0 AND g.pos37 BETWEEN ? AND ? ORDER BY g.pos37, g.rsid LIMIT ?`,
	record.GRCh38:       `g.chrom = ? AND g.pos38 > 0 AND g.pos38 BETWEEN ? AND ? ORDER BY g.pos38, g.rsid LIMIT ?`,
	record.UnknownBuild: `g.chrom = ? AND g.position_raw BETWEEN ? AND ? ORDER BY g.position_raw, g.rsid LIMIT ?`,
}

// GenotypesIn are the active set's sites in a stretch of a chromosome, both ends in it, by place, at most limit
// (limit < 0: all). Positions are those of a build; UnknownBuild is for those of the file.
func (p *PersonStore) GenotypesIn(ctx context.Context, build record.Build, chrom string, from, to int64, limit int) ([]record.Genotype, error) {
	place, ok := genotypePlaces[build]
	if !ok {
		return nil, nil
	}
	return p.genotypes(ctx, place, chrom, from, to, rowLimit(limit))
}
