package gitfile

// A Kind says why git could not answer.
type Kind uint8

const (
	NoGit           Kind = iota + 1 // there is no git program
	NotCheckout                     // the directory is in no git checkout
	Shallow                         // the clone has only a part of the history
	UnknownRevision                 // no such commit in this clone
	NoMergeBase                     // the two revisions have no common ancestor
	Missing                         // no such file at that revision, or no regular one
	Failed                          // git failed otherwise
)

var kindWords = map[Kind]string{
	NoGit:           "there is no git program",
	NotCheckout:     "not in a git checkout",
	Shallow:         "the clone is shallow; fetch its whole history (git fetch --unshallow, fetch-depth: 0)",
	UnknownRevision: "no such revision in this clone",
	NoMergeBase:     "no common ancestor",
	Missing:         "no such file at that revision",
	Failed:          "git failed",
}

func (k Kind) String() string { return kindWords[k] }

// An Error is why git could not answer.
type Error struct {
	Kind     Kind
	Path     string // the file asked for
	Revision string // the revision asked for, if any
	Err      error  // what git said, if it is of use
}

func (e *Error) Error() string {
	s := "git: " + e.Path
	if e.Revision != "" {
		s += " at " + e.Revision
	}
	s += ": " + e.Kind.String()
	if e.Err != nil {
		s += ": " + e.Err.Error()
	}
	return s
}

func (e *Error) Unwrap() error { return e.Err }
