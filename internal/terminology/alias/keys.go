package alias

import (
	"crypto/sha256"
	_ "embed" // The keys.
	"encoding/hex"
	"fmt"
	"io/fs"
	"iter"
	"strings"
	"sync"
)

// To fold all names takes longer than everything else at a start together. keys.txt has them folded: a line for each
// line of the files, in their order, with a target and the keys of its names, parted by tabs. It is generated; a test
// and the build's check compare it with the files.

//go:embed keys.txt
var keysText string

// KeysFile is where the generator writes Keys, under the directory of this package.
const KeysFile = "keys.txt"

const keysMark = "# Generated from the .tsv files beside it; do not edit. sha256:"

var index = sync.OnceValues(func() (*Index, error) { return readKeys(keysText) })

// BuiltIn is the index of the built-in names, made once.
func BuiltIn() (*Index, error) { return index() }

// BuiltInKeys are the keys of the built-in names and their targets, in the order of the files.
func BuiltInKeys() iter.Seq2[string, string] {
	return func(yield func(key, target string) bool) {
		for target, keys := range keyLines(keysText) {
			for key := range strings.SplitSeq(keys, "\t") {
				if !yield(key, target) {
					return
				}
			}
		}
	}
}

// keyLines are the targets of the lines, each with its keys.
func keyLines(text string) iter.Seq2[string, string] {
	return func(yield func(target, keys string) bool) {
		for text != "" {
			var line string
			line, text, _ = strings.Cut(text, "\n")
			if strings.HasPrefix(line, "#") {
				continue
			}
			target, keys, _ := strings.Cut(line, "\t")
			if !yield(target, keys) {
				return
			}
		}
	}
}

func readKeys(text string) (*Index, error) {
	if !strings.HasPrefix(text, keysMark) {
		return nil, fmt.Errorf("%s: not what the generator wrote", KeysFile)
	}
	x := newIndex(strings.Count(text, "\t"), strings.Count(text, "\n"))
	for target, keys := range keyLines(text) {
		if keys == "" {
			return nil, fmt.Errorf("%s: a line without keys", KeysFile)
		}
		meaning := x.meaning(target)
		for keys != "" {
			var key string
			key, keys, _ = strings.Cut(keys, "\t")
			x.add(meaning, key)
		}
	}
	x.fold()
	return x, nil
}

// Keys is what keys.txt has to be.
func Keys() (string, error) {
	entries, err := Load()
	if err != nil {
		return "", err
	}
	digest, err := sourceDigest(files)
	if err != nil {
		return "", err
	}
	return keysMark + digest + "\n" + writeKeys(entries), nil
}

func writeKeys(entries []Entry) string {
	var b strings.Builder
	for i := range entries {
		e := &entries[i]
		if i == 0 || e.File != entries[i-1].File || e.Line != entries[i-1].Line {
			if i > 0 {
				b.WriteByte('\n')
			}
			b.WriteString(e.Target)
		}
		b.WriteByte('\t')
		b.WriteString(e.KeyAsWritten)
	}
	b.WriteByte('\n')
	return b.String()
}

// sourceDigest is over the names and the contents of the files.
func sourceDigest(fsys fs.FS) (string, error) {
	names, err := fs.Glob(fsys, "*.tsv")
	if err != nil {
		return "", fmt.Errorf("alias files: %w", err)
	}
	h := sha256.New()
	for _, name := range names {
		text, err := fs.ReadFile(fsys, name)
		if err != nil {
			return "", fmt.Errorf("alias file: %w", err)
		}
		fmt.Fprintf(h, "%s %d\n%s", name, len(text), text)
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
