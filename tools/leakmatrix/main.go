// Command leakmatrix runs the cases of package redacttest through this module's handler and through others,
// and prints what leaks, as a Markdown page.
//
//	go run . > ../../docs/leak-matrix.md
//
// With -check it exits with status 1 if anything leaks through this module's own handlers.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"runtime/debug"
	"strings"
	"time"

	"github.com/seed-a76b335c/philint/redact/redacttest"
)

func main() {
	one := flag.Int("subject", -1, "run only this subject, as a child process, and print results as JSON")
	from := flag.Int("from", 0, "with -subject: the first case")
	check := flag.Bool("check", false, "fail if anything leaks through redact")
	flag.Parse()
	if *one >= 0 {
		child(subjects[*one], *from)
		return
	}
	verdicts := make([][]string, len(subjects))
	for i := range subjects {
		v, err := parent(i)
		if err != nil {
			fmt.Fprintln(os.Stderr, "leakmatrix:", err)
			os.Exit(2)
		}
		verdicts[i] = v
	}
	page(os.Stdout, verdicts)
	if *check && ours(verdicts) > 0 {
		fmt.Fprintln(os.Stderr, "leakmatrix: something leaks through redact")
		os.Exit(1)
	}
}

// hung is the exit status of a child whose subject did not come back.
const hung = 4

// child tries cases in order. Some subjects end the process on some of them.
func child(s subject, from int) {
	// The panics of a subject go to standard error, where nobody must see what they carry.
	debug.SetMaxStack(64 << 20) // a subject that recurses for ever need not fill the memory first
	enc := json.NewEncoder(os.Stdout)
	for i := from; i < len(redacttest.Cases()); i++ {
		watch := time.AfterFunc(3*time.Second, func() { os.Exit(hung) })
		r := redacttest.Try(i, func(w io.Writer) redacttest.Logger { return redacttest.Slog(slog.New(s.handler(w))) })
		watch.Stop()
		if err := enc.Encode(verdict(r)); err != nil {
			os.Exit(3)
		}
	}
}

func verdict(r redacttest.Result) string {
	switch {
	case r.Fault != "":
		return "panic"
	case len(r.Leaks) > 0:
		return "LEAK"
	case !r.Kept:
		return "lost"
	}
	return "ok"
}

// parent runs a subject's child, and again after the case that ended it.
func parent(subject int) ([]string, error) {
	exe, err := os.Executable()
	if err != nil {
		return nil, err
	}
	var out []string
	for n := len(redacttest.Cases()); len(out) < n; {
		cmd := exec.Command(exe, fmt.Sprint("-subject=", subject), fmt.Sprint("-from=", len(out)))
		var buf bytes.Buffer
		cmd.Stdout = &buf
		runErr := cmd.Run()
		sc := bufio.NewScanner(&buf)
		for sc.Scan() {
			var v string
			if err := json.Unmarshal(sc.Bytes(), &v); err != nil {
				return nil, err
			}
			out = append(out, v)
		}
		if runErr != nil && len(out) < n {
			v := "crash"
			if e, ok := runErr.(*exec.ExitError); ok && e.ExitCode() == hung {
				v = "hang"
			}
			out = append(out, v)
		}
	}
	return out, nil
}

func page(w io.Writer, verdicts [][]string) {
	cases := redacttest.Cases()
	fmt.Fprint(w, `# The leak matrix

Made by `+"`make leak-matrix`"+`. Each row plants a text and logs it once beside a clean field, through a JSON handler.
The cases are those of package `+"`redact/redacttest`"+`; the peers are set up as their documentation advises, with the
names that a careful team would list.

* **ok**: nothing of the planted text is in the output, and the clean field is.
* **LEAK**: the text, a part of it, or an encoding of it is in the output.
* **lost**: no leak, and the clean field is gone too.
* **panic**: the logging call panics. **crash**: the process ends, and no recover helps.
  **hang**: the call does not come back.

`)
	header := "| |"
	rule := "|---|"
	for _, s := range subjects {
		header += " " + s.name + " |"
		rule += "---|"
	}
	fmt.Fprintf(w, "%s\n%s\n", header, rule)
	for _, kind := range []string{"ok", "LEAK", "lost", "panic", "crash", "hang"} {
		row := "| " + kind + " |"
		for i := range subjects {
			n := 0
			for _, v := range verdicts[i] {
				if v == kind {
					n++
				}
			}
			row += fmt.Sprintf(" %d |", n)
		}
		fmt.Fprintln(w, row)
	}
	fmt.Fprintf(w, "\n%d cases. A word in a message is a mere word: only a filter that knows the program's constants can hold it\nback, which is what the second column does.\n\n%s\n%s\n", len(cases), header, rule)
	for c := range cases {
		row := "| " + strings.ReplaceAll(cases[c].Name, "|", `\|`) + " |"
		for i := range subjects {
			row += " " + verdicts[i][c] + " |"
		}
		fmt.Fprintln(w, row)
	}
}

// ours counts what leaks through this module's handlers. Words in messages are the second one's affair.
func ours(verdicts [][]string) (n int) {
	for c, cs := range redacttest.Cases() {
		if verdicts[0][c] != "ok" && !cs.Word {
			n++
		}
		if verdicts[1][c] != "ok" {
			n++
		}
	}
	return n
}
