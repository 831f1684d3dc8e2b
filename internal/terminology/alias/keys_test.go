package alias

import (
	"slices"
	"strings"
	"testing"
)

func TestTheKeysAreThoseOfTheFiles(t *testing.T) {
	want, err := Keys()
	if err != nil {
		t.Fatal(err)
	}
	if keysText != want {
		t.Fatal("keys.txt is stale: run go run ./internal/terminology/gen")
	}
	entries, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	at := 0
	for key, target := range BuiltInKeys() {
		if at >= len(entries) || entries[at].KeyAsWritten != key || entries[at].Target != target {
			t.Fatalf("key %d is %q with %s, which is not that of the files", at, key, target)
		}
		at++
	}
	if at != len(entries) {
		t.Errorf("%d keys for %d names", at, len(entries))
	}
}

func TestTheIndexOfTheKeysIsThatOfTheNames(t *testing.T) {
	entries, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	x, y := builtIn(t), NewIndex(entries)
	same := func(name string) {
		a, okA := x.Find(name)
		b, okB := y.Find(name)
		if okA != okB || okA && (a.Target != b.Target || !slices.Equal(a.Codes, b.Codes)) {
			t.Errorf("%q is %+v by its key and %+v by its name", name, a, b)
		}
	}
	for i := range entries {
		same(entries[i].Surface)
		same(entries[i].Key)
		same(entries[i].Key + " x")
	}
}

func TestKeysThatWereTamperedWithDoNotLoad(t *testing.T) {
	for name, text := range map[string]string{
		"no mark":             "718-7\thb\n",
		"a line without keys": keysMark + "\n718-7\n",
		"an empty line":       keysMark + "\n\n718-7\thb\n",
	} {
		if _, err := readKeys(text); err == nil || !strings.Contains(err.Error(), KeysFile) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestTheDigestOfTheKeysFollowsTheFiles(t *testing.T) {
	seen := map[string]bool{}
	for _, pairs := range [][]string{
		{"en.tsv", "718-7\thb\n"},
		{"en.tsv", "718-7\tHb\n"},
		{"de.tsv", "718-7\thb\n"},
		{"de.tsv", "", "en.tsv", "718-7\thb\n"},
	} {
		d, err := sourceDigest(filesOf(pairs...))
		if err != nil || seen[d] {
			t.Errorf("%v: %s, %v", pairs, d, err)
		}
		seen[d] = true
	}
}

func TestAPlaceIsTheLineOfAName(t *testing.T) {
	e := Place("total wbc count")
	if e == nil || e.File != "en.tsv" || e.Line == 0 || e.Surface != "Total WBC count" {
		t.Errorf("got %+v", e)
	}
	if e := Place("no such name of ours"); e != nil {
		t.Errorf("got %+v", e)
	}
}

func BenchmarkReadKeys(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := readKeys(keysText); err != nil {
			b.Fatal(err)
		}
	}
}
