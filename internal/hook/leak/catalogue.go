package leak

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
)

// Leak is one way out.
type Leak struct {
	Number int
	Out    string // where the data comes out
	Sends  Carrier
	Finds  []string // channels and shapes that are found beside its own word, or in its place
	Lesson string   // what a reader should take from it
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
	Readings                // none: the answer itself has rows
	Table                   // none: the answer has a rendered table
	Record                  // none: the record has the word
)

// HasWord says that a request brings the leak a word of its own.
func (l Leak) HasWord() bool { return l.Sends != Readings && l.Sends != Table && l.Sends != Record }

// Channel is the name of the word, or of the shape, that a leak lets out.
func (l Leak) Channel() string {
	if !l.HasWord() {
		return l.Finds[0]
	}
	return fmt.Sprintf("leak %02d %s", l.Number, l.Out)
}

// All are the leaks by number.
func All() []Leak {
	return []Leak{
		{1, "message", Keyword, nil, "A sentence is the first thing that is written, and no key tells what stands in it."},
		{2, "attribute under an allowed key", Upload, nil, "The key promises an id, and the value looks like one: only its origin says that it is a file's name."},
		{3, "attribute under its own name", Keyword, nil, "What was asked says as much as what was answered."},
		{4, "attribute that is a struct", Argument, nil, "A logged struct logs each field that it has, and each that it will get."},
		{5, "LogValuer", Argument, nil, "A type that renders itself is out of sight where it is logged."},
		{6, "printed struct", Argument, nil, "%+v turns a structure into text: no filter of keys sees it again."},
		{7, "row of the store", Record, []string{"medication name", "medication instruction", "person name", "escaped JSON"}, "A trace of rows is wanted once, and shows everybody's record from then on."},
		{8, "error chain", Date, nil, "Parsers quote what they could not parse, and each %w hands it on."},
		{9, "joined errors", Argument, nil, "One error of many is enough, and the text has them all."},
		{10, "panic value", Argument, nil, "A recover that prints is the log of what nobody foresaw, with the data that caused it."},
		{11, "panic report of net/http", Keyword, nil, "An http.Server without an ErrorLog prints what a handler panicked with."},
		{12, "access log", Keyword, nil, "The URL of a question is the question."},
		{13, "path in a log", Path, nil, "A path that no route knows is a client's text."},
		{14, "request headers", Named, nil, "Headers are logged whole, with the one that somebody's device puts its owner into."},
		{15, "request dump", Argument, nil, "httputil.DumpRequest is made for looking once; the dump has credentials and bodies."},
		{16, "standard output", Keyword, nil, "A line that was to be taken out again. Nothing stands between fmt.Println and the container's log."},
		{17, "standard error, bytes", Upload, nil, "os.Stderr is a file, and writing a file looks like no logging."},
		{18, "PostgreSQL driver's trace", Keyword, nil, "A driver's trace logs statements with their arguments, in its own words."},
		{19, "SQLite's error log", Keyword, nil, "A library's callback quotes the statement that it could not run."},
		{20, "MCP library's log", Resource, nil, "A library that is given a logger logs what its clients sent; no line of it is in this module."},
		{21, "temporary file", Upload, nil, "What is unpacked for a moment stays, in a place that no backup rule and no key covers."},
		{22, "temporary file's name", Upload, nil, "Reports are named after persons, and names of files are read by everybody on the machine."},
		{23, "compressed dump", Argument, nil, "Kept for a bug report and compressed, so that no search for words finds it."},
		{24, "spreadsheet export", Keyword, nil, "UTF-16 has a zero between all letters; grep sees nothing."},
		{25, "metric label", Keyword, nil, "A label is kept for as long as the metrics are, and shown to whoever asks for them."},
		{26, "expvar", Keyword, nil, "The last of anything is somebody's."},
		{27, "profile label", Keyword, nil, "Labels of goroutines come out with the profile, which is a page of the debug server."},
		{28, "execution trace", Keyword, nil, "A flight recorder writes what was said to it into a file, when something is slow."},
		{29, "reply to another person", Keyword, nil, "A cache whose key forgets the person answers one with another's words."},
		{30, "bytes as an attribute", Argument, nil, "A JSON handler writes bytes as base64: the line looks like noise and is the body."},
		{31, "bytes in hexadecimal", Argument, nil, "%x hides nothing."},
		{32, "hex dump", Argument, []string{"JSON in text"}, "Sixteen bytes a line: the word is there in pieces."},
		{33, "list of bytes", Argument, nil, "%v of bytes prints numbers, and every number is a letter."},
		{34, "line beyond 16 KiB", Long, nil, "A container's log cuts long lines; a search of each piece finds half a word twice."},
		{35, "wrapped text", Keyword, nil, "A line break in the middle of a word hides it from a search by lines."},
		{36, "crash of a helper", Upload, nil, "The runtime prints the value of a panic that nobody recovers, past every logger."},
		{37, "only at the end", Keyword, nil, "What is written at shutdown is after the last look at the log."},
		{38, "only at debug level", Argument, nil, "A level is turned on where something is wrong: there the data is."},
		{39, "row of an answer", Readings, []string{"JSON row"}, "A reading has no word that could be searched: only its shape tells."},
		{40, "rendered table", Table, []string{"table row", "result frame", "key=value row"}, "Nor has a table of them."},
		{41, "bound attribute", Named, nil, "Bound once, it stands in each line from then on, far from where it was bound."},
		{42, "first characters", Keyword, nil, "Half a name is a name."},
		{43, "capital letters", Named, nil, "Another case is the same word."},
		{44, "back to front", Named, nil, "A key made for sorting is the word, reversed."},
		{45, "four characters", Keyword, nil, "Enough to tell who of the few persons of a house it was."},
		{46, "digest", Keyword, nil, "A digest without a key is the word for whoever has a list of words: names of tests, names of persons."},
		{47, "number", Readings, []string{"a value"}, "A reading without its name is still a reading, and no search knows it from a count."},
	}
}

// blind are the leaks that no search for words or shapes can find, with what they leave in the log of a word.
var blind = map[int]func(word string) string{
	45: func(word string) string { return `"starts_with":"` + word[:4] + `"` },
	46: func(word string) string { sum := sha256.Sum256([]byte(word)); return hex.EncodeToString(sum[:]) },
	47: func(string) string { return `"latest":57}` }, // of the demo record
}

// Blind says that the canary cannot find the leak: it is there to show that.
func (l Leak) Blind() bool { return blind[l.Number] != nil }

// Leaves is what a blind leak leaves in the log, for whoever knows what to look for.
func (l Leak) Leaves(word string) string { return blind[l.Number](word) }
