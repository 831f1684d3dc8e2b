package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/seed-a76b335c/philint/analyzers"
	"github.com/seed-a76b335c/philint/analyzers/baseline"
	"github.com/seed-a76b335c/philint/analyzers/baseline/gitfile"
	"github.com/seed-a76b335c/philint/analyzers/baseline/trend"
	"github.com/seed-a76b335c/philint/analyzers/config"
)

func (c *command) baseline(ctx context.Context, args []string) int {
	table := map[string]func(context.Context, []string) int{
		"init": c.baselineInit, "prune": c.baselinePrune, "check": c.baselineCheck, "merge": c.baselineMerge, "report": c.baselineReport,
	}
	if len(args) == 0 || table[args[0]] == nil {
		if len(args) > 0 && strings.HasPrefix(args[0], "-") {
			return c.fail(fmt.Errorf("flag %s before init, prune, check, merge or report; flags come after it", args[0]))
		}
		return c.fail(errors.New("baseline takes one of init, prune, check, merge, report; see philint help baseline"))
	}
	if len(args) > 1 && asksHelp(args[1]) {
		return c.helpOn("baseline " + args[0])
	}
	return table[args[0]](ctx, args[1:])
}

// parseBaseline reads the flags of a baseline command and finds the file that it is about.
func (o *options) parseBaseline(fl *flag.FlagSet, args []string) (rest []string, path string, err error) {
	rest, err = o.parse(fl, args)
	if err != nil {
		return nil, "", err
	}
	path, _, err = config.BaselinePath(".")
	switch {
	case err != nil || path != "":
	case os.Getenv(config.BaselineEnv) == "off":
		err = fmt.Errorf("the baseline is off, by -baseline or %s, and %s is about one", config.BaselineEnv, fl.Name())
	default:
		err = errors.New("there is no go.mod here, and no baseline is named")
	}
	return rest, path, err
}

// joined reads the runs, or without any makes one of the whole module. It must be whole and without a problem.
func (c *command) joined(ctx context.Context, o *options, files []string) (*run, error) {
	if len(files) == 0 {
		return c.wholeRun(ctx, o)
	}
	now, err := presentSource(".")
	if err != nil {
		return nil, err
	}
	var runs []*run
	for _, f := range files {
		r, err := readRun(f)
		if err != nil {
			return nil, err
		}
		if !r.Judged.Whole {
			return nil, fmt.Errorf("%s is a run over some packages only; make it with ./... at the module's root", f)
		}
		if err := r.Source.fits(now); err != nil {
			return nil, fmt.Errorf("%s %w", f, err)
		}
		runs = append(runs, r)
	}
	return join(runs), nil
}

func (c *command) wholeRun(ctx context.Context, o *options) (*run, error) {
	root, err := config.ModuleRoot(".")
	if err != nil {
		return nil, err
	}
	if root != "" {
		if err := os.Chdir(root); err != nil {
			return nil, err
		}
	}
	r, err := o.look(ctx, []string{"./..."})
	if err != nil {
		return nil, err
	}
	c.close(r, nil, clean)
	if len(r.problems) > 0 || len(r.packages) == 0 {
		return nil, errors.New("not every package could be judged, so nothing can be said of the baseline")
	}
	return r, nil
}

// join makes one run of several. An escape is unused only if no run uses it.
func join(runs []*run) *run {
	out := &run{}
	judged := make([]baseline.Run, len(runs))
	type at struct {
		file         string
		line, column int
	}
	escapes := map[at]escape{}
	lines := map[line]bool{}
	for i, r := range runs {
		judged[i] = r.Judged
		out.Excluded = append(out.Excluded, r.Excluded...)
		for _, e := range r.Escapes {
			k := at{e.File, e.Line, e.Column}
			e.Used = e.Used || escapes[k].Used
			escapes[k] = e
		}
		for _, l := range r.Lines {
			lines[l] = true
		}
	}
	out.Judged = baseline.Join(judged...)
	for _, e := range escapes {
		out.Escapes = append(out.Escapes, e)
	}
	slices.SortFunc(out.Escapes, func(a, b escape) int {
		return cmp.Or(strings.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	for l := range lines {
		if l.Class == "escape" && escapes[at{l.File, l.Line, l.Column}].Used {
			continue // unused in one configuration, used in another
		}
		out.Lines = append(out.Lines, l)
	}
	slices.SortFunc(out.Lines, compareLines)
	return out
}

func compareLines(a, b line) int {
	return cmp.Or(strings.Compare(a.File, b.File), cmp.Compare(a.Offset, b.Offset), strings.Compare(a.Class, b.Class), strings.Compare(a.Message, b.Message))
}

func (c *command) baselineInit(ctx context.Context, args []string) int {
	var o options
	o.creates = true
	files, path, err := o.parseBaseline(o.flagsOf("baseline init"), args)
	if err != nil {
		return c.fail(err)
	}
	if _, err := os.Lstat(path); err == nil {
		return c.fail(fmt.Errorf("%s is there already; philint baseline prune brings it up to date", relative(path)))
	}
	r, err := c.joined(ctx, &o, files)
	if err != nil {
		return c.fail(err)
	}
	b := baseline.Init(r.Judged)
	if err := baseline.Create(ctx, path, b); err != nil {
		return c.fail(err)
	}
	fmt.Fprintf(c.stdout, "%s: %s of %s\n", relative(path), counted(b.Len(), "entry", "entries"), counted(b.Total(), "finding", "findings"))
	return clean
}

func (c *command) baselinePrune(ctx context.Context, args []string) int {
	var o options
	files, path, err := o.parseBaseline(o.flagsOf("baseline prune"), args)
	if err != nil {
		return c.fail(err)
	}
	if _, err := baseline.Read(path); err != nil {
		return c.fail(missing(path, err))
	}
	r, err := c.joined(ctx, &o, files)
	if err != nil {
		return c.fail(err)
	}
	var changes []baseline.Change
	b, err := baseline.Update(ctx, path, func(b baseline.Baseline) (baseline.Baseline, error) {
		changes = baseline.Compare(b, r.Judged).Changes
		return baseline.Prune(b, r.Judged), nil
	})
	if err != nil {
		return c.fail(err)
	}
	for _, ch := range changes {
		fmt.Fprintln(c.stdout, oneLine(ch.String()))
	}
	c.excluded(b, r)
	fmt.Fprintf(c.stdout, "%s: %s, %s of %s left\n", relative(path), counted(len(changes), "change", "changes"),
		counted(b.Len(), "entry", "entries"), counted(b.Total(), "finding", "findings"))
	return clean
}

// missing says what to do about a baseline that is not there.
func missing(path string, err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: no such file; philint baseline init writes one", relative(path))
	}
	return err
}

func (c *command) baselineCheck(ctx context.Context, args []string) int {
	var o options
	files, path, err := o.parseBaseline(o.flagsOf("baseline check"), args)
	if err != nil {
		return c.fail(err)
	}
	b, err := baseline.Read(path)
	if err != nil {
		return c.fail(missing(path, err))
	}
	r, err := c.joined(ctx, &o, files)
	if err != nil {
		return c.fail(err)
	}
	n := c.compare(b, path, r)
	c.excluded(b, r)
	if o.since != "" {
		grown, err := c.grown(ctx, b, path, o.since)
		if err != nil {
			return c.fail(err)
		}
		n += grown
	}
	fmt.Fprintf(c.stderr, "philint: baseline: %s of %s; %s\n", counted(b.Len(), "entry", "entries"), counted(b.Total(), "finding", "findings"),
		counted(n, "thing to mend", "things to mend"))
	if n > 0 {
		return findings
	}
	return clean
}

// excluded says which entries are left alone because their packages are not looked at.
func (c *command) excluded(b baseline.Baseline, r *run) {
	n := 0
	var packages []string
	for _, e := range b.Entries() {
		if slices.Contains(r.Excluded, e.Package) {
			n++
			packages = append(packages, e.Package)
		}
	}
	if n > 0 {
		fmt.Fprintf(c.stderr, "philint: %s of excluded packages left as they are: %s\n", counted(n, "entry", "entries"), strings.Join(slices.Compact(packages), " "))
	}
}

// compare prints what the baseline does not hold and what it holds in vain.
func (c *command) compare(b baseline.Baseline, path string, r *run) (n int) {
	type key struct {
		file   string
		offset int
		class  string
	}
	texts := map[key]line{}
	for _, l := range r.Lines {
		texts[key{l.File, l.Offset, l.Class}] = l
		if !analyzers.Baselined(l.Class) {
			fmt.Fprintf(c.stdout, "%s: %s (%s)\n", l.here(), l.Message, l.Class)
			n++
		}
	}
	res := baseline.Compare(b, r.Judged)
	for _, s := range res.Surplus {
		text := s.Identity().String()
		at := s.File
		if l, ok := texts[key{s.File, s.Offset, s.Class}]; ok {
			at, text = l.here().String(), l.Message
		}
		if more := s.Explain(); more != "" {
			text += "; " + more
		}
		fmt.Fprintf(c.stdout, "%s: %s (%s)\n", at, text, s.Class)
		n++
	}
	v := verdict{files: []baselineFile{{path, b}}, stale: res.Changes}
	for _, s := range v.staleLines() {
		fmt.Fprintf(c.stdout, "%s: %s (stale)\n", s.place, s.text)
		n++
	}
	return n
}

// grown prints what the baseline holds beyond its older self. A file that was not there then was empty.
func (c *command) grown(ctx context.Context, b baseline.Baseline, path, rev string) (int, error) {
	text, err := gitfile.At(ctx, path, rev)
	var old baseline.Baseline
	if e, ok := errors.AsType[*gitfile.Error](err); ok && e.Kind == gitfile.Missing {
		err = nil
	} else if err == nil {
		old, err = baseline.Parse(text)
		if err != nil {
			err = fmt.Errorf("%s at %s: %w", relative(path), rev, err)
		}
	}
	if err != nil {
		return 0, err
	}
	growth := baseline.Since(old, b)
	for _, g := range growth {
		fmt.Fprintf(c.stdout, "%s: grown since %s: %s\n", relative(path), rev, oneLine(g.String()))
	}
	return len(growth), nil
}

// baselineMerge is a git merge driver: ancestor, ours, theirs; the result goes to ours.
func (c *command) baselineMerge(ctx context.Context, args []string) int {
	if len(args) != 2 && len(args) != 3 {
		return c.fail(errors.New("baseline merge takes the ancestor, our file and their file (%O %A %B of a git merge driver), or the last two"))
	}
	ours := args[len(args)-2]
	var sides []baseline.Baseline
	for i, name := range args {
		text, err := os.ReadFile(name)
		if err != nil {
			return c.fail(err)
		}
		if len(text) == 0 && len(args) == 3 && i == 0 {
			args = args[1:] // git gives an empty file when there is no ancestor
			continue
		}
		b, err := baseline.Parse(text)
		if err != nil {
			return c.fail(fmt.Errorf("%s: %w", name, err))
		}
		sides = append(sides, b)
	}
	var merged baseline.Baseline
	if len(sides) == 3 {
		merged = baseline.Merge3(sides[0], sides[1], sides[2])
	} else {
		merged = baseline.Merge(sides[0], sides[1])
	}
	if err := replaceFile(ours, merged.Format()); err != nil {
		return c.fail(err)
	}
	return clean
}

func (c *command) baselineReport(ctx context.Context, args []string) int {
	var o options
	rest, path, err := o.parseBaseline(o.flagsOf("baseline report"), args)
	if err == nil && len(rest) > 0 {
		err = errors.New("baseline report takes flags only")
	}
	if err != nil {
		return c.fail(err)
	}
	b, err := baseline.Read(path)
	if err != nil {
		return c.fail(missing(path, err))
	}
	versions, noHistory := gitfile.History(ctx, path)
	points, unreadable := trend.FromHistory(versions)
	for _, commit := range unreadable {
		fmt.Fprintf(c.stderr, "philint: the baseline of commit %s cannot be read; it is left out\n", commit)
	}
	if n := len(points); n == 0 || points[n-1].Findings != b.Total() || points[n-1].Entries != b.Len() {
		points = append(points, trend.PointOf(b, time.Now().UTC(), "working tree"))
	}
	if o.svg != "" {
		var out strings.Builder
		if err := trend.WriteSVG(&out, points); err != nil {
			return c.fail(err)
		}
		if err := os.WriteFile(o.svg, []byte(out.String()), 0o666); err != nil {
			return c.fail(err)
		}
	}
	if err := c.printReport(baseline.Summarize(b), points, o.json); err != nil {
		return c.fail(err)
	}
	if noHistory != nil {
		return c.fail(fmt.Errorf("the trend is not known: %w", noHistory))
	}
	return clean
}

func (c *command) printReport(s baseline.Summary, points []trend.Point, asJSON bool) error {
	if asJSON {
		enc := json.NewEncoder(c.stdout)
		enc.SetIndent("", "\t")
		return enc.Encode(struct {
			baseline.Summary
			Trend []trend.Point `json:"trend"`
		}{s, points})
	}
	fmt.Fprintf(c.stdout, "%s of %s\n", counted(s.Entries, "entry", "entries"), counted(s.Findings, "finding", "findings"))
	for _, t := range []struct {
		title string
		rows  []baseline.Tally
	}{{"class", s.Classes}, {"package", s.Packages}} {
		fmt.Fprintf(c.stdout, "\n%8s %8s  %s\n", "findings", "entries", t.title)
		for _, r := range t.rows {
			fmt.Fprintf(c.stdout, "%8d %8d  %s\n", r.Findings, r.Entries, r.Name)
		}
	}
	fmt.Fprintln(c.stdout)
	return trend.WriteTable(c.stdout, points)
}
