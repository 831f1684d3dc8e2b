package loinc

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxRecord bounds one record of a release, in bytes. The longest of today has about 20,000.
const maxRecord = 1 << 20

// maxRows bounds a release. LOINC 2.83 has about 110,000 rows.
const maxRows = 1_000_000

// ReleaseError says where an official file was refused. It never holds what stands there.
type ReleaseError struct {
	Line    int    // of the file, 1 is the header
	Column  string // empty when the whole record is meant
	Problem string
}

func (e *ReleaseError) Error() string {
	if e.Column == "" {
		return fmt.Sprintf("Loinc.csv line %d: %s", e.Line, e.Problem)
	}
	return fmt.Sprintf("Loinc.csv line %d, column %s: %s", e.Line, e.Column, e.Problem)
}

// ReleaseReport counts what ReadRelease did with the rows.
type ReleaseReport struct {
	Version string         // as in Table.Version
	Rows    int            // in the file, without the header
	Kept    int            // in the table
	Dropped map[string]int // by reason
	Ranked  int            // kept rows with a commonness
	// Of the codes of the core table: how many the file has, and how many of these it withdraws, as retired.
	Core      int
	Withdrawn int
}

// field is one of the columns ReadRelease needs. The file may have others, in any order.
type field int

const (
	fCode field = iota
	fComponent
	fProperty
	fTime
	fSystem
	fScale
	fMethod
	fClass
	fVersion
	fStatus
	fConsumer
	fClassType
	fShort
	fCopyright
	fLongName
	fUnits
	fRank
	fPanel
	fDisplay
	fieldCount
)

var fieldNames = [fieldCount]string{
	"LOINC_NUM", "COMPONENT", "PROPERTY", "TIME_ASPCT", "SYSTEM", "SCALE_TYP", "METHOD_TYP", "CLASS",
	"VersionLastChanged", "STATUS", "CONSUMER_NAME", "CLASSTYPE", "SHORTNAME", "EXTERNAL_COPYRIGHT_NOTICE",
	"LONG_COMMON_NAME", "EXAMPLE_UCUM_UNITS", "COMMON_TEST_RANK", "PanelType", "DisplayName",
}

// ReadRelease reads the official Loinc.csv and keeps the rows that can hold a reading. It reads the file once and
// keeps in memory only what the table holds. The first row that is not sound ends it: half a vocabulary is worse than
// none.
//
// RELATEDNAMES2 is not read. Its words ("Blood", "Quan", "Random") are an index of what a row touches and not names
// of the row.
func ReadRelease(r io.Reader) (*Table, *ReleaseReport, error) {
	guard := &recordGuard{r: skipBOM(r)}
	cr := csv.NewReader(guard)
	cr.ReuseRecord = true
	at, width, err := readHeader(cr)
	if err != nil {
		return nil, nil, err
	}
	rd := releaseReader{
		at: at, seen: make(map[string]bool, 1<<17), words: make(map[string]string, 1<<12),
		report: &ReleaseReport{Dropped: make(map[string]int, len(dropReasons))}, core: Core(),
	}
	cr.FieldsPerRecord = width
	for {
		guard.used = 0
		rec, err := cr.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, nil, csvProblem(err)
		}
		rd.line, _ = cr.FieldPos(0)
		if err := rd.add(rec); err != nil {
			return nil, nil, err
		}
	}
	if len(rd.rows) == 0 {
		return nil, nil, &ReleaseError{Line: 1, Problem: "no row of the file can hold a reading"}
	}
	sortRows(rd.rows)
	slices.SortFunc(rd.gone, before)
	digest := digestRows(rd.rows, rd.gone)
	version := "loinc-" + rd.newest.String() + "+" + digest[:12]
	rd.report.Version, rd.report.Kept, rd.report.Withdrawn = version, len(rd.rows), len(rd.gone)
	t := newTable(version, digest, rd.rows)
	t.withdrawn = rd.gone
	return t, rd.report, nil
}

// readHeader finds the columns by their names.
func readHeader(cr *csv.Reader) (at [fieldCount]int, width int, err error) {
	head, err := cr.Read()
	if errors.Is(err, io.EOF) {
		return at, 0, &ReleaseError{Line: 1, Problem: "the file is empty"}
	}
	if err != nil {
		return at, 0, csvProblem(err)
	}
	byName := make(map[string]int, len(head))
	for i, name := range head {
		if _, twice := byName[name]; twice {
			return at, 0, &ReleaseError{Line: 1, Problem: fmt.Sprintf("column %d has the name of an earlier one", i+1)}
		}
		byName[name] = i
	}
	for f, name := range fieldNames {
		i, ok := byName[name]
		if !ok {
			return at, 0, &ReleaseError{Line: 1, Column: name, Problem: "is missing; this is not the Loinc.csv of LoincTable"}
		}
		at[f] = i
	}
	return at, len(head), nil
}

// csvProblem turns an error of the CSV reader into one that names the line. The reader's errors hold no content.
func csvProblem(err error) error {
	var pe *csv.ParseError
	if !errors.As(err, &pe) {
		return fmt.Errorf("reading Loinc.csv: %w", err)
	}
	problem := pe.Err.Error()
	switch {
	case errors.Is(pe.Err, errLongRecord):
		problem = errLongRecord.Error()
	case errors.Is(pe.Err, csv.ErrQuote), errors.Is(pe.Err, csv.ErrBareQuote):
		problem = "a quotation mark is missing or one too many, or the file is cut here: " + asPublished
	case errors.Is(pe.Err, csv.ErrFieldCount):
		problem = "it has not as many columns as the header, or the file is cut here: " + asPublished
	}
	return &ReleaseError{Line: pe.Line, Problem: problem}
}

// asPublished says what to do about a file that is not as it was published.
const asPublished = "take Loinc.csv as it is in the release, not as another program has saved it"

// statuses are all that LOINC gives a code.
var statuses = []string{statusActive, "TRIAL", "DISCOURAGED", "DEPRECATED"}

const statusActive = "ACTIVE"

// broken says whether a cell is not one line of text. Tabs are let through: names are folded, and the own form has an
// escape for them.
func broken(s string) bool {
	for _, r := range s {
		if r != '\t' && unicode.IsControl(r) || r == '\u2028' || r == '\u2029' {
			return true
		}
	}
	return false
}

var errLongRecord = errors.New("a record is longer than 1 MiB; a closing quote may be missing")

// recordGuard refuses a record that never ends, before it fills the memory.
type recordGuard struct {
	r    io.Reader
	used int
}

func (g *recordGuard) Read(p []byte) (int, error) {
	if g.used > maxRecord {
		return 0, errLongRecord
	}
	n, err := g.r.Read(p)
	g.used += n
	return n, err
}

// skipBOM leaves out the byte order mark that spreadsheets put before the header.
func skipBOM(r io.Reader) io.Reader {
	br := bufio.NewReader(r)
	if b, err := br.Peek(3); err == nil && string(b) == "\uFEFF" {
		_, _ = br.Discard(3) // They were just peeked.
	}
	return br
}

type releaseReader struct {
	at     [fieldCount]int
	line   int
	seen   map[string]bool
	words  map[string]string // short values, kept once: axes repeat thousands of times
	rows   []Row
	gone   []string // codes of the core table that were left out
	newest versionNumber
	report *ReleaseReport
	core   *Table
}

func (rd *releaseReader) bad(f field, problem string) error {
	return &ReleaseError{Line: rd.line, Column: fieldNames[f], Problem: problem}
}

// add checks one record and keeps it if it can hold a reading.
func (rd *releaseReader) add(rec []string) error {
	if rd.report.Rows++; rd.report.Rows > maxRows {
		return &ReleaseError{Line: rd.line, Problem: "more rows than any LOINC release has"}
	}
	get := func(f field) string { return rec[rd.at[f]] }
	code := get(fCode)
	if !CheckDigit(code) {
		return rd.bad(fCode, "is not a LOINC code, or its check digit is wrong")
	}
	if rd.seen[code] {
		return rd.bad(fCode, "stands in an earlier line too")
	}
	code = strings.Clone(code)
	rd.seen[code] = true
	for f := range fieldCount {
		switch {
		case !utf8.ValidString(get(f)):
			return rd.bad(f, "is not UTF-8")
		case f != fCopyright && broken(get(f)):
			return rd.bad(f, "holds a line end or a control character: "+asPublished)
		}
	}
	if get(fLongName) == "" {
		return rd.bad(fLongName, "is empty")
	}
	if !slices.Contains(statuses, get(fStatus)) {
		return rd.bad(fStatus, "must be one of: "+strings.Join(statuses, ", "))
	}
	v, ok := parseVersion(get(fVersion))
	if !ok {
		return rd.bad(fVersion, "is not a version number such as 2.83")
	}
	rd.newest = max(rd.newest, v)
	classType, err := strconv.Atoi(get(fClassType))
	if err != nil || classType < 1 || classType > 4 {
		return rd.bad(fClassType, "is not 1, 2, 3 or 4")
	}
	rank := 0
	if s := get(fRank); s != "" {
		if rank, err = strconv.Atoi(s); err != nil || rank < 0 {
			return rd.bad(fRank, "is not a number")
		}
	}
	_, known := rd.core.Row(code)
	if known {
		rd.report.Core++
	}
	reason := dropReason(releaseRow{
		status: get(fStatus), copyright: get(fCopyright) != "", classType: classType, class: get(fClass),
		scale: get(fScale), panel: get(fPanel) != "", known: known,
	})
	if reason != "" {
		rd.report.Dropped[reason]++
		if known {
			rd.gone = append(rd.gone, code)
		}
		return nil
	}
	if rank > 0 {
		rd.report.Ranked++
	}
	rd.rows = append(rd.rows, Row{
		Code: code, Component: rd.word(get(fComponent)), Property: rd.word(get(fProperty)), Time: rd.word(get(fTime)),
		System: rd.word(get(fSystem)), Scale: rd.word(get(fScale)), Method: rd.word(get(fMethod)),
		Class: rd.word(get(fClass)), LongName: strings.Clone(get(fLongName)),
		Names:        designations(get(fLongName), get(fShort), get(fDisplay), get(fConsumer)),
		ExampleUnits: rd.units(get(fUnits)), Rank: rank, Panel: get(fPanel) != "",
		Kind: kindOf(get(fClass), classType, get(fPanel) != ""),
	})
	return nil
}

// word keeps one copy of a value that repeats.
func (rd *releaseReader) word(s string) string {
	if w, ok := rd.words[s]; ok {
		return w
	}
	w := strings.Clone(s)
	rd.words[w] = w
	return w
}

func (rd *releaseReader) units(s string) []string {
	var out []string
	for u := range strings.SplitSeq(s, ";") {
		if u = strings.TrimSpace(u); u != "" && !strings.ContainsAny(u, " \t\r\n") {
			out = append(out, rd.word(u))
		}
	}
	return out
}

// designations are the names of a row beside its long one, without doubles. White space is folded and the list mark
// taken out: they are only compared, never shown.
func designations(long string, names ...string) []string {
	var out []string
	for _, n := range names {
		n = strings.Join(strings.Fields(strings.ReplaceAll(n, "|", " ")), " ")
		if n != "" && n != long && !slices.Contains(out, n) {
			out = append(out, n)
		}
	}
	return out
}

// versionNumber is a LOINC version as one number: 2.83 is 2083.
type versionNumber int

func (v versionNumber) String() string { return fmt.Sprintf("%d.%02d", int(v)/1000, int(v)%1000) }

// parseVersion reads "2.83". Old rows have letters behind ("1.0h(2)"), which say nothing about the release.
func parseVersion(s string) (versionNumber, bool) {
	major, minor, ok := strings.Cut(s, ".")
	if !ok {
		return 0, false
	}
	end := 0
	for end < len(minor) && isDigit(minor[end]) {
		end++
	}
	a, err := strconv.Atoi(major)
	b, err2 := strconv.Atoi(minor[:end])
	if err != nil || err2 != nil || a < 0 || a > 99 || b > 999 {
		return 0, false
	}
	return versionNumber(a*1000 + b), true
}
