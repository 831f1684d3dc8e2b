package record

// GenotypeStatus is where a genotype set stands. Only the active set of a person is ever asked.
type GenotypeStatus string

// Statuses of a genotype set.
const (
	GenotypeLoading    GenotypeStatus = "loading"
	GenotypeActive     GenotypeStatus = "active"
	GenotypeSuperseded GenotypeStatus = "superseded"
	GenotypeFailed     GenotypeStatus = "failed"
)

// Build is a version of the reference genome.
type Build string

// Builds. NCBI36 positions are kept and never translated.
const (
	GRCh37       Build = "GRCh37"
	GRCh38       Build = "GRCh38"
	NCBI36       Build = "NCBI36"
	UnknownBuild Build = "unknown"
)

// InferredSex is what the sex chromosomes' calls say. It decides how many alleles a call on them has.
type InferredSex string

// Inferred sexes.
const (
	InferredFemale  InferredSex = "female"
	InferredMale    InferredSex = "male"
	InferredUnknown InferredSex = "unknown"
)

// GenotypeSet is one genotype file of a person's.
type GenotypeSet struct {
	ID            string
	Status        GenotypeStatus
	Format        string
	Vendor        string
	DeclaredBuild Build // as the file says
	DetectedBuild Build // as its positions say
	RowsTotal     int64
	RowsCalled    int64
	Sex           InferredSex
	Normaliser    string // versions of the code and of the table of sites that made the calls
	Sites         string
	DocumentID    string
	CreatedAt     Instant
}

// GenotypeErrorKind is why something about genotypes is refused.
type GenotypeErrorKind string

// Kinds of refusals.
const (
	GenotypeBadField  GenotypeErrorKind = "bad-field"
	GenotypeNotLoaded GenotypeErrorKind = "not-loading"
	GenotypeCounts    GenotypeErrorKind = "counts"
	GenotypeEmpty     GenotypeErrorKind = "empty"
)

var genotypeSays = map[GenotypeErrorKind]string{
	GenotypeBadField:  "the field is missing or not one of its values",
	GenotypeNotLoaded: "only a set that is being loaded can become the active one",
	GenotypeCounts:    "the stored rows are not as many as were read: load the file again",
	GenotypeEmpty:     "the file has no genotypes",
}

// GenotypeError is a refusal. It names a field, never a site or a call.
type GenotypeError struct {
	Kind  GenotypeErrorKind
	Field string
}

func (e *GenotypeError) Error() string {
	if e.Field == "" {
		return genotypeSays[e.Kind]
	}
	return e.Field + ": " + genotypeSays[e.Kind]
}

func badGenotype(field string) error { return &GenotypeError{Kind: GenotypeBadField, Field: field} }

// Validate checks a set by itself. The error is a *GenotypeError.
func (s *GenotypeSet) Validate() error {
	switch {
	case s.ID == "":
		return badGenotype("set_id")
	case s.Status != GenotypeLoading && s.Status != GenotypeActive && s.Status != GenotypeSuperseded && s.Status != GenotypeFailed:
		return badGenotype("status")
	case s.Format == "":
		return badGenotype("format")
	case !s.DeclaredBuild.known():
		return badGenotype("declared_build")
	case !s.DetectedBuild.known():
		return badGenotype("detected_build")
	case s.Sex != InferredFemale && s.Sex != InferredMale && s.Sex != InferredUnknown:
		return badGenotype("sex_inferred")
	case s.RowsTotal < 0 || s.RowsCalled < 0 || s.RowsCalled > s.RowsTotal:
		return badGenotype("rows")
	}
	return nil
}

func (b Build) known() bool {
	return b == GRCh37 || b == GRCh38 || b == NCBI36 || b == UnknownBuild
}

// Activate is the set once all of its rows are stored, and what becomes of the set that was active until now, nil for
// none. total and called are what was counted in the store; the set holds what was read from the file. Both go into one
// transaction: there is never a moment with two active sets, or with none where there was one. A set that failed, or
// one that was superseded, does not come back: the file is loaded again.
func (s GenotypeSet) Activate(total, called int64, active *GenotypeSet) (now GenotypeSet, was *GenotypeSet, err error) {
	switch {
	case s.Status != GenotypeLoading:
		return s, active, &GenotypeError{Kind: GenotypeNotLoaded}
	case total == 0:
		return s, active, &GenotypeError{Kind: GenotypeEmpty}
	case total != s.RowsTotal || called != s.RowsCalled:
		return s, active, &GenotypeError{Kind: GenotypeCounts}
	case active != nil && (active.Status != GenotypeActive || active.ID == s.ID):
		return s, active, badGenotype("status")
	}
	if err := s.Validate(); err != nil {
		return s, active, err
	}
	s.Status = GenotypeActive
	if active != nil {
		old := *active
		old.Status = GenotypeSuperseded
		active = &old
	}
	return s, active, nil
}

// Fail is a set whose file could not be read to its end. The active set stays.
func (s GenotypeSet) Fail() (GenotypeSet, error) {
	if s.Status != GenotypeLoading {
		return s, &GenotypeError{Kind: GenotypeNotLoaded}
	}
	s.Status = GenotypeFailed
	return s, nil
}
