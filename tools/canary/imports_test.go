package canarycheck

import (
	"bytes"
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/seed-a76b335c/philint/internal/ingest"
	"github.com/seed-a76b335c/philint/internal/ingest/apple"
	"github.com/seed-a76b335c/philint/internal/ingest/ccda"
	"github.com/seed-a76b335c/philint/internal/ingest/csvtable"
	"github.com/seed-a76b335c/philint/internal/ingest/fhir"
	"github.com/seed-a76b335c/philint/internal/ingest/format"
)

// goodWords writes the good files with a word for each channel that tells it.
func goodWords(t *testing.T) []goodFile {
	t.Helper()
	good, err := written(func(channel string) string { return "planted" + strings.ReplaceAll(channel, " ", "") })
	if err != nil {
		t.Fatal(err)
	}
	return good
}

// Each draft of a good file has a planted word: what is logged of any of them is found.
func TestEachRecordOfAGoodFileHasAWord(t *testing.T) {
	for _, g := range goodWords(t) {
		f, err := format.Open(t.Context(), bytes.NewReader(g.content), int64(len(g.content)), g.format, format.Options{Zones: time.LoadLocation})
		if err != nil {
			t.Fatalf("%s: %v", g.name, err)
		}
		drafts, refused := 0, 0
		for d, err := range f.Drafts {
			var p *ingest.Problem
			switch {
			case errors.As(err, &p):
				refused++
				t.Logf("%s: %s %s at %d", g.name, p.Reason, p.Where, p.Position)
			case err != nil:
				t.Errorf("%s: %v", g.name, err)
			default:
				drafts++
				// A day's summary has numbers and nothing else.
				if !hasWord(reflect.ValueOf(d)) && !strings.HasPrefix(d.VendorField, "ActivitySummary.") {
					t.Errorf("%s: the record at %d has no word: %+v", g.name, d.Position, d)
				}
			}
		}
		if drafts != g.stored || refused != g.rejected {
			t.Errorf("%s: %d records and %d refused, want %d and %d", g.name, drafts, refused, g.stored, g.rejected)
		}
	}
}

func hasWord(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.String:
		return strings.Contains(v.String(), "planted")
	case reflect.Pointer, reflect.Interface:
		return !v.IsNil() && hasWord(v.Elem())
	case reflect.Struct:
		for i := range v.NumField() {
			if hasWord(v.Field(i)) {
				return true
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			if hasWord(v.Index(i)) {
				return true
			}
		}
	}
	return false
}

// What an importer comes to read stands in a good file too.
func TestGoodFilesHaveAllThatImportersRead(t *testing.T) {
	text := map[format.Format]string{}
	var mappings string
	sections := &ccda.Counts{}
	for _, g := range goodWords(t) {
		text[g.format] += string(g.content)
		switch g.format {
		case format.CCDA:
			for range ccda.Read(bytes.NewReader(g.content), ccda.Options{Counts: sections}) {
			}
		case format.CSV:
			f, err := format.Open(t.Context(), bytes.NewReader(g.content), int64(len(g.content)), g.format, format.Options{})
			if err != nil {
				t.Fatalf("%s: %v", g.name, err)
			}
			mappings += f.Mapping
		}
	}
	for _, f := range format.All() {
		if text[f] == "" {
			t.Errorf("no file of the format %s", f)
		}
	}
	for _, kind := range fhir.Kinds() {
		if !strings.Contains(text[format.FHIR], `"`+kind+`"`) {
			t.Errorf("no %s in FHIR", kind)
		}
	}
	for _, section := range ccda.Sections() {
		if sections.Entries[section] == 0 {
			t.Errorf("no entry of a %s section in C-CDA", section)
		}
	}
	for _, value := range ccda.Values() {
		if !strings.Contains(text[format.CCDA], `<value xsi:type="`+value+`"`) {
			t.Errorf("no value of type %s in C-CDA", value)
		}
	}
	for _, element := range apple.Elements() {
		if !strings.Contains(text[format.Apple], "<"+element+" ") {
			t.Errorf("no %s in Apple's export", element)
		}
	}
	for _, form := range csvtable.Forms() {
		if !strings.Contains(mappings, string(form)) {
			t.Errorf("no table of the form %q", form)
		}
	}
}
