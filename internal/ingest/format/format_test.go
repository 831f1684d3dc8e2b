package format

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-a76b335c/philint/internal/ingest"
)

func TestAFileIsKnownByItsBeginning(t *testing.T) {
	for text, want := range map[string]Format{
		`{"resourceType":"Bundle"}`:                    FHIR,
		"\xef\xbb\xbf \n{ \"id\":1, \"resourceType\" ": FHIR,
		`<?xml version="1.0" encoding="UTF-8"?><!-- x --><ClinicalDocument xmlns="urn:hl7-org:v3">`:                                  CCDA,
		`<?xml version="1.0" encoding="ISO-8859-1"?><cda:ClinicalDocument xmlns:cda="urn:hl7-org:v3">`:                               CCDA,
		"<?xml version=\"1.0\"?>\n<!DOCTYPE HealthData [\n<!ELEMENT HealthData (Me)>\n<!-- > -->\n]>\n<HealthData locale=\"de_DE\">": Apple,
		"PK\x03\x04xxxx":                    Apple,
		"Datum;Wert\n":                      CSV,
		"name\tvalue\n":                     CSV,
		"\xff\xfen\x00a\x00,\x00":           CSV,
		"Gr\xf6\xdfe,1\n":                   CSV,
		"":                                  "",
		" \n":                               "",
		"hello":                             "",
		"%PDF-1.7\n1 0 obj, \xe2\xe3\xcf\n": "",
		"\x89PNG\r\n\x1a\n\x00\x00,":        "",
		"{\n  \"device\": {\"maker\": \"x\"}, \"samples\": []}": Device,
		`{"hello":1}`:                          "",
		"<html><body>a,b</body></html>":        "",
		"<Patient xmlns='http://hl7.org/fhir'": "",
		"<broken":                              "",
	} {
		if got, ok := Sniff(strings.NewReader(text)); got != want || ok != (want != "") {
			t.Errorf("%.40q: %q, %v; want %q", text, got, ok, want)
		}
	}
}

func TestSamplesAreKnown(t *testing.T) {
	dir := filepath.Join("..", "..", "..", "..", "shared", "data", "samples")
	if _, err := os.Stat(dir); err != nil {
		t.Skip("../shared/data/samples: not here")
	}
	seen := 0
	for pattern, want := range map[string]Format{"ccda/*.xml": CCDA, "fhir/*.json": FHIR, "fhir/*.ndjson": FHIR} {
		files, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range files {
			f, err := os.Open(name)
			if err != nil {
				t.Fatal(err)
			}
			if got, ok := Sniff(f); !ok || got != want {
				t.Errorf("%s: %q", filepath.Base(name), got)
			}
			seen++
			_ = f.Close()
		}
	}
	if seen == 0 {
		t.Errorf("%d samples", seen)
	}
}

func TestDraftsCanBeReadTwice(t *testing.T) {
	for _, tt := range []struct {
		format Format
		text   string
	}{
		{CSV, "date,name,value,unit\n2026-01-02,Glucose,5.1,mmol/L\n2026-01-03,Glucose,5.4,mmol/L\n"},
		{FHIR, `{"resourceType":"Observation","status":"final","code":{"text":"Glucose"},"effectiveDateTime":"2026-01-02T08:00:00Z","valueQuantity":{"value":5.1,"unit":"mmol/L"}}
{"resourceType":"Observation","status":"final","code":{"text":"Glucose"},"effectiveDateTime":"2026-01-03T08:00:00Z","valueQuantity":{"value":5.4,"unit":"mmol/L"}}`},
		{Device, `{"device":{"maker":"x"},"samples":[{"metric":"steps","value":1,"start":"2026-03-04T08:15:00+01:00","end":"2026-03-04T08:20:00+01:00"},{"metric":"steps","value":2,"start":"2026-03-04T08:20:00+01:00","end":"2026-03-04T08:25:00+01:00"}]}`},
		{Apple, `<HealthData locale="en_US"><Record type="HKQuantityTypeIdentifierBodyMass" sourceName="a" unit="kg" value="70" startDate="2026-01-02 08:00:00 +0100" endDate="2026-01-02 08:00:00 +0100"/><Record type="HKQuantityTypeIdentifierBodyMass" sourceName="a" unit="kg" value="71" startDate="2026-01-03 08:00:00 +0100" endDate="2026-01-03 08:00:00 +0100"/></HealthData>`},
	} {
		b := []byte(tt.text)
		if f, ok := Sniff(bytes.NewReader(b)); !ok || f != tt.format {
			t.Errorf("%s: known as %q", tt.format, f)
		}
		f, err := Open(context.Background(), bytes.NewReader(b), int64(len(b)), tt.format, Options{})
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			n := 0
			for _, err := range f.Drafts {
				if err != nil {
					t.Error(err)
				}
				n++
			}
			if n != 2 {
				t.Errorf("%s: %d drafts", tt.format, n)
			}
		}
		if f.Version == "" || f.MediaType == "" || (f.Mapping != "") != (tt.format == CSV) {
			t.Errorf("%+v", f)
		}
	}
}

func TestAnotherFormatIsRefused(t *testing.T) {
	b := []byte("hello")
	if _, err := Open(context.Background(), bytes.NewReader(b), 5, "xls", Options{}); err == nil || err.(*ingest.Problem).Reason != ingest.WrongFormat {
		t.Error(err)
	}
	if _, ok := Parse("xls"); ok {
		t.Error("xls is a format")
	}
}
