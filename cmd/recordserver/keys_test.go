package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-a76b335c/philint/internal/store/pgtest"
)

func TestABackupHasAKeyOfItsOwn(t *testing.T) {
	dir := t.TempDir()
	k1, k2 := write(t, "key", strings.Repeat("1", 40)), write(t, "key", strings.Repeat("2", 40))
	from := map[string]string{envData: t.TempDir(), envKeyFile: k1}
	plain := map[string]string{envData: t.TempDir()}
	for _, env := range []map[string]string{from, plain} {
		if r := run(t, env, "demo"); r.status != done {
			t.Fatalf("%+v", r)
		}
	}
	locked, open, other := filepath.Join(dir, "locked"), filepath.Join(dir, "open"), filepath.Join(dir, "other")
	made := map[string]result{
		locked: run(t, from, "backup", locked), open: run(t, plain, "backup", open), other: run(t, from, "backup", "--backup-key-file", k2, other),
	}
	for name, r := range made {
		if r.status != done {
			t.Fatalf("%s: %+v", filepath.Base(name), r)
		}
	}
	for name, c := range map[string]struct {
		to    map[string]string
		flags []string
		file  string
	}{
		"an encrypted one into a plain store":        {map[string]string{}, []string{"--backup-key-file", k1}, locked},
		"an encrypted one under another key":         {map[string]string{envKeyFile: k2}, []string{"--backup-key-file", k1}, locked},
		"an encrypted one with the same key":         {map[string]string{envKeyFile: k1}, nil, locked},
		"a plain one into an encrypted store":        {map[string]string{envKeyFile: k1}, nil, open},
		"one with a key of its own into a plain one": {map[string]string{}, []string{"--backup-key-file", k2}, other},
		"an encrypted one into a server":             {map[string]string{envStore: "a server"}, []string{"--backup-key-file", k1}, locked},
	} {
		t.Run(name, func(t *testing.T) {
			c.to[envData] = t.TempDir()
			if c.to[envStore] != "" {
				c.to[envStore] = pgtest.DSN(t)
			}
			r := run(t, c.to, append(append([]string{"restore"}, c.flags...), c.file)...)
			if r.status != done || r.out != made[c.file].out {
				t.Fatalf("%+v, want %s", r, made[c.file].out)
			}
			if r := run(t, c.to, "doctor"); r.status != done || !strings.Contains(r.out, "rows and 6 files were read") {
				t.Errorf("%+v", r)
			}
		})
	}
}

func TestARefusedRestoreLeavesNoStore(t *testing.T) {
	k1, k2 := write(t, "key", strings.Repeat("1", 40)), write(t, "key", strings.Repeat("2", 40))
	from, plain := map[string]string{envData: t.TempDir(), envKeyFile: k1}, map[string]string{envData: t.TempDir()}
	newPerson(t, from)
	newPerson(t, plain)
	locked, open := filepath.Join(t.TempDir(), "locked"), filepath.Join(t.TempDir(), "open")
	if a, b := run(t, from, "backup", locked), run(t, plain, "backup", open); a.status != done || b.status != done {
		t.Fatalf("%+v, %+v", a, b)
	}
	whole, err := os.ReadFile(open)
	if err != nil {
		t.Fatal(err)
	}
	cut := write(t, "cut", string(whole[:len(whole)-1]))
	for name, c := range map[string]struct {
		key   string
		flags []string
		file  string
		want  string
	}{
		"no key":               {"", nil, locked, "the backup is encrypted: give the key file that it was made with, as --backup-key-file"},
		"another key":          {k2, nil, locked, "the backup is incomplete or changed, or the key is not the one it was made with"},
		"a key too many":       {"", []string{"--backup-key-file", k1}, open, "a key file was given for the backup, and it is not encrypted"},
		"no key file":          {"", []string{"--backup-key-file", k1 + secret}, open, "--backup-key-file: the key file cannot be read"},
		"no key file of ours":  {k1 + secret, nil, open, "--key-file (or RECORDSERVER_KEY_FILE): the key file cannot be read"},
		"cut at its end":       {k2, nil, cut, "the backup is incomplete or changed"},
		"no backup":            {"", nil, write(t, "b", secret), "the backup is incomplete or changed"},
		"a backup not there":   {"", nil, open + secret, "the backup: there is no such file"},
		"a key of the archive": {k2, []string{"--backup-key-file", k2}, locked, "the backup is incomplete or changed"},
	} {
		t.Run(name, func(t *testing.T) {
			env := map[string]string{envData: filepath.Join(t.TempDir(), "new"), envKeyFile: c.key}
			r := run(t, env, append(append([]string{"restore"}, c.flags...), c.file)...)
			if r.status != failed || !strings.Contains(r.err, c.want) || strings.Contains(r.err, secret) {
				t.Errorf("%+v", r)
			}
			if left, _ := filepath.Glob(filepath.Join(env[envData], storeFile+"*")); len(left) > 0 {
				t.Errorf("%d files of a store are left", len(left))
			}
			// The right one, with the right keys, still finds room.
			env[envKeyFile] = ""
			if r := run(t, env, "restore", "--backup-key-file", k1, locked); r.status != done {
				t.Errorf("%+v", r)
			}
		})
	}
}

func TestAnExistingStoreIsEncrypted(t *testing.T) {
	env := map[string]string{envData: t.TempDir()}
	if r := run(t, env, "demo"); r.status != done {
		t.Fatalf("%+v", r)
	}
	k1, k2 := write(t, "key", strings.Repeat("1", 40)), write(t, "key", strings.Repeat("2", 40))
	originals, err := filepath.Glob(filepath.Join(env[envData], "documents", "*", "*"))
	if err != nil || len(originals) != 6 {
		t.Fatalf("%d originals, %v", len(originals), err)
	}
	plain, err := os.ReadFile(originals[0])
	if err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct {
		now, next string
		flags     []string
		changed   string
	}{
		{"", k1, []string{"--new-key-file", k1}, "6 original files"},
		{k1, k2, []string{"--new-key-file", k2}, "6 original files"},
		{k2, k2, []string{"--new-key-file", k2}, "0 original files"},
		{k1, k2, []string{"--new-key-file", k2}, "0 original files"}, // again, as after one that was broken off
		{k2, "", []string{"--no-key"}, "6 original files"},
	} {
		env[envKeyFile] = step.now
		if r := run(t, env, append([]string{"rekey"}, step.flags...)...); r.status != done || !strings.Contains(r.out, step.changed) {
			t.Fatalf("%+v", r)
		}
		env[envKeyFile] = step.next
		if r := run(t, env, "doctor"); r.status != done || !strings.Contains(r.out, "rows and 6 files were read") {
			t.Errorf("%+v", r)
		}
		if step.now != step.next {
			env[envKeyFile] = step.now
			if r := run(t, env, "user", "list"); r.status != failed {
				t.Errorf("the old key still opens it: %+v", r)
			}
		}
		if now, err := os.ReadFile(originals[0]); err != nil || (string(now) == string(plain)) != (step.next == "") {
			t.Errorf("an original is plain, or not, against the key: %v", err)
		}
	}
}

func TestAKeyChangeThatWasBrokenOffGoesOn(t *testing.T) {
	env := map[string]string{envData: t.TempDir()}
	if r := run(t, env, "demo"); r.status != done {
		t.Fatalf("%+v", r)
	}
	key := write(t, "key", strings.Repeat("1", 40))
	originals, _ := filepath.Glob(filepath.Join(env[envData], "documents", "*", "*"))
	before := map[string][]byte{}
	for _, name := range originals[:4] {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		before[name] = b
	}
	if r := run(t, env, "rekey", "--new-key-file", key); r.status != done {
		t.Fatalf("%+v", r)
	}
	// As it stands when only two have followed.
	for name, b := range before {
		if err := os.WriteFile(name, b, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if r := run(t, env, "rekey", "--new-key-file", key); r.status != done || !strings.Contains(r.out, "4 original files") {
		t.Errorf("%+v", r)
	}
	env[envKeyFile] = key
	if r := run(t, env, "doctor"); r.status != done {
		t.Errorf("%+v", r)
	}
}

func TestAKeyChangeThatCannotBeMeantIsRefused(t *testing.T) {
	env := map[string]string{envData: t.TempDir()}
	newPerson(t, env)
	key := write(t, "key", strings.Repeat("1", 40))
	for _, tt := range []struct {
		args   []string
		status int
		want   string
	}{
		{nil, misuse, "--new-key-file or --no-key"},
		{[]string{"--new-key-file", key, "--no-key"}, misuse, "--new-key-file or --no-key"},
		{[]string{"--new-key-file", key, secret}, misuse, "no arguments"},
		{[]string{"--new-key-file", key + secret}, failed, "--new-key-file: the key file cannot be read"},
		{[]string{"--data", t.TempDir(), "--new-key-file", key}, failed, "no such file"},
		{[]string{"--store", "postgres://x/y", "--new-key-file", key}, misuse, "by the server"},
		{[]string{"--key-file", key, "--new-key-file", write(t, "key", strings.Repeat("2", 40))}, failed, "it is not encrypted"},
	} {
		r := run(t, env, append([]string{"rekey"}, tt.args...)...)
		if r.status != tt.status || !strings.Contains(r.err, tt.want) || strings.Contains(r.err, secret) {
			t.Errorf("%q: %+v", tt.args, r)
		}
	}
	if r := run(t, env, "user", "list"); r.status != done || r.out == "" {
		t.Errorf("%+v", r)
	}
}

// TestADamagedOriginalIsNamedAndLeftOut changes one byte of one original file and removes another.
func TestADamagedOriginalIsNamedAndLeftOut(t *testing.T) {
	for name, env := range map[string]map[string]string{"plain": {}, "encrypted": {envKeyFile: write(t, "key", strings.Repeat("1", 40))}} {
		t.Run(name, func(t *testing.T) {
			env[envData] = t.TempDir()
			if r := run(t, env, "demo"); r.status != done {
				t.Fatalf("%+v", r)
			}
			originals, _ := filepath.Glob(filepath.Join(env[envData], "documents", "*", "*"))
			b, err := os.ReadFile(originals[0])
			if err != nil {
				t.Fatal(err)
			}
			b[len(b)/2] ^= 1
			if err := os.WriteFile(originals[0], b, 0o600); err != nil {
				t.Fatal(err)
			}
			if err := os.Remove(originals[1]); err != nil {
				t.Fatal(err)
			}
			r := run(t, env, "doctor")
			if r.status != failed || !strings.Contains(r.out, filepath.Base(originals[0])) || !strings.Contains(r.out, filepath.Base(originals[1])) || !strings.Contains(r.out, "import the file again") {
				t.Errorf("%+v", r)
			}
			file := filepath.Join(t.TempDir(), "backup")
			r = run(t, env, "backup", file)
			if r.status != failed || !strings.Contains(r.out, " 4 files") || !strings.Contains(r.err, filepath.Base(originals[0])) || !strings.Contains(r.err, filepath.Base(originals[1])) {
				t.Errorf("%+v", r)
			}
			to := map[string]string{envData: t.TempDir(), envKeyFile: env[envKeyFile]}
			if r := run(t, to, "restore", file); r.status != done || !strings.Contains(r.out, " 4 files") || !strings.Contains(r.err, "1 original files were damaged") {
				t.Errorf("%+v", r)
			}
		})
	}
}

func TestTheRemainsOfAStoreAreNoNewOne(t *testing.T) {
	env := map[string]string{envData: t.TempDir()}
	if r := run(t, env, "demo"); r.status != done {
		t.Fatalf("%+v", r)
	}
	path := filepath.Join(env[envData], storeFile)
	for name, left := range map[string]func() error{
		"nothing":  func() error { return os.Remove(path) },
		"no bytes": func() error { return os.WriteFile(path, nil, 0o600) },
		"zeros":    func() error { return os.WriteFile(path, make([]byte, 4096), 0o600) },
	} {
		if err := left(); err != nil {
			t.Fatal(err)
		}
		for _, args := range []string{"user add --name x --zone UTC", "demo", "doctor"} {
			if r := run(t, env, strings.Fields(args)...); r.status != failed || !strings.Contains(r.out+r.err, "original files and no records") {
				t.Errorf("%s, %s: %+v", name, args, r)
			}
		}
	}
}

func TestWhatWasTypedInThePlaceOfAFlagIsNotRepeated(t *testing.T) {
	for _, tt := range []struct {
		args []string
		want string
	}{
		{[]string{"user", "add", "--" + secret + "flag"}, "there is no flag of"},
		{[]string{"user", "add", "--" + secret + "=x"}, "there is no flag of"},
		{[]string{"user", "add", "---" + secret}, "a flag is not written as one"},
		{[]string{"user", "add", "--=" + secret}, "a flag is not written as one"},
		{[]string{"doctor", "--quick=" + secret}, "the value of --quick cannot be one"},
		{[]string{"user", "add", "--password-stdin=" + secret + " -name: "}, "the value of --password-stdin cannot be one"},
		{[]string{"user", "add", "--name"}, "--name needs a value"},
		{[]string{"user", "add", "--person", "x"}, "--person is no flag of this command"},
	} {
		r := run(t, nil, tt.args...)
		if r.status != misuse || !strings.Contains(r.err, tt.want) || strings.Contains(r.err, secret) || strings.Count(r.err, "\n") != 1 {
			t.Errorf("%q: %+v", tt.args, r)
		}
	}
}

func TestTheDoctorSaysWhereTheDataIs(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	if r := run(t, map[string]string{"XDG_DATA_HOME": ""}, "doctor"); !strings.Contains(r.out, filepath.Join("~", ".local", "share", "recordserver")) || strings.Contains(r.out, home) {
		t.Errorf("%+v", r)
	}
	dir := t.TempDir()
	if r := run(t, map[string]string{envData: dir}, "doctor"); !strings.Contains(r.out, dir) {
		t.Errorf("%+v", r)
	}
}

func TestTheDoctorNamesNoFilesOfWhatItCannotRead(t *testing.T) {
	dir := filepath.Join(t.TempDir(), secret)
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	// Everything in it is an error of the system's, with the path.
	if err := os.WriteFile(filepath.Join(dir, "vocabularies"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	r := run(t, map[string]string{envData: dir}, "doctor")
	if r.status != failed || strings.Count(r.out, secret) != 1 {
		t.Errorf("%+v", r)
	}
	for line := range strings.Lines(r.out) {
		if word, _, _ := strings.Cut(line, " "); word != string(well) && word != string(warn) && word != string(wrong) {
			t.Errorf("a line of no check: %s", line)
		}
	}
}

func TestADamagedStoreFailsDoctorAndBackup(t *testing.T) {
	for name, env := range map[string]map[string]string{"plain": {}, "encrypted": {envKeyFile: write(t, "key", strings.Repeat("1", 40))}} {
		t.Run(name, func(t *testing.T) {
			env[envData] = t.TempDir()
			if r := run(t, env, "demo"); r.status != done {
				t.Fatalf("%+v", r)
			}
			path := filepath.Join(env[envData], storeFile)
			whole, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			rows, _, _ := strings.Cut(run(t, env, "backup", filepath.Join(t.TempDir(), "b")).out, ",")
			for at := len(whole)/5 + 77; at < len(whole); at += len(whole) / 5 {
				changed := append([]byte{}, whole...)
				changed[at] ^= 4
				if err := os.WriteFile(path, changed, 0o600); err != nil {
					t.Fatal(err)
				}
				if r := run(t, env, "doctor"); r.status != failed || !strings.Contains(r.out, "the store is damaged") {
					t.Errorf("byte %d: %+v", at, r)
				}
				// Either it is refused, or an index is damaged and it says that every row is there.
				r := run(t, env, "backup", filepath.Join(t.TempDir(), "b"))
				if got, _, made := strings.Cut(r.out, ","); r.status != failed || !strings.Contains(r.err, "damaged") || made && got != rows {
					t.Errorf("byte %d: %+v", at, r)
				}
			}
		})
	}
}
