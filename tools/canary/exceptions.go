package canarycheck

// Answering are commands that were asked for something of a record, or of what an operator typed, and answer with it on
// standard output, which is therefore not searched. All that others print is, and what these say on standard error.
var Answering = map[string]string{
	"doctor":     "says where the data directory is, which the operator named",
	"user list":  "shows names where it is asked to",
	"token list": "shows the labels that tokens were given",
	"mcp":        "answers a client: its refusals are looked at one by one",
}
