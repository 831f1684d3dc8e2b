package gitfile

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A Version is the file as one commit left it.
type Version struct {
	Commit string
	Time   time.Time // when it was committed, in UTC
	Text   []byte    // nil when the commit deleted the file
}

// History returns the versions of the file, oldest first, on the line of first parents that ends in HEAD:
// what a branch brought counts when it was merged. It does not follow the file to an earlier name.
func History(ctx context.Context, path string) ([]Version, error) {
	r, err := open(ctx, path)
	if err != nil {
		return nil, err
	}
	head, err := r.commit("HEAD")
	if err != nil {
		return nil, err
	}
	// The pathspec is from the directory that git runs in; lines are "seconds commit".
	base := r.name[strings.LastIndexByte(r.name, '/')+1:]
	out, err := r.git(nil, "rev-list", "--first-parent", "--timestamp", head, "--", base)
	if err != nil {
		return nil, r.fail(Failed, "HEAD", err)
	}
	var versions []Version
	var ask bytes.Buffer
	for line := range strings.Lines(string(out)) {
		seconds, commit, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		n, err := strconv.ParseInt(seconds, 10, 64)
		if err != nil {
			return nil, r.fail(Failed, "HEAD", fmt.Errorf("rev-list: a line without a time"))
		}
		versions = append(versions, Version{Commit: commit, Time: time.Unix(n, 0).UTC()})
		fmt.Fprintf(&ask, "%s:%s\n", commit, r.name)
	}
	if strings.Contains(r.name, "\n") {
		return nil, r.fail(Failed, "HEAD", fmt.Errorf("a file name with a line end"))
	}
	answers, err := r.git(&ask, "cat-file", "--batch")
	if err != nil {
		return nil, r.fail(Failed, "HEAD", err)
	}
	for i := range versions {
		if versions[i].Text, answers, err = cutBlob(answers); err != nil {
			return nil, r.fail(Failed, versions[i].Commit, err)
		}
	}
	slices.Reverse(versions)
	return versions, nil
}

// cutBlob takes one answer of cat-file --batch: "object type size\n" content "\n", or "name missing\n".
func cutBlob(answers []byte) (blob, rest []byte, err error) {
	line, rest, _ := bytes.Cut(answers, []byte("\n"))
	if bytes.HasSuffix(line, []byte(" missing")) {
		return nil, rest, nil
	}
	words := strings.Fields(string(line))
	if len(words) != 3 {
		return nil, nil, fmt.Errorf("cat-file: an answer of an unknown form")
	}
	size, err := strconv.Atoi(words[2])
	if err != nil || size < 0 || size >= len(rest) {
		return nil, nil, fmt.Errorf("cat-file: an answer cut short")
	}
	if words[1] != "blob" {
		return nil, rest[size+1:], nil
	}
	return rest[:size:size], rest[size+1:], nil
}
