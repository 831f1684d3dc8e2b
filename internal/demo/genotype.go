package demo

import (
	"slices"
	"strings"

	"github.com/seed-a76b335c/philint/internal/record"
)

// genotypeRows are sites that many studies know, with invented calls: rs number, gene, chromosome, position on GRCh37 and
// on GRCh38, reference of GRCh38, alternatives, and the alleles as an array prints them. Two dashes are no call.
var genotypeRows = [...]struct {
	rsid, gene, chrom string
	pos37, pos38      int64
	ref, alt, raw     string
}{
	{"rs1799853", "CYP2C9", "10", 96702047, 94942290, "C", "T", "CC"},
	{"rs1057910", "CYP2C9", "10", 96741053, 94981296, "A", "C", "AA"},
	{"rs4244285", "CYP2C19", "10", 96541616, 94781859, "G", "A", "GA"},
	{"rs4986893", "CYP2C19", "10", 96540410, 94780653, "G", "A", "GG"},
	{"rs12248560", "CYP2C19", "10", 96521657, 94761900, "C", "T", "CT"},
	{"rs9923231", "VKORC1", "16", 31107689, 31096368, "C", "T", "TT"},
	{"rs4149056", "SLCO1B1", "12", 21331549, 21178615, "T", "C", "TC"},
	{"rs1800460", "TPMT", "6", 18139228, 18138997, "C", "T", "CC"},
	{"rs1142345", "TPMT", "6", 18130918, 18130687, "T", "C,G", "TT"},
	{"rs1800462", "TPMT", "6", 18143955, 18143724, "C", "G", "CC"},
	{"rs116855232", "NUDT15", "13", 48619855, 48045719, "C", "T", "CC"},
	{"rs3892097", "CYP2D6", "22", 42524947, 42128945, "C", "T", "CC"},
	{"rs1065852", "CYP2D6", "22", 42526694, 42130692, "G", "A", "--"},
	{"rs3918290", "DPYD", "1", 97915614, 97450058, "C", "T", "CC"},
	{"rs55886062", "DPYD", "1", 97981343, 97515787, "A", "C", "AA"},
	{"rs67376798", "DPYD", "1", 97547947, 97082391, "T", "A", "--"},
	{"rs2108622", "CYP4F2", "19", 15990431, 15879621, "C", "T", "TT"},
	{"rs776746", "CYP3A5", "7", 99270539, 99672916, "T", "C", "CC"},
	{"rs3745274", "CYP2B6", "19", 41512841, 41006936, "G", "T", "GT"},
	{"rs2231142", "ABCG2", "4", 89052323, 88131171, "G", "T", "GT"},
	{"rs6025", "F5", "1", 169519049, 169549811, "C", "T", "CC"},
	{"rs429358", "APOE", "19", 45411941, 44908684, "T", "C", "TC"},
	{"rs7412", "APOE", "19", 45412079, 44908822, "C", "T", "CC"},
	{"rs1801133", "MTHFR", "1", 11856378, 11796321, "G", "A", "GA"},
	{"rs1801131", "MTHFR", "1", 11854476, 11794419, "T", "G", "TT"},
	{"rs762551", "CYP1A2", "15", 75041917, 74749576, "C", "A", "CA"},
	{"rs4680", "COMT", "22", 19951271, 19963748, "G", "A", "AA"},
	{"rs1799963", "F2", "11", 46761055, 46739505, "G", "A", "GG"},
	{"rs1799971", "OPRM1", "6", 154360797, 154039662, "A", "G", "AG"},
	{"rs12979860", "IFNL3", "19", 39738787, 39248147, "C", "T", "CT"},
	{"rs1800497", "ANKK1", "11", 113270828, 113400106, "G", "A", "GG"},
}

// genotypes are the set of one of the two, as it is while it is being loaded.
func (p *Person) genotypes() (record.GenotypeSet, []record.Genotype) {
	set := record.GenotypeSet{
		ID: "demo-genotypes", Status: record.GenotypeLoading, Format: "demo", Vendor: "Alder Genetics",
		DeclaredBuild: record.GRCh37, DetectedBuild: record.GRCh37, Sex: record.InferredFemale, Normaliser: "demo/1", Sites: "demo/1",
		CreatedAt: record.InstantOf(p.at(record.DayOf(2026, 1, 20), 10, 0)),
	}
	var rows []record.Genotype
	for _, r := range genotypeRows {
		g := record.Genotype{
			RSID: r.rsid, RSIDRaw: r.rsid, Chrom: r.chrom, PositionRaw: r.pos37, Pos37: r.pos37, Pos38: r.pos38,
			Ref: r.ref, Alt: r.alt, Gene: r.gene, Raw: r.raw, Status: record.NoCall,
		}
		if alleles, ok := allelesOf(r.raw, r.ref, r.alt); ok {
			g.Status, g.GT, g.Zygosity, g.StrandCheck = record.Called, alleles, record.Heterozygous, record.StrandPlus
			if alleles[0] == alleles[2] {
				g.Zygosity = record.Homozygous
			}
			if record.Palindromic(r.ref, r.alt) {
				g.StrandCheck = record.StrandPalindromic
			}
			set.RowsCalled++
		}
		set.RowsTotal++
		rows = append(rows, g)
	}
	return set, rows
}

// allelesOf is a call in the manner of VCF, smaller number first.
func allelesOf(raw, ref, alt string) (string, bool) {
	all := append([]string{ref}, strings.Split(alt, ",")...)
	one, two := slices.Index(all, raw[:1]), slices.Index(all, raw[1:])
	if one < 0 || two < 0 {
		return "", false
	}
	return string(rune('0'+min(one, two))) + "/" + string(rune('0'+max(one, two))), true
}
