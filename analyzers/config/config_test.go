package config_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-a76b335c/philint/analyzers/config"
)

const full = `# everything at once
sinks:
  - package: example.com/audit/v*
    receiver: Trail
    functions: [Write, Writef]
    parameters: _ message pairs
    kind: statement
    surface: telemetry
    level: warn
  - {package: example.com/audit, functions: New, parameters: pairs, kind: binder}
notLoggers: [example.com/console.Game]
sanitisers: [example.com/mask.Hash, example.com/mask.(Masker).Do]
words:
  secret: [pin code]
  personal: [badge]
  health: [triage*]
fields:
  visit_no: identifier
  ward_state: {kind: status, values: [open, closed]}
exclude: [example.com/shop/mocks/..., .../generated]
keys: never
`

func TestFullFile(t *testing.T) {
	c, err := config.Parse("x.yml", []byte(full))
	if err != nil {
		t.Fatal(err)
	}
	if len(c.Sinks) != 2 || c.Sinks[0].Recv != "Trail" || c.Sinks[0].Funcs != "Write Writef" || c.Sinks[0].Level != "warn" || len(c.Fields) != 2 ||
		len(c.Sanitisers) != 2 || c.NotLoggers[0] != "example.com/console.Game" || c.Words.Health[0] != "triage*" || c.Keys != config.KeysNever {
		t.Errorf("%+v", c)
	}
	for path, want := range map[string]bool{
		"example.com/shop/mocks": true, "example.com/shop/mocks/user": true, "example.com/shop/mocksuser": false, "example.com/shop": false,
		"example.com/a/generated": true, "example.com/a/generated/b": false,
	} {
		if c.Excludes(path) != want {
			t.Errorf("Excludes(%s) = %v", path, !want)
		}
	}
	for name, want := range map[string]bool{"visit_no": true, "visitNo": true, "ward_state": true, "user_id": true, "visit": false} {
		if c.Registered(name) != want {
			t.Errorf("Registered(%s) = %v", name, !want)
		}
	}
	other, err := config.Parse("x.yml", []byte(full+"\n"))
	if err != nil || other.Hash() == c.Hash() {
		t.Error("another text has the same hash")
	}
}

func TestEmptyFiles(t *testing.T) {
	for _, text := range []string{"", "# nothing\n", "---\n", "{}\n", "sinks: []\nwords: {}\n"} {
		c, err := config.Parse("x.yml", []byte(text))
		if err != nil || c.Keys != config.KeysAuto || c.Registered("no such name") || !c.Registered("user_id") || c.Table() == nil {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestWrongFiles(t *testing.T) {
	const sink = "sinks:\n  - {package: a, functions: F, parameters: value%s}\n"
	for _, tt := range []struct{ text, want string }{
		{"keys: sometimes", `x.yml:1:7: "sometimes" is unknown; want auto, always or never`},
		{"keys: true", "x.yml:1:7: the truth value true is not what can stand here"},
		{"keys:", "x.yml:1:6: nothing is not what can stand here"},
		{"keys: auto\nkeys: auto", `x.yml:2:1: duplicate key "keys"; it is on line 1 already`},
		{"sink: []", `x.yml:1:1: unknown key "sink"; the configuration has the keys exclude, fields, keys, notLoggers`},
		{"1: x", "x.yml:1:1: the number 1 is not what can stand here"},
		{"[]", "x.yml:1:1: a list is not what can stand here"},
		{"just text", `x.yml:1:1: "just text" is not what can stand here`},
		{"keys: auto\n---\nkeys: auto", "x.yml:2:1: a second document"},
		{"a: &x []\nb: *x", "unknown key"},
		{"words: &x {}\nfields: *x", "x.yml:2:9: an alias is not what can stand here"},
		{"words:\n  <<: {}", `x.yml:2:3: a merge is not what can stand here`},
		{"words: {medical: [x]}", `x.yml:1:9: unknown key "medical"; words has the keys health, personal, secret`},
		{"words: {secret: pin}", `x.yml:1:17: "pin" is not what can stand here: want a list`},
		{"words: {secret: [a*]}", `"a*" is not a word`},
		{"words: {secret: [pin, pin]}", `x.yml:1:23: "pin" is in the list twice`},
		{"words: {secret: [pin-code]}", `"pin-code" is not a word`},
		{"sinks:\n  - package: a\n", "x.yml:2:5: this sink has no functions"},
		{"sinks: [{}]", "x.yml:1:9: this sink has no package"},
		{"sinks:\n  - {package: a, functions: F, parameters: valu}", `x.yml:2:5: row a {F}: unknown parameter word "valu"; parameters take the words message format value`},
		{"sinks:\n  - {package: a, functions: F, parameters: pairs value}", `"pairs" must be the last word`},
		{strings.ReplaceAll(sink, "%s", ", kind: log"), `"log" is unknown; want statement, binder or field`},
		{strings.ReplaceAll(sink, "%s", ", surface: screen"), `"screen" is unknown; want log, telemetry or stream`},
		{strings.ReplaceAll(sink, "%s", ", level: loud"), `unknown level "loud"`},
		{strings.ReplaceAll(sink, "%s", ", receiver: '*T'"), "Recv must be a type's name"},
		{"sinks:\n  - {package: a, functions: F, parameters: value}\n  - {package: a, functions: [G, F], parameters: value}", "x.yml:3:5: row a {G F}: F is in an earlier row"},
		{"notLoggers: [Game]", `x.yml:1:14: "Game" is not a type`},
		{"sanitisers: [a.(T)]", "is not a function"},
		{"exclude: [./mocks]", `"./mocks" is not a pattern of import paths`},
		{"exclude: [/mocks]", "is not a pattern"},
		{"exclude: ['a*']", "is not a pattern"},
		{"exclude: ['']", "an empty text is not what can stand here"},
		{"fields: {visit: number}", `x.yml:1:17: "number" is no kind of a field; want identifier, count, duration, status, type-name, flag, time or group`},
		{"fields: {user_id: count}", "x.yml:1:10: field user_id is already registered as"},
		{"fields: {email: identifier}", `a name that ends in "email" promises a value that no log may hold`},
		{"fields: {visit: {values: [a]}}", "this field has no kind"},
		{"fields: {visit_n: {kind: count, values: [a]}}", "a count has no closed set of values"},
		{"fields: {'a b': count}", "want letters, digits"},
		{"keys: [", "x.yml:1:1: this is not YAML"},
		{"keys: auto\n\tx: y", "x.yml:2:1: this is not YAML"},
		{"keys: \x00", "this is not YAML"},
		{"keys: sometimes\nsink: x", "x.yml:2:1: unknown key"},
	} {
		_, err := config.Parse("x.yml", []byte(tt.text))
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q\n got %v\nwant %s", tt.text, err, tt.want)
		}
		if _, ok := errors.AsType[config.Errors](err); err != nil && !ok {
			t.Errorf("%q: %T", tt.text, err)
		}
	}
}

func TestFind(t *testing.T) {
	t.Setenv(config.Env, "")
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	sub := filepath.Join(root, "a", "b")
	if err := os.MkdirAll(sub, 0o777); err != nil {
		t.Fatal(err)
	}
	write := func(path, text string) {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	find := func(want string) {
		t.Helper()
		if got, err := config.Find(sub); err != nil || got != want {
			t.Errorf("Find = %q, %v; want %q", got, err, want)
		}
	}
	write(filepath.Join(root, "go.mod"), "module example.com/x\n")
	find("")
	path := filepath.Join(root, config.FileName)
	write(path, "keys: never\n")
	find(path)
	write(filepath.Join(root, "a", config.FileName), "")
	if _, err := config.Find(sub); err == nil || !strings.Contains(err.Error(), "stands beside go.mod") {
		t.Errorf("a stray file: %v", err)
	}
	// A module of its own has a file of its own.
	write(filepath.Join(root, "a", "go.mod"), "module example.com/x/a\n")
	find(filepath.Join(root, "a", config.FileName))
	t.Setenv(config.Env, path)
	find(path)
	t.Setenv(config.Env, "relative.yml")
	if _, err := config.Find(sub); err == nil {
		t.Error("a relative path was taken")
	}
}

func TestJudgesKeys(t *testing.T) {
	parse := func(text string) *config.Config {
		t.Helper()
		c, err := config.Parse("x.yml", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	for _, tt := range []struct {
		mod, text string
		want      bool
		reason    string
	}{
		{"module example.com/x\n", "", false, "example.com/x neither requires"},
		{"module example.com/x\nrequire github.com/seed-a76b335c/philint v0.1.0\n", "", true, "go.mod requires"},
		{"module example.com/x\nrequire github.com/seed-a76b335c/philint v0.1.0 // indirect\n", "", false, "neither requires"},
		{"module github.com/seed-a76b335c/philint\n", "", true, "the module is"},
		{"module example.com/x\n", "fields: {visit_no: identifier}", true, "registers fields"},
		{"module example.com/x\n", "keys: always", true, "keys: always"},
		{"module github.com/seed-a76b335c/philint\n", "keys: never", false, "keys: never"},
		{"module \"\n", "", false, "go.mod cannot be read"},
		{"", "", false, "there is no go.mod"},
	} {
		dir := t.TempDir()
		if tt.mod != "" {
			if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte(tt.mod), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		got, reason := parse(tt.text).JudgesKeys(dir)
		if got != tt.want || !strings.Contains(reason, tt.reason) {
			t.Errorf("%q %q: %v, %s", tt.mod, tt.text, got, reason)
		}
	}
}

// Whatever the text, the answer is a configuration or an error that names a place in it.
func FuzzParse(f *testing.F) {
	f.Add([]byte(full))
	for _, s := range []string{"", "keys: auto", "sinks: [{package: a, functions: F, parameters: value}]", "a: &a [*a]", "fields: {x: {kind: status, values: [y]}}", "\xff", "? x", "- - -"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		c, err := config.Parse("x.yml", text)
		if err == nil {
			if c.Table() == nil || c.Hash() == "" {
				t.Fatal("an unfinished configuration")
			}
			c.Excludes("example.com/a/b")
			c.Registered("user_id")
			c.JudgesKeys("/")
			return
		}
		wrong, ok := errors.AsType[config.Errors](err)
		if !ok || len(wrong) == 0 {
			t.Fatalf("%T: %v", err, err)
		}
		for _, e := range wrong {
			if e.Line < 1 || e.Column < 1 || e.Problem == "" || strings.Contains(e.Error(), "\n") {
				t.Fatalf("%#v", e)
			}
		}
	})
}
