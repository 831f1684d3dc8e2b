package main_test

import (
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

func TestPageSaysWhatItShows(t *testing.T) {
	t.Parallel()
	dir := module(t, "escapes")
	write(t, dir, "mixed.go", `package escapes

import "log/slog"

type Box struct{ Email string }

func Mixed(n Note, b Box) {
	count := len(n.Text)
	slog.Info("mixed", "count", count, "e", b.Email)
	//philint:ok shown to the operator
	slog.Info("all", "count", count, "e", b.Email)
}

func forward(text string) { slog.Info("forwarded", "t", text, "e", Box{}.Email) }

func use() { forward("x") }
`)
	a := philint(t, dir, "inventory", "-html").wants(t, 0,
		"<caption>", `<th scope="col">Package</th>`, "<td><code>example.com/escapes</code></td>", "by philint ", "have the fingerprint <code>",
		`data-standings="allowed|finding"`, `data-standings="allowed|escaped"`, `data-standings="finding|judged at the callers"`)
	if strings.Contains(a.stdout, "of revision") {
		t.Error("there is no revision here")
	}
	if !regexp.MustCompile(`Made on 20\d\d-\d\d-\d\d \d\d:\d\d UTC`).MatchString(a.stdout) {
		t.Error("no date")
	}
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git")
	}
	for _, args := range [][]string{{"init", "-q"}, {"add", "."}, {"-c", "user.name=t", "-c", "user.email=t@example.com", "commit", "-q", "-m", "one"}} {
		ask(t, dir, nil, "git", args...).wants(t, 0)
	}
	commit := strings.TrimSpace(ask(t, dir, nil, "git", "rev-parse", "HEAD").wants(t, 0).stdout)
	philint(t, dir, "inventory", "-html").wants(t, 0, "of revision <code>"+commit+"</code>")
	write(t, dir, "new.go", "package escapes\n")
	philint(t, dir, "inventory", "-html").wants(t, 0, commit+" with uncommitted changes")
}
