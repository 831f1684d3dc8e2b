package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/seed-a76b335c/philint/analyzers"
	"github.com/seed-a76b335c/philint/analyzers/config"
)

// vetTool speaks the go command's protocol: -V=full, -flags, and a .cfg file for each package.
func vetTool(args []string) {
	log.SetFlags(0)
	log.SetPrefix("philint: ")
	if slices.Contains(args, "-V=full") {
		line, err := fullVersion(".")
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(line)
		return
	}
	list, err := unitAnalyzers(args)
	if err != nil {
		log.Fatal(err)
	}
	unitchecker.Main(list...)
}

// A unit is what of a .cfg file decides how a package is judged.
type unit struct {
	ID, Dir       string
	ModulePath    string
	ModuleVersion string
	Module        *analysis.Module // from Go 1.27 on, instead
	VetxOnly      bool
	Stdout        string
}

// released reports whether the package belongs to a dependency rather than to a module under work.
func (u *unit) released() bool {
	return u.ModuleVersion != "" || u.Module != nil && u.Module.Version != ""
}

// unitAnalyzers returns the analyzers for the package of the .cfg file that ends the arguments.
func unitAnalyzers(args []string) ([]*analysis.Analyzer, error) {
	path := args[len(args)-1]
	if !strings.HasSuffix(path, ".cfg") {
		return withBaselineFlag(analyzers.New(config.Default()))
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var u unit
	if err := json.Unmarshal(text, &u); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if u.released() {
		// What a dependency's own files say is nothing to us, nor ours to it.
		var opts []analyzers.Option
		if u.VetxOnly {
			opts = append(opts, analyzers.FactsOnly())
		}
		return withBaselineFlag(analyzers.New(config.Default(), opts...))
	}
	cfg, err := config.ForDir(u.Dir)
	if err != nil {
		return nil, err
	}
	var opts []analyzers.Option
	switch {
	case !u.VetxOnly:
	case u.mayBeAskedLater() && !slices.Contains(args, "-fix"):
		if err := judgeToo(path, text); err != nil {
			return nil, err
		}
	default:
		opts = append(opts, analyzers.FactsOnly())
	}
	if !slices.Contains(args, "-"+analyzers.Core+".baseline=off") {
		b, err := analyzers.ModuleBaseline(u.Dir)
		if err != nil {
			return nil, err
		}
		if b != nil {
			opts = append(opts, analyzers.WithBaseline(*b))
		}
	}
	return withBaselineFlag(analyzers.New(cfg, opts...))
}

// mayBeAskedLater reports whether the go command can confuse this look at a dependency with a later one at the package
// itself. From Go 1.26 on it keeps what the tool prints, under a key that does not say whether the package was asked
// for or only imported: after "go vet ./a", which imports b, "go vet ./b" replays the silence. So what is printed must
// not depend on it. A package with tests is safe, because there the package asked for is another, that with its tests.
func (u *unit) mayBeAskedLater() bool {
	return u.Stdout != "" && !hasTests(u.Dir)
}

// hasTests reports whether a package has test files of its own for certain: a file with a build constraint may be out.
func hasTests(dir string) bool {
	names, _ := filepath.Glob(filepath.Join(dir, "*_test.go"))
	for _, name := range names {
		if plainTest(name) {
			return true
		}
	}
	return false
}

// judgeToo asks for the findings of a package that is only imported.
func judgeToo(path string, text []byte) error {
	var all map[string]any
	if err := json.Unmarshal(text, &all); err != nil {
		return err
	}
	all["VetxOnly"] = false
	text, err := json.Marshal(all)
	if err != nil {
		return err
	}
	return os.WriteFile(path, text, 0o666) // the go command wrote it for this one call
}

// withBaselineFlag declares the flag that unitAnalyzers reads from the arguments, and one that nobody reads.
func withBaselineFlag(list []*analysis.Analyzer, err error) ([]*analysis.Analyzer, error) {
	for _, a := range list {
		if a.Name == analyzers.Core {
			a.Flags.Var(onOff{}, "baseline", "on or off: whether the module's "+config.BaselineName+" hides what it counts")
			a.Flags.String("again", "", "means nothing: another value keeps the go command from repeating an answer of its cache")
		}
	}
	return list, err
}

type onOff struct{}

func (onOff) String() string { return "on" }

func (onOff) Set(s string) error {
	if s != "on" && s != "off" {
		return errors.New("want on or off; name another file with " + config.BaselineEnv)
	}
	return nil
}
