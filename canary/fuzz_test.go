package canary

import (
	"bytes"
	"encoding/base64"
	"strings"
	"testing"
)

func FuzzSearch(f *testing.F) {
	f.Add([]byte("plain words"), byte(0))
	f.Add([]byte(`{"a":"\u0056exol\"\\x41%41&lt;=41"}`), byte(1))
	f.Add(gzipped([]byte("Vexol")), byte(2))
	f.Add([]byte("00000000  41 42 43 44 45 46 47 48  49\n00000010  50\n"), byte(3))
	f.Add([]byte("[65 66 67 68 69 70 71 72]\n\t 10:00 INFO x\x00y\x00z\x00"), byte(4))
	s := searcherOf(f, append(append([]Token(nil), words...), Token{"odd", "Ł\"<ö &% =+\n"})...)
	names := []string{"reading comment", "odd"}
	f.Fuzz(func(t *testing.T, data []byte, where byte) {
		if len(data) > 1<<16 {
			return
		}
		at := int(where) * len(data) / 256
		for i, planted := range []string{words[0].Text, "Ł\"<ö &% =+\n"} {
			for form, text := range map[string]string{"raw": planted, "base64": " " + base64.StdEncoding.EncodeToString([]byte(planted)) + " "} {
				stream := append(append(append([]byte(nil), data[:at]...), text...), data[at:]...)
				found, err := s.Search("log", bytes.NewReader(stream))
				if err != nil && !strings.Contains(err.Error(), "to the end") && !strings.Contains(err.Error(), "searched") {
					t.Fatal(err)
				}
				line := 1 + bytes.Count(data[:at], []byte("\n"))
				ok := err != nil && form != "raw"
				for _, one := range found {
					ok = ok || one.Channel == names[i] && one.Line == line
				}
				if !ok {
					t.Errorf("%s of %q in line %d was not found: %q", form, names[i], line, compact(found))
				}
			}
		}
	})
}

func FuzzShapes(f *testing.F) {
	for _, line := range honest {
		f.Add([]byte(line))
	}
	f.Add([]byte(`{"a":{"name":"\"x\\\n|1|2","value`))
	f.Fuzz(func(t *testing.T, line []byte) {
		before := string(line)
		for _, s := range DefaultShapes() {
			if first, second := s.Match(line), s.Match(line); first != second {
				t.Errorf("%s says both", s.Name)
			}
		}
		if string(line) != before {
			t.Error("a shape changed the line")
		}
	})
}
