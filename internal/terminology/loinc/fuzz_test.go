package loinc

import (
	"bytes"
	"strings"
	"testing"
)

// FuzzReadRelease looks for input that breaks the reader, and for tables that do not come back as they were written.
func FuzzReadRelease(f *testing.F) {
	var b strings.Builder
	writeRelease(f, &b, officialHeader, officialRow(withDigit(200001)), officialRow(withDigit(200002), "SHORTNAME", "a\"b\n,c"))
	f.Add([]byte(b.String()))
	f.Add([]byte("\uFEFF" + strings.Join(officialHeader, ",") + "\n"))
	f.Add([]byte("\"LOINC_NUM\",\"COMPONENT\"\n\"718-7\",\"x\"\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		tab, rep, err := ReadRelease(bytes.NewReader(data))
		if err != nil {
			return
		}
		if tab.Len() != rep.Kept || rep.Kept > rep.Rows {
			t.Fatalf("report %+v, %d rows", rep, tab.Len())
		}
		var out bytes.Buffer
		if err := WriteTable(&out, tab); err != nil {
			t.Fatal(err)
		}
		back, err := ReadTable(&out)
		if err != nil || back.Digest() != tab.Digest() || back.Len() != tab.Len() {
			t.Fatalf("it does not come back: %v", err)
		}
	})
}
