package baseline

import (
	"context"
	"errors"
)

// MergeFiles does the work of a git merge driver: it writes [Merge3] of the three files, git's %O, %A and %B, to the second.
// An ancestor without any text, which git gives when both sides added the file, counts as empty.
func MergeFiles(ctx context.Context, base, ours, theirs string) error {
	ancestor, err := readAncestor(base)
	if err != nil {
		return err
	}
	b, err := Read(theirs)
	if err != nil {
		return err
	}
	_, err = Update(ctx, ours, func(a Baseline) (Baseline, error) { return Merge3(ancestor, a, b), nil })
	return err
}

func readAncestor(path string) (Baseline, error) {
	b, err := Read(path)
	var se *SyntaxError
	if errors.As(err, &se) && se.Problem == Empty {
		return Baseline{}, nil
	}
	return b, err
}
