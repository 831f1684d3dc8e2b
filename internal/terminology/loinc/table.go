package loinc

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"strconv"
	"strings"
)

// The own form of a table: three lines that begin with "#" (form, version, digest), where there are any a fourth with
// the codes that the release withdraws, one line of column names, then one line a row, columns parted by tabs. The
// digest covers everything after its own line. Tabs, line feeds and
// backslashes inside a value are written as \t, \n and \\.
const (
	formLine    = "#loinc-table\t1"
	versionMark = "#version\t"
	digestMark  = "#sha256\t"
	goneMark    = "#withdrawn\t"
	columns     = "code\tcomponent\tproperty\ttime\tsystem\tscale\tmethod\tclass\trank\tkind\tpanel\texample_units\t" +
		"long_name\tnames\tsources"
	columnCount = 15
	// maxTableSize bounds what ReadTable takes into memory. A whole LOINC release needs about a tenth of it.
	maxTableSize = 256 << 20
)

// ErrTable is the cause of every refusal of ReadTable.
var ErrTable = errors.New("not a readable LOINC table")

// ReadTable reads the own form and refuses it when its digest does not match.
func ReadTable(r io.Reader) (*Table, error) {
	var b strings.Builder
	n, err := io.Copy(&b, io.LimitReader(r, maxTableSize+1))
	if err != nil {
		return nil, fmt.Errorf("reading the LOINC table: %w", err)
	}
	if n > maxTableSize {
		return nil, fmt.Errorf("%w: larger than %d MiB", ErrTable, maxTableSize>>20)
	}
	t, err := parseTable(b.String())
	if err != nil {
		return nil, err
	}
	if digestOf(bodyOf(b.String())) != t.digest {
		return nil, fmt.Errorf("%w: its digest does not match", ErrTable)
	}
	return t, nil
}

// WriteTable writes the own form.
func WriteTable(w io.Writer, t *Table) error {
	digest := digestRows(t.rows, t.withdrawn)
	bw := bufio.NewWriterSize(w, 64<<10)
	fmt.Fprintf(bw, "%s\n%s%s\n%s%s\n", formLine, versionMark, t.version, digestMark, digest)
	writeBody(bw, t.rows, t.withdrawn)
	if err := bw.Flush(); err != nil {
		return fmt.Errorf("writing the LOINC table: %w", err)
	}
	return nil
}

func digestOf(body string) string {
	h := sha256.New()
	_, _ = io.WriteString(h, body) // A hash never fails.
	return hex.EncodeToString(h.Sum(nil))
}

func digestRows(rows []Row, withdrawn []string) string {
	h := sha256.New()
	bw := bufio.NewWriterSize(h, 64<<10)
	writeBody(bw, rows, withdrawn)
	_ = bw.Flush() // A hash never fails.
	return sum(h)
}

func sum(h hash.Hash) string { return hex.EncodeToString(h.Sum(nil)) }

// writeBody leaves the error in the writer: Flush returns it.
func writeBody(w *bufio.Writer, rows []Row, withdrawn []string) {
	if len(withdrawn) > 0 {
		_, _ = w.WriteString(goneMark + strings.Join(withdrawn, " ") + "\n")
	}
	_, _ = w.WriteString(columns + "\n")
	for i := range rows {
		r := &rows[i]
		rank, panel := "", ""
		if r.Rank > 0 {
			rank = strconv.Itoa(r.Rank)
		}
		if r.Panel {
			panel = "1"
		}
		for j, v := range [columnCount]string{
			r.Code, r.Component, r.Property, r.Time, r.System, r.Scale, r.Method, r.Class, rank, r.Kind, panel,
			strings.Join(r.ExampleUnits, " "), r.LongName, strings.Join(r.Names, "|"), strings.Join(r.Sources, " "),
		} {
			if j > 0 {
				_ = w.WriteByte('\t')
			}
			_, _ = w.WriteString(escape(v))
		}
		_ = w.WriteByte('\n')
	}
}

var (
	escaper   = strings.NewReplacer(`\`, `\\`, "\t", `\t`, "\n", `\n`, "\r", `\r`)
	unescaper = strings.NewReplacer(`\\`, `\`, `\t`, "\t", `\n`, "\n", `\r`, "\r")
)

func escape(s string) string {
	if strings.ContainsAny(s, "\\\t\n\r") {
		return escaper.Replace(s)
	}
	return s
}

func unescape(s string) string {
	if strings.IndexByte(s, '\\') >= 0 {
		return unescaper.Replace(s)
	}
	return s
}

// bodyOf is what the digest covers.
func bodyOf(text string) string {
	for range 3 {
		_, text, _ = strings.Cut(text, "\n")
	}
	return text
}

// parseTable reads the own form. Every string of the rows is a part of text: nothing is copied.
func parseTable(text string) (*Table, error) {
	form, rest, _ := strings.Cut(text, "\n")
	if form != formLine {
		return nil, fmt.Errorf("%w: line 1 is not %q", ErrTable, formLine)
	}
	line, rest, _ := strings.Cut(rest, "\n")
	version, ok := strings.CutPrefix(line, versionMark)
	if !ok || version == "" {
		return nil, fmt.Errorf("%w: line 2 has no version", ErrTable)
	}
	line, rest, _ = strings.Cut(rest, "\n")
	digest, ok := strings.CutPrefix(line, digestMark)
	if !ok || len(digest) != 2*sha256.Size {
		return nil, fmt.Errorf("%w: line 3 has no digest", ErrTable)
	}
	number := 4
	line, rest, _ = strings.Cut(rest, "\n")
	var withdrawn []string
	if codes, ok := strings.CutPrefix(line, goneMark); ok {
		withdrawn = strings.Split(codes, " ")
		line, rest, _ = strings.Cut(rest, "\n")
		number++
	}
	if line != columns {
		return nil, fmt.Errorf("%w: line %d has not the columns of this form", ErrTable, number)
	}
	rows, err := parseRows(rest, number+1)
	if err != nil {
		return nil, err
	}
	t := newTable(version, digest, rows)
	t.withdrawn = withdrawn
	if t.codes.Len() != len(rows) {
		return nil, fmt.Errorf("%w: a code stands twice", ErrTable)
	}
	return t, nil
}

// parseRows reads the rows, the first of which stands in line n.
func parseRows(text string, n int) ([]Row, error) {
	rows := make([]Row, 0, strings.Count(text, "\n"))
	escapes := strings.IndexByte(text, '\\') >= 0
	// The three list columns of all rows share one slice.
	var lists []string
	for ; text != ""; n++ {
		var line string
		line, text, _ = strings.Cut(text, "\n")
		var f [columnCount]string
		if !cells(&f, line) {
			return nil, fmt.Errorf("%w: line %d has not %d columns", ErrTable, n, columnCount)
		}
		if escapes {
			for i := range f {
				f[i] = unescape(f[i])
			}
		}
		rank := 0
		if f[8] != "" {
			var err error
			if rank, err = strconv.Atoi(f[8]); err != nil || rank < 1 {
				return nil, fmt.Errorf("%w: line %d, rank is not a positive number", ErrTable, n)
			}
		}
		if !CheckDigit(f[0]) {
			return nil, fmt.Errorf("%w: line %d, code has a wrong check digit", ErrTable, n)
		}
		rows = append(rows, Row{
			Code: f[0], Component: f[1], Property: f[2], Time: f[3], System: f[4], Scale: f[5], Method: f[6],
			Class: f[7], Rank: rank, Kind: f[9], Panel: f[10] != "", LongName: f[12],
		})
		r := &rows[len(rows)-1]
		r.ExampleUnits, lists = splitInto(lists, f[11], ' ')
		r.Names, lists = splitInto(lists, f[13], '|')
		r.Sources, lists = splitInto(lists, f[14], ' ')
	}
	return rows, nil
}

// cells cuts a line at its tabs. It answers whether there are as many cells as columns.
func cells(f *[columnCount]string, line string) bool {
	n, from := 0, 0
	for i := range len(line) {
		if line[i] != '\t' {
			continue
		}
		if n == columnCount-1 {
			return false
		}
		f[n] = line[from:i]
		n, from = n+1, i+1
	}
	f[n] = line[from:]
	return n == columnCount-1
}

// splitInto splits into the free room of a shared slice. A part is capped, so that an append to it never reaches the
// next one.
func splitInto(room []string, s string, sep byte) (parts, rest []string) {
	if s == "" {
		return nil, room
	}
	n := strings.Count(s, string(sep)) + 1
	if cap(room)-len(room) < n {
		room = make([]string, 0, max(n, 1024))
	}
	from := len(room)
	for {
		i := strings.IndexByte(s, sep)
		if i < 0 {
			room = append(room, s)
			return room[from:len(room):len(room)], room
		}
		room = append(room, s[:i])
		s = s[i+1:]
	}
}
