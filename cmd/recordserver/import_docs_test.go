package main

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/seed-a76b335c/philint/internal/record"
)

// What the page on importing shows can be imported as it stands, and it names all that can be sent.
func TestTheExamplesOfThePageOnImportingAreImported(t *testing.T) {
	page, err := os.ReadFile("../../docs/import.md")
	if err != nil {
		t.Fatal(err)
	}
	env := map[string]string{envData: t.TempDir()}
	id := newPerson(t, env)
	for kind, stored := range map[string]string{"json": `stored\s+5\n`, "csv": `stored\s+2\n`} {
		m := regexp.MustCompile("(?s)```" + kind + "\n(.*?)```").FindSubmatch(page)
		if m == nil {
			t.Fatalf("the page has no example in %s", kind)
		}
		if r := run(t, env, "import", "--person", id, write(t, "example", string(m[1]))); r.status != done || !regexp.MustCompile(stored).MatchString(r.out) {
			t.Errorf("%s: %+v", kind, r)
		}
	}
	for _, m := range record.Metrics() {
		if m.Stage == "" && !strings.Contains(string(page), "`"+m.Key+"`") {
			t.Errorf("the page does not name the metric %s", m.Key)
		}
	}
	if r := run(t, nil, "help", "import"); !strings.Contains(r.out, "docs/import.md") {
		t.Errorf("the help does not name the page")
	}
}
