package engine

// Kind is what went wrong. Engines' own errors quote values and stay in this package.
type Kind string

// Kinds of errors.
const (
	Busy         Kind = "busy"          // another process holds the database, or a conflict that went on
	Full         Kind = "full"          // no room on the disk
	ManyFiles    Kind = "many-files"    // the process, or the machine, may not open another file
	ReadOnly     Kind = "read-only"     // the file or its directory may not be written
	Corrupt      Kind = "corrupt"       // the file is damaged
	Replaced     Kind = "replaced"      // another file stands where the open one stood, or none
	NoKey        Kind = "no-key"        // the store is encrypted and no key was given
	WrongKey     Kind = "wrong-key"     // the key does not open the store
	NotEncrypted Kind = "not-encrypted" // a key was given and the store is not encrypted
	BadKey       Kind = "bad-key"       // the key file cannot be read or is too short
	Unreachable  Kind = "unreachable"   // no connection to the server
	NoDatabase   Kind = "no-database"   // the server has no database of that name
	Denied       Kind = "denied"        // the server or the file system refuses us
	Privileged   Kind = "privileged"    // the server's role sees through row level security
	Constraint   Kind = "constraint"    // a rule of the schema is broken
	BadText      Kind = "bad-text"      // a text that one of the engines cannot hold
	BadNumber    Kind = "bad-number"    // a number that is none
	TooBig       Kind = "too-big"       // a value beyond what the engines take
	Canceled     Kind = "canceled"      // the caller gave up
	Uncertain    Kind = "uncertain"     // the connection broke during a commit
	Closed       Kind = "closed"        // the store was closed before
	BackupNoKey  Kind = "backup-no-key" // the archive is encrypted and no key was given
	BackupPlain  Kind = "backup-plain"  // a key was given and the archive is not encrypted
	NotEmpty     Kind = "not-empty"     // a backup is restored into an empty store only
	BadBackup    Kind = "bad-backup"    // the archive is cut or changed, or the key is not its own
	OtherVersion Kind = "other-version" // the archive is of another version of the store
	Foreign      Kind = "foreign"       // the file is a database of another program, or of a newer version of this one
	Fault        Kind = "fault"         // anything else
)

// says is each kind as a sentence that says what to do.
var says = map[Kind]string{
	Busy:         "the store is in use by another process: end that, or try again",
	Full:         "the disk is full: make room and run it again",
	ManyFiles:    "too many files are open: let the process open more (ulimit -n) and run it again",
	ReadOnly:     "the store may not be written: check the rights of the data directory and its files",
	Corrupt:      "the store is damaged: restore a backup",
	Replaced:     "the store's file was replaced, moved or deleted while it was open: start the program again",
	NoKey:        "the store is encrypted: give its key file",
	WrongKey:     "the key does not open the store: give the key file it was made with; or the first page of its file is damaged",
	NotEncrypted: "a key file was given for the store, and it is not encrypted: leave that out",
	BadKey:       "the key file cannot be read, or holds fewer than 32 bytes",
	Unreachable:  "the database server does not answer: check its address and that it runs",
	NoDatabase:   "the server has no database of that name: make it (createdb), or name another one",
	Denied:       "the database refuses the connection: check the role, its password and its rights",
	Privileged:   "the database role is a superuser or bypasses row level security, so the server would not keep persons apart: connect as a role that does neither",
	Constraint:   "the data breaks a rule of the store",
	BadText:      "a text holds a NUL character or is not UTF-8: it was not stored",
	BadNumber:    "a number is infinite or not a number: it was not stored",
	TooBig:       "a value has more than 64 MiB: it was not stored",
	Canceled:     "the operation was ended before it was done",
	Uncertain:    "the connection broke while the server stored: look whether it is there before you do it again",
	Closed:       "the store is closed",
	BackupNoKey:  "the backup is encrypted: give the key file that it was made with",
	BackupPlain:  "a key file was given for the backup, and it is not encrypted: leave that out",
	NotEmpty:     "the store is not empty: restore into a new one",
	BadBackup:    "the backup is incomplete or changed, or the key is not the one it was made with: nothing was restored",
	OtherVersion: "the backup was made by another version of this program: restore it with that version",
	Foreign:      "the store's file is not one of this program, or is of a newer version of it",
	Fault:        "the store failed",
}

// Error is a failed operation. It has the kind and the engine's own code, and quotes nothing.
type Error struct {
	Kind Kind
	Code string // of the engine: an SQLSTATE, or SQLite's number
}

func (e *Error) Error() string {
	if e.Code == "" || e.Kind != Fault && e.Kind != Constraint {
		return says[e.Kind]
	}
	return says[e.Kind] + " (" + e.Code + ")"
}
