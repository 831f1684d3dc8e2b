package leak

import "fmt"

// Leak is one way out.
type Leak struct {
	Number int
	Out    string // where the data comes out
	Sends  Carrier
	Finds  string // the channel or shape that is found, where it is not a word of the leak's own
	Lesson string // what a reader should take from it
}

// Carrier is the part of a request that carries the word of a leak.
type Carrier int

// Carriers.
const (
	Keyword  Carrier = iota // a query parameter of a question over REST
	Date                    // a query parameter that should be a date
	Path                    // the path itself
	Named                   // a header
	Argument                // an argument of a tool's call
	Long                    // the same, far behind the beginning of a long body
	Resource                // the address of an MCP resource
	Upload                  // a file: its name, and a cell of its content
	Readings                // nothing: the answer itself has rows
	Table                   // nothing: the answer has a rendered table
	Record                  // nothing: the record has the word
)

// Channel is the name of the word that a leak lets out.
func (l Leak) Channel() string {
	if l.Finds != "" {
		return l.Finds
	}
	return fmt.Sprintf("leak %02d %s", l.Number, l.Out)
}

// All are the leaks by number.
func All() []Leak {
	return []Leak{
		{1, "message", Keyword, "", "A sentence is the first thing that is written, and no key tells what stands in it."},
		{2, "attribute under an allowed key", Upload, "", "The key promises an id, and the value looks like one: only its origin says that it is a file's name."},
		{3, "attribute under its own name", Keyword, "", "What was asked says as much as what was answered."},
		{4, "attribute that is a struct", Argument, "", "A logged struct logs each field that it has, and each that it will get."},
		{5, "LogValuer", Argument, "", "A type that renders itself is out of sight where it is logged."},
		{6, "printed struct", Argument, "", "%+v turns a structure into text: no filter of keys sees it again."},
		{7, "row of the store", Record, "medication name", "A trace of rows is wanted once, and shows everybody's record from then on."},
		{8, "error chain", Date, "", "Parsers quote what they could not parse, and each %w hands it on."},
		{9, "joined errors", Argument, "", "One error of many is enough, and the text has them all."},
		{10, "panic value", Argument, "", "A recover that prints is the log of what nobody foresaw, with the data that caused it."},
		{11, "panic report of net/http", Keyword, "", "An http.Server without an ErrorLog prints what a handler panicked with."},
		{12, "access log", Keyword, "", "The URL of a question is the question."},
		{13, "path in a log", Path, "", "A path that no route knows is a client's text."},
		{14, "request headers", Named, "", "Headers are logged whole, with the one that somebody's device puts its owner into."},
		{15, "request dump", Argument, "", "httputil.DumpRequest is made for looking once; the dump has credentials and bodies."},
		{16, "standard output", Keyword, "", "A line that was to be taken out again. Nothing stands between fmt.Println and the container's log."},
		{17, "standard error, bytes", Upload, "", "os.Stderr is a file, and writing a file looks like no logging."},
		{18, "PostgreSQL driver's trace", Keyword, "", "A driver's trace logs statements with their arguments, in its own words."},
		{19, "SQLite's error log", Keyword, "", "A library's callback quotes the statement that it could not run."},
		{20, "MCP library's log", Resource, "", "A library that is given a logger logs what its clients sent; no line of it is in this module."},
		{21, "temporary file", Upload, "", "What is unpacked for a moment stays, in a place that no backup rule and no key covers."},
		{22, "temporary file's name", Upload, "", "Reports are named after persons, and names of files are read by everybody on the machine."},
		{23, "compressed dump", Argument, "", "Kept for a bug report and compressed, so that no search for words finds it."},
		{24, "spreadsheet export", Keyword, "", "UTF-16 has a zero between all letters; grep sees nothing."},
		{25, "metric label", Keyword, "", "A label is kept for as long as the metrics are, and shown to whoever asks for them."},
		{26, "expvar", Keyword, "", "The last of anything is somebody's."},
		{27, "profile label", Keyword, "", "Labels of goroutines come out with the profile, which is a page of the debug server."},
		{28, "execution trace", Keyword, "", "A flight recorder writes what was said to it into a file, when something is slow."},
		{29, "reply to another person", Keyword, "", "A cache whose key forgets the person answers one with another's words."},
		{30, "bytes as an attribute", Argument, "", "A JSON handler writes bytes as base64: the line looks like noise and is the body."},
		{31, "bytes in hexadecimal", Argument, "", "%x hides nothing."},
		{32, "hex dump", Argument, "", "Sixteen bytes a line: the word is there in pieces."},
		{33, "list of bytes", Argument, "", "%v of bytes prints numbers, and every number is a letter."},
		{34, "line beyond 16 KiB", Long, "", "A container's log cuts long lines; a search of each piece finds half a word twice."},
		{35, "wrapped text", Keyword, "", "A line break in the middle of a word hides it from a search by lines."},
		{36, "crash of a helper", Upload, "", "The runtime prints the value of a panic that nobody recovers, past every logger."},
		{37, "only at the end", Keyword, "", "What is written at shutdown is after the last look at the log."},
		{38, "only at debug level", Argument, "", "A level is turned on where something is wrong: there the data is."},
		{39, "row of an answer", Readings, "", "A reading has no word that could be searched: only its shape tells."},
		{40, "rendered table", Table, "", "Nor has a table of them."},
		{41, "bound attribute", Named, "", "Bound once, it stands in each line from then on, far from where it was bound."},
		{42, "first characters", Keyword, "", "Half a name is a name."},
		{43, "capital letters", Named, "", "Another case is the same word."},
		{44, "back to front", Named, "", "A key made for sorting is the word, reversed."},
	}
}
