package alias

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"sync"

	"github.com/seed-a76b335c/philint/internal/terminology/fold"
	"github.com/seed-a76b335c/philint/internal/terminology/loinc"
)

//go:embed *.tsv
var files embed.FS

var load = sync.OnceValues(func() ([]Entry, error) { return read(files) })

// Load reads all files once, with every name's place. Only tools and messages need that: names are found by BuiltIn,
// which is much sooner ready. The entries are shared: do not change them. The error names every line that is wrong, not
// only the first.
func Load() ([]Entry, error) { return load() }

// Place finds the line that has a key as written, nil when there is none. It reads the files: only messages ask it.
func Place(key string) *Entry {
	entries, err := Load()
	if err != nil {
		return nil
	}
	for i := range entries {
		if entries[i].KeyAsWritten == key {
			return &entries[i]
		}
	}
	return nil
}

// Check reports what keeps the built-in files from loading, and every code that is not in the table of codes that
// known answers for.
func Check(known func(code string) bool) error {
	entries, err := Load()
	if err != nil {
		return err
	}
	var errs []error
	for i := range entries {
		for _, code := range entries[i].Codes {
			if !known(code) {
				errs = append(errs, entries[i].errorf("target %s is not in the LOINC table", code))
			}
		}
	}
	return errors.Join(errs...)
}

func read(fsys fs.FS) ([]Entry, error) {
	names, err := fs.Glob(fsys, "*.tsv")
	if err != nil {
		return nil, fmt.Errorf("alias files: %w", err)
	}
	var entries []Entry
	var errs []error
	for _, name := range names {
		text, err := fs.ReadFile(fsys, name)
		if err != nil {
			return nil, fmt.Errorf("alias file: %w", err)
		}
		more, err := parse(name, string(text))
		entries = append(entries, more...)
		errs = append(errs, err)
	}
	errs = append(errs, conflicts(entries)...)
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	return entries, nil
}

func parse(file, text string) ([]Entry, error) {
	entries := make([]Entry, 0, strings.Count(text, "|")+strings.Count(text, "\n"))
	var errs []error
	line := 0
	for row := range strings.Lines(text) {
		line++
		row = strings.TrimRight(row, "\r\n")
		if strings.TrimSpace(row) == "" || strings.HasPrefix(row, "#") {
			continue
		}
		at := Entry{Lang: language(file), File: file, Line: line}
		target, surfaces, ok := strings.Cut(row, "\t")
		if !ok {
			errs = append(errs, at.errorf("no tab between the target and its names"))
			continue
		}
		codes, err := targetCodes(target)
		if err != nil {
			errs = append(errs, at.errorf("%w", err))
			continue
		}
		at.Target, at.Codes = target, codes
		for surface := range strings.SplitSeq(surfaces, "|") {
			e := at
			e.Surface = surface
			e.KeyAsWritten = fold.KeyAsWritten(surface)
			e.Key = fold.Hans(e.KeyAsWritten)
			if e.Key == "" || strings.Contains(surface, "\t") {
				errs = append(errs, at.errorf("a name is empty or has a tab in it"))
				continue
			}
			entries = append(entries, e)
		}
	}
	return entries, errors.Join(errs...)
}

func targetCodes(target string) ([]string, error) {
	if target == TooBroad {
		return nil, nil
	}
	list, ambiguous := strings.CutPrefix(target, ambiguousPrefix)
	codes := strings.Split(list, ",")
	seen := make(map[string]bool, len(codes))
	for _, c := range codes {
		if !loinc.CheckDigit(c) {
			return nil, fmt.Errorf("target %q is no LOINC code, no %s and no %sCODE,CODE", target, TooBroad, ambiguousPrefix)
		}
		seen[c] = true
	}
	if ambiguous != (len(seen) > 1) || len(seen) != len(codes) {
		return nil, fmt.Errorf("target %q: one code stands alone, two or more different codes are %s", target, ambiguousPrefix)
	}
	return codes, nil
}

// conflicts finds names with two meanings. Two spellings in different scripts may differ, as long as one of them is
// written in the folded form, which it then owns.
func conflicts(entries []Entry) []error {
	var errs []error
	asWritten := make(map[string]*Entry, len(entries))
	folded := map[string]*Entry{}
	for i := range entries {
		e := &entries[i]
		if first, ok := asWritten[e.KeyAsWritten]; !ok {
			asWritten[e.KeyAsWritten] = e
		} else if !sameTarget(first, e) {
			errs = append(errs, conflict(first, e))
		}
	}
	for i := range entries {
		e := &entries[i]
		if e.Key == e.KeyAsWritten {
			continue
		}
		if _, owned := asWritten[e.Key]; owned {
			continue
		}
		if first, ok := folded[e.Key]; !ok {
			folded[e.Key] = e
		} else if !sameTarget(first, e) && first.KeyAsWritten != e.KeyAsWritten {
			errs = append(errs, conflict(first, e))
		}
	}
	return errs
}

func conflict(first, second *Entry) error {
	return second.errorf("%q means %s here and %s at %s:%d",
		second.Surface, second.Target, first.Target, first.File, first.Line)
}

func (e *Entry) errorf(format string, args ...any) error {
	return fmt.Errorf("%s:%d: "+format, append([]any{e.File, e.Line}, args...)...)
}

// language is the stem of the file's name; files that are not one language are English.
func language(file string) string {
	if stem := strings.TrimSuffix(file, ".tsv"); len(stem) == 2 {
		return stem
	}
	return "en"
}
