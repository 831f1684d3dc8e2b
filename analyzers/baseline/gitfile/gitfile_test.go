package gitfile_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-a76b335c/philint/analyzers/baseline/gitfile"
)

// A checkout is a temporary repository.
type checkout struct {
	t     *testing.T
	dir   string
	clock int // each commit is a day later
}

func newCheckout(t *testing.T) *checkout {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git")
	}
	c := &checkout{t: t, dir: t.TempDir()}
	c.git("init", "-q", "-b", "main")
	return c
}

func (c *checkout) git(args ...string) string {
	c.t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = c.dir
	date := fmt.Sprintf("2026-01-%02dT12:00:00Z", c.clock+1)
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1",
		"GIT_AUTHOR_NAME=t", "GIT_AUTHOR_EMAIL=t@example.com", "GIT_COMMITTER_NAME=t", "GIT_COMMITTER_EMAIL=t@example.com",
		"GIT_AUTHOR_DATE="+date, "GIT_COMMITTER_DATE="+date)
	out, err := cmd.CombinedOutput()
	if err != nil {
		c.t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return strings.TrimSpace(string(out))
}

func (c *checkout) path(name string) string { return filepath.Join(c.dir, filepath.FromSlash(name)) }

// commit writes a file and commits it, and returns the commit.
func (c *checkout) commit(name, text string) string {
	c.t.Helper()
	if err := os.MkdirAll(filepath.Dir(c.path(name)), 0o755); err != nil {
		c.t.Fatal(err)
	}
	if err := os.WriteFile(c.path(name), []byte(text), 0o644); err != nil {
		c.t.Fatal(err)
	}
	c.git("add", "-A")
	return c.commitAll()
}

func (c *checkout) commitAll() string {
	c.t.Helper()
	c.clock++
	c.git("commit", "-q", "-m", "x")
	return c.git("rev-parse", "HEAD")
}

func wantKind(t *testing.T, err error, want gitfile.Kind) {
	t.Helper()
	var e *gitfile.Error
	if !errors.As(err, &e) {
		t.Fatalf("got %v, want %v", err, want)
	}
	if e.Kind != want {
		t.Errorf("got %v (%v), want %v", e.Kind, err, want)
	}
}

func TestAt(t *testing.T) {
	c := newCheckout(t)
	first := c.commit("sub dir/b.txt", "one\r\n\x00")
	c.git("tag", "-a", "v1", "-m", "x")
	c.commit("sub dir/b.txt", "two\n")
	if err := os.WriteFile(c.path("sub dir/b.txt"), []byte("not committed\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for rev, want := range map[string]string{
		first: "one\r\n\x00", first[:10]: "one\r\n\x00", "v1": "one\r\n\x00", "HEAD~1": "one\r\n\x00", "HEAD": "two\n", "main": "two\n",
	} {
		got, err := gitfile.At(t.Context(), c.path("sub dir/b.txt"), rev)
		if err != nil || string(got) != want {
			t.Errorf("%s: got %q, %v", rev, got, err)
		}
	}
	t.Run("from a relative path", func(t *testing.T) {
		t.Chdir(c.path("sub dir"))
		if got, err := gitfile.At(t.Context(), "b.txt", "HEAD"); err != nil || string(got) != "two\n" {
			t.Errorf("got %q, %v", got, err)
		}
	})
	t.Run("deleted from the working tree", func(t *testing.T) {
		if err := os.Remove(c.path("sub dir/b.txt")); err != nil {
			t.Fatal(err)
		}
		if got, err := gitfile.At(t.Context(), c.path("sub dir/b.txt"), "HEAD"); err != nil || string(got) != "two\n" {
			t.Errorf("got %q, %v", got, err)
		}
	})
	t.Run("inside a hook of another repository", func(t *testing.T) {
		t.Setenv("GIT_DIR", newCheckout(t).path(".git"))
		t.Setenv("GIT_INDEX_FILE", "nowhere")
		if got, err := gitfile.At(t.Context(), c.path("sub dir/b.txt"), "HEAD"); err != nil || string(got) != "two\n" {
			t.Errorf("got %q, %v", got, err)
		}
	})
}

func TestNeverAPass(t *testing.T) {
	c := newCheckout(t)
	c.commit("a.txt", "one\n")
	if err := os.Symlink("a.txt", c.path("link")); err != nil {
		t.Fatal(err)
	}
	c.git("add", "-A")
	c.commitAll()
	blob := c.git("rev-parse", "HEAD:a.txt")

	tests := []struct {
		name, path, rev string
		want            gitfile.Kind
	}{
		{"unknown branch", c.path("a.txt"), "nowhere", gitfile.UnknownRevision},
		{"unknown commit", c.path("a.txt"), strings.Repeat("1", 40), gitfile.UnknownRevision},
		{"no revision", c.path("a.txt"), "", gitfile.UnknownRevision},
		{"before the first", c.path("a.txt"), "HEAD~9", gitfile.UnknownRevision},
		{"an option", c.path("a.txt"), "--all", gitfile.UnknownRevision},
		{"an option to show", c.path("a.txt"), "--show-toplevel", gitfile.UnknownRevision},
		{"a file, not a commit", c.path("a.txt"), blob, gitfile.UnknownRevision},
		{"a range", c.path("a.txt"), "HEAD~1..HEAD", gitfile.UnknownRevision},
		{"no such file", c.path("b.txt"), "HEAD", gitfile.Missing},
		{"no such directory", c.path("no/b.txt"), "HEAD", gitfile.Missing},
		{"a pattern", c.path("*.txt"), "HEAD", gitfile.Missing},
		{"a symbolic link", c.path("link"), "HEAD", gitfile.Missing},
		{"not a checkout", filepath.Join(t.TempDir(), "a.txt"), "HEAD", gitfile.NotCheckout},
		{"inside .git", c.path(".git/config"), "HEAD", gitfile.NotCheckout},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := gitfile.At(t.Context(), tt.path, tt.rev)
			wantKind(t, err, tt.want)
		})
	}
	t.Run("no commit yet", func(t *testing.T) {
		fresh := newCheckout(t)
		_, err := gitfile.At(t.Context(), fresh.path("a.txt"), "HEAD")
		wantKind(t, err, gitfile.UnknownRevision)
		_, err = gitfile.History(t.Context(), fresh.path("a.txt"))
		wantKind(t, err, gitfile.UnknownRevision)
	})
	t.Run("no git", func(t *testing.T) {
		t.Setenv("PATH", t.TempDir())
		_, err := gitfile.At(t.Context(), c.path("a.txt"), "HEAD")
		wantKind(t, err, gitfile.NoGit)
	})
	t.Run("cancelled", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := gitfile.At(ctx, c.path("a.txt"), "HEAD"); !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
	})
}

func TestShallowCloneIsAnError(t *testing.T) {
	c := newCheckout(t)
	c.commit("a.txt", "one\n")
	c.commit("a.txt", "two\n")
	shallow := &checkout{t: t, dir: t.TempDir()}
	shallow.git("clone", "-q", "--depth", "1", "file://"+c.dir, ".")
	path := shallow.path("a.txt")
	for _, rev := range []string{"HEAD", "HEAD~1", "origin/main", "nowhere"} {
		_, err := gitfile.At(t.Context(), path, rev)
		wantKind(t, err, gitfile.Shallow)
	}
	_, err := gitfile.History(t.Context(), path)
	wantKind(t, err, gitfile.Shallow)
	_, err = gitfile.MergeBase(t.Context(), path, "origin/main")
	wantKind(t, err, gitfile.Shallow)

	shallow.git("fetch", "-q", "--unshallow")
	if got, err := gitfile.At(t.Context(), path, "HEAD~1"); err != nil || string(got) != "one\n" {
		t.Errorf("unshallowed: got %q, %v", got, err)
	}
}

func TestReplacedObjectsAreNotFollowed(t *testing.T) {
	c := newCheckout(t)
	old := c.commit("a.txt", "one\n")
	forged := c.commit("a.txt", "one\ntwo\n")
	c.git("replace", old, forged)
	if got, err := gitfile.At(t.Context(), c.path("a.txt"), old); err != nil || string(got) != "one\n" {
		t.Errorf("got %q, %v", got, err)
	}
}

func TestMergeBase(t *testing.T) {
	c := newCheckout(t)
	root := c.commit("a.txt", "one\n")
	c.git("checkout", "-q", "-b", "topic")
	c.commit("b.txt", "b\n")
	c.git("checkout", "-q", "main")
	c.commit("a.txt", "two\n")
	c.git("checkout", "-q", "topic")
	if got, err := gitfile.MergeBase(t.Context(), c.path("a.txt"), "main"); err != nil || got != root {
		t.Errorf("got %q, %v", got, err)
	}
	c.git("checkout", "-q", "--orphan", "other")
	c.commitAll()
	_, err := gitfile.MergeBase(t.Context(), c.path("a.txt"), "main")
	wantKind(t, err, gitfile.NoMergeBase)
}

func TestHistory(t *testing.T) {
	c := newCheckout(t)
	c.commit("other.txt", "x\n")
	c.commit("sub/a.txt", "4\n")
	c.commit("other.txt", "y\n")
	c.git("checkout", "-q", "-b", "topic")
	c.commit("sub/a.txt", "3\n")
	c.commit("sub/a.txt", "2\n")
	c.git("checkout", "-q", "main")
	c.commit("other.txt", "z\n")
	c.clock++
	c.git("merge", "-q", "--no-ff", "-m", "x", "topic")
	c.git("rm", "-q", "sub/a.txt")
	c.commitAll()
	c.commit("sub/a.txt", "")
	c.commit("sub/a.txt", "1\n")

	versions, err := gitfile.History(t.Context(), c.path("sub/a.txt"))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, v := range versions {
		text := "deleted"
		if v.Text != nil {
			text = fmt.Sprintf("%q", v.Text)
		}
		got = append(got, v.Time.Format("02 ")+text)
	}
	want := `03 "4\n", 08 "2\n", 09 deleted, 10 "", 11 "1\n"`
	if s := strings.Join(got, ", "); s != want {
		t.Errorf("got  %s\nwant %s", s, want)
	}
	if head := c.git("rev-parse", "HEAD"); versions[len(versions)-1].Commit != head {
		t.Errorf("the last version is not of HEAD")
	}
	if versions, err := gitfile.History(t.Context(), c.path("never.txt")); err != nil || len(versions) != 0 {
		t.Errorf("a file that never was: %v, %v", versions, err)
	}
}
