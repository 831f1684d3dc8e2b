package plugin_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/golangci/plugin-module-register/register"

	"github.com/seed-a76b335c/philint/analyzers/plugin"
)

// chdirModule goes to a new module that has these files.
func chdirModule(t *testing.T, files map[string]string) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	t.Setenv("PHILINT_CONFIG", "")
	t.Setenv("PHILINT_BASELINE", "")
	t.Setenv("GOWORK", "off")
}

func TestPlugin(t *testing.T) {
	chdirModule(t, map[string]string{"go.mod": "module example.com/x\n"})
	newPlugin, err := register.GetPlugin("philint")
	if err != nil {
		t.Fatal(err)
	}
	p, err := newPlugin(nil)
	if err != nil {
		t.Fatal(err)
	}
	list, err := p.BuildAnalyzers()
	if err != nil || len(list) != 4 || p.GetLoadMode() != register.LoadModeTypesInfo {
		t.Errorf("%v, %v", list, err)
	}
	if print, err := plugin.Fingerprint(); err != nil || len(print) != 16 {
		t.Errorf("%q, %v", print, err)
	}
}

func TestSettings(t *testing.T) {
	chdirModule(t, map[string]string{"go.mod": "module example.com/x\n", ".philint.yml": "keys: sometimes\n"})
	// With settings of their own the file is not read, and without it is, as strictly.
	for _, tt := range []struct {
		settings any
		want     string
	}{
		{nil, `.philint.yml:1:7: "sometimes" is unknown`},
		{map[string]any{"baseline": "off"}, `"sometimes" is unknown`},
		{map[string]any{"keys": "never"}, ""},
		{map[string]any{"notloggers": []any{"example.com/x.Y"}}, ""},
		{map[string]any{"fields": map[string]any{"visit_no": "identifier"}}, ""},
		{map[string]any{"keys": "never", "exlude": []any{}}, `settings: unknown key "exlude"`},
		{map[string]any{"sinks": []any{map[string]any{"package": "a"}}}, "settings: this sink has no functions\nsettings: this sink has no parameters"},
		{map[string]any{"baseline": 3}, `settings: baseline: want "on" or "off"`},
		{map[string]any{"fingerprint": "x"}, "settings: fingerprint is x, but that of the files is"},
		{"text", "settings: want a mapping"},
	} {
		_, err := plugin.New(tt.settings)
		if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%v: %v, want %q", tt.settings, err, tt.want)
		}
	}
}

func TestBaselineIsRead(t *testing.T) {
	chdirModule(t, map[string]string{"go.mod": "module example.com/x\n", "philint.baseline": "no header\n"})
	if _, err := plugin.New(nil); err == nil || !strings.Contains(err.Error(), "line 1") {
		t.Errorf("a wrong baseline: %v", err)
	}
	if _, err := plugin.New(map[string]any{"baseline": "off"}); err != nil {
		t.Error(err)
	}
}
