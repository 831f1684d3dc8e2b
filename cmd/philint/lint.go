package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/seed-a76b335c/philint/analyzers"
	"github.com/seed-a76b335c/philint/analyzers/baseline"
	"github.com/seed-a76b335c/philint/analyzers/config"
)

// options are the flags of the commands that look at packages.
type options struct {
	goTool
	dir      string
	baseline string

	json, sarif, github bool
	csv, html           bool
	fix, diff           bool
	out, since, svg     string

	creates bool // the baseline need not be there
}

// flagsOf declares the flags of a command; "" is the one without a name. Some are common to all that look at packages.
func (o *options) flagsOf(command string) *flag.FlagSet {
	fl := flag.NewFlagSet(strings.TrimSpace("philint "+command), flag.ContinueOnError)
	fl.SetOutput(io.Discard)
	fl.StringVar(&o.dir, "C", "", "change to `dir` first")
	fl.StringVar(&o.tags, "tags", "", "build `tags`, separated by commas")
	fl.StringVar(&o.config, "config", "", "configuration `file`, instead of "+config.FileName+" beside go.mod")
	fl.StringVar(&o.baseline, "baseline", "", "baseline `file`, instead of "+config.BaselineName+" beside go.mod, or off")
	switch command {
	case "":
		fl.BoolVar(&o.json, "json", false, "print the findings as JSON, as \"go vet -json\" does")
		fl.BoolVar(&o.sarif, "sarif", false, "print the findings as SARIF 2.1.0")
		fl.BoolVar(&o.github, "github", false, "print the findings as annotations of GitHub Actions")
		fl.BoolVar(&o.fix, "fix", false, "apply the suggested fixes, then report what is left")
		fl.BoolVar(&o.diff, "diff", false, "print what -fix would change, and change nothing")
		fl.StringVar(&o.out, "o", "", "write the run to `file` for \"philint baseline check\", and judge nothing")
	case "inventory":
		fl.BoolVar(&o.json, "json", false, "print JSON (the default)")
		fl.BoolVar(&o.csv, "csv", false, "print CSV, one line an operand")
		fl.BoolVar(&o.html, "html", false, "print one self-contained page")
	case "escapes", "baseline report":
		fl.BoolVar(&o.json, "json", false, "print JSON")
	}
	switch command {
	case "baseline report":
		fl.StringVar(&o.svg, "svg", "", "also draw the trend to this `file`")
	case "baseline check":
		fl.StringVar(&o.since, "since", "", "also prove that the file is not larger than at this git `revision`")
	}
	return fl
}

// takesFlags are the commands that [options.flagsOf] knows.
func takesFlags(command string) bool {
	return slices.Contains([]string{"", "inventory", "escapes", "baseline init", "baseline check", "baseline prune", "baseline report"}, command)
}

// parse reads the flags and goes to the directory. Whatever is named must be there.
func (o *options) parse(fl *flag.FlagSet, args []string) (rest []string, err error) {
	if err := fl.Parse(args); err != nil {
		command := strings.TrimSpace(strings.TrimPrefix(fl.Name(), "philint"))
		if errors.Is(err, flag.ErrHelp) {
			return nil, helpError(command)
		}
		return nil, fmt.Errorf("%w; see %s", err, strings.TrimSpace("philint help "+command))
	}
	// An unset variable of a script must not turn off what it was to name.
	fl.Visit(func(f *flag.Flag) {
		if f.Name != "tags" && strings.TrimSpace(f.Value.String()) == "" {
			err = fmt.Errorf("flag -%s is empty", f.Name)
		}
	})
	if err != nil {
		return nil, err
	}
	for _, a := range fl.Args() {
		if strings.HasPrefix(a, "-") {
			return nil, fmt.Errorf("flag %s after an argument; flags come first", a)
		}
	}
	if o.dir != "" {
		if err := os.Chdir(o.dir); err != nil {
			return nil, err
		}
	}
	if o.config != "" {
		if o.config, err = filepath.Abs(o.config); err != nil {
			return nil, err
		}
		if err := os.Setenv(config.Env, o.config); err != nil {
			return nil, err
		}
	}
	if o.baseline != "" {
		if o.baseline != "off" {
			if o.baseline, err = filepath.Abs(o.baseline); err != nil {
				return nil, err
			}
		}
		if err := os.Setenv(config.BaselineEnv, o.baseline); err != nil {
			return nil, err
		}
	}
	if err := checkFiles(".", !o.creates); err != nil {
		return nil, err
	}
	return fl.Args(), nil
}

func (o *options) modes() (names []string) {
	for _, m := range []struct {
		on   bool
		name string
	}{{o.json, "-json"}, {o.sarif, "-sarif"}, {o.github, "-github"}, {o.diff, "-diff"}, {o.out != "", "-o"}} {
		if m.on {
			names = append(names, m.name)
		}
	}
	return names
}

func everything(patterns []string) []string {
	if len(patterns) == 0 {
		return []string{"./..."}
	}
	return patterns
}

// lint is the command without a name.
func (c *command) lint(ctx context.Context, args []string) int {
	var o options
	patterns, err := o.parse(o.flagsOf(""), args)
	if err == nil && len(patterns) > 0 && isCommand(patterns[0]) {
		err = fmt.Errorf("flags of a command come after it: philint %s -…; only -C may come before", patterns[0])
	}
	if err == nil {
		if m := o.modes(); len(m) > 1 {
			err = fmt.Errorf("%s cannot be used together", strings.Join(m, " and "))
		} else if o.fix && (o.diff || o.out != "") {
			err = fmt.Errorf("-fix and %s cannot be used together", m[0])
		}
	}
	if err != nil {
		return c.fail(err)
	}
	patterns = everything(patterns)
	var src source
	if o.out != "" {
		if src, err = presentSource("."); err != nil {
			return c.fail(err)
		}
	}
	r, err := o.look(ctx, patterns)
	if err != nil {
		return c.fail(err)
	}
	if o.out != "" {
		r.Source = src
		if err := writeRun(o.out, r); err != nil {
			return c.fail(err)
		}
		return c.close(r, nil, clean)
	}
	v, err := judge(r)
	if err == nil && o.fix {
		r, v, err = c.applyFixes(ctx, &o, patterns, r, v)
	}
	if err == nil {
		err = c.print(&o, r, v)
	}
	if err != nil {
		return c.fail(err)
	}
	status := clean
	if !v.clean() {
		status = findings
	}
	return c.close(r, v, status)
}

// maxRounds is how often fixes that overlap are given another chance.
const maxRounds = 10

// applyFixes applies the suggested fixes and looks again, until none is left.
func (c *command) applyFixes(ctx context.Context, o *options, patterns []string, r *run, v *verdict) (*run, *verdict, error) {
	fixed, foreign := 0, 0
	files := map[string]bool{}
	report := func(err error) {
		fmt.Fprintf(c.stderr, "philint: %s in %s\n", counted(fixed, "fix applied", "fixes applied"), counted(len(files), "file", "files"))
		c.adviseRedact(foreign)
		if fixed > 0 && (err != nil && aboutGoMod(err.Error()) || r != nil && slices.ContainsFunc(r.problems, aboutGoMod)) {
			fmt.Fprintf(c.stderr, "philint: the fixes are in %s, but go.mod or go.sum does not have all that they import: go mod tidy, or go get %s\n",
				strings.Join(sorted(files), " "), config.Module)
		}
	}
	for range maxRounds {
		p, err := fixes(v.shown)
		if err != nil {
			return nil, nil, err
		}
		foreign = p.foreign
		if len(p.files) == 0 {
			break
		}
		if err := p.write(); err != nil {
			return nil, nil, err
		}
		fixed += p.applied
		for _, name := range p.names() {
			files[relative(name)] = true
		}
		if r, err = o.look(ctx, patterns); err != nil {
			report(err)
			return nil, nil, err
		}
		if v, err = judge(r); err != nil {
			return nil, nil, err
		}
	}
	report(nil)
	return r, v, nil
}

// aboutGoMod reports whether a problem of the go command is one of the module's requirements.
func aboutGoMod(problem string) bool {
	for _, s := range []string{"go.mod", "go.sum", "go mod ", "go get ", "no required module", "cannot find module"} {
		if strings.Contains(problem, s) {
			return true
		}
	}
	return false
}

// adviseRedact says what keeps some fixes from being applied.
func (c *command) adviseRedact(foreign int) {
	if foreign > 0 {
		fmt.Fprintf(c.stderr, "philint: %s the package redact, which go.mod does not require: go get %s\n", counted(foreign, "fix needs", "fixes need"), config.Module)
	}
}

// A verdict is how a run stands to the baselines of its modules.
type verdict struct {
	files []baselineFile
	shown []*finding
	known int
	stale []baseline.Change
}

// A baselineFile is one baseline in force.
type baselineFile struct {
	path string
	baseline.Baseline
}

func (v *verdict) clean() bool { return len(v.shown) == 0 && len(v.stale) == 0 }

// baselines reads those of all modules under work.
func baselines() (files []baselineFile, err error) {
	roots, err := config.ModuleRoots(".")
	if err != nil {
		return nil, err
	}
	if len(roots) == 0 {
		roots = []string{"."}
	}
	for _, root := range roots {
		path, _, err := config.BaselinePath(root)
		if err != nil {
			return nil, err
		}
		b, err := analyzers.ModuleBaseline(root)
		if err != nil {
			return nil, err
		}
		if b != nil && !slices.ContainsFunc(files, func(f baselineFile) bool { return f.path == path }) {
			files = append(files, baselineFile{path, *b})
		}
	}
	return files, nil
}

func union(files []baselineFile) baseline.Baseline {
	var all []baseline.Entry
	for _, f := range files {
		all = append(all, f.Entries()...)
	}
	return baseline.New(all...)
}

// judge applies the baselines in force.
func judge(r *run) (*verdict, error) {
	files, err := baselines()
	if err != nil {
		return nil, err
	}
	v := &verdict{files: files}
	if len(files) == 0 {
		v.shown = r.findings
		return v, nil
	}
	res := baseline.Compare(union(files), r.Judged)
	v.known = len(res.Known)
	v.stale = res.Changes
	surplus := map[spot]baseline.Verdict{}
	for _, s := range res.Surplus {
		surplus[spotOf(s.Finding)] = s.Verdict
	}
	for _, f := range r.findings {
		if analyzers.Baselined(f.Category) {
			s, beyond := surplus[spotOf(f.known)]
			if !beyond {
				f.hidden = true // known, or moved, which is a change of the baseline
				continue
			}
			if more := s.Explain(); more != "" {
				f.Message += "; " + more
			}
		}
		v.shown = append(v.shown, f)
	}
	return v, nil
}

// A spot tells equal findings apart.
type spot struct {
	baseline.Identity
	file   string
	offset int
}

func spotOf(f baseline.Finding) spot { return spot{f.Identity(), f.File, f.Offset} }

// close prints what could not be judged and the summary, and settles the exit status.
func (c *command) close(r *run, v *verdict, status int) int {
	for _, p := range r.problems {
		fmt.Fprintf(c.stderr, "philint: %s\n", p)
	}
	if len(r.packages) == 0 && len(r.problems) == 0 {
		fmt.Fprintln(c.stderr, "philint: no package was judged")
	}
	c.summary(r, v)
	if len(r.packages) == 0 || len(r.problems) > 0 {
		return failed
	}
	return status
}

// relative names a file as seen from the working directory, when it is below it.
func relative(file string) string {
	dir, err := os.Getwd()
	if err != nil || !filepath.IsAbs(file) {
		return file
	}
	rel, err := filepath.Rel(dir, file)
	if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return file
	}
	return rel
}

func sorted(m map[string]bool) []string {
	var s []string
	for k := range m {
		s = append(s, k)
	}
	slices.Sort(s)
	return s
}
