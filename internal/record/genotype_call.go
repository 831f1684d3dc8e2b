package record

import (
	"slices"
	"strconv"
	"strings"
)

// CallStatus says whether a site has a genotype. What is not called is never "normal".
type CallStatus string

// Call statuses.
const (
	Called        CallStatus = "called"
	NoCall        CallStatus = "no_call"        // the file says that it has none
	NotApplicable CallStatus = "not_applicable" // a site on the Y chromosome of a person without one
	Unresolved    CallStatus = "unresolved"     // there is one, and what it means cannot be told; StrandCheck says why
)

// Zygosity of a call.
type Zygosity string

// Zygosities. NoZygosity is that of what is not called.
const (
	NoZygosity   Zygosity = ""
	Homozygous   Zygosity = "homozygous"
	Heterozygous Zygosity = "heterozygous"
	Hemizygous   Zygosity = "hemizygous"
)

// StrandCheck is how the alleles of a call were matched with the reference.
type StrandCheck string

// Checks of what is called.
const (
	StrandPlus        StrandCheck = "plus"
	StrandFlipped     StrandCheck = "flipped"             // complemented: told by the alleles themselves
	StrandPalindromic StrandCheck = "palindromic_trusted" // A/T or C/G, which read alike on both strands: as the file says
	StrandVCF         StrandCheck = "vcf_plus"
	StrandIndel       StrandCheck = "indel_defined"
)

// Checks that leave a site unresolved.
const (
	StrandTop             StrandCheck = "top_unresolved"
	StrandCoordinates     StrandCheck = "coordinate_conflict"
	StrandNoReference     StrandCheck = "no_reference"
	StrandReference       StrandCheck = "reference_conflict"
	StrandInvalidGT       StrandCheck = "invalid_gt"
	StrandAlleles         StrandCheck = "allele_conflict"
	StrandUnsupported     StrandCheck = "unsupported_alleles"
	StrandIndelUndefined  StrandCheck = "indel_undefined"
	StrandHaploid         StrandCheck = "haploid_conflict"
	StrandPseudoautosomal StrandCheck = "par_unknown"
)

// StrandNotChecked is the check of a site without a call.
const StrandNotChecked StrandCheck = ""

var (
	calledChecks     = []StrandCheck{StrandPlus, StrandFlipped, StrandPalindromic, StrandVCF, StrandIndel}
	unresolvedChecks = []StrandCheck{
		StrandTop, StrandCoordinates, StrandNoReference, StrandReference, StrandInvalidGT, StrandAlleles,
		StrandUnsupported, StrandIndelUndefined, StrandHaploid, StrandPseudoautosomal,
	}
)

// Genotype is one site of a set.
type Genotype struct {
	RSID        string // the current name of the site; a file's own name where it has no rs number
	RSIDRaw     string // as the file names it
	Chrom       string // 1 to 22, X, Y, PAR, MT
	PositionRaw int64  // as the file has it; 0 for none
	Pos37       int64  // 0 where it is not known
	Pos38       int64
	Ref         string // of the reference; Alt has several with commas between them
	Alt         string
	Gene        string
	Raw         string // as the file prints it
	GT          string // in the manner of VCF: 0/1; empty where nothing is called
	Status      CallStatus
	Zygosity    Zygosity
	StrandCheck StrandCheck
}

var chromosomes = func() []string {
	out := []string{"X", "Y", "PAR", "MT"}
	for i := range 22 {
		out = append(out, strconv.Itoa(i+1))
	}
	return out
}()

// Validate checks what must hold of every stored site. The error is a *GenotypeError.
func (g *Genotype) Validate() error {
	switch {
	case g.RSID == "":
		return badGenotype("rsid")
	case !slices.Contains(chromosomes, g.Chrom):
		// A row on chromosome 0 is a probe without a place.
		return badGenotype("chrom")
	case g.PositionRaw < 0 || g.Pos37 < 0 || g.Pos38 < 0:
		return badGenotype("position")
	case !bases(g.Ref) || !allBases(g.Alt) || g.Alt != "" && g.Ref == "":
		return badGenotype("alleles")
	}
	if g.Status != Called {
		return g.notCalled()
	}
	return g.called()
}

// notCalled holds that what is not called has no genotype: ./. is never 0/0.
func (g *Genotype) notCalled() error {
	switch {
	case g.GT != "" || g.Zygosity != NoZygosity:
		return badGenotype("gt")
	case g.Status == NoCall || g.Status == NotApplicable:
		if g.StrandCheck != StrandNotChecked {
			return badGenotype("strand_check")
		}
		return nil
	case g.Status != Unresolved:
		return badGenotype("call_status")
	case !slices.Contains(unresolvedChecks, g.StrandCheck):
		return badGenotype("strand_check")
	}
	return nil
}

func (g *Genotype) called() error {
	alleles, ok := AllelesOf(g.GT)
	switch {
	case !ok || g.Ref == "":
		return badGenotype("gt")
	case slices.Max(alleles) > g.alternatives():
		return badGenotype("gt")
	case g.Zygosity != ZygosityOf(alleles):
		return badGenotype("zygosity")
	case g.Chrom == "MT" && len(alleles) != 1:
		return badGenotype("gt")
	case !slices.Contains(calledChecks, g.StrandCheck):
		return badGenotype("strand_check")
	case g.StrandCheck == StrandFlipped && Palindromic(g.Ref, g.Alt):
		// The complement of A/T is T/A: turning it round is a guess.
		return badGenotype("strand_check")
	case g.StrandCheck == StrandPalindromic && !Palindromic(g.Ref, g.Alt):
		return badGenotype("strand_check")
	}
	return nil
}

func (g *Genotype) alternatives() int {
	if g.Alt == "" {
		return 0
	}
	return strings.Count(g.Alt, ",") + 1
}

func bases(s string) bool { return strings.Trim(s, "ACGTN") == "" }

// allBases checks alternatives; * is an allele that an earlier deletion took away.
func allBases(alt string) bool {
	if alt == "" {
		return true
	}
	for a := range strings.SplitSeq(alt, ",") {
		if a == "" || a != "*" && !bases(a) {
			return false
		}
	}
	return true
}

// AllelesOf reads a GT without missing alleles: 0/1, 1|0, or 1 for one copy.
func AllelesOf(gt string) ([]int, bool) {
	parts := strings.FieldsFunc(gt, func(r rune) bool { return r == '/' || r == '|' })
	if len(parts) == 0 || len(parts) > 2 || len(gt) != len(strings.Join(parts, "/")) {
		return nil, false
	}
	var out []int
	for _, p := range parts {
		n, err := strconv.Atoi(p)
		if err != nil || !digits(p, 1, 2) || strconv.Itoa(n) != p {
			return nil, false
		}
		out = append(out, n)
	}
	return out, true
}

// ZygosityOf is the zygosity of alleles.
func ZygosityOf(alleles []int) Zygosity {
	switch {
	case len(alleles) == 1:
		return Hemizygous
	case len(alleles) == 2 && alleles[0] == alleles[1]:
		return Homozygous
	case len(alleles) == 2:
		return Heterozygous
	default:
		return NoZygosity
	}
}

// Palindromic says whether a site's alleles are their own complements: A/T or C/G.
func Palindromic(ref, alt string) bool {
	if len(ref) != 1 {
		return false
	}
	for _, a := range strings.Split(alt, ",") {
		switch ref + a {
		case "AT", "TA", "CG", "GC":
			return true
		}
	}
	return false
}
