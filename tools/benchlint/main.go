// Command benchlint measures philint beside the tools it is held against, in one run and in turn: as a vet tool beside
// the standard printf analyzer, and stand-alone beside staticcheck with one check.
//
//	benchlint -bin DIR [-n RUNS] MODULE…
//
// DIR holds the built philint and staticcheck. Every run begins with the same build cache: one that holds the compiled
// packages (filled once by "go build" and "go vet" with no analyzer that matters) and no verdict of the tool. A last
// pair of rows edits one file and runs again.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

type sample struct {
	wall, cpu time.Duration
	rss       int64 // bytes, of the largest single process
}

func main() {
	bin := flag.String("bin", "bin", "folder of the built tools")
	runs := flag.Int("n", 3, "counted runs of each command")
	flag.Parse()
	if flag.NArg() == 0 {
		fmt.Fprintln(os.Stderr, "benchlint: name the module folders to measure on")
		os.Exit(2)
	}
	dir, err := filepath.Abs(*bin)
	if err != nil {
		fail(err)
	}
	for _, m := range flag.Args() {
		if err := measure(dir, m, *runs); err != nil {
			fail(err)
		}
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "benchlint:", err)
	os.Exit(2)
}

func measure(bin, module string, runs int) error {
	work, err := os.MkdirTemp("", "benchlint")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	compiled := filepath.Join(work, "compiled")
	env := func(cache string) []string {
		return append(os.Environ(), "GOCACHE="+cache, "GOWORK=off", "STATICCHECK_CACHE="+filepath.Join(cache, "staticcheck"))
	}
	fmt.Printf("\n%s, %s\n", module, strings.TrimSpace(output(module, "go", "list", "-m")))
	if err := prepare(module, env(compiled)); err != nil {
		return err
	}
	philint := filepath.Join(bin, "philint")
	commands := []struct {
		name string
		args []string
	}{
		{"go vet -printf", []string{"go", "vet", "-printf", "./..."}},
		{"go vet -vettool=philint", []string{"go", "vet", "-vettool=" + philint, "./..."}},
		{"staticcheck -checks SA5009", []string{filepath.Join(bin, "staticcheck"), "-checks", "SA5009", "./..."}},
		{"philint", []string{philint, "./..."}},
	}
	medians := map[string]sample{}
	all := map[string][]sample{}
	edited := map[string][]sample{}
	for i := range runs {
		for _, c := range commands {
			cache := filepath.Join(work, fmt.Sprintf("cache%d", i))
			if err := copyTree(compiled, cache); err != nil {
				return err
			}
			all[c.name] = append(all[c.name], run(module, env(cache), c.args))
			undo, err := edit(module)
			if err != nil {
				return err
			}
			edited[c.name] = append(edited[c.name], run(module, env(cache), c.args))
			undo()
			if err := os.RemoveAll(cache); err != nil {
				return err
			}
		}
	}
	fmt.Printf("  %-28s %10s %10s %10s %12s\n", "", "wall", "cpu", "peak MB", "after edit")
	for _, c := range commands {
		m, e := median(all[c.name]), median(edited[c.name])
		medians[c.name] = m
		fmt.Printf("  %-28s %9.2fs %9.2fs %10.0f %8.2fs %3.0f%%\n", c.name, m.wall.Seconds(), m.cpu.Seconds(), float64(m.rss)/1e6, e.wall.Seconds(), 100*e.wall.Seconds()/m.wall.Seconds())
	}
	ratio := func(a, b string) {
		fmt.Printf("  %s / %s: wall %.2f, cpu %.2f, peak %.2f\n", a, b, medians[a].wall.Seconds()/medians[b].wall.Seconds(),
			medians[a].cpu.Seconds()/medians[b].cpu.Seconds(), float64(medians[a].rss)/float64(medians[b].rss))
	}
	ratio("go vet -vettool=philint", "go vet -printf")
	ratio("philint", "staticcheck -checks SA5009")
	return nil
}

// prepare compiles everything that the tools read, so that no run pays for the compiler.
func prepare(module string, env []string) error {
	for _, args := range [][]string{{"go", "build", "./..."}, {"go", "vet", "-nilfunc", "./..."}, {"go", "list", "-export", "-deps", "-test", "./..."}} {
		cmd := exec.Command(args[0], args[1:]...)
		cmd.Dir, cmd.Env = module, env
		if out, err := cmd.CombinedOutput(); err != nil && args[1] != "vet" {
			return fmt.Errorf("%s in %s: %w\n%s", strings.Join(args, " "), module, err, tail(out))
		}
	}
	return nil
}

func tail(b []byte) []byte { return b[max(0, len(b)-500):] }

func run(dir string, env, args []string) sample {
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir, cmd.Env = dir, env
	start := time.Now()
	_ = cmd.Run() // findings make it fail; what is measured is the time
	s := sample{wall: time.Since(start)}
	if st := cmd.ProcessState; st != nil {
		s.cpu = st.UserTime() + st.SystemTime()
		if u, ok := st.SysUsage().(*syscall.Rusage); ok {
			s.rss = u.Maxrss * 1024
		}
	}
	return s
}

// edit appends a comment to the first Go file of the module's largest package folder, and returns how to take it back.
func edit(module string) (func(), error) {
	files := strings.Fields(output(module, "go", "list", "-f", `{{range .GoFiles}}{{$.Dir}}/{{.}} {{end}}`, "./..."))
	if len(files) == 0 {
		return nil, fmt.Errorf("no Go file in %s", module)
	}
	name := files[len(files)/2]
	old, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(name, append(slices.Clone(old), "\nvar _ = 0\n"...), 0o644); err != nil {
		return nil, err
	}
	return func() { _ = os.WriteFile(name, old, 0o644) }, nil
}

func output(dir string, args ...string) string {
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOWORK=off")
	out, _ := cmd.Output()
	return string(out)
}

func copyTree(from, to string) error {
	return exec.Command("cp", "-a", from, to).Run()
}

func median(s []sample) sample {
	s = slices.Clone(s)
	slices.SortFunc(s, func(a, b sample) int { return int(a.wall - b.wall) })
	return s[len(s)/2]
}
