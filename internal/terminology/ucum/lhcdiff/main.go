// Command lhcdiff asks @lhncbc/ucum-lhc for the same conversions as package ucum and explains every difference.
//
//	go build -o bin/lhcdiff ./internal/terminology/ucum/lhcdiff && bin/lhcdiff
//
// from the root of the repository ("go run" would turn every failure into exit code 1). It exits with 1 where a difference has no explanation or an explanation no longer has a difference, and with 2 where
// it cannot run: it needs node, and npm to fetch the library into -dir, once. With -optional it then exits with 0.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"sort"

	"github.com/seed-a76b335c/philint/internal/terminology/ucum"
)

const (
	library     = "@lhncbc/ucum-lhc@7.1.10"
	defaultN    = 2000
	defaultSeed = 20240617
)

func main() {
	n := flag.Int("n", defaultN, "how many conversions")
	seed := flag.Uint64("seed", defaultSeed, "what they are drawn from; an explanation must still happen with the default only")
	dir := flag.String("dir", "bin/ucumlhc", "where the library is, or is installed")
	script := flag.String("script", "tools/ucumlhc/convert.js", "the script that asks it")
	optional := flag.Bool("optional", false, "exit with 0 where node or npm is missing")
	show := flag.Int("show", 2, "how many differences of each class to print")
	flag.Parse()

	w := io.Writer(os.Stdout)
	code, err := run(w, *n, *seed, *dir, *script, *show, *n >= defaultN && *seed == defaultSeed)
	if err != nil {
		fmt.Fprintf(w, "lhcdiff: nothing was compared: %v\n", err)
		if *optional && errors.Is(err, exec.ErrNotFound) {
			code = 0
		}
	}
	os.Exit(code)
}

func run(w io.Writer, n int, seed uint64, dir, script string, show int, complete bool) (int, error) {
	if err := install(dir); err != nil {
		return 2, err
	}
	g, err := newGenerator(seed)
	if err != nil {
		return 2, err
	}
	cases := g.cases(n)
	version, theirs, err := ask(cases, dir, script)
	if err != nil {
		return 2, err
	}
	s := newSummary(version)
	for i, c := range cases {
		s.add(c, ownAnswer(c), theirs[i])
	}
	return s.print(w, show, complete), nil
}

// install brings the library where it is not there yet.
func install(dir string) error {
	if _, err := os.Stat(filepath.Join(dir, "node_modules", "@lhncbc", "ucum-lhc", "package.json")); err == nil {
		return nil
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	cmd := exec.Command("npm", "install", "--no-save", "--no-package-lock", "--no-audit", "--no-fund", "--prefix", dir, library)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("npm could not install %s: %w%s", library, err, tail(out))
	}
	return nil
}

// tail is what a program wrote, on a line of its own if it wrote anything.
func tail(out []byte) string {
	if out = bytes.TrimSpace(out); len(out) == 0 {
		return ""
	}
	return "\n" + string(out)
}

// answer is what one side says: a value, or none.
type answer struct {
	Status      string    `json:"status"`
	Value       *float64  `json:"value"`
	Moles       []float64 `json:"moles"`
	Equivalents []float64 `json:"equivalents"`
	Kind        ucum.Kind `json:"-"` // why we refuse
}

func ask(cases []testCase, dir, script string) (version string, out []answer, err error) {
	var in bytes.Buffer
	enc := json.NewEncoder(&in)
	enc.SetEscapeHTML(false)
	for _, c := range cases {
		if err := enc.Encode(c); err != nil {
			return "", nil, err
		}
	}
	cmd := exec.Command("node", script, dir)
	var stderr bytes.Buffer
	cmd.Stdin, cmd.Stderr = &in, &stderr
	stdout, err := cmd.Output()
	if err != nil {
		return "", nil, fmt.Errorf("node: %w%s", err, tail(stderr.Bytes()))
	}
	lines := bufio.NewScanner(bytes.NewReader(stdout))
	var head struct {
		Version string `json:"version"`
	}
	for lines.Scan() {
		if head.Version == "" {
			if err := json.Unmarshal(lines.Bytes(), &head); err != nil {
				return "", nil, fmt.Errorf("node: %w", err)
			}
			continue
		}
		var a answer
		if err := json.Unmarshal(lines.Bytes(), &a); err != nil {
			return "", nil, fmt.Errorf("node: %w", err)
		}
		out = append(out, a)
	}
	if len(out) != len(cases) {
		return "", nil, fmt.Errorf("node: %d answers to %d questions", len(out), len(cases))
	}
	return head.Version, out, lines.Err()
}

func ownAnswer(c testCase) answer {
	refuse := func(err error) answer {
		var syntax *ucum.SyntaxError
		var conv *ucum.ConvertError
		switch {
		case errors.As(err, &syntax):
			return answer{Status: "invalid", Kind: syntax.Kind}
		case errors.As(err, &conv):
			return answer{Status: "failed", Kind: conv.Kind}
		}
		return answer{Status: "failed"}
	}
	from, err := ucum.Parse(c.From)
	if err != nil {
		return refuse(err)
	}
	to, err := ucum.Parse(c.To)
	if err != nil {
		return refuse(err)
	}
	v, err := ucum.Convert(c.Value, from, to)
	if err != nil {
		return refuse(err)
	}
	return answer{Status: "succeeded", Value: &v}
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}
