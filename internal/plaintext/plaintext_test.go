package plaintext_test

import (
	"testing"

	"github.com/seed-a76b335c/philint/internal/plaintext"
)

func TestWhatNobodySeesIsBlank(t *testing.T) {
	for name, s := range map[string]string{
		"nothing":                      "",
		"white space":                  " \t\r\n\v\f",
		"an ideographic space":         "\u3000",
		"a space of no width":          "\u3000\u200b",
		"a no-break space":             "\u00a0\u202f\u2007",
		"a joiner":                     "\u200d\u2060",
		"a byte order mark":            "\ufeff",
		"a soft hyphen":                "\u00ad",
		"marks of direction":           "\u200e\u202a\u2069",
		"a filler of Hangul":           "\u3164\uffa0\u115f",
		"a blank of Braille":           "\u2800",
		"a selector of a variant":      "\ufe0f",
		"the ends of lines":            "\u2028\u2029\u0085",
		"a tag of a language":          "\U000e0001\U000e0065",
		"a vowel separator, Mongolian": "\u180e",
	} {
		if !plaintext.Blank(s) {
			t.Errorf("%s: not blank", name)
		}
		if got := plaintext.Clean(s); got != "" {
			t.Errorf("%s: cleaned to %q", name, got)
		}
	}
	for name, s := range map[string]string{
		"a letter":                     "\u200ba",
		"a digit":                      "0",
		"a dash":                       "-",
		"a mark before Arabic numbers": "\u0600",
		"an accent of its own":         "\u0301",
		"an emoji":                     "🙂",
		"a character that is unknown":  "\ufffd",
		"a control character":          " \x00",
	} {
		if plaintext.Blank(s) {
			t.Errorf("%s: blank", name)
		}
	}
}

func TestControlCharactersBecomeSpacesAndNothingElseChanges(t *testing.T) {
	for in, want := range map[string]string{
		"Glucose":                "Glucose",
		"葡萄糖\u3000 (GLU)":        "葡萄糖\u3000 (GLU)",
		"two\tcells\r\nor lines": "two\tcells\r\nor lines",
		"a\x00b\x1bc\x7fd\u0085": "a b c d ",
		" kept ":                 " kept ",
		" \x00\x1b\x7f\u0080 ":   "",
	} {
		if got := plaintext.Clean(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
		if plaintext.HasControl(plaintext.Clean(in)) {
			t.Errorf("%q: a control character is left", in)
		}
	}
}
