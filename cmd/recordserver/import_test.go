package main

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/seed-a76b335c/philint/internal/store"
	"github.com/seed-a76b335c/philint/internal/store/pgtest"
)

// ran is what a process printed and how it ended.
func ran(t *testing.T, cmd *exec.Cmd) result {
	t.Helper()
	var out, errOut bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errOut
	_ = cmd.Run()
	return result{cmd.ProcessState.ExitCode(), out.String(), errOut.String()}
}

// counts are the tally of each file in turn, by name.
func counts(out string) []map[string]string {
	var list []map[string]string
	for line := range strings.Lines(out) {
		f := strings.Fields(line)
		switch {
		case strings.HasPrefix(line, "file "):
			list = append(list, map[string]string{})
		case len(f) >= 2 && len(list) > 0:
			if _, ok := list[len(list)-1][f[0]]; !ok {
				list[len(list)-1][f[0]] = f[1]
			}
		}
	}
	return list
}

func TestSamplesAreImportedAndImportedAgain(t *testing.T) {
	dir := filepath.Join("..", "..", "..", "shared", "data", "samples")
	var files []string
	for _, pattern := range []string{"fhir/*.json", "ccda/*.xml"} {
		found, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range found {
			// Sections that were cut out of documents are refused, and are not meant to be imported.
			if b, err := os.ReadFile(name); err == nil && !bytes.HasPrefix(b, []byte("<section")) && !bytes.HasPrefix(b, []byte("<component")) {
				files = append(files, name)
			}
		}
	}
	if len(files) == 0 {
		t.Skip("../shared/data/samples: not here")
	}
	data := t.TempDir()
	id := newPerson(t, map[string]string{envData: data})
	args := append([]string{"import", "--data", data, "--person", id}, files...)
	first := ran(t, program(t, args...))
	if first.status != done {
		t.Fatalf("%+v", first)
	}
	// The samples are records of several patients, which is warned of and nothing else is.
	for line := range strings.Lines(first.err) {
		if !strings.HasSuffix(line, "check --person\n") {
			t.Errorf("%s", line)
		}
	}
	again := ran(t, program(t, args...))
	if again.status != done {
		t.Fatalf("%+v", again)
	}
	one, two := counts(first.out), counts(again.out)
	if len(one) != len(files) || len(two) != len(files) {
		t.Fatalf("%d and %d of %d files", len(one), len(two), len(files))
	}
	for i := range one {
		if one[i]["stored"] == "0" {
			t.Errorf("nothing is stored of %s", filepath.Base(files[i]))
		}
		if two[i]["stored"] != "0" || two[i]["changed"] != "0" || two[i]["read"] != one[i]["read"] || two[i]["rejected"] != one[i]["rejected"] {
			t.Errorf("%s: %v, then %v", filepath.Base(files[i]), one[i], two[i])
		}
	}
	if r := run(t, map[string]string{envData: data}, "doctor"); r.status != done {
		t.Errorf("%+v", r)
	}
}

// The texts below hold a token in every place where a file has content; it must not come out anywhere.
var wrongFiles = []struct {
	name, text string
	status     int
	want       string // of what is printed
	args       []string
}{
	{"nothing", "", failed, "no format that is known", nil},
	{"words", secret, failed, "no format that is known", nil},
	{"a page", "<html>" + secret + "</html>", failed, "no format that is known", nil},
	{"a picture", "\x89PNG\r\n\x1a\n\x00" + secret, failed, "no format that is known", nil},
	{"a table without a header that is known", secret + ",x\n1,2\n", failed, "--column", nil},
	{"a table read as FHIR", "date,name,value\n2026-01-02," + secret + ",5\n", failed, "not what the format demands", []string{"--format", "fhir"}},
	{"FHIR read as a document", `{"resourceType":"Bundle","x":"` + secret + `"}`, failed, "", []string{"--format", "ccda"}},
	{"FHIR that is cut", `{"resourceType":"Bundle","entry":[{"resource":{"resourceType":"Observation","code":{"text":"` + secret, failed, "record 1", nil},
	{"a document that is cut", `<?xml version="1.0"?><ClinicalDocument xmlns="urn:hl7-org:v3"><title>` + secret, failed, "damaged", nil},
	{"an export that is cut", `<HealthData><Record type="` + secret + `" value="` + secret, failed, "damaged", nil},
	{"an archive that is cut", "PK\x03\x04" + secret, failed, "damaged", nil},
	{"a batch that is cut", `{"device": {"maker": "` + secret + `"}, "samples": [{"metric": "` + secret, failed, "", nil},
	{"a batch of what nobody knows", `{"device": {"maker": "x"}, "samples": [{"metric": "` + secret + `", "value": 1, "start": "2026-03-04T08:15:00Z"}]}`, failed, "record 1", nil},
	{"a date in two ways", "date,name,value,unit\n03/04/2026,Glucose,5,mmol/L\n", failed, "--date-order", nil},
	{"a date in the future", "date,name,value,unit\n2090-01-01," + secret + ",5,mmol/L\n", failed, "record 2", nil},
	{"a value that cannot be", "date,name,value,unit\n2026-01-02,Glucose,51000,mmol/L\n", done, "", nil},
	{"a row that is broken", "date,name,value,unit\n2026-01-02,Glucose,\"5" + secret + ",mmol/L\n", failed, "", nil},
}

func TestFilesThatAreWrongAreNamedByPlaceAndReasonOnly(t *testing.T) {
	data := t.TempDir()
	id := newPerson(t, map[string]string{envData: data})
	for _, tt := range wrongFiles {
		t.Run(tt.name, func(t *testing.T) {
			file := write(t, secret+".txt", tt.text)
			args := append([]string{"import", "--data", data, "--log-level", "debug", "--person", id}, tt.args...)
			for _, dry := range []bool{true, false} {
				if dry {
					args = append(args, "--dry-run")
				} else {
					args = args[:len(args)-1]
				}
				r := ran(t, program(t, append(args, file)...))
				all := r.out + r.err
				if r.status != tt.status && !(dry && tt.status == done) || !strings.Contains(all, tt.want) || !strings.Contains(all, "file 1 of 1") {
					t.Errorf("dry %v: %+v", dry, r)
				}
				for _, word := range []string{"Hannelore", "Kohl", "1930"} {
					if strings.Contains(all, word) {
						t.Errorf("dry %v: %s is printed: %+v", dry, word, r)
					}
				}
			}
		})
	}
	// Copies are kept of what is in the record only.
	r := run(t, map[string]string{envData: data}, "doctor")
	rows := regexp.MustCompile(`(\d+) files were read`).FindStringSubmatch(r.out)
	left, err := filepath.Glob(filepath.Join(data, "documents", id, "*"))
	if err != nil || r.status != done || rows == nil || rows[1] != strconv.Itoa(len(left)) {
		t.Errorf("%d copies: %+v, %v", len(left), r, err)
	}
}

func TestOneBadFileDoesNotKeepTheOthersOut(t *testing.T) {
	places(t, func(t *testing.T, env map[string]string) {
		id := newPerson(t, env)
		good := write(t, "good.csv", "date,name,value,unit\n2026-01-02,Glucose,5.1,mmol/L\n2026-01-03,Glucose,5.3,mmol/L\n")
		r := run(t, env, "import", "--person", id, write(t, "bad.csv", secret), good, filepath.Join(t.TempDir(), secret), t.TempDir())
		list := counts(r.out)
		if r.status != failed || len(list) != 4 || list[1]["stored"] != "2" || strings.Count(r.err, "\n") != 3 || strings.Contains(r.out+r.err, secret) {
			t.Errorf("%+v", r)
		}
		if r := run(t, env, "import", "--person", id, good); r.status != done || counts(r.out)[0]["duplicate"] != "2" {
			t.Errorf("%+v", r)
		}
	})
}

func TestTheSameFileGoesIntoTwoRecords(t *testing.T) {
	env := map[string]string{envData: t.TempDir(), envStore: pgtest.DSN(t)}
	file := write(t, "a.csv", "date,name,value,unit\n2026-01-02,Glucose,5.1,mmol/L\n")
	for range 2 {
		if r := run(t, env, "import", "--person", newPerson(t, env), file); r.status != done || counts(r.out)[0]["stored"] != "1" {
			t.Errorf("%+v", r)
		}
	}
}

func TestAnArchiveOfAppleHealthIsImported(t *testing.T) {
	env := map[string]string{envData: t.TempDir()}
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	w, err := z.Create("apple_health_export/export.xml")
	if err != nil {
		t.Fatal(err)
	}
	_, _ = w.Write([]byte(`<?xml version="1.0" encoding="UTF-8"?><HealthData locale="de_DE"><ExportDate value="2026-02-01 10:00:00 +0100"/>
<Record type="HKQuantityTypeIdentifierBodyMass" sourceName="` + secret + `" unit="kg" creationDate="2026-01-02 08:00:00 +0100" startDate="2026-01-02 08:00:00 +0100" endDate="2026-01-02 08:00:00 +0100" value="70"/>
</HealthData>`))
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	r := run(t, env, "import", "--person", newPerson(t, env), write(t, "export.zip", b.String()))
	if r.status != done || counts(r.out)[0]["stored"] != "1" || strings.Contains(r.out+r.err, secret) || !strings.Contains(r.out, "apple") {
		t.Errorf("%+v", r)
	}
}

func TestATableIsReadAsItsPersonSays(t *testing.T) {
	env := map[string]string{envData: t.TempDir()}
	id := newPerson(t, env)
	file := write(t, "a.csv", "alpha;beta;gamma;delta\nGlucose;5,1;mmol/L;03/04/2026\n")
	if r := run(t, env, "import", "--person", id, file); r.status != failed || !strings.Contains(r.err, "--column") {
		t.Errorf("%+v", r)
	}
	args := []string{"import", "--person", id, "--column", "name=1,value=beta,unit=3,date=4", "--date-order", "dmy", file}
	r := run(t, env, args...)
	if r.status != done || counts(r.out)[0]["stored"] != "1" || !strings.Contains(r.out, "dates: dmy, as asked") || !strings.Contains(r.out, "column 2: value") {
		t.Errorf("%+v", r)
	}
}

func TestAnImportThatCannotBeMeantIsRefused(t *testing.T) {
	env := map[string]string{envData: t.TempDir()}
	id := newPerson(t, env)
	file := write(t, "a.csv", "x")
	for _, tt := range []struct {
		args   []string
		status int
		want   string
	}{
		{nil, misuse, "--person"},
		{[]string{"--person", secret, file}, misuse, "--person"},
		{[]string{"--person", id}, misuse, "one file or more"},
		{[]string{"--person", id, "--format", secret, file}, misuse, "fhir, ccda"},
		{[]string{"--person", id, "--date-order", secret, file}, misuse, "dmy"},
		{[]string{"--person", id, "--decimal", secret, file}, misuse, "--decimal must be"},
		{[]string{"--person", id, "--column", secret, file}, misuse, "--column"},
		{[]string{"--person", id, "--frobnicate", file}, misuse, "there is no flag of"},
		{[]string{"--person", id, file, "--dry-run"}, misuse, "flags stand before"},
		{[]string{"--person", "p-aaaaaaaaaaaaaaaa", file}, failed, "no such person"},
	} {
		r := run(t, env, append([]string{"import"}, tt.args...)...)
		if r.status != tt.status || r.out != "" || !strings.Contains(r.err, tt.want) || strings.Contains(r.err, secret) || strings.Count(r.err, "\n") != 1 {
			t.Errorf("%q: %+v", tt.args, r)
		}
	}
	if r := run(t, map[string]string{envData: t.TempDir()}, "import", "--person", id, file); r.status != failed || !strings.Contains(r.err, "open the store") {
		t.Errorf("%+v", r)
	}
}

func TestReadingsAreDecidedAgainOnce(t *testing.T) {
	places(t, func(t *testing.T, env map[string]string) {
		if r := run(t, env, "demo"); r.status != done {
			t.Fatalf("%+v", r)
		}
		if r := run(t, env, "recode"); r.status != done || !strings.Contains(r.out, " 0 mean") {
			t.Errorf("%+v", r)
		}
		if r := run(t, env, "recode", "--cause", secret); r.status != misuse || strings.Contains(r.err, secret) {
			t.Errorf("%+v", r)
		}
		// Somebody says that a name is no standard item.
		ctx := context.Background()
		s, err := openStore(ctx, &options{data: env[envData], store: env[envStore], keyFile: env[envKeyFile]})
		if err != nil {
			t.Fatal(err)
		}
		err = s.PutAlias(ctx, store.Alias{NameKey: "cholesterol, total", ConfirmedAt: 1})
		if err := errors.Join(err, s.Close()); err != nil {
			t.Fatal(err)
		}
		if r := run(t, env, "recode", "--cause", "alias"); r.status != done || !strings.Contains(r.out, " 2 mean") {
			t.Errorf("%+v", r)
		}
		if r := run(t, env, "recode"); r.status != done || !strings.Contains(r.out, " 0 mean") {
			t.Errorf("the second time: %+v", r)
		}
	})
}

func TestAFileOfSomebodyElseIsWarnedOf(t *testing.T) {
	env := map[string]string{envData: t.TempDir()}
	id := newPerson(t, env)
	file := func(n, number, born string) string {
		path := filepath.Join(t.TempDir(), n+".ndjson")
		text := `{"resourceType":"Patient","id":"1","birthDate":"` + born + `","identifier":[{"system":"urn:mrn","value":"` + number + `"}]}` + "\n" +
			`{"resourceType":"Observation","id":"` + n + `","status":"final","code":{"text":"Glucose"},"subject":{"reference":"Patient/1"},"effectiveDateTime":"2024-03-0` + n + `","valueQuantity":{"value":97,"unit":"mg/dL"}}` + "\n"
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	for _, tt := range []struct {
		n, number, born string
		warned          bool
	}{{"1", secret, "1980-01-01", false}, {"2", secret, "1980-01-01", false}, {"3", secret + "b", "1980-01-01", true}} {
		r := run(t, env, "import", "--person", id, file(tt.n, tt.number, tt.born))
		if r.status != done || strings.Contains(r.err, "check --person") != tt.warned || strings.Contains(r.err+r.out, secret) || !strings.Contains(r.out, "stored     1") {
			t.Errorf("file %s: %+v", tt.n, r)
		}
	}
}
