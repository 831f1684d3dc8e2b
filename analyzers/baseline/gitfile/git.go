package gitfile

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// A repo is a checkout, seen from the directory of one file in it.
type repo struct {
	ctx  context.Context
	path string // of the file, as the caller wrote it
	dir  string
	name string // of the file, from the top of the repository, with slashes
}

// open finds the checkout that a file is in, and refuses a shallow one. The file itself need not exist.
func open(ctx context.Context, path string) (*repo, error) {
	r := &repo{ctx: ctx, path: path, dir: filepath.Dir(path)}
	if _, err := exec.LookPath("git"); err != nil {
		return nil, r.fail(NoGit, "", err)
	}
	if _, err := os.Stat(r.dir); err != nil {
		return nil, r.fail(Missing, "", err)
	}
	out, err := r.git(nil, "rev-parse", "--is-inside-work-tree", "--is-shallow-repository", "--show-prefix")
	if err != nil {
		if errors.As(err, new(*exec.ExitError)) {
			return nil, r.fail(NotCheckout, "", err)
		}
		return nil, r.fail(Failed, "", err)
	}
	answers := strings.SplitN(string(out), "\n", 3)
	switch {
	case len(answers) < 3 || answers[0] != "true":
		return nil, r.fail(NotCheckout, "", nil)
	case answers[1] != "false":
		return nil, r.fail(Shallow, "", nil)
	}
	r.name = strings.TrimSuffix(answers[2], "\n") + filepath.Base(path)
	return r, nil
}

func (r *repo) fail(kind Kind, rev string, err error) *Error {
	return &Error{Kind: kind, Path: r.path, Revision: rev, Err: err}
}

// commit resolves a revision.
func (r *repo) commit(rev string) (string, error) {
	// --end-of-options keeps a revision from being taken for an option.
	out, err := r.git(nil, "rev-parse", "--verify", "--quiet", "--end-of-options", rev+"^{commit}")
	if err != nil {
		if errors.As(err, new(*exec.ExitError)) {
			return "", r.fail(UnknownRevision, rev, nil)
		}
		return "", r.fail(Failed, rev, err)
	}
	return strings.TrimSpace(string(out)), nil
}

// git runs one plumbing command in the directory of the file.
func (r *repo) git(stdin io.Reader, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(r.ctx, "git", args...)
	cmd.Dir = r.dir
	cmd.Env = environ()
	cmd.Stdin = stdin
	var out, msg bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &msg
	if err := cmd.Run(); err != nil {
		if r.ctx.Err() != nil {
			return nil, r.ctx.Err()
		}
		first, _, _ := strings.Cut(strings.TrimSpace(msg.String()), "\n")
		return nil, &commandError{command: args[0], message: first, err: err}
	}
	return out.Bytes(), nil
}

type commandError struct {
	command, message string
	err              error
}

func (e *commandError) Error() string {
	if e.message == "" {
		return e.command + ": " + e.err.Error()
	}
	return e.command + ": " + e.message
}

func (e *commandError) Unwrap() error { return e.err }

// dropped are the variables with which git tells a hook about its own repository. The file's directory decides here.
var dropped = []string{
	"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES",
	"GIT_COMMON_DIR", "GIT_NAMESPACE", "GIT_GRAFT_FILE", "GIT_SHALLOW_FILE", "GIT_REPLACE_REF_BASE",
	"GIT_GLOB_PATHSPECS", "GIT_NOGLOB_PATHSPECS", "GIT_ICASE_PATHSPECS", "GIT_LITERAL_PATHSPECS",
}

// environ makes git speak one language, ask nobody, write nothing, follow no replaced objects, and take paths literally.
func environ() []string {
	env := []string{
		"LC_ALL=C", "GIT_TERMINAL_PROMPT=0", "GIT_OPTIONAL_LOCKS=0", "GIT_NO_REPLACE_OBJECTS=1", "GIT_LITERAL_PATHSPECS=1",
	}
	for _, v := range os.Environ() {
		name, _, _ := strings.Cut(v, "=")
		if !isDropped(name) && name != "LC_ALL" {
			env = append(env, v)
		}
	}
	return env
}

func isDropped(name string) bool {
	for _, d := range dropped {
		if name == d {
			return true
		}
	}
	return false
}
