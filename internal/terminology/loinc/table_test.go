package loinc

import (
	"bytes"
	"errors"
	"reflect"
	"strings"
	"testing"
)

func TestATableIsWrittenAndReadUnchanged(t *testing.T) {
	odd := officialRow(withDigit(200001), "LONG_COMMON_NAME", "a\tb\\n\\\\tc\\", "SHORTNAME", "x|y", "EXAMPLE_UCUM_UNITS", "mg/dL; ;{a b};%",
		"METHOD_TYP", "")
	release, _, err := ReadRelease(strings.NewReader(release(t, odd, officialRow(withDigit(200002), "SHORTNAME", "", "DisplayName", "",
		"CONSUMER_NAME", "", "EXAMPLE_UCUM_UNITS", ""))))
	if err != nil {
		t.Fatal(err)
	}
	for _, tab := range []*Table{Core(), release} {
		var b bytes.Buffer
		if err := WriteTable(&b, tab); err != nil {
			t.Fatal(err)
		}
		back, err := ReadTable(bytes.NewReader(b.Bytes()))
		if err != nil {
			t.Fatal(err)
		}
		if back.Version() != tab.Version() || back.Digest() != tab.Digest() || !reflect.DeepEqual(back.Rows(), tab.Rows()) {
			t.Errorf("%s: another table came back", tab.Version())
		}
	}
	r, _ := release.Row(withDigit(200001))
	if r.LongName != "a\tb\\n\\\\tc\\" || r.Names[0] != "x y" || len(r.ExampleUnits) != 2 {
		t.Errorf("%+v", *r)
	}
}

func TestTheCoreFileIsWhatWriteTableWrites(t *testing.T) {
	var b bytes.Buffer
	if err := WriteTable(&b, Core()); err != nil {
		t.Fatal(err)
	}
	if b.String() != coreTSV {
		t.Error("core.tsv is not in the form that WriteTable writes")
	}
}

func TestADamagedTableIsRefused(t *testing.T) {
	var b bytes.Buffer
	if err := WriteTable(&b, Core()); err != nil {
		t.Fatal(err)
	}
	text := b.String()
	for name, damaged := range map[string]string{
		"a changed letter":    strings.Replace(text, "Hemoglobin [Mass", "Hemoglobin [mass", 1),
		"a lost row":          text[:strings.LastIndex(strings.TrimSuffix(text, "\n"), "\n")+1],
		"a lost end":          text[:len(text)/2],
		"a lost tab":          strings.Replace(text, "\tlab\t", "\tlab", 1),
		"one tab more":        strings.Replace(text, "\tlab\t", "\tlab\t\t", 1),
		"a code twice":        strings.Replace(text, "\n718-7\t", "\n721-1\t", 1),
		"a wrong check digit": strings.Replace(text, "\n718-7\t", "\n718-6\t", 1),
		"a rank of words":     strings.Replace(text, "\tHEM/BC\t13\t", "\tHEM/BC\tx\t", 1),
		"no form":             text[1:],
		"another form":        strings.Replace(text, "#loinc-table\t1", "#loinc-table\t2", 1),
		"no version":          strings.Replace(text, "#version\t", "#version ", 1),
		"no digest":           strings.Replace(text, "#sha256\t", "#sha256\t0", 1),
		"other columns":       strings.Replace(text, "code\tcomponent", "code\tname", 1),
		"nothing":             "",
	} {
		if damaged == text {
			t.Errorf("%s: the test changes nothing", name)
		}
		if _, err := ReadTable(strings.NewReader(damaged)); !errors.Is(err, ErrTable) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestAWriterThatFailsIsPassedOn(t *testing.T) {
	if err := WriteTable(failing{}, Core()); !errors.Is(err, errFull) {
		t.Errorf("%v", err)
	}
}

var errFull = errors.New("the disk is full")

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errFull }

func TestListsOfRowsDoNotReachIntoEachOther(t *testing.T) {
	tab, err := parseTable(coreTSV)
	if err != nil {
		t.Fatal(err)
	}
	rows := tab.Rows()
	for i := range rows {
		if len(rows[i].ExampleUnits) > 0 {
			_ = append(rows[i].ExampleUnits, "overwritten")
		}
	}
	for i := range rows {
		for _, u := range append(rows[i].ExampleUnits, rows[i].Sources...) {
			if u == "overwritten" {
				t.Fatalf("%s was reached", rows[i].Code)
			}
		}
	}
}
