// Command eval measures the resolver and the converter against public lists of names, codes, units and factors.
//
// It asks every name of a list and counts how many are answered, how many wrongly. Names that the table itself holds
// are easily found; therefore the same is asked with the table's names switched off, so that only parts answer, and
// with the code itself taken out of the table, where every answer is a neighbour and wrong.
//
// It exits with 1 when a target is missed, and with 0 and a word where the lists are not here.
package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/seed-a76b335c/philint/internal/terminology"
)

// The targets.
const (
	wantCoverage = 97.0 // of laboratory, vital-sign and device names, in percent
	wantWrong    = 0.5
	wantFactors  = 3.0 // a molar conversion may differ so far from a published factor, in percent
)

var errMissed = errors.New("a target is missed")

func main() { os.Exit(tool(os.Args[1:], os.Stdout, os.Stderr)) }

// tool is one run of the program. Its exit status is 0 where the lists are not here: that is said and is no failure.
func tool(args []string, out, messages io.Writer) int {
	flags := flag.NewFlagSet("eval", flag.ContinueOnError)
	flags.SetOutput(messages)
	shared := flags.String("shared", "../shared", "directory with data/loinc and data/ucum")
	show := flags.Bool("show", false, "print every wrong and, of the main run, every missing answer")
	if err := flags.Parse(args); err != nil {
		return 2
	}
	if _, err := os.Stat(*shared); errors.Is(err, fs.ErrNotExist) {
		fmt.Fprintf(out, "%s: not here: skipped\n", *shared)
		return 0
	}
	if err := run(out, *shared, *show); err != nil {
		fmt.Fprintln(messages, "eval:", err)
		return 1
	}
	return 0
}

func run(out io.Writer, shared string, show bool) error {
	set, err := terminology.Core()
	if err != nil {
		return err
	}
	facts, err := readTable(filepath.Join(shared, "data", "loinc", "facts.tsv"), 8)
	if err != nil {
		return err
	}
	conflicts, err := readTable(filepath.Join(shared, "data", "loinc", "conflicts.tsv"), 4)
	if err != nil {
		return err
	}
	pairs, err := readTable(filepath.Join(shared, "data", "loinc", "code_unit_pairs.tsv"), 9)
	if err != nil {
		return err
	}
	functional, err := readTable(filepath.Join(shared, "data", "ucum", "functional-tests.tsv"), 4)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "vocabulary %s, %d codes\n", set.Release(), set.Codes().Len())
	e := evaluation{set: set, out: out, show: show, facts: facts, conflicts: conflicts}
	missed := e.names()
	missed = e.units(functional) || missed
	missed = e.factors(pairs) || missed
	if missed {
		return errMissed
	}
	return nil
}

type evaluation struct {
	set              *terminology.Set
	out              io.Writer
	show             bool
	facts, conflicts [][]string
}

// readTable reads a TSV without its header; every line has at least so many cells.
func readTable(path string, cells int) ([][]string, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var rows [][]string
	sc := bufio.NewScanner(f)
	sc.Buffer(nil, 1<<20)
	for n := 0; sc.Scan(); n++ {
		if n == 0 {
			continue
		}
		row := strings.Split(sc.Text(), "\t")
		if len(row) < cells {
			return nil, fmt.Errorf("%s line %d: %d cells, want %d", path, n+1, len(row), cells)
		}
		rows = append(rows, row)
	}
	return rows, sc.Err()
}
