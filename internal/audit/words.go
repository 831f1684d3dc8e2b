package audit

// Surface is where a record was read.
type Surface string

// The surfaces. There are no others.
const (
	MCP  Surface = "mcp"
	Chat Surface = "chat"
	Web  Surface = "web"
	REST Surface = "rest"
	CLI  Surface = "cli"
)

// Operation is what was asked of a record. It says nothing of what was asked for.
type Operation string

// The operations. There are no others.
const (
	Readings    Operation = "readings"    // measurements and what the person reported: any view of them
	Medications Operation = "medications" // plans, doses, courses
	Records     Operation = "records"     // readings as they were stored, one by one
	Journal     Operation = "journal"     // the person's own entries
	Presence    Operation = "presence"    // whether there is anything of a kind
)

// Outcome is how an operation ended.
type Outcome string

// The outcomes. There are no others. Rows left the server only with OK and Partial.
const (
	OK      Outcome = "ok"
	Partial Outcome = "partial" // rows were left out
	Refused Outcome = "refused" // the question could not be asked so
	Denied  Outcome = "denied"  // the caller may not ask it
	Failed  Outcome = "failed"
)

// Entry is one reading of a record.
type Entry struct {
	Actor     string // the account's id
	Surface   Surface
	Operation Operation
	Rows      int // how many left the server
	Outcome   Outcome
	RequestID string // up to 64 letters, digits and . _ : ~ -; another, which a client may have chosen, is left out
}

var (
	surfaces   = map[Surface]bool{MCP: true, Chat: true, Web: true, REST: true, CLI: true}
	operations = map[Operation]bool{Readings: true, Medications: true, Records: true, Journal: true, Presence: true}
	outcomes   = map[Outcome]bool{OK: true, Partial: true, Refused: true, Denied: true, Failed: true}
)

// longestID is the most characters of an actor or a request's id.
const longestID = 64

// sound leaves out a request's id that is none, and says that an entry has nothing in it but ids, counts and the words
// above.
func (e *Entry) sound() bool {
	if !plain(e.RequestID) {
		e.RequestID = ""
	}
	return surfaces[e.Surface] && operations[e.Operation] && outcomes[e.Outcome] && e.Rows >= 0 &&
		e.Actor != "" && plain(e.Actor)
}

func plain(id string) bool {
	if len(id) > longestID {
		return false
	}
	for i := range len(id) {
		switch c := id[i]; {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '-', c == '_', c == '.', c == ':', c == '~':
		default:
			return false
		}
	}
	return true
}
