// Package config reads .philint.yml: what a module adds to the built-in log policy.
//
//	sinks:                      # functions that write to a log and that philint does not know
//	  - package: example.com/audit
//	    receiver: Trail         # left out for functions
//	    functions: [Write, Writef]
//	    parameters: _ message pairs
//	    kind: statement         # or binder, field
//	    surface: log            # or telemetry, stream
//	notLoggers: [example.com/console.Game]
//	sanitisers: [example.com/mask.Hash, example.com/mask.(Masker).Do]
//	words:
//	  secret: [pin code]
//	  personal: [staff number]
//	  health: [triage*]
//	fields:                     # names registered with redact.Register, and their kinds
//	  visit_no: identifier
//	exclude: [example.com/shop/mocks/...]
//	keys: auto                  # or always, never
//
// Nothing in the file is ever ignored: what is not understood is an error that names the line and the column.
package config

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/seed-a76b335c/philint/analyzers/internal/policy"
	"github.com/seed-a76b335c/philint/analyzers/internal/sink"
	"github.com/seed-a76b335c/philint/redact"
)

// FileName is the name of the file, beside go.mod.
const FileName = ".philint.yml"

// Env names a configuration file explicitly, by an absolute path. It wins over the file beside go.mod.
const Env = "PHILINT_CONFIG"

// maxSize is more than any list that a person keeps.
const maxSize = 1 << 20

// A KeysMode says whether constant keys must be registered names.
type KeysMode string

const (
	KeysAuto   KeysMode = "auto"   // they must when the module uses redact: see [Config.JudgesKeys]
	KeysAlways KeysMode = "always" // they must
	KeysNever  KeysMode = "never"  // any constant key will do
)

// A Config is what one file says. It never changes once read.
type Config struct {
	Path       string // of the file; "" for the built-in policy alone
	Sinks      []sink.Row
	NotLoggers []string // "path.Type"
	Sanitisers []string // "path.Func", "path.(Type).Method"
	Words      policy.Extra
	Fields     []redact.Field
	Exclude    []string // patterns of import paths
	Keys       KeysMode

	table    *sink.Table
	registry *redact.Registry
	patterns []pattern
	hash     string
}

// Default returns the configuration of a module without a file.
func Default() *Config {
	return &Config{Keys: KeysAuto, table: sink.Default(), registry: redact.Fields, hash: digest(nil)}
}

// ForDir returns the configuration of the package in a directory: of the file that [Env] names, else of the file
// beside the package's go.mod, else the default.
func ForDir(dir string) (*Config, error) {
	path, err := Find(dir)
	if err != nil || path == "" {
		return Default(), err
	}
	return Load(path)
}

// Find returns the path of the file that is in force in a directory, or "" when there is none.
//
// It walks up to the directory of go.mod and no further. A file on the way there is an error: it would be in force
// for some packages and not for others.
func Find(dir string) (string, error) {
	if path := os.Getenv(Env); path != "" {
		if !filepath.IsAbs(path) {
			return "", fmt.Errorf("%s is %q: want an absolute path, because the tool runs in each package's own directory", Env, path)
		}
		return path, nil
	}
	root, err := ModuleRoot(dir)
	if err != nil {
		return "", err
	}
	dir, err = filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	if root == "" {
		root = dir // files outside any module
	}
	for d := dir; d != root; d = filepath.Dir(d) {
		stray := filepath.Join(d, FileName)
		if exists(stray) {
			return "", fmt.Errorf("%s: a configuration stands beside go.mod, in %s; move it there", stray, root)
		}
	}
	path := filepath.Join(root, FileName)
	if !exists(path) {
		return "", nil
	}
	return path, nil
}

// ModuleRoot returns the directory of the go.mod that governs a directory, or "" when there is none.
func ModuleRoot(dir string) (string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	for {
		if info, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil && !info.IsDir() {
			return dir, nil
		}
		up := filepath.Dir(dir)
		if up == dir {
			return "", nil
		}
		dir = up
	}
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// Load reads a file.
func Load(path string) (*Config, error) {
	text, err := read(path)
	if err != nil {
		return nil, fmt.Errorf("configuration: %w", err)
	}
	return Parse(path, text)
}

func read(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, &fs.PathError{Op: "read", Path: path, Err: fmt.Errorf("not a regular file")}
	}
	if info.Size() > maxSize {
		return nil, &fs.PathError{Op: "read", Path: path, Err: fmt.Errorf("larger than %d bytes", maxSize)}
	}
	return os.ReadFile(path)
}

// Hash is of everything that the configuration says. Go caches a vet tool's verdicts, so the hash belongs into what
// the tool answers to -V=full.
func (c *Config) Hash() string { return c.hash }

func digest(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// Table returns the built-in sinks and those of the file.
func (c *Config) Table() *sink.Table { return c.table }

// Registered reports whether the run-time filter keeps an attribute of this name.
func (c *Config) Registered(name string) bool {
	_, ok := c.registry.Lookup(name)
	return ok
}

// Excludes reports whether a package is out of scope.
func (c *Config) Excludes(pkgPath string) bool {
	for _, p := range c.patterns {
		if p.match(pkgPath) {
			return true
		}
	}
	return false
}
