package gitfile

import (
	"context"
	"errors"
	"os/exec"
	"strings"
)

// At returns the file as it was committed at a revision, byte for byte. The path is one of the working tree,
// where the file need not exist any more.
func At(ctx context.Context, path, rev string) ([]byte, error) {
	r, err := open(ctx, path)
	if err != nil {
		return nil, err
	}
	commit, err := r.commit(rev)
	if err != nil {
		return nil, err
	}
	// "mode type object<tab>name", or nothing.
	out, err := r.git(nil, "ls-tree", "-z", "--full-tree", commit, r.name)
	if err != nil {
		return nil, r.fail(Failed, rev, err)
	}
	words := strings.Fields(string(out))
	if len(words) < 3 || words[1] != "blob" || !strings.HasPrefix(words[0], "100") {
		return nil, r.fail(Missing, rev, nil)
	}
	text, err := r.git(nil, "cat-file", "blob", words[2])
	if err != nil {
		return nil, r.fail(Failed, rev, err)
	}
	return text, nil
}

// MergeBase returns the commit from which the checked-out branch left another revision: what a branch is to be measured against.
func MergeBase(ctx context.Context, path, rev string) (string, error) {
	r, err := open(ctx, path)
	if err != nil {
		return "", err
	}
	commit, err := r.commit(rev)
	if err != nil {
		return "", err
	}
	head, err := r.commit("HEAD")
	if err != nil {
		return "", err
	}
	out, err := r.git(nil, "merge-base", head, commit)
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit) && exit.ExitCode() == 1:
		return "", r.fail(NoMergeBase, rev, nil)
	case err != nil:
		return "", r.fail(Failed, rev, err)
	}
	return strings.TrimSpace(string(out)), nil
}
