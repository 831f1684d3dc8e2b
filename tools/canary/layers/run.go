package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/seed-a76b335c/philint/canary"
	"github.com/seed-a76b335c/philint/internal/hook/leak"
)

// bench has the programs that are measured with, and a directory for them.
type bench struct {
	root string // of the module
	dir  string
}

// program links a command, once each.
func (b *bench) program(ctx context.Context, name, tags string) (string, error) {
	out := filepath.Join(b.dir, name+tags)
	if _, err := os.Stat(out); err == nil {
		return out, nil
	}
	return build(ctx, b.root, b.dir, name, tags)
}

// lint is the first layer: what the linter says of each leak's source.
func (b *bench) lint(ctx context.Context) (map[int][]string, error) {
	program, err := b.program(ctx, linter, "")
	if err != nil {
		return nil, err
	}
	return lint(ctx, program, b.root)
}

// run has a server on this machine leak, and returns what was found by leak. A finding that no leak explains is an error.
func (b *bench) run(ctx context.Context, tags string, env ...string) (map[int][]string, error) {
	tokens, err := mintWords(rand.Reader)
	if err != nil {
		return nil, err
	}
	return b.runWith(ctx, tags, tokens, nil, env...)
}

// runWith is run with words that were made before, and shows the log to look.
func (b *bench) runWith(ctx context.Context, tags string, tokens []canary.Token, look func(stderr []byte), env ...string) (map[int][]string, error) {
	program, err := b.program(ctx, server, tags)
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp(b.dir, "run-")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	var blindly []int
	p := process{program: program, dir: dir, env: env, look: func(log []byte) {
		blindly = left(log, words(tokens))
		if look != nil {
			look(log)
		}
	}}
	findings, err := p.run(ctx, tokens)
	if err != nil {
		return nil, err
	}
	by, err := explained(findings)
	for _, n := range blindly {
		by[n] = append(by[n], "stderr, for whoever knows")
	}
	return by, err
}

// contain is run in a container, searched by the canary as a whole.
func (b *bench) contain(ctx context.Context, tags string, env ...string) (map[int][]string, error) {
	program, err := b.program(ctx, server, tags)
	if err != nil {
		return nil, err
	}
	tokens, err := mintWords(rand.Reader)
	if err != nil {
		return nil, err
	}
	report, err := check(ctx, program, tokens, env)
	if err != nil {
		return nil, err
	}
	return explained(report.Findings)
}

func explained(findings []canary.Finding) (map[int][]string, error) {
	by, strange := found(findings)
	var errs []error
	for _, f := range strange {
		errs = append(errs, fmt.Errorf("no leak explains this: %s", f))
	}
	return by, errors.Join(errs...)
}

// plain is the environment of a server whose log has no filter.
func plain() string { return leak.EnvPlain + "=1" }

// without is that of a server in which leaks are mended.
func without(mended []int) string {
	var list []string
	for _, n := range mended {
		list = append(list, strconv.Itoa(n))
	}
	return leak.EnvWithout + "=" + strings.Join(list, ",")
}

// missing are the leaks of want that were not found.
func missing(want []int, by map[int][]string) (out []int) {
	for _, n := range want {
		if len(by[n]) == 0 {
			out = append(out, n)
		}
	}
	return out
}

// numbers are those of all leaks.
func numbers() (out []int) {
	for _, l := range leak.All() {
		out = append(out, l.Number)
	}
	return out
}

// seen are the leaks that a search can find.
func seen() (out []int) {
	for _, l := range leak.All() {
		if !l.Blind() {
			out = append(out, l.Number)
		}
	}
	return out
}

func keys(by map[int][]string) []int { return slices.Sorted(maps.Keys(by)) }
