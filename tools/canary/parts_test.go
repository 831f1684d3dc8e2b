package canarycheck

import (
	"bytes"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/seed-a76b335c/philint/internal/ingest/format"
)

// wordy is a driver whose words are made of their channels' names.
func wordy() *Driver {
	d := &Driver{words: map[string]string{}}
	for _, c := range Operators {
		d.words[c] = "word" + strings.ReplaceAll(c, " ", "")
	}
	return d
}

// What an importer reads and no file has would never be driven.
func TestEachKindThatIsReadIsInAFile(t *testing.T) {
	have := map[format.Format][]string{}
	for _, f := range wordy().goodFiles() {
		have[f.format] = append(have[f.format], f.kinds...)
	}
	for _, f := range format.All() {
		kinds := format.Kinds(f)
		if len(kinds) == 0 {
			t.Errorf("%s says nothing of what it reads", f)
		}
		for _, k := range kinds {
			if !slices.Contains(have[f], k) {
				t.Errorf("%s: no file has %q", f, k)
			}
		}
		for _, k := range have[f] {
			if k != "" && !slices.Contains(kinds, k) {
				t.Errorf("%s: a file has %q, which it does not read", f, k)
			}
		}
	}
}

// A file comes to what its parts say, and to less where a part is not there.
func TestEachPartOfAFileIsRead(t *testing.T) {
	for _, f := range wordy().goodFiles() {
		t.Run(f.name, func(t *testing.T) {
			if bytes.Contains(f.content, []byte("~")) {
				t.Error("a letter stands for no word")
			}
			opened, err := format.Open(t.Context(), bytes.NewReader(f.content), int64(len(f.content)), f.format, format.Options{})
			if err != nil {
				t.Fatal(err)
			}
			got, wrong := tellApart(opened.Drafts)
			if got != f.want || len(wrong) > 0 {
				t.Errorf("it comes to %+v, and should to %+v: %v", got, f.want, wrong)
			}
			if sniffed, ok := format.Sniff(bytes.NewReader(f.content)); !ok || sniffed != f.format {
				t.Errorf("it is taken for %q", sniffed)
			}
		})
	}
}

// What an import says is believed only where it is what the file comes to.
func TestAnImportThatComesToSomethingElseIsAFault(t *testing.T) {
	f := file{name: "x", want: counts{measurements: 2, taken: 1, refused: 1}}
	said := func(read, stored, duplicate, rejected string) string {
		return "file 1 of 1: fhir\n  read       " + read + "\n  stored     " + stored + "\n  duplicate  " + duplicate + "\n  changed    0\n  rejected   " + rejected + "\n    not-supported  1  x\n  coded      0\n"
	}
	for printed, want := range map[string]struct {
		first bool
		wrong int
	}{
		said("4", "3", "0", "1"): {true, 0},
		said("4", "0", "3", "1"): {false, 0},
		said("3", "2", "0", "1"): {true, 2},
		said("4", "2", "0", "2"): {true, 2},
		"file 1 of 1: fhir\n":    {true, 3},
	} {
		d := &Driver{}
		if d.comesTo(f, want.first, printed); len(d.wrong) != want.wrong {
			t.Errorf("of %q it says %q", printed, d.wrong)
		}
	}
}

// What is logged of any record of a file is found: each has a word somewhere. A day's summary has numbers and nothing else.
func TestEachRecordOfAFileHasAWord(t *testing.T) {
	for _, f := range wordy().goodFiles() {
		opened, err := format.Open(t.Context(), bytes.NewReader(f.content), int64(len(f.content)), f.format, format.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for d, err := range opened.Drafts {
			if err == nil && !hasWord(reflect.ValueOf(d)) && !strings.HasPrefix(d.VendorField, "ActivitySummary.") {
				t.Errorf("%s: the record at %d has no word", f.name, d.Position)
			}
		}
	}
}

func hasWord(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.String:
		return strings.Contains(v.String(), "word")
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
