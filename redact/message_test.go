package redact

import (
	"strings"
	"testing"
)

func TestPlainTextAgreesWithItsDefinition(t *testing.T) {
	for c := range 256 {
		for place := range 19 {
			b := []byte("request served well")
			b[place] = byte(c)
			s := string(b)
			want := strings.Trim(strings.ToLower(s), "acdefghijklmnopqrstuvwxyz ") == "" && !strings.ContainsAny(s, "\u212a\u017f") && all(strings.ReplaceAll(s, " ", ""), lower|upper)
			if got := isPlainText(s); got != want {
				t.Fatalf("isPlainText(%q) = %v", s, got)
			}
			if isPlainText(s) && triggered(s) {
				t.Fatalf("%q is plain and triggered", s)
			}
		}
	}
}
