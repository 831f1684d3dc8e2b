package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// envLogs has the test's own program be a recordserver whose command logs, before and after what it does, in the ways in
// which a careless line would.
const envLogs = "RECORDSERVER_TEST_LOGS"

// careless logs what must not be written. Each line has a word of its own that may be.
func careless() {
	note := strings.ToLower(secret) // a constant of the program would be let through as a message
	slog.Debug("careless detail")
	slog.Info("careless default", "note", note, "count", 1)
	slog.Default().With("note", note).WithGroup("person").Error("careless bound", "name", note)
	if runtime.GOOS == "linux" { // elsewhere messages are not told from constants, see installLog
		slog.Warn(note + " is not well")
	}
	log.Print("measured by " + note)
	log.Printf("note=%s", note)
}

// carefully is a command that is careless around what it does.
func carefully(c command) command {
	does := c.run
	c.run = func(a *app, ctx context.Context, o *options) error {
		careless()
		defer careless()
		return does(a, ctx, o)
	}
	return c
}

func logAround(args []string) int {
	a := &app{in: os.Stdin, out: os.Stdout, err: os.Stderr, getenv: os.Getenv, now: time.Now}
	c, rest, err := find(args)
	if err == nil {
		err = a.start(context.Background(), carefully(c), rest)
	}
	return a.status(err)
}

// leaked says what is wrong with what stands on standard error, "" for nothing: wanted lines that are not there, n times each,
// and words of the person that are.
func leaked(stderr string, n int, wanted ...string) string {
	if strings.Contains(strings.ToLower(stderr), "hannelore") {
		return "a person's word was written"
	}
	for _, want := range wanted {
		found := 0
		for line := range strings.Lines(stderr) {
			var l struct{ Msg string }
			if json.Unmarshal([]byte(line), &l) == nil && l.Msg == want {
				found++
			}
		}
		if found != n {
			return "not as often as it was logged: " + want
		}
	}
	return ""
}

// In a process, since what is not the process's log is written past it to the real standard error.
func TestWhateverACommandLogsIsFiltered(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	none := filepath.Join(write(t, "file", ""), "none") // no directory is made below a file
	for _, c := range commands() {
		t.Run(c.name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			// No command takes this argument, and none finds data there: each ends by itself.
			cmd := exec.CommandContext(ctx, self, append(strings.Fields(c.name), "--data", none, "frobnicate")...)
			cmd.Env = []string{"HOME=" + t.TempDir(), "PATH=" + os.Getenv("PATH"), envLogs + "=1"}
			var stderr bytes.Buffer
			cmd.Stderr = &stderr
			if err := cmd.Run(); err != nil && !errors.As(err, new(*exec.ExitError)) {
				t.Fatal(err)
			}
			if ctx.Err() != nil {
				t.Fatal("it does not end")
			}
			if fault := leaked(stderr.String(), 2, "careless default", "careless bound"); fault != "" {
				t.Errorf("%s\n%s", fault, &stderr)
			}
			if strings.Contains(stderr.String(), "careless detail") {
				t.Error("what is below the level was written")
			}
		})
	}
}

func TestEveryCommandLogsAtTheLevelThatIsGiven(t *testing.T) {
	logger, writer, flags := slog.Default(), log.Writer(), log.Flags()
	t.Cleanup(func() { slog.SetDefault(logger); log.SetOutput(writer); log.SetFlags(flags) })
	for _, c := range commands() {
		for level, want := range map[string][]string{
			"debug": {"careless detail", "careless default", "careless bound"},
			"info":  {"careless default", "careless bound"},
			"error": {"careless bound"},
		} {
			for _, how := range []string{"flag", "environment"} {
				var stderr bytes.Buffer
				env, args := "", []string{"--log-level", level}
				if how == "environment" {
					env, args = level, nil
				}
				a := &app{in: strings.NewReader(""), out: new(bytes.Buffer), err: &stderr, now: time.Now, getenv: func(name string) string {
					if name == envLogLevel {
						return env
					}
					return ""
				}}
				c.run = func(*app, context.Context, *options) error { careless(); return nil }
				if err := a.start(t.Context(), c, args); err != nil {
					t.Fatalf("%s: %v", c.name, err)
				}
				if fault := leaked(stderr.String(), 1, want...); fault != "" || strings.Count(stderr.String(), `"careless `) != len(want) {
					t.Errorf("%s, %s by %s: %s\n%s", c.name, level, how, fault, &stderr)
				}
			}
		}
	}
}
