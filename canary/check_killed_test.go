//go:build unix

package canary

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"github.com/containerd/errdefs"
	"github.com/moby/moby/client"
)

// envDie is the context of the image that a check of a process builds which is killed meanwhile.
const envDie = "CANARY_TEST_DIE"

func TestWhatAKilledCheckLeavesIsTakenAwayByItsLabel(t *testing.T) {
	if dir := os.Getenv(envDie); dir != "" {
		dieDriving(t, dir)
		return
	}
	theServer(t) // its directory is built from again
	e := needEngine(t)
	child := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$")
	child.Env = append(os.Environ(), envDie+"="+leaky.context)
	out, err := child.CombinedOutput()
	id := regexp.MustCompile(`check ([0-9a-f]{16})`).FindSubmatch(out)
	if err == nil || child.ProcessState.ExitCode() != -1 || id == nil {
		t.Fatalf("the process was not killed while it drove: %v\n%s", err, out)
	}
	own := label + "=" + string(id[1])
	left := func() (containers, volumes, images int) {
		return labelled(t, e, own)
	}
	if containers, volumes, images := left(); containers != 1 || volumes == 0 || images == 0 {
		t.Errorf("labelled are %d containers, %d volumes and %d images", containers, volumes, images)
	}
	mounted := mountsOf(t, e, own)
	if len(mounted) == 0 {
		t.Error("the container has no volumes")
	}
	sweep(t, own)
	for _, name := range mounted { // also those that the image declares, which have no label
		if _, err := e.api.VolumeInspect(context.Background(), name, client.VolumeInspectOptions{}); !errdefs.IsNotFound(err) {
			t.Errorf("a volume is still there: %v", err)
		}
	}
	if containers, volumes, images := left(); containers+volumes+images > 0 {
		t.Errorf("after the command there are %d containers, %d volumes and %d images", containers, volumes, images)
	}
	if images, err := e.api.ImageList(context.Background(), client.ImageListOptions{Filters: client.Filters{}.Add("reference", "canary:"+string(id[1]))}); err != nil || len(images.Items) > 0 {
		t.Errorf("the image is there under its name: %v", err)
	}
}

func dieDriving(t *testing.T, dir string) {
	tokens := mintedTokens(t, 1)
	_, err := Check(t.Context(), Config{
		Build: Build{Context: dir}, Port: "8080/tcp", Ready: "/ready", Tokens: tokens, DataDir: "/data", Scratch: []string{"/tmp"},
		Drive: func(_ context.Context, s *Server) error {
			_, _ = os.Stdout.WriteString("check " + s.r.id + "\n")
			return syscall.Kill(os.Getpid(), syscall.SIGKILL)
		},
	})
	t.Fatal("it lives: ", err)
}

func labelled(t *testing.T, e *engine, own string) (containers, volumes, images int) {
	t.Helper()
	filters := client.Filters{}.Add("label", own)
	ctx := context.Background()
	c, err := e.api.ContainerList(ctx, client.ContainerListOptions{All: true, Filters: filters})
	if err != nil {
		t.Fatal(err)
	}
	v, err := e.api.VolumeList(ctx, client.VolumeListOptions{Filters: filters})
	if err != nil {
		t.Fatal(err)
	}
	i, err := e.api.ImageList(ctx, client.ImageListOptions{Filters: filters})
	if err != nil {
		t.Fatal(err)
	}
	return len(c.Items), len(v.Items), len(i.Items)
}

func mountsOf(t *testing.T, e *engine, own string) (names []string) {
	t.Helper()
	made, err := e.api.ContainerList(context.Background(), client.ContainerListOptions{All: true, Filters: client.Filters{}.Add("label", own)})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range made.Items {
		for _, m := range c.Mounts {
			names = append(names, m.Name)
		}
	}
	return names
}

// sweep runs the command of docs/canary.md, for this check alone: others may be under way.
func sweep(t *testing.T, own string) {
	t.Helper()
	page, err := os.ReadFile(filepath.Join("..", "docs", "canary.md"))
	if os.IsNotExist(err) {
		t.Skip("../docs: not here, and what was left stays: docker ps -a --filter label=" + own)
	}
	if err != nil {
		t.Fatal(err)
	}
	start := bytes.Index(page, []byte("L=label="))
	if start < 0 || !bytes.Contains(page[start:], []byte("label="+label)) {
		t.Fatal("docs/canary.md has no command that takes away what was left")
	}
	command, _, _ := strings.Cut(string(page[start:]), "\n```")
	if out, err := exec.Command("sh", "-c", strings.ReplaceAll(command, "label="+label, "label="+own)).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", command, err, out)
	}
}
