package redacttest

import (
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"net/url"
	"slices"
	"strings"
)

// Plant returns a text of its own for the i-th case, so that a leak names its case and a search cannot hit
// another's.
func Plant(i int) Planted {
	// Letters that neither Go identifiers nor English words put together.
	syllables := []string{"qzan", "vexl", "jorq", "wubz", "kyxo", "zhiv", "pfoq", "xuqa"}
	a, b := syllables[i%8], syllables[(i/8+3)%8]
	w := a + b + string(rune('a'+i%26)) + "q"
	return Planted{
		Name:  fmt.Sprintf("%s%s %s%s %d", strings.ToUpper(a[:1]), a[1:]+"or", strings.ToUpper(b[:1]), b[1:]+"id", 3000+i),
		Word:  w,
		Email: w + "@clinic.example",
	}
}

// Leaks returns what of a case's planted texts is in the output: each text whole, its beginning (a partial
// mask shows it), any six letters of it, and its usual encodings. The result says what kind of trace was
// found, not the text.
func Leaks(name string, p Planted, output []byte) []string {
	out := strings.ToLower(string(output))
	var found []string
	note := func(what, form string) {
		if form != "" && strings.Contains(out, strings.ToLower(form)) && !slices.Contains(found, what) {
			found = append(found, what)
		}
	}
	for _, text := range append([]string{p.Name, p.Word, p.Email}, extra[name]...) {
		note("whole", text)
		if slices.Contains(extra[name], text) {
			continue
		}
		if len(text) >= 8 {
			note("beginning", text[:4])
			local, _, _ := strings.Cut(text, "@")
			for i := 0; i+6 <= len(local); i++ {
				note("part", local[i:i+6])
			}
		}
		note("URL-encoded", url.QueryEscape(text))
		note("hexadecimal", hex.EncodeToString([]byte(text)))
		note("byte list", strings.Trim(fmt.Sprint([]byte(text)), "[]"))
		note("backwards", backwards(text))
		for shift := range 3 {
			for _, enc := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
				note("base64", inner64(enc, text, shift))
			}
		}
	}
	return found
}

func backwards(s string) string {
	b := []byte(s)
	slices.Reverse(b)
	return string(b)
}

// inner64 is the part of the base64 form of text that does not depend on what stands around it, when it
// begins at this place in a group of three bytes.
func inner64(enc *base64.Encoding, text string, shift int) string {
	e := enc.EncodeToString([]byte(strings.Repeat("x", shift) + text))
	lo := (shift*8 + 5) / 6
	hi := (shift + len(text)) * 8 / 6
	if hi-lo < 6 {
		return ""
	}
	return e[lo:hi]
}
