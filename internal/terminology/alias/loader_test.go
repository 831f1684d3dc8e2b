package alias

import (
	"strings"
	"testing"
	"testing/fstest"
)

func filesOf(pairs ...string) fstest.MapFS {
	m := fstest.MapFS{}
	for i := 0; i < len(pairs); i += 2 {
		m[pairs[i]] = &fstest.MapFile{Data: []byte(pairs[i+1])}
	}
	return m
}

func TestReadRefuses(t *testing.T) {
	for _, c := range []struct {
		name  string
		files fstest.MapFS
		want  []string
	}{
		{
			"a name with two codes in one file", filesOf("en.tsv", "718-7\tHb|Haemoglobin\n# x\n4548-4\tHbA1c|HB\n"),
			[]string{"en.tsv:3", "en.tsv:1", "718-7", "4548-4"},
		},
		{
			"a name with two codes across files", filesOf("de.tsv", "2345-7\tBZ\n", "en.tsv", "718-7\tbz\n"),
			[]string{"de.tsv:1", "en.tsv:1"},
		},
		{"a name that is a code and too broad", filesOf("en.tsv", "718-7\tHb\n!too-broad\thb\n"), []string{"en.tsv:2"}},
		{
			"two traditional spellings that fold to one key", filesOf("zh.tsv", "718-7\t紅髮素\n4548-4\t紅發素\n"),
			[]string{"zh.tsv:1", "zh.tsv:2"},
		},
		{"a wrong check digit", filesOf("en.tsv", "718-8\tHb\n"), []string{"en.tsv:1", `"718-8"`}},
		{"an unknown sentinel", filesOf("en.tsv", "!unresolved\tHb\n"), []string{"en.tsv:1", "!unresolved"}},
		{"an ambiguous name with one code", filesOf("en.tsv", "!ambiguous:718-7\tHb\n"), []string{"en.tsv:1"}},
		{"an ambiguous name with one code twice", filesOf("en.tsv", "!ambiguous:718-7,718-7\tHb\n"), []string{"en.tsv:1"}},
		{"an ambiguous name with a wrong code", filesOf("en.tsv", "!ambiguous:718-7,718-8\tHb\n"), []string{"en.tsv:1"}},
		{"two codes without a sentinel", filesOf("en.tsv", "718-7,4548-4\tHb\n"), []string{"en.tsv:1"}},
		{"a line without a tab", filesOf("en.tsv", "718-7 Hb\n"), []string{"en.tsv:1", "tab"}},
		{"an empty name", filesOf("en.tsv", "718-7\tHb||Hgb\n"), []string{"en.tsv:1", "empty"}},
		{"a third column", filesOf("en.tsv", "718-7\tHb\tnote\n"), []string{"en.tsv:1"}},
		{"several wrong lines at once", filesOf("en.tsv", "718-8\ta\n718-9\tb\n"), []string{"en.tsv:1", "en.tsv:2"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := read(c.files)
			if err == nil {
				t.Fatal("no error")
			}
			for _, w := range c.want {
				if !strings.Contains(err.Error(), w) {
					t.Errorf("the error does not name %s: %v", w, err)
				}
			}
		})
	}
}

func TestReadAccepts(t *testing.T) {
	for _, c := range []struct {
		name  string
		files fstest.MapFS
	}{
		{"one name with one code in two languages", filesOf("de.tsv", "718-7\tHb\n", "en.tsv", "718-7\tHB\n")},
		{"ambiguous codes in another order", filesOf("de.tsv", "!ambiguous:718-7,4548-4\tHb\n", "en.tsv", "!ambiguous:4548-4,718-7\tHb\n")},
		{"a Taiwanese word beside the mainland word it folds to", filesOf("zh.tsv", "718-7\t血紅素\n4548-4\t血红素\n")},
		{"comments, blank lines and line ends of Windows", filesOf("en.tsv", "# note\r\n\r\n718-7\tHb\r\n")},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := read(c.files); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestFindTriesTheNameAsWrittenFirst(t *testing.T) {
	entries, err := read(filesOf("zh.tsv", "718-7\t血紅素\n4548-4\t血红素\n2093-3\t总胆固醇\n2085-9\t高密度膽固醇\n"))
	if err != nil {
		t.Fatal(err)
	}
	x := NewIndex(entries)
	for _, c := range []struct{ name, want string }{
		{"血紅素", "718-7"},
		{"血红素", "4548-4"},
		{"總膽固醇", "2093-3"},
		{"高密度胆固醇", "2085-9"},
		{" 总胆固醇 ", "2093-3"},
	} {
		e, ok := x.Find(c.name)
		if !ok || e.Target != c.want {
			t.Errorf("%s: %+v, want %s", c.name, e, c.want)
		}
	}
	if e, ok := x.Find("胆固醇"); ok {
		t.Errorf("a name that is in no file was found: %+v", e)
	}
}

func TestAnEntryKnowsItsLine(t *testing.T) {
	entries, err := read(filesOf("en.tsv", "# names\n718-7\tHb|Haemoglobin\n!too-broad\tLFT\n!ambiguous:33959-8,51637-7\tPCT\n"))
	if err != nil {
		t.Fatal(err)
	}
	if len(entries) != 4 {
		t.Fatalf("%d entries, want 4", len(entries))
	}
	if e := entries[1]; e.Surface != "Haemoglobin" || e.Key != "haemoglobin" || e.Lang != "en" || e.File != "en.tsv" || e.Line != 2 || len(e.Codes) != 1 {
		t.Errorf("entry is %+v", e)
	}
	if e := entries[2]; !e.Broad() || e.Ambiguous() || e.Codes != nil {
		t.Errorf("a broad name is %+v", e)
	}
	if e := entries[3]; e.Broad() || !e.Ambiguous() || len(e.Codes) != 2 {
		t.Errorf("an ambiguous name is %+v", e)
	}
}
