package baseline_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	. "github.com/seed-a76b335c/philint/analyzers/baseline"
)

// mergeDriver, in the environment, makes the test binary a merge driver; see TestMain.
const mergeDriver = "BASELINE_TEST_MERGE_DRIVER"

func runMergeDriver(args []string) error {
	if len(args) != 3 {
		return fmt.Errorf("%d arguments", len(args))
	}
	return MergeFiles(context.Background(), args[0], args[1], args[2])
}

func TestGitMergesWithTheDriver(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git")
	}
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	const x, y, z = "p F s c x t", "p F s c y t", "p F s c z t"
	tests := []struct {
		name               string
		base, ours, theirs []string // findings; no base: both sides add the file
		want               []string
	}{
		{"both fixed one", []string{x, y, z}, []string{x, y}, []string{y, z}, []string{y}},
		{"one moved, one fixed", []string{x, y}, []string{"p G s c x t", y}, []string{x}, []string{"p G s c x t"}},
		{"both lowered", []string{x, x, x}, []string{x, x}, []string{x}, []string{x}},
		{"both added the file", nil, []string{x, y}, []string{y, z}, []string{y}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			git := func(args ...string) {
				t.Helper()
				cmd := exec.Command("git", args...)
				cmd.Dir = dir
				cmd.Env = append(os.Environ(), mergeDriver+"=1", "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1",
					"GIT_AUTHOR_NAME=t", "GIT_AUTHOR_EMAIL=t@example.com", "GIT_COMMITTER_NAME=t", "GIT_COMMITTER_EMAIL=t@example.com")
				if out, err := cmd.CombinedOutput(); err != nil {
					t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
				}
			}
			path := filepath.Join(dir, FileName)
			commit := func(lines []string) {
				t.Helper()
				if lines != nil {
					if err := os.WriteFile(path, Init(whole(lines...)).Format(), 0o644); err != nil {
						t.Fatal(err)
					}
				}
				git("add", "-A")
				git("commit", "-q", "-m", "x")
			}
			git("init", "-q", "-b", "main")
			git("config", "merge.philint-baseline.driver", "'"+exe+"' %O %A %B")
			if err := os.WriteFile(filepath.Join(dir, ".gitattributes"), []byte(FileName+" text eol=lf merge=philint-baseline\n"), 0o644); err != nil {
				t.Fatal(err)
			}
			commit(tt.base)
			git("checkout", "-q", "-b", "topic")
			commit(tt.theirs)
			git("checkout", "-q", "main")
			commit(tt.ours)
			git("merge", "-q", "-m", "x", "topic")
			got, err := Read(path)
			if err != nil {
				t.Fatal(err)
			}
			if !got.Equal(Init(whole(tt.want...))) {
				t.Errorf("got\n%s", got.Format())
			}
			if left, _ := filepath.Glob(filepath.Join(dir, "*.lock")); len(left) > 0 {
				t.Errorf("left behind: %v", left)
			}
		})
	}
}
