package icpc3

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// The columns of a release as the coding tool's rows are tabulated. The description may be left out, and is not kept:
// nothing is matched against prose.
var (
	releaseColumns      = []string{columnComponent, columnChapter, columnCode, columnKind, columnPreferred, columnDescription, columnInclusions, columnExclusions, columnDepth}
	releaseColumnsShort = slices.DeleteFunc(slices.Clone(releaseColumns), func(c string) bool { return c == columnDescription })
)

// ReadRelease reads a whole release that the user has: tab-separated, a header line, one rubric a line. It is strict,
// for half a table would answer wrongly without a sign of it. An error names the line and the column and never says
// what is in the cell. The report names our own names whose code the release does not have.
func ReadRelease(r io.Reader) (*Table, *Report, error) {
	text, err := readAll(r)
	if err != nil {
		return nil, nil, err
	}
	text = strings.ReplaceAll(strings.TrimPrefix(text, "\ufeff"), "\r\n", "\n")
	header, body, _ := strings.Cut(text, "\n")
	columns := strings.Split(header, "\t")
	if !slices.Equal(columns, releaseColumns) && !slices.Equal(columns, releaseColumnsShort) {
		return nil, nil, fmt.Errorf("icpc3: release line 1: the header must be %s, separated by tabs; the description may be left out", strings.Join(releaseColumns, " "))
	}
	found := newRows(body)
	number := 1
	for line := range strings.Lines(body) {
		number++
		cells := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(cells) != len(columns) {
			return nil, nil, fmt.Errorf("icpc3: release line %d: %d columns, the header has %d", number, len(cells), len(columns))
		}
		if column, err := addReleaseRow(found, number, columns, cells); err != nil {
			return nil, nil, fmt.Errorf("icpc3: release line %d column %s: %w", number, column, err)
		}
	}
	if err := found.complete(); err != nil {
		return nil, nil, fmt.Errorf("icpc3: release: %w", err)
	}
	t, err := newTable(found.list, found.byCode, len(found.list))
	if err != nil {
		return nil, nil, err
	}
	return t, &t.report, nil
}

// addReleaseRow checks that the cells a code implies say the same as the code.
func addReleaseRow(found *rows, number int, columns, cells []string) (string, error) {
	cell := func(name string) string { return cells[slices.Index(columns, name)] }
	if c := cell(columnComponent); c != "S" && c != "D" {
		return columnComponent, errors.New("must be S or D; leave the other components out")
	}
	if column, err := found.add(number, cell(columnCode), cell(columnKind), cell(columnPreferred), cell(columnInclusions), cell(columnExclusions)); err != nil {
		return column, err
	}
	last := found.list[len(found.list)-1]
	switch {
	case cell(columnComponent) != string(last.Component):
		return columnComponent, errors.New("not the component of the code")
	case cell(columnChapter) != last.Chapter:
		return columnChapter, errors.New("not the chapter of the code")
	case cell(columnDepth) != strconv.Itoa(last.Depth):
		return columnDepth, errors.New("not the depth of the code")
	}
	return "", nil
}
