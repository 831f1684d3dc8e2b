package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestTheDoctorFindsADemoWell(t *testing.T) {
	places(t, func(t *testing.T, env map[string]string) {
		if r := run(t, env, "demo"); r.status != done || strings.Count(r.out, "p-") != 2 {
			t.Fatalf("%+v", r)
		}
		r := run(t, env, "doctor")
		if r.status != done || strings.Contains(r.out, "fail") || !strings.Contains(r.out, "2 persons") || !strings.Contains(r.out, "rows and") {
			t.Errorf("%+v", r)
		}
		again := run(t, env, "demo")
		for line := range strings.Lines(again.out) {
			if f := strings.Fields(line); f[0] != "person" && (f[1] != f[3] || f[2]+f[4]+f[5]+f[6] != "0000") {
				t.Errorf("the demo was loaded twice: %s", line)
			}
		}
	})
}

func TestTheDoctorSaysWhatIsWrong(t *testing.T) {
	env := map[string]string{envData: t.TempDir()}
	newPerson(t, env)
	dir := env[envData]
	line := func(name string, env map[string]string) string {
		t.Helper()
		r := run(t, env, "doctor")
		if strings.Contains(r.out+r.err, secret) {
			t.Errorf("the doctor talks: %+v", r)
		}
		for l := range strings.Lines(r.out) {
			if f := strings.Fields(l); len(f) > 1 && strings.HasPrefix(strings.Join(f[1:], " "), name) {
				if (f[0] == "fail") != (r.status == failed) {
					t.Errorf("status %d for %s", r.status, l)
				}
				return l
			}
		}
		t.Fatalf("no line for %s: %+v", name, r)
		return ""
	}
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if l := line("data directory", env); !strings.HasPrefix(l, "warn") {
		t.Error(l)
	}
	key := write(t, "key", strings.Repeat("k", 40))
	if err := os.Chmod(key, 0o644); err != nil {
		t.Fatal(err)
	}
	if l := line("key file", map[string]string{envData: t.TempDir(), envKeyFile: key}); !strings.HasPrefix(l, "warn") {
		t.Error(l)
	}
	if l := line("store", map[string]string{envData: t.TempDir()}); !strings.HasPrefix(l, "warn") {
		t.Error(l)
	}
	if l := line("key file", map[string]string{envData: t.TempDir(), envKeyFile: key + secret}); !strings.HasPrefix(l, "fail") {
		t.Error(l)
	}
	if err := os.MkdirAll(filepath.Join(dir, "vocabularies"), 0o700); err != nil {
		t.Fatal(err)
	}
	table := filepath.Join(dir, "vocabularies", "loinc.table")
	if err := os.WriteFile(table, []byte(secret), 0o600); err != nil {
		t.Fatal(err)
	}
	if l := line("vocabularies", env); !strings.HasPrefix(l, "fail") {
		t.Error(l)
	}
	if err := os.Remove(table); err != nil {
		t.Fatal(err)
	}
	for _, wrong := range []string{secret, "SQLite format 3\x00" + strings.Repeat(secret, 300)} {
		if err := os.WriteFile(filepath.Join(dir, storeFile), []byte(wrong), 0o600); err != nil {
			t.Fatal(err)
		}
		if l := line("store", env); !strings.HasPrefix(l, "fail") {
			t.Error(l)
		}
	}
}

func TestTheDoctorSeesAClockThatIsWrong(t *testing.T) {
	e := &examination{app: &app{now: func() time.Time { return time.Date(1970, 1, 1, 0, 0, 0, 0, time.UTC) }}, options: &options{}}
	e.clock()
	if len(e.findings) != 1 || e.findings[0].verdict != wrong {
		t.Errorf("%+v", e.findings)
	}
}

func TestABackupIsRestoredWhole(t *testing.T) {
	places(t, func(t *testing.T, env map[string]string) {
		file := filepath.Join(t.TempDir(), "backup")
		if r := run(t, env, "demo"); r.status != done {
			t.Fatalf("%+v", r)
		}
		first := run(t, env, "backup", file)
		if first.status != done || !strings.Contains(first.out, "digest") {
			t.Fatalf("%+v", first)
		}
		if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%v, %v", info, err)
		}
		if r := run(t, env, "backup", file); r.status != failed || !strings.Contains(r.err, "there already") {
			t.Errorf("%+v", r)
		}
		if r := run(t, env, "restore", file); r.status != failed || !strings.Contains(r.err, "not empty") {
			t.Errorf("%+v", r)
		}
		// Into a file, wherever it comes from.
		to := map[string]string{envData: t.TempDir(), envKeyFile: env[envKeyFile]}
		if r := run(t, to, "restore", file); r.status != done || r.out != first.out {
			t.Errorf("%+v, want %s", r, first.out)
		}
		if r := run(t, to, "backup", file+"2"); r.out != first.out {
			t.Errorf("%+v, want %s", r, first.out)
		}
		if left, _ := filepath.Glob(filepath.Join(filepath.Dir(file), ".*")); len(left) != 0 {
			t.Errorf("left behind: %v", left)
		}
	})
}

func TestABackupThatIsDamagedIsRefused(t *testing.T) {
	env := map[string]string{envData: t.TempDir()}
	newPerson(t, env)
	file := filepath.Join(t.TempDir(), "backup")
	if r := run(t, env, "backup", file); r.status != done {
		t.Fatalf("%+v", r)
	}
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	changed := append([]byte{}, whole...)
	changed[len(changed)/2] ^= 1
	for name, b := range map[string][]byte{"cut": whole[:len(whole)-1], "changed": changed, "empty": {}, "other": []byte(secret)} {
		to := map[string]string{envData: t.TempDir()}
		r := run(t, to, "restore", write(t, "b", string(b)))
		if r.status != failed || r.out != "" || strings.Contains(r.err, "Hannelore") {
			t.Errorf("%s: %+v", name, r)
		}
		if r := run(t, to, "user", "list"); r.out != "" || r.status == failed && !strings.Contains(r.err, "there is no store") {
			t.Errorf("%s: something is there: %+v", name, r)
		}
	}
	for name, r := range map[string]result{
		"no store": run(t, map[string]string{envData: t.TempDir()}, "backup", file+"x"),
		"no file":  run(t, map[string]string{envData: t.TempDir()}, "restore", file+secret),
	} {
		if r.status != failed || !strings.Contains(r.err, "no such file") || strings.Contains(r.err, "Hannelore") {
			t.Errorf("%s: %+v", name, r)
		}
	}
}
