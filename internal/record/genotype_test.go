package record

import (
	"errors"
	"reflect"
	"testing"
)

func site(change func(*Genotype)) Genotype {
	g := Genotype{
		RSID: "rs4244285", RSIDRaw: "rs4244285", Chrom: "10", PositionRaw: 96541616, Pos37: 96541616, Pos38: 94781859,
		Ref: "G", Alt: "A", Gene: "CYP2C19", Raw: "AG", GT: "0/1", Status: Called, Zygosity: Heterozygous, StrandCheck: StrandPlus,
	}
	if change != nil {
		change(&g)
	}
	return g
}

func TestSitesThatHold(t *testing.T) {
	for name, change := range map[string]func(*Genotype){
		"a call on the plus strand":          nil,
		"phased":                             func(g *Genotype) { g.GT, g.StrandCheck = "1|0", StrandVCF },
		"homozygous":                         func(g *Genotype) { g.GT, g.Zygosity = "1/1", Homozygous },
		"one copy":                           func(g *Genotype) { g.Chrom, g.GT, g.Zygosity = "X", "1", Hemizygous },
		"the second alternative":             func(g *Genotype) { g.Alt, g.GT = "A,C", "0/2" },
		"the reference without alternatives": func(g *Genotype) { g.Alt, g.GT, g.Zygosity, g.StrandCheck = "", "0/0", Homozygous, StrandVCF },
		"flipped":                            func(g *Genotype) { g.Raw, g.StrandCheck = "TC", StrandFlipped },
		"palindromic, as the file says":      func(g *Genotype) { g.Ref, g.Alt, g.StrandCheck = "A", "T", StrandPalindromic },
		"no call": func(g *Genotype) {
			g.Raw, g.GT, g.Zygosity, g.Status, g.StrandCheck = "--", "", "", NoCall, StrandNotChecked
		},
		"no Y chromosome": func(g *Genotype) { g.Chrom, g.GT, g.Zygosity, g.Status, g.StrandCheck = "Y", "", "", NotApplicable, "" },
		"unresolved":      func(g *Genotype) { g.GT, g.Zygosity, g.Status, g.StrandCheck = "", "", Unresolved, StrandTop },
		"not in the table of sites": func(g *Genotype) {
			*g = Genotype{RSID: "i5000940", Chrom: "MT", PositionRaw: 8, Raw: "G", Status: Unresolved, StrandCheck: StrandNoReference}
		},
		"an indel":                            func(g *Genotype) { g.Ref, g.Alt, g.StrandCheck = "CTA", "C", StrandIndel },
		"an allele that a deletion took away": func(g *Genotype) { g.Alt, g.GT, g.StrandCheck = "A,*", "1/2", StrandVCF },
	} {
		g := site(change)
		if err := g.Validate(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestSitesThatAreRefused(t *testing.T) {
	for name, c := range map[string]struct {
		field  string
		change func(*Genotype)
	}{
		"no name":                               {"rsid", func(g *Genotype) { g.RSID = "" }},
		"chromosome 0":                          {"chrom", func(g *Genotype) { g.Chrom = "0" }},
		"chr10":                                 {"chrom", func(g *Genotype) { g.Chrom = "chr10" }},
		"a place before the first":              {"position", func(g *Genotype) { g.Pos38 = -1 }},
		"an allele of other letters":            {"alleles", func(g *Genotype) { g.Alt = "a" }},
		"an empty alternative":                  {"alleles", func(g *Genotype) { g.Alt = "A," }},
		"half a call":                           {"gt", func(g *Genotype) { g.GT = "./1" }},
		"a call of nothing":                     {"gt", func(g *Genotype) { g.GT = "./." }},
		"no call that became the reference":     {"gt", func(g *Genotype) { g.Status, g.GT, g.StrandCheck = NoCall, "0/0", "" }},
		"no call with a zygosity":               {"gt", func(g *Genotype) { g.Status, g.GT, g.StrandCheck = NoCall, "", "" }},
		"an alternative that is not there":      {"gt", func(g *Genotype) { g.GT = "0/2" }},
		"three copies":                          {"gt", func(g *Genotype) { g.GT = "0/1/1" }},
		"two copies of the mitochondrion's":     {"gt", func(g *Genotype) { g.Chrom, g.GT, g.Zygosity = "MT", "1/1", Homozygous }},
		"no reference":                          {"alleles", func(g *Genotype) { g.Ref = "" }},
		"homozygous that is not":                {"zygosity", func(g *Genotype) { g.Zygosity = Homozygous }},
		"called without a check":                {"strand_check", func(g *Genotype) { g.StrandCheck = "" }},
		"called and unresolved":                 {"strand_check", func(g *Genotype) { g.StrandCheck = StrandTop }},
		"palindromic and flipped":               {"strand_check", func(g *Genotype) { g.Ref, g.Alt, g.StrandCheck = "C", "G", StrandFlipped }},
		"trusted as palindromic and is not":     {"strand_check", func(g *Genotype) { g.StrandCheck = StrandPalindromic }},
		"unresolved without a reason":           {"strand_check", func(g *Genotype) { g.Status, g.GT, g.Zygosity, g.StrandCheck = Unresolved, "", "", "" }},
		"no call with a reason of another kind": {"strand_check", func(g *Genotype) { g.Status, g.GT, g.Zygosity, g.StrandCheck = NoCall, "", "", StrandTop }},
		"another status":                        {"call_status", func(g *Genotype) { g.Status, g.GT, g.Zygosity = "maybe", "", "" }},
	} {
		g := site(c.change)
		var e *GenotypeError
		if err := g.Validate(); !errors.As(err, &e) || e.Field != c.field {
			t.Errorf("%s: %v, want one about %s", name, err, c.field)
		}
	}
}

func TestAllelesAreReadStrictly(t *testing.T) {
	for gt, want := range map[string][]int{"0/1": {0, 1}, "1|0": {1, 0}, "2": {2}, "10/11": {10, 11}} {
		if got, ok := AllelesOf(gt); !ok || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v", gt, got)
		}
	}
	for _, gt := range []string{"", "/", ".", "./.", "0/.", "0//1", "/0", "0/", "00/1", "-1/0", "0/1/1", "a/b", "0 /1", "100/0"} {
		if got, ok := AllelesOf(gt); ok {
			t.Errorf("%q: %v", gt, got)
		}
	}
}

func loading(id string) GenotypeSet {
	return GenotypeSet{ID: id, Status: GenotypeLoading, Format: "genotype", DeclaredBuild: UnknownBuild, DetectedBuild: GRCh37, RowsTotal: 10, RowsCalled: 8, Sex: InferredUnknown}
}

func TestASetBecomesActiveWhenAllOfItIsThere(t *testing.T) {
	now, was, err := loading("a").Activate(10, 8, nil)
	if err != nil || now.Status != GenotypeActive || was != nil {
		t.Fatalf("%+v, %+v, %v", now, was, err)
	}
	next, was, err := loading("b").Activate(10, 8, &now)
	if err != nil || next.Status != GenotypeActive || was.Status != GenotypeSuperseded || was.ID != "a" || now.Status != GenotypeActive {
		t.Errorf("%+v, %+v, %v", next, was, err)
	}
	failed, err := loading("c").Fail()
	if err != nil || failed.Status != GenotypeFailed {
		t.Errorf("%+v, %v", failed, err)
	}
	for name, c := range map[string]struct {
		set           GenotypeSet
		total, called int64
		want          GenotypeErrorKind
	}{
		"a row is missing":  {loading("b"), 9, 8, GenotypeCounts},
		"a call is missing": {loading("b"), 10, 7, GenotypeCounts},
		"nothing is there":  {loading("b"), 0, 0, GenotypeEmpty},
		"it failed":         {failed, 10, 8, GenotypeNotLoaded},
		"it was superseded": {*was, 10, 8, GenotypeNotLoaded},
		"it is active":      {now, 10, 8, GenotypeNotLoaded},
	} {
		got, _, err := c.set.Activate(c.total, c.called, nil)
		var e *GenotypeError
		if !errors.As(err, &e) || e.Kind != c.want || got.Status != c.set.Status {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
	if _, err := now.Fail(); err == nil {
		t.Error("an active set failed")
	}
}

func TestSetsThatAreRefused(t *testing.T) {
	for field, change := range map[string]func(*GenotypeSet){
		"set_id":         func(s *GenotypeSet) { s.ID = "" },
		"status":         func(s *GenotypeSet) { s.Status = "ready" },
		"format":         func(s *GenotypeSet) { s.Format = "" },
		"declared_build": func(s *GenotypeSet) { s.DeclaredBuild = "hg19" },
		"detected_build": func(s *GenotypeSet) { s.DetectedBuild = "" },
		"sex_inferred":   func(s *GenotypeSet) { s.Sex = "" },
		"rows":           func(s *GenotypeSet) { s.RowsCalled = 11 },
	} {
		s := loading("a")
		change(&s)
		var e *GenotypeError
		if err := s.Validate(); !errors.As(err, &e) || e.Field != field {
			t.Errorf("%s: %v", field, err)
		}
	}
}

func TestPalindromicSites(t *testing.T) {
	for _, pair := range [][2]string{{"A", "T"}, {"T", "A"}, {"C", "G"}, {"G", "C"}, {"A", "G,T"}} {
		if !Palindromic(pair[0], pair[1]) {
			t.Errorf("%v", pair)
		}
	}
	for _, pair := range [][2]string{{"A", "G"}, {"C", "T"}, {"AT", "T"}, {"A", ""}, {"", "T"}, {"A", "TA"}} {
		if Palindromic(pair[0], pair[1]) {
			t.Errorf("%v", pair)
		}
	}
}
