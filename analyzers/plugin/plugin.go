// Package plugin makes philint a linter of golangci-lint, by its module plugin system.
//
// See docs/golangci.md for how to build one and for the settings with which golangci-lint hides findings.
package plugin

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/golangci/plugin-module-register/register"
	"go.yaml.in/yaml/v3"
	"golang.org/x/tools/go/analysis"

	"github.com/seed-a76b335c/philint/analyzers"
	"github.com/seed-a76b335c/philint/analyzers/baseline"
	"github.com/seed-a76b335c/philint/analyzers/config"
)

// Name is what the linter is called in golangci-lint's configuration.
const Name = "philint"

func init() { register.Plugin(Name, New) }

// New is called by golangci-lint with the linter's settings: those of .philint.yml, and
//
//	baseline: off            # do not hide what the baseline counts
//	fingerprint: 1f0e…       # of .philint.yml and the baseline, as "philint version" prints it
//
// Without any setting of .philint.yml's, that file is read, as the vet tool does.
func New(settings any) (register.LinterPlugin, error) {
	p := &linter{}
	own, err := p.read(settings)
	if err != nil {
		return nil, err
	}
	if own == nil {
		p.cfg, err = config.ForDir(".")
	} else {
		p.cfg, err = parse(own)
	}
	if err != nil {
		return nil, err
	}
	if p.noBaseline {
		return p, nil
	}
	p.base, err = analyzers.ModuleBaseline(".")
	return p, err
}

type linter struct {
	cfg        *config.Config
	base       *baseline.Baseline
	noBaseline bool
}

// GetLoadMode says that the analyzers need types.
func (p *linter) GetLoadMode() string { return register.LoadModeTypesInfo }

// BuildAnalyzers returns the analyzers.
func (p *linter) BuildAnalyzers() ([]*analysis.Analyzer, error) {
	if p.base == nil {
		return analyzers.New(p.cfg)
	}
	return analyzers.New(p.cfg, analyzers.WithBaseline(*p.base))
}

// read takes the plugin's own settings and returns those of .philint.yml, nil if there are none.
func (p *linter) read(settings any) (own map[string]any, err error) {
	if settings == nil {
		return nil, nil
	}
	all, ok := settings.(map[string]any)
	if !ok {
		return nil, fmt.Errorf("settings: want a mapping, not %T", settings)
	}
	for key, value := range all {
		switch key {
		case "baseline":
			switch value {
			case "on", true: // YAML's "on" may arrive as either
			case "off", false:
				p.noBaseline = true
			default:
				return nil, errors.New(`settings: baseline: want "on" or "off"`)
			}
		case "fingerprint":
			if err := check(value); err != nil {
				return nil, err
			}
		default:
			if own == nil {
				own = map[string]any{}
			}
			own[spelled(key)] = value
		}
	}
	return own, nil
}

// spelled undoes what golangci-lint does to keys: it reads them without regard to case.
func spelled(key string) string {
	if key == "notloggers" {
		return "notLoggers"
	}
	return key
}

// parse reads settings as if they stood in .philint.yml, as strictly.
func parse(own map[string]any) (*config.Config, error) {
	text, err := yaml.Marshal(own)
	if err != nil {
		return nil, fmt.Errorf("settings: %w", err)
	}
	cfg, err := config.Parse("settings", text)
	wrong, ok := errors.AsType[config.Errors](err)
	if !ok {
		return cfg, err
	}
	// The lines are those of no file that anybody wrote.
	lines := make([]string, len(wrong))
	for i, e := range wrong {
		lines[i] = "settings: " + e.Problem
	}
	return nil, errors.New(strings.Join(lines, "\n"))
}

// Fingerprint says in a few letters what decides over the findings in the working directory: this program, and the
// files that the linter reads. A golangci-lint built from this package has it in its version.
func Fingerprint() (string, error) {
	h := sha256.New()
	exe, err := os.Executable()
	if err != nil {
		return "", err
	}
	f, err := os.Open(exe)
	if err != nil {
		return "", err
	}
	defer f.Close()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	files, _, err := config.Fingerprint(".")
	if err != nil {
		return "", err
	}
	h.Write([]byte(files))
	return hex.EncodeToString(h.Sum(nil))[:16], nil
}

// check compares the fingerprint of the settings with that of the files.
func check(value any) error {
	now, files, err := config.Fingerprint(".")
	if err != nil {
		return err
	}
	if value != now {
		return fmt.Errorf("settings: fingerprint is %v, but that of the files is %s (%s)", value, now, strings.Join(files, ", "))
	}
	return nil
}
