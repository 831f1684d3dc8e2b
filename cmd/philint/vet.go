package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"
)

// A tree is what a vet tool prints under -json: package → analyzer → diagnostics, or one error.
type tree map[string]map[string]json.RawMessage

// A diagnostic is one of them.
type diagnostic struct {
	Category string          `json:"category,omitempty"`
	Posn     string          `json:"posn"`
	End      string          `json:"end"`
	Message  string          `json:"message"`
	Fixes    []suggestedFix  `json:"suggested_fixes,omitempty"`
	Related  json.RawMessage `json:"related,omitempty"`
}

type suggestedFix struct {
	Message string     `json:"message"`
	Edits   []textEdit `json:"edits"`
}

type textEdit struct {
	Filename string `json:"filename"`
	Start    int    `json:"start"`
	End      int    `json:"end"`
	New      string `json:"new"`
}

// vet runs the go command with this program as its vet tool. Problems are the lines that say what could not be judged.
// again makes the command forget what it said to the same question.
func (t *goTool) vet(ctx context.Context, patterns []string, again bool) (trees []tree, problems []string, err error) {
	exe, err := os.Executable()
	if err != nil {
		return nil, nil, err
	}
	args := append([]string{"vet", "-vettool=" + exe, "-json"}, t.buildFlags()...)
	args = append(args, "-philint.records")
	if again {
		args = append(args, fmt.Sprintf("-philint.again=%d", time.Now().UnixNano()))
	}
	cmd, stdout, stderr := t.command(ctx, append(args, patterns...)...)
	runErr := cmd.Run()
	if ctx.Err() != nil {
		return nil, nil, ctx.Err()
	}
	// Go 1.26 prints the diagnostics to stdout; before, they were on stderr, between the lines of the go command.
	trees, rest, err := splitOutput(stdout.Bytes())
	if err != nil {
		return nil, nil, err
	}
	more, lines, err := splitOutput(stderr.Bytes())
	if err != nil {
		return nil, nil, err
	}
	trees = append(trees, more...)
	if runErr != nil {
		for _, l := range append(rest, lines...) {
			if !slices.Contains(problems, l) { // a package and its test variant say the same
				problems = append(problems, l)
			}
		}
		if len(problems) == 0 {
			problems = []string{fmt.Sprintf("go vet: %v", runErr)}
		}
	}
	return trees, problems, nil
}

// splitOutput tells the JSON objects, each of which starts a line, from the lines between them, without those that only
// name a package.
func splitOutput(text []byte) (trees []tree, lines []string, err error) {
	for len(text) > 0 {
		if text[0] == '{' {
			dec := json.NewDecoder(bytes.NewReader(text))
			var t tree
			if err := dec.Decode(&t); err != nil {
				return nil, nil, fmt.Errorf("go vet printed what is no diagnostics: %w", err)
			}
			trees = append(trees, t)
			text = text[dec.InputOffset():]
			continue
		}
		line, after, _ := bytes.Cut(text, []byte("\n"))
		text = after
		if s := strings.TrimSpace(string(line)); s != "" && !strings.HasPrefix(s, "# ") && !strings.HasPrefix(s, "exit status ") {
			lines = append(lines, s)
		}
	}
	return trees, lines, nil
}
