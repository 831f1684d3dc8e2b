package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/seed-a76b335c/philint/internal/terminology/icpc3"
	"github.com/seed-a76b335c/philint/internal/terminology/loinc"
)

type result struct {
	status   int
	out, err string
}

// run is the program without a process, with env as its environment.
func run(t *testing.T, env map[string]string, args ...string) result {
	t.Helper()
	return runWith(t, env, "", args...)
}

// runWith is run with standard input.
func runWith(t *testing.T, env map[string]string, in string, args ...string) result {
	t.Helper()
	var out, errOut bytes.Buffer
	a := &app{
		in: strings.NewReader(in), out: &out, err: &errOut,
		getenv: func(name string) string { return env[name] },
		now:    func() time.Time { return time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC) },
	}
	status := a.main(context.Background(), args)
	return result{status, out.String(), errOut.String()}
}

// release is n rows in the form of Loinc.csv.
func release(n int, version string) string {
	var b strings.Builder
	b.WriteString("LOINC_NUM,COMPONENT,PROPERTY,TIME_ASPCT,SYSTEM,SCALE_TYP,METHOD_TYP,CLASS,VersionLastChanged,CLASSTYPE,STATUS," +
		"CONSUMER_NAME,SHORTNAME,EXTERNAL_COPYRIGHT_NOTICE,LONG_COMMON_NAME,EXAMPLE_UCUM_UNITS,COMMON_TEST_RANK,PanelType,DisplayName\n")
	for _, r := range loinc.Core().Rows() {
		if n == 0 {
			break
		}
		if r.Kind != loinc.KindLab || r.Panel {
			continue
		}
		n--
		status := "ACTIVE"
		if n == 0 {
			status = "DEPRECATED"
		}
		fmt.Fprintf(&b, "%s,%q,%s,%s,%q,%s,%q,CHEM,%s,1,%s,,,,%q,,,,\n", r.Code, r.Component, r.Property, r.Time, r.System, r.Scale, r.Method, version, status, r.LongName)
	}
	return b.String()
}

func complaints() string {
	var b strings.Builder
	b.WriteString("component\tchapter\tcode\tkind\tpreferred\tinclusions\texclusions\tdepth\n")
	for _, r := range icpc3.Core().Rubrics() {
		fmt.Fprintf(&b, "%c\t%s\t%s\t%s\t%s\t%s\t%s\t%d\n", r.Component, r.Chapter, r.Code, r.Kind, r.Preferred,
			strings.Join(r.Inclusions, ";"), strings.Join(r.Exclusions, ";"), r.Depth)
	}
	return b.String()
}

func write(t testing.TB, name, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestACommandLineThatIsNotRightSaysWhatToDo(t *testing.T) {
	file := write(t, "file", "")
	for _, tt := range []struct {
		args []string
		want string
	}{
		{[]string{"frobnicate"}, "recordserver help"},
		{[]string{"vocab"}, "vocab import, vocab remove, vocab list, vocab check"},
		{[]string{"vocab", "frobnicate"}, "vocab import, vocab remove, vocab list, vocab check"},
		{[]string{"vocab", "remove"}, "recordserver help vocab remove"},
		{[]string{"vocab", "remove", "rxnorm"}, "loinc, icpc3"},
		{[]string{"vocab", "list", "--partial"}, "--partial is no flag of this command"},
		{[]string{"help", "vocab", "frobnicate"}, "recordserver help"},
		{[]string{"help", ""}, "recordserver help"},
		{[]string{"--version", "x"}, "takes no arguments"},
		{[]string{"mcp", "--reports", file}, "--reports (or RECORDSERVER_REPORTS) must be a directory"},
		{[]string{"mcp", "--reports", file + ".none"}, "--reports (or RECORDSERVER_REPORTS) must be a directory"},
		{[]string{"mcp", "now"}, "takes no arguments"},
		{[]string{"mcp", "--frobnicate"}, "there is no flag of"},
		{[]string{"mcp", "--log-level", "loud"}, "--log-level"},
		{[]string{"vocab", "list", "--data"}, "--data needs a value"},
		{[]string{"vocab", "list", "x"}, "takes no arguments"},
		{[]string{"vocab", "check", "x"}, "takes no arguments"},
		{[]string{"version", "x"}, "takes no arguments"},
		{[]string{"help", "frobnicate"}, "recordserver help"},
		{[]string{"vocab", "import", "loinc"}, "recordserver help vocab import"},
		{[]string{"vocab", "import", "rxnorm", file}, "loinc, icpc3"},
		{[]string{"vocab", "import", "loinc", file, "--data", "/x"}, "recordserver help vocab import"},
		{[]string{"vocab", "import", "--data", file, "loinc", file}, "--data (or RECORDSERVER_DATA) is not a directory"},
		{[]string{"vocab", "list", "--data", file}, "--data (or RECORDSERVER_DATA) is not a directory"},
	} {
		r := run(t, nil, tt.args...)
		if r.status != misuse || r.out != "" || !strings.Contains(r.err, tt.want) || !strings.HasPrefix(r.err, "recordserver: ") {
			t.Errorf("%q: status %d, %q, want %q", tt.args, r.status, r.err, tt.want)
		}
	}
}

func TestHelpNamesEveryCommand(t *testing.T) {
	general := run(t, nil)
	for _, args := range [][]string{{"help"}, {"-h"}, {"--help"}} {
		if r := run(t, nil, args...); r != general || r.status != done {
			t.Errorf("%q: %+v", args, r)
		}
	}
	for _, c := range commands() {
		if c.hidden {
			if strings.Contains(general.out, c.name) {
				t.Errorf("%s is shown", c.name)
			}
			continue
		}
		words := strings.Fields(c.name)
		asked, flagged := run(t, nil, append([]string{"help"}, words...)...), run(t, nil, append(words, "-h")...)
		if !strings.Contains(general.out, c.doc) || asked.status != done || !strings.Contains(asked.out, "usage: recordserver "+c.name) || asked != flagged {
			t.Errorf("%s: %+v, %+v", c.name, asked, flagged)
		}
	}
}

func TestHelpOfSeveralCommandsListsThem(t *testing.T) {
	for _, group := range []string{"vocab", "user"} {
		asked := run(t, nil, "help", group)
		if asked.status != done || asked.err != "" || !strings.Contains(asked.out, "usage: recordserver "+group+" <command>") || strings.Contains(asked.out, "mcp") {
			t.Errorf("%+v", asked)
		}
		for _, c := range in(group) {
			if !strings.Contains(asked.out, c.name) || !strings.Contains(asked.out, c.doc) {
				t.Errorf("%s is not in %s", c.name, asked.out)
			}
		}
		for _, flag := range []string{"-h", "-help", "--help"} {
			if r := run(t, nil, group, flag); r != asked {
				t.Errorf("%s %s: %+v", group, flag, r)
			}
		}
	}
}

func TestTheVersionIsToldInEverySpelling(t *testing.T) {
	want := run(t, nil, "version")
	if want.status != done || !strings.HasPrefix(want.out, "recordserver ") {
		t.Errorf("%+v", want)
	}
	for _, flag := range []string{"--version", "-version"} {
		if r := run(t, nil, flag); r != want {
			t.Errorf("%s: %+v", flag, r)
		}
	}
}

func TestVocabulariesAreImportedListedAndChecked(t *testing.T) {
	data := filepath.Join(t.TempDir(), "data")
	env := map[string]string{"RECORDSERVER_DATA": data}
	if r := run(t, env, "vocab", "list"); r.status != done || strings.Count(r.out, "embedded") != 3 {
		t.Errorf("%+v", r)
	}
	if _, err := os.Stat(data); err == nil {
		t.Error("a command that only reads has made the directory")
	}
	file, core := write(t, "Loinc.csv", release(30, "2.83")), loinc.Core().Len()
	r := run(t, env, "vocab", "import", "loinc", file)
	if r.status != failed || r.out != "" || !strings.Contains(r.err, fmt.Sprintf("30 of the %d codes", core)) || !strings.Contains(r.err, "--partial") {
		t.Errorf("%+v", r)
	}
	if _, err := os.Stat(data); err == nil {
		t.Error("an import that was refused has made the directory")
	}
	r = run(t, env, "vocab", "import", "--partial", "loinc", file)
	want := fmt.Sprintf(": 29 of 30 rows\n  left out, status: 1\n  of %d built-in codes not in the release, they stay as they are built in: %d\n"+
		"  of %d built-in codes left out by the release, in use no longer: 1\n", core, core-30, core)
	if r.status != done || !strings.HasPrefix(r.out, "loinc-2.83+") || !strings.HasSuffix(r.out, want) {
		t.Errorf("%+v", r)
	}
	if info, err := os.Stat(data); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("%v %v", info, err)
	}
	if r := run(t, env, "vocab", "import", "icpc3", write(t, "icpc3.tsv", complaints())); r.status != done {
		t.Errorf("%+v", r)
	}
	r = run(t, env, "vocab", "list")
	if r.status != done || strings.Count(r.out, "imported  2026-11-30") != 2 || !strings.Contains(r.out, fmt.Sprintf(" %d  %d ", core-1, core-30)) {
		t.Errorf("%+v", r)
	}
	r = run(t, nil, "vocab", "check", "--data", data)
	if r.status != done || strings.Count(r.out, "sha256") != 3 || !strings.Contains(r.out, fmt.Sprintf("%d rows, imported, %d of them built in", core-1, core-30)) || !strings.Contains(r.out, "Regenstrief") || !strings.Contains(r.out, "WONCA") || !strings.HasSuffix(r.out, "all well\n") {
		t.Errorf("%+v", r)
	}
	table := filepath.Join(data, "vocabularies", "loinc.table")
	whole, err := os.ReadFile(table)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(table, whole[:len(whole)-3], 0o600); err != nil {
		t.Fatal(err)
	}
	for _, command := range []string{"check", "list"} {
		r := run(t, env, "vocab", command)
		if r.status != failed || strings.Count(r.err, "import the release again") != 1 || strings.Count(r.err, "\n") != 1 {
			t.Errorf("%s: %+v", command, r)
		}
		// The others are shown.
		if !strings.Contains(r.out, "damaged") || !strings.Contains(r.out, "ICPC-3") || !strings.Contains(r.out, "UCUM") || strings.Contains(r.out, "all well") {
			t.Errorf("%s: %+v", command, r)
		}
	}
	for _, kind := range []string{"loinc", "icpc3"} {
		if r := run(t, env, "vocab", "remove", kind); r.status != done || r.out != kind+": the built-in table is in use\n" {
			t.Errorf("%+v", r)
		}
		if r := run(t, env, "vocab", "remove", kind); r.status != failed || !strings.Contains(r.err, "no release is imported here") {
			t.Errorf("%+v", r)
		}
	}
	if r := run(t, env, "vocab", "check"); r.status != done || strings.Count(r.out, "embedded") != 3 || strings.Count(r.out, "sha256") != 3 {
		t.Errorf("%+v", r)
	}
}

func TestAnImportThatFailsSaysWhereAndQuotesNothing(t *testing.T) {
	env := map[string]string{"RECORDSERVER_DATA": t.TempDir()}
	good := release(10, "2.83")
	for name, text := range map[string]string{
		"another file":      "name,born\n" + secret + ",1930\n",
		"a code that is no": good + secret + strings.Repeat(",", 18) + "\n",
		"no file":           "",
	} {
		r := run(t, env, "vocab", "import", "loinc", write(t, "x.csv", text))
		if r.status != failed || !strings.Contains(r.err, "line") || strings.Contains(r.err+r.out, "Hannelore") {
			t.Errorf("%s: %+v", name, r)
		}
	}
	if r := run(t, env, "vocab", "import", "loinc", filepath.Join(t.TempDir(), "none.csv")); r.status != failed || !strings.Contains(r.err, "no such file") {
		t.Errorf("%+v", r)
	}
}

func TestTheDataDirectoryIsTheUsersUnlessOneIsGiven(t *testing.T) {
	home, err := os.UserHomeDir()
	if err != nil {
		t.Skip("no home directory: not here")
	}
	for _, tt := range []struct {
		name string
		env  map[string]string
		want string
	}{
		{"nothing is said", nil, filepath.Join(home, ".local", "share", "recordserver")},
		{"the desktop says", map[string]string{"XDG_DATA_HOME": "/x"}, "/x/recordserver"},
		{"the desktop says something relative", map[string]string{"XDG_DATA_HOME": "x"}, filepath.Join(home, ".local", "share", "recordserver")},
		{"the environment says", map[string]string{"XDG_DATA_HOME": "/x", "RECORDSERVER_DATA": "/y"}, "/y"},
	} {
		o, err := parse(mcpCommand, nil, func(n string) string { return tt.env[n] })
		if err != nil || o.data != tt.want {
			t.Errorf("%s: %q, %v", tt.name, o.data, err)
		}
	}
	o, err := parse(mcpCommand, []string{"--data", "/z"}, func(string) string { return "/y" })
	if err == nil && o.data != "/z" {
		t.Errorf("the flag does not win: %q", o.data)
	}
}

func TestAModelIsSetUpWholeOrNotAtAll(t *testing.T) {
	for _, env := range []map[string]string{
		{"RECORDSERVER_MODEL_URL": "http://127.0.0.1:1/v1"},
		{"RECORDSERVER_MODEL": "m"},
		{"RECORDSERVER_MODEL_URL": "ftp://" + secret, "RECORDSERVER_MODEL": "m"},
	} {
		o, err := parse(mcpCommand, nil, func(n string) string { return env[n] })
		if err != nil {
			t.Fatal(err)
		}
		_, err = newReports(o.model, nil)
		if err == nil || !strings.Contains(err.Error(), "--model-url") || strings.Contains(err.Error(), "Hannelore") {
			t.Errorf("%v: %v", env, err)
		}
	}
}

// Names of directories and files can be names of people.
func TestNoCommandSaysWhereItsFilesAre(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range commands() {
		if c.name == "doctor" || c.name == "mcp" || c.name == "help" || c.name == "version" || c.hidden {
			continue // doctor is asked for it; the others look at no directory, or wait
		}
		args := append(strings.Fields(c.name), "--data", filepath.Join(file, secret))
		switch {
		case c.name == "vocab remove":
			args = append(args, "loinc")
		case c.name == "vocab import":
			args = append(args, "loinc", file)
		case strings.HasPrefix(c.name, "add "), c.name == "import":
			args = append(args, "--person", "p-8cgij6pufuxw77db", file)
		case c.name == "serve":
			args = append(args, "--demo", "--addr", "127.0.0.1:0")
		case c.name == "restore", c.name == "backup":
			args = append(args, file)
		}
		if r := run(t, nil, args...); r.status == done || strings.Contains(r.out+r.err, "Hannelore") {
			t.Errorf("%s: status %d, %s", c.name, r.status, r.err)
		}
	}
}
