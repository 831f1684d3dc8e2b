package canary

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"
)

// What tells a row of data from a line that a program wrote about itself is whose words its keys are: a method, a port and
// a duration are the machine's, a value with a unit is a person's. A key of neither says little: an object with more of
// these than of the machine's own is taken for data.

type keyKind uint8

const (
	unknownKey keyKind = iota
	plainKey           // of both, such as id, time and status
	machineKey         // of requests, processes, builds
	logKey             // of a line of a log itself
	dataKey            // of rows, though of others as well, such as name and value
	rowKey             // of a person's data
)

var keyWords = func() map[string]keyKind {
	all := map[string]keyKind{}
	for kind, words := range wordsOf {
		for _, w := range strings.Fields(words) {
			all[w] = kind
		}
	}
	return all
}()

var wordsOf = map[keyKind]string{
	logKey: `msg message logger`,
	rowKey: `unit note notes comment comments indicator indicators medication dose reading readings patient birth birthdate
		birthday email phone valuequantity effectivedatetime genotype allele diagnosis symptom sex gender surname
		firstname lastname`,
	dataKey: `value name text display code system rows items entries records window subject address schedule given family
		resourcetype body username payload content answer result results`,
	plainKey: `level lvl l m id uid uuid time ts timestamp date at status state type kind count total start end started ended created
		updated first last n v ok reason source title label labels description details key mode tag tags event events
		severity number index sum min max avg op operation outcome prefix parent extra not is of the to from in by x
		current limit limits bounds action t c a new old data links flags attempt group groups output`,
	machineKey: `method verb path uri url route router host hostname port addr ip ips client remote server upstream downstream
		origin proxy forwarded peer socket endpoint listen listener bind dial conn conns connection connections byte
		bytes size length duration latency elapsed took ms us ns seconds timeout timeouts deadline idle uptime request
		requests req response resp reply http https grpc tcp udp dns tls proto protocol scheme cipher h2 agent referer
		referrer header headers authority trace span pid tid ppid process thread goroutine goroutines caller file line
		func function stack stacktrace panic error err errors exception signal exit module package component service
		cluster namespace pod pods container containers node image api version revision commit build go goos goarch os
		arch env config configuration debug dashboard enabled healthy ready probe health metric metrics scope scopes
		schema resource attribute attributes instrumentation telemetry sdk runtime bucket audit stage retry retries
		attempts overhead cache hit hits queue worker workers pool shard replica controller leader lease transport
		provider providers watch stream log logs progress test cpu memory mem heap gc alloc disk database migration
		statement query sql driver webhook admission annotations metadata session token tokens fingerprint hash digest
		checksum compressed gzip encoding charset redirect entry entrypoints user_agent command args argv flag systemd_unit systemd_user_unit job_result`,
}

// kindOf says whose word a key is. Of a key of several words, one of a person's data decides, then one of the machine's.
func kindOf(key []byte) keyKind {
	var lower [64]byte
	if len(key) > len(lower) {
		return unknownKey
	}
	whole := lower[:0]
	for _, c := range bytes.Trim(key, "@_") {
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		whole = append(whole, c)
	}
	if kind, ok := keyWords[string(whole)]; ok {
		return kind
	}
	kinds := [rowKey + 1]int{}
	eachWord(key, func(word []byte) {
		kinds[keyWords[string(word)]]++
	})
	switch {
	case kinds[rowKey] > 0:
		return rowKey
	case kinds[machineKey] > 0:
		return machineKey
	case kinds[dataKey] > 0:
		return dataKey
	case kinds[unknownKey] > 0 || kinds[plainKey]+kinds[logKey] == 0:
		return unknownKey
	}
	return plainKey // a word of a name is no line's own key
}

// eachWord calls each with the words of a key, in lower case: they are apart by signs, or by a capital letter.
func eachWord(key []byte, each func(word []byte)) {
	var word []byte
	done := func() {
		if len(word) > 0 {
			each(word)
		}
		word = word[:0]
	}
	before := rune(0)
	for i := 0; i < len(key); {
		r, size := utf8.DecodeRune(key[i:])
		next, _ := utf8.DecodeRune(key[i+size:])
		switch {
		case !unicode.IsLetter(r):
			done()
		case unicode.IsUpper(r) && (unicode.IsLower(before) || unicode.IsUpper(before) && unicode.IsLower(next)):
			done()
			fallthrough
		default:
			word = utf8.AppendRune(word, unicode.ToLower(r))
		}
		before = r
		i += size
	}
	done()
}

// tally counts the keys of an object by whose they are.
type tally struct {
	log, machine, plain, unknown int
	data, rows                   int
	measure                      int // of data, what a measurement of a machine has too: its name and value
	unit                         int // of rows, its unit
	named                        bool

	members, objects int  // keys, and those of them whose value is an object
	astray           bool // one of these objects is not the machine's where it stands for itself
}

func (t *tally) add(key []byte) { t.addKind(key, kindOf(key)) }

func (t *tally) addKind(key []byte, kind keyKind) {
	t.members++
	switch kind {
	case logKey:
		t.log++
	case machineKey:
		t.machine++
	case plainKey:
		t.plain++
	case unknownKey:
		t.unknown++
	case rowKey:
		t.rows++
		if bytes.EqualFold(key, []byte("unit")) {
			t.unit++
		}
	case dataKey:
		t.data++
		if bytes.EqualFold(key, []byte("name")) || bytes.EqualFold(key, []byte("value")) {
			t.measure++
		}
	}
}

// learn is told the text of a key. A number with a unit is a person's. A level is one of a log where its text says so, since readings have levels as well;
// {"key":"http.method","value":…} is a long way to write a key.
func (t *tally) learn(key, text []byte) {
	switch {
	case len(text) > 40:
	case measureOf(text) && kindOf(key) != rowKey:
		t.rows++ // whatever its name is
	case isWord(key, "level", "lvl", "severity", "l"):
		if levels[string(bytes.ToLower(text))] {
			t.log++
		}
	case isWord(key, "key", "name"):
		t.named = t.named || bytes.IndexByte(text, '.') > 0 && kindOf(text) == machineKey
	}
}

func isWord(key []byte, words ...string) bool {
	for _, w := range words {
		if len(key) == len(w) && strings.EqualFold(string(key), w) {
			return true
		}
	}
	return false
}

var levels = wordSet("trace", "debug", "dbg", "info", "inf", "information", "notice", "warn", "wrn", "warning", "error", "err", "fatal", "panic", "dpanic",
	"critical", "crit", "alert", "emergency", "default")

// shell says whether an object has nothing but objects, under keys that are no row's. Its keys are then names that somebody
// chose, as in {"servers":{"west":{"url":…}}}, and what it is its objects say, each as if it stood there for itself.
func (t *tally) shell() bool { return t.members == t.objects && t.data+t.rows == 0 }

// strays says whether an object would not be the machine's if it stood for itself.
func (t *tally) strays() bool {
	if t.members == 0 {
		return false
	}
	if t.shell() {
		return t.astray
	}
	return !t.alone()
}

// takes is told of an object within, when that has been read.
func (t *tally) takes(within *tally) { t.astray = t.astray || within.strays() }

// told is how many keys are of data, and how many of a row.
func (t *tally) told() (data, rows int) {
	if t.named {
		return t.data - t.measure, t.rows - t.unit
	}
	return t.data, t.rows
}

// alone says whether an object that stands for itself is the machine's: the line of a log, or of its accesses.
func (t *tally) alone() bool {
	data, rows := t.told()
	switch {
	case t.log > 0:
		return t.attributes()
	case t.named:
		return data+rows == 0
	}
	return t.machine > 0 && rows == 0 && data < t.machine && 2*t.unknown <= t.machine
}

// attributes says whether the keys of a line of a log, or of what stands beside its message, are without a row's.
func (t *tally) attributes() bool {
	data, rows := t.told()
	return data+2*rows < 3
}

// within says whether an object within a line of a log is no row.
func (t *tally) within() bool {
	data, rows := t.told()
	return rows == 0 && (data < 2 || data <= t.machine)
}

// listed says whether one of several objects within a line of a log is no row: rows come in lists.
func (t *tally) listed() bool {
	data, rows := t.told()
	return rows == 0 && (t.named && data == 0 || t.machine > 0 && data <= t.machine && t.unknown <= t.machine)
}
