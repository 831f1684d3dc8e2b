package audit

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store"
)

// childTask makes the test program a process that records, under a name, into a store: TASK NAME FILE.
const childTask = "AUDIT_TEST_CHILD"

func TestMain(m *testing.M) {
	if task := strings.Fields(os.Getenv(childTask)); len(task) == 3 {
		if err := child(task[0], task[1], task[2]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	slog.SetDefault(slog.New(slog.DiscardHandler))
	os.Exit(m.Run())
}

// Persons whose records the children read, and how many entries each child makes before it says so.
const (
	persons   = 3
	childMade = 900
)

func personOf(n int) record.PersonID { return record.PersonID(fmt.Sprint("p-", n%persons)) }

func child(task, actor, file string) error {
	ctx := context.Background()
	s, err := store.OpenSQLite(ctx, file, "")
	if err != nil {
		return err
	}
	r := New(Config{Log: s, Now: now, Delay: time.Millisecond})
	recordTo := func(r *Recorder, n int) error {
		e := entry(n)
		e.Actor = actor
		err := r.Record(ctx, personOf(n), e)
		for ; errors.Is(err, ErrBehind); err = r.Record(ctx, personOf(n), e) {
			time.Sleep(10 * time.Millisecond) // the other process writes
		}
		return err
	}
	for n := range childMade {
		if err := recordTo(r, n); err != nil {
			return err
		}
		if n%20 == 0 {
			time.Sleep(2 * time.Millisecond) // so that writes of two processes alternate
		}
	}
	if err := r.Close(ctx); err != nil {
		return err
	}
	fmt.Println("closed")
	if task == "until-killed" {
		r = New(Config{Log: s, Now: now, Delay: time.Millisecond})
		for n := childMade; ; n++ {
			if err := recordTo(r, n); err != nil {
				return err
			}
			time.Sleep(100 * time.Microsecond)
		}
	}
	return s.Close()
}

func start(t *testing.T, task, actor, file string) (*exec.Cmd, *bufio.Reader) {
	t.Helper()
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), childTask+"="+task+" "+actor+" "+file)
	c.Stderr = os.Stderr
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	return c, bufio.NewReader(out)
}

// inOrder are how many entries each actor has in all chains, which must be whole, and have each actor's in order.
func inOrder(t *testing.T, file string) map[string]int {
	t.Helper()
	ctx := context.Background()
	s, err := store.OpenSQLite(ctx, file, "")
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	count := map[string]int{}
	for p := range persons {
		entries, err := s.Person(personOf(p)).AccessLog(ctx)
		if err != nil {
			t.Fatalf("person %d: %v", p, err)
		}
		next := map[string]int{}
		for _, e := range entries {
			if want := fmt.Sprint("r", next[e.Actor]*persons+p); e.RequestID != want {
				t.Fatalf("person %d, %s: entry %s, want %s", p, e.Actor, e.RequestID, want)
			}
			next[e.Actor]++
			count[e.Actor]++
		}
	}
	return count
}

func TestWhatCloseAcknowledgedOutlivesAKill(t *testing.T) {
	file := filepath.Join(t.TempDir(), "s.db")
	c, out := start(t, "until-killed", "a-ann", file)
	if line, err := out.ReadString('\n'); err != nil || line != "closed\n" {
		t.Fatalf("%q, %v", line, err)
	}
	time.Sleep(300 * time.Millisecond)
	if err := c.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = c.Wait() // killed
	got := inOrder(t, file)["a-ann"]
	if got < childMade {
		t.Errorf("%d of %d acknowledged entries are there", got, childMade)
	}
	if got == childMade {
		t.Error("nothing after the acknowledged ones is there: the kill came too early to show anything")
	}
	t.Logf("%d entries acknowledged, %d there", childMade, got)
}

func TestTwoProcessesContinueOneChain(t *testing.T) {
	file := filepath.Join(t.TempDir(), "s.db")
	first, _ := start(t, "once", "a-ann", file)
	second, _ := start(t, "once", "a-bob", file)
	for _, c := range []*exec.Cmd{first, second} {
		if err := c.Wait(); err != nil {
			t.Error(err)
		}
	}
	if got := inOrder(t, file); got["a-ann"] != childMade || got["a-bob"] != childMade {
		t.Errorf("%v", got)
	}
}
