package canary

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"encoding/base32"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"math/rand/v2"
	"mime/quotedprintable"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// encoding is one way in which text is written.
type encoding struct {
	name    string
	encode  func(text string) string
	binary  bool // it cannot be read as text after
	text    bool // it takes text only
	letters bool // it changes letters
	breaks  bool // it puts line breaks, or changes them
	words   bool // it is put together again where there are letters and digits alone
}

func each(text string, format func(r rune) string) string {
	var out strings.Builder
	for _, r := range text {
		out.WriteString(format(r))
	}
	return out.String()
}

func eachByte(text string, format string) string {
	var out strings.Builder
	for i := range len(text) {
		fmt.Fprintf(&out, format, text[i])
	}
	return out.String()
}

func utf16Text(text string, high int) string {
	var out []byte
	for _, u := range utf16.Encode([]rune(text)) {
		pair := []byte{byte(u), byte(u)}
		pair[high], pair[1-high] = byte(u>>8), byte(u)
		out = append(out, pair...)
	}
	return string(out)
}

func jsonText(text string) string {
	out, _ := json.Marshal(text)
	return string(out)
}

func unicodeEscapes(text, format string) string {
	var out strings.Builder
	for _, u := range utf16.Encode([]rune(text)) {
		fmt.Fprintf(&out, format, u)
	}
	return out.String()
}

func wrapAt(text string, columns int, with string) string {
	var out strings.Builder
	for i := 0; i < len(text); i += columns {
		if i > 0 {
			out.WriteString(with)
		}
		out.WriteString(text[i:min(len(text), i+columns)])
	}
	return out.String()
}

func squeeze(text string, w func(io.Writer) io.WriteCloser) string {
	var out bytes.Buffer
	z := w(&out)
	_, _ = z.Write([]byte(text))
	_ = z.Close()
	return out.String()
}

var encodings = []encoding{
	{name: "json", text: true, encode: jsonText},
	{name: "json of an object", text: true, encode: func(s string) string {
		out, _ := json.Marshal(map[string]any{"note": s, "n": 1})
		return string(out)
	}},
	{name: "slashes escaped", text: true, encode: func(s string) string { return strings.ReplaceAll(jsonText(s), "/", `\/`) }},
	{name: "lower u escapes", text: true, encode: func(s string) string { return unicodeEscapes(s, `\u%04x`) }},
	{name: "upper u escapes", text: true, encode: func(s string) string { return unicodeEscapes(s, `\u%04X`) }},
	{name: "%q", text: true, encode: strconv.Quote},
	{name: "%+q", text: true, encode: strconv.QuoteToASCII},
	{name: "%#q", text: true, encode: func(s string) string { return fmt.Sprintf("%#q", s) }},
	{name: "octal", encode: func(s string) string { return eachByte(s, `\%03o`) }},
	{name: "x escapes", encode: func(s string) string { return eachByte(s, `\x%02x`) }},
	{name: "query", encode: url.QueryEscape},
	{name: "path", encode: url.PathEscape},
	{name: "percent", encode: func(s string) string { return eachByte(s, "%%%02X") }},
	{name: "lower percent", encode: func(s string) string { return eachByte(s, "%%%02x") }},
	{name: "html", text: true, encode: html.EscapeString},
	{name: "html decimal", text: true, encode: func(s string) string { return each(s, func(r rune) string { return fmt.Sprintf("&#%d;", r) }) }},
	{name: "html hex", text: true, encode: func(s string) string { return each(s, func(r rune) string { return fmt.Sprintf("&#x%X;", r) }) }},
	{name: "quoted-printable", breaks: true, encode: func(s string) string {
		return squeeze(s, func(w io.Writer) io.WriteCloser { return quotedprintable.NewWriter(w) })
	}},
	{name: "every =XX", encode: func(s string) string { return eachByte(s, "=%02X") }},
	{name: "base64", encode: func(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) }},
	{name: "base64url", encode: func(s string) string { return base64.RawURLEncoding.EncodeToString([]byte(s)) }},
	{name: "base64 after one", encode: func(s string) string { return base64.StdEncoding.EncodeToString([]byte("a" + s)) }},
	{name: "base64 after two", encode: func(s string) string { return base64.StdEncoding.EncodeToString([]byte("ab" + s + "c")) }},
	{name: "base64 wrapped", encode: func(s string) string {
		return wrapAt(base64.StdEncoding.EncodeToString([]byte(strings.Repeat("some words before ", 3)+s)), 76, "\r\n")
	}},
	{name: "base32", encode: func(s string) string { return base32.StdEncoding.EncodeToString([]byte(s)) }},
	{name: "base32 after one", encode: func(s string) string { return base32.HexEncoding.EncodeToString([]byte("a" + s)) }},
	{name: "base32 after three", encode: func(s string) string { return base32.StdEncoding.EncodeToString([]byte("abc" + s + "d")) }},
	{name: "lower base32", encode: func(s string) string {
		return strings.ToLower(base32.HexEncoding.WithPadding(base32.NoPadding).EncodeToString([]byte("abc." + s)))
	}},
	{name: "base32 wrapped", encode: func(s string) string {
		return wrapAt(base32.StdEncoding.EncodeToString([]byte("some words before "+s)), 32, "\n")
	}},
	{name: "%x", encode: func(s string) string { return fmt.Sprintf("%x", s) }},
	{name: "%X", encode: func(s string) string { return fmt.Sprintf("%X", s) }},
	{name: "% x", encode: func(s string) string { return fmt.Sprintf("% x", s) }},
	{name: "% X", encode: func(s string) string { return fmt.Sprintf("% X", s) }},
	{name: "%#x", encode: func(s string) string { return fmt.Sprintf("%#x", s) }},
	{name: "% #x", encode: func(s string) string { return fmt.Sprintf("%# x", s) }},
	{name: "hex with colons", encode: func(s string) string { return strings.ReplaceAll(fmt.Sprintf("% x", s), " ", ":") }},
	{name: "hex with hyphens", encode: func(s string) string { return strings.ReplaceAll(fmt.Sprintf("% X", s), " ", "-") }},
	{name: "hexdump", encode: func(s string) string { return hex.Dump([]byte(s)) }},
	{name: "hexdump within", encode: func(s string) string { return hex.Dump([]byte("something " + s + " and on")) }},
	{name: "%v of bytes", encode: func(s string) string { return fmt.Sprintf("%v", []byte(s)) }},
	{name: "%#v of bytes", encode: func(s string) string { return fmt.Sprintf("%#v", []byte(s)) }},
	{name: "json list", encode: func(s string) string { return strings.ReplaceAll(fmt.Sprintf("%v", []byte(s)), " ", ",") }},
	{name: "%v of runes", text: true, encode: func(s string) string { return fmt.Sprintf("%v", []rune(s)) }},
	{name: "%U of runes", text: true, encode: func(s string) string { return fmt.Sprintf("%U", []rune(s)) }},
	{name: "%#U of runes", text: true, encode: func(s string) string { return fmt.Sprintf("%#U", []rune(s)) }},
	{name: "%c of runes", text: true, encode: func(s string) string { return fmt.Sprintf("%c", []rune(s)) }},
	{name: "%q of runes", text: true, words: true, encode: func(s string) string { return fmt.Sprintf("%q", strings.Split(s, "")) }},
	{name: "%b of bytes", encode: func(s string) string { return fmt.Sprintf("%b", []byte(s)) }},
	{name: "%08b of bytes", encode: func(s string) string { return fmt.Sprintf("%08b", []byte(s)) }},
	{name: "%#b of bytes", encode: func(s string) string { return fmt.Sprintf("%#b", []byte(s)) }},
	{name: "%O of bytes", encode: func(s string) string { return fmt.Sprintf("%O", []byte(s)) }},
	{name: "bits", encode: func(s string) string { return eachByte(s, "%08b") }},
	{name: "colours", text: true, encode: func(s string) string { return halves(s, "\x1b[1;31m") }},
	{name: "base64 of deflate", encode: func(s string) string {
		return base64.StdEncoding.EncodeToString([]byte(squeeze("some words before "+s, func(w io.Writer) io.WriteCloser {
			z, _ := flate.NewWriter(w, flate.BestCompression)
			return z
		})))
	}},
	{name: "utf16 le", text: true, encode: func(s string) string { return utf16Text(s, 1) }, binary: true},
	{name: "utf16 be", text: true, encode: func(s string) string { return utf16Text(s, 0) }, binary: true},
	{name: "reversed", text: true, encode: reversed},
	{name: "upper", letters: true, text: true, encode: strings.ToUpper},
	{name: "lower", letters: true, text: true, encode: strings.ToLower},
	{name: "line break", breaks: true, text: true, encode: func(s string) string { return halves(s, "\n") }},
	{name: "crlf", breaks: true, text: true, encode: func(s string) string { return halves(s, "\r\n") }},
	{name: "indentation", breaks: true, text: true, encode: func(s string) string { return halves(s, "\n\t    ") }},
	{name: "prefix", breaks: true, text: true, encode: func(s string) string { return halves(s, "\n2026-03-04T05:06:07.089Z INFO ") }},
	{name: "gzip", encode: func(s string) string {
		return squeeze(s, func(w io.Writer) io.WriteCloser { return gzip.NewWriter(w) })
	}, binary: true},
	{name: "zlib", encode: func(s string) string {
		return squeeze(s, func(w io.Writer) io.WriteCloser { return zlib.NewWriter(w) })
	}, binary: true},
}

func halves(s, with string) string {
	r := []rune(s)
	return string(r[:len(r)/2]) + with + string(r[len(r)/2:])
}

// lossy says whether the outer form destroys what the inner one wrote: letters in another case are other digits of
// base64, and what is not text does not survive an encoding of text.
func lossy(outer, inner encoding, written string) bool {
	if outer.words && strings.ContainsFunc(written, notWord) {
		return true
	}
	if outer.letters && (strings.HasPrefix(inner.name, "base64") || inner.binary) {
		return true
	}
	if outer.breaks && (strings.HasPrefix(inner.name, "hexdump") || inner.name == "colours") || outer.name == "prefix" && (inner.breaks || inner.words) || outer.breaks && inner.name == "prefix" {
		return true // a dump, a colour or a prefix that is cut itself is not put together again
	}
	return outer.text && !utf8.ValidString(written) || outer.breaks && (inner.name == "gzip" || inner.name == "zlib")
}

func notWord(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }

var alphabets = []string{
	"abcdefghijklmnopqrstuvwxyz",
	"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
	`abcdefgABCDEFG <>&"'/\%+=;,.-_?#`,
	"abcdefghäöüßéèñçåøÄÖÜ ",
}

func randomWord(r *rand.Rand, alphabet string, n int) string {
	letters := []rune(alphabet)
	out := make([]rune, n)
	for i := range out {
		out[i] = letters[r.IntN(len(letters))]
	}
	return strings.TrimSpace(string(out)) + "q"
}

var surroundings = []string{
	"2026-12-01T00:00:00.123456789Z INFO request served id=%d status=200 duration=1.2ms\n",
	`{"time":"2026-12-01T00:00:00+01:00","level":"DEBUG","msg":"tool called","n":%d,"path":"/api/v1/records?x=%%41"}` + "\n",
	"plain words that say nothing at all %d & nothing = more\n",
	"\tat main.go:%d +0x1d\r\n",
}

func randomLines(r *rand.Rand, n int) string {
	var out strings.Builder
	for range n {
		fmt.Fprintf(&out, surroundings[r.IntN(len(surroundings))], r.IntN(100000))
	}
	return out.String()
}

func TestEveryCompositionOfTwoFormsIsFoundInItsLineAndChannel(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	plain := encoding{name: "as it is", encode: func(s string) string { return s }}
	all := append([]encoding{plain}, encodings...)
	misses := map[string]int{}
	total := 0
	for round := range 2 {
		for _, outer := range all {
			for _, inner := range all {
				alphabet := alphabets[(total+round)%len(alphabets)]
				tokens := []Token{
					{"other", randomWord(r, alphabet, 12)},
					{"planted", randomWord(r, alphabet, 9+r.IntN(12))},
				}
				s, err := NewSearcher(tokens)
				if err != nil {
					continue // the words are too much alike
				}
				if inner.words && strings.ContainsFunc(tokens[1].Text, notWord) {
					continue
				}
				within := inner.encode(tokens[1].Text)
				if lossy(outer, inner, within) {
					continue
				}
				total++
				before := r.IntN(5)
				written := outer.encode(within)
				stream := randomLines(r, before) + "at=debug msg=" + written + " end\n" + randomLines(r, 3)
				found, err := s.Search("log", strings.NewReader(stream))
				if err != nil {
					t.Errorf("%s of %s: %v", outer.name, inner.name, err)
				}
				first := before + 1
				last := first + strings.Count(written, "\n")
				ok := false
				for _, f := range found {
					if f.Channel != "planted" || f.Line < first || f.Line > last {
						t.Errorf("%s of %s: %v, but the token is in lines %d to %d", outer.name, inner.name, f, first, last)
					} else {
						ok = true
					}
				}
				if !ok {
					misses[outer.name+" of "+inner.name]++
					if len(misses) < 40 {
						t.Errorf("%s of %s: %q not found in %q", outer.name, inner.name, tokens[1].Text, written)
					}
				}
			}
		}
	}
	t.Logf("%d streams, %d compositions missed", total, len(misses))
	if total < 3000 {
		t.Errorf("only %d streams were made", total)
	}
}
