package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestPrintedCommandsFindTheStoreThatIsServed(t *testing.T) {
	none := func(string) string { return "" }
	home := userData(none)
	for name, tt := range map[string]struct {
		o    options
		want string
	}{
		"the user's own":                       {options{data: home}, ""},
		"a directory":                          {options{data: "/srv/records"}, " --data /srv/records"},
		"a directory whose name has signs":     {options{data: "/srv/Ana's; records"}, ` --data '/srv/Ana'\''s; records'`},
		"an encrypted one":                     {options{data: "/srv/r", keyFile: "/etc/my key"}, " --data /srv/r --key-file '/etc/my key'"},
		"a server":                             {options{data: home, store: "postgres://reader@db.example:5432/records"}, " --store postgres://reader@db.example:5432/records"},
		"a server by settings":                 {options{data: home, store: "host=/run/pg user=reader"}, " --store 'host=/run/pg user=reader'"},
		"a server with a password":             {options{data: home, store: "postgres://reader:hush@db.example/records"}, ` --store "$RECORDSERVER_STORE"`},
		"a password among settings":            {options{data: home, store: "host=db.example PassWord=hush"}, ` --store "$RECORDSERVER_STORE"`},
		"a password in the query":              {options{data: home, store: "postgres://db.example/records?password=hush"}, ` --store "$RECORDSERVER_STORE"`},
		"a password whose setting is encoded":  {options{data: home, store: "postgres://db.example/records?%70%61ssword=hush"}, ` --store "$RECORDSERVER_STORE"`},
		"a password that makes no address":     {options{data: home, store: "postgres://reader:hu sh%zz@db.example/records"}, ` --store "$RECORDSERVER_STORE"`},
		"a password of a client's certificate": {options{data: home, store: "host=x sslpassword=hush"}, ` --store "$RECORDSERVER_STORE"`},
	} {
		if got := tt.o.sameStore(none); got != tt.want {
			t.Errorf("%s: %s, want %s", name, got, tt.want)
		}
		if strings.Contains(tt.o.sameStore(none), "hush") {
			t.Errorf("%s shows the password", name)
		}
	}
}

// Who mistypes the place of the records is told, and nothing is made there; the commands that make a store do.
func TestOnlyCommandsThatMakeAStoreMakeOne(t *testing.T) {
	for _, args := range [][]string{
		{"token", "add", "--account", "ana@example.org", "--label", "x"},
		{"token", "list"},
		{"link", "add", "--account", "ana@example.org"},
		{"link", "list", "--all"},
		{"user", "list"},
		{"audit", "verify"},
		{"recode"},
	} {
		none := filepath.Join(t.TempDir(), "mistyped")
		r := run(t, map[string]string{envData: none}, args...)
		if r.status == done || r.out != "" {
			t.Errorf("%v: %+v", args, r)
		}
		if args[0] != "recode" && !strings.Contains(r.err, "there is no store in the data directory") {
			t.Errorf("%v: %s", args, r.err)
		}
		if _, err := os.Stat(none); err == nil {
			t.Errorf("%v made the directory", args)
		}
	}
	made := filepath.Join(t.TempDir(), "new")
	if r := run(t, map[string]string{envData: made}, "user", "add", "--name", "A", "--zone", "UTC"); r.status != done {
		t.Errorf("%+v", r)
	}
	if r := run(t, map[string]string{envData: made}, "user", "list"); r.status != done || r.out == "" {
		t.Errorf("%+v", r)
	}
}
